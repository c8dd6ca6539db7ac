/* schema — an object has the keys it may have, of the kinds they must have, and none besides. */
#include "adapters/definition.h"

#include <string.h>

#include "core/base/sanitize.h"

static const char *const kind_words[] = {
	[JSON_NULL] = "null", [JSON_BOOL] = "true or false", [JSON_INT] = "a whole number", [JSON_DOUBLE] = "a number",
	[JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
};

static const struct schema_key *key_find(const struct schema_key *keys, size_t n_keys, const char *name)
{
	for (size_t i = 0; i < n_keys; i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

static bool unknown_key(const struct schema_key *keys, size_t n_keys, const char *name, const char *where, struct error *err)
{
	OWNED_MEM char *shown = sanitize_copy(name);
	CLEARED(text) struct text known = { 0 };

	for (size_t i = 0; i < n_keys; i++)
		text_add_format(&known, "%s%s", i ? ", " : "", keys[i].name);
	return error_set(err, REASON_REQUEST_INVALID, "%s: the key '%s' is unknown; known are %s", where, shown, text_c(&known));
}

bool schema_check(const struct json *object, const struct schema_key *keys, size_t n_keys, const char *where, struct error *err)
{
	CLEARED(strlist) struct strlist names = { 0 };

	if (json_kind(object) != JSON_OBJECT)
		return error_set(err, REASON_REQUEST_INVALID, "%s must be an object", where);
	json_keys(object, &names);
	for (size_t i = 0; i < names.count; i++) {
		const struct schema_key *key = key_find(keys, n_keys, names.items[i]);

		if (!key)
			return unknown_key(keys, n_keys, names.items[i], where, err);
		if (json_kind(json_get(object, names.items[i])) != key->kind)
			return error_set(err, REASON_REQUEST_INVALID, "%s: '%s' must be %s", where, key->name, kind_words[key->kind]);
	}
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].required && !json_has(object, keys[i].name))
			return error_set(err, REASON_REQUEST_INVALID, "%s: '%s' is missing", where, keys[i].name);
	return true;
}
