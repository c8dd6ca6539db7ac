/*
 * json — values kept by json-c, which only this file knows. A struct json is a struct json_object behind
 * another name; JSON's null is a NULL pointer in both.
 */
#include "core/base/json.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define json_bool json_c_bool /* json-c has a type of this name */
#include <json-c/json.h>
#undef json_bool

#include "core/base/json_scan.h"
#include "core/base/mem.h"

static struct json_object *raw(struct json *value)
{
	return (struct json_object *)value;
}

/* json-c reads through pointers that are not const. */
static struct json_object *seen(const struct json *value)
{
	union {
		const struct json *ours;
		struct json_object *theirs;
	} same = { value };

	return same.theirs;
}

static struct json *ours(struct json_object *value)
{
	return (struct json *)value;
}

/* json-c returns NULL only without memory: mem's end, by mem's way. */
static struct json *made(struct json_object *value)
{
	if (!value)
		(void)mem_grow(NULL, SIZE_MAX, SIZE_MAX);
	return ours(value);
}

static bool parse(struct json_tokener *tokener, const struct text *t, struct json_object **ret, struct error *err)
{
	enum json_tokener_error said;
	size_t end;

	*ret = json_tokener_parse_ex(tokener, text_c(t), (int)t->len);
	said = json_tokener_get_error(tokener);
	end = json_tokener_get_parse_end(tokener);
	if (said == json_tokener_continue) { /* a number may go on for ever: the NUL ends it */
		*ret = json_tokener_parse_ex(tokener, "", 1);
		said = json_tokener_get_error(tokener);
		end = t->len;
	}
	if (said != json_tokener_success)
		return error_set(err, REASON_RECORD_DAMAGED, "not valid JSON: %s near byte %zu", json_tokener_error_desc(said), end);
	if (strspn(text_c(t) + end, " \t\n\r") == t->len - end)
		return true;
	json_object_put(*ret);
	return error_set(err, REASON_RECORD_DAMAGED, "not valid JSON: something follows the value near byte %zu", end);
}

bool json_parse(const char *bytes, size_t len, struct json **ret_value, struct error *err)
{
	CLEARED(text) struct text strict = {0};
	struct json_object *value = NULL;
	struct json_tokener *tokener;
	bool ok;

	if (!json_scan(bytes, len, &strict, err))
		return false;
	if (strict.len >= INT_MAX)
		return error_set(err, REASON_RECORD_DAMAGED, "this JSON text is too long: %zu bytes", len);
	tokener = json_tokener_new_ex(JSON_DEPTH_MAX + 2); /* the scan has counted: json-c counts leaves as levels */
	(void)made((struct json_object *)tokener);
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	ok = parse(tokener, &strict, &value, err);
	json_tokener_free(tokener);
	if (ok)
		*ret_value = ours(value);
	return ok;
}

void json_drop(struct json **value)
{
	if (*value)
		json_object_put(raw(*value));
	*value = NULL;
}

enum json_kind json_kind(const struct json *value)
{
	static const enum json_kind kinds[] = {
		[json_type_null] = JSON_NULL, [json_type_boolean] = JSON_BOOL, [json_type_double] = JSON_DOUBLE,
		[json_type_int] = JSON_INT, [json_type_object] = JSON_OBJECT, [json_type_array] = JSON_ARRAY,
		[json_type_string] = JSON_STRING,
	};

	return kinds[json_object_get_type(seen(value))];
}

const struct json *json_get(const struct json *object, const char *key)
{
	struct json_object *member = NULL;

	if (json_kind(object) == JSON_OBJECT)
		(void)json_object_object_get_ex(seen(object), key, &member);
	return ours(member);
}

bool json_has(const struct json *object, const char *key)
{
	return json_kind(object) == JSON_OBJECT && json_object_object_get_ex(seen(object), key, NULL);
}

size_t json_count(const struct json *array_or_object)
{
	if (json_kind(array_or_object) == JSON_ARRAY)
		return json_object_array_length(seen(array_or_object));
	if (json_kind(array_or_object) == JSON_OBJECT)
		return (size_t)json_object_object_length(seen(array_or_object));
	return 0;
}

const struct json *json_at(const struct json *array, size_t at)
{
	if (json_kind(array) != JSON_ARRAY || at >= json_count(array))
		return NULL;
	return ours(json_object_array_get_idx(seen(array), at));
}

void json_keys(const struct json *object, struct strlist *ret_keys)
{
	struct json_object_iterator at, end;

	if (json_kind(object) != JSON_OBJECT)
		return;
	at = json_object_iter_begin(seen(object));
	end = json_object_iter_end(seen(object));
	for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at))
		strlist_add(ret_keys, json_object_iter_peek_name(&at));
}

const char *json_string(const struct json *value, size_t *ret_len)
{
	if (json_kind(value) != JSON_STRING)
		return NULL;
	if (ret_len)
		*ret_len = (size_t)json_object_get_string_len(seen(value));
	return json_object_get_string(seen(value));
}

const char *json_get_string(const struct json *object, const char *key)
{
	return json_string(json_get(object, key), NULL);
}

bool json_get_int(const struct json *object, const char *key, int64_t *ret)
{
	const struct json *member = json_get(object, key);
	double n = json_number(member);

	if (json_kind(member) != JSON_INT && json_kind(member) != JSON_DOUBLE)
		return false;
	if (!(fabs(n) <= (double)JSON_INT_MAX) || n < trunc(n) || n > trunc(n))
		return false;
	*ret = (int64_t)n;
	return true;
}

bool json_get_bool(const struct json *object, const char *key, bool otherwise)
{
	const struct json *member = json_get(object, key);

	return json_kind(member) == JSON_BOOL ? json_bool(member) : otherwise;
}

double json_number(const struct json *value)
{
	if (json_kind(value) != JSON_INT && json_kind(value) != JSON_DOUBLE)
		return 0;
	return json_object_get_double(seen(value));
}

bool json_bool(const struct json *value)
{
	return json_kind(value) == JSON_BOOL && json_object_get_boolean(seen(value));
}

struct json *json_new_object(void)
{
	return made(json_object_new_object());
}

struct json *json_new_array(void)
{
	return made(json_object_new_array());
}

struct json *json_new_string(const char *s)
{
	return s ? json_new_string_n(s, strlen(s)) : NULL;
}

struct json *json_new_string_n(const char *s, size_t len)
{
	assert(len < INT_MAX);
	return made(json_object_new_string_len(s, (int)len));
}

struct json *json_new_int(int64_t n)
{
	if (n > JSON_INT_MAX || n < -JSON_INT_MAX)
		return json_new_double((double)n);
	return made(json_object_new_int64(n));
}

struct json *json_new_double(double n)
{
	return made(json_object_new_double(n));
}

struct json *json_new_bool(bool b)
{
	return made(json_object_new_boolean(b));
}

struct json *json_copy(const struct json *value)
{
	struct json_object *copy = NULL;

	if (value && json_object_deep_copy(seen(value), &copy, NULL) != 0)
		(void)made(NULL);
	return ours(copy);
}

void json_set(struct json *object, const char *key, struct json *taken)
{
	assert(json_kind(object) == JSON_OBJECT);
	if (json_object_object_add(raw(object), key, raw(taken)) != 0)
		(void)made(NULL);
}

void json_set_string(struct json *object, const char *key, const char *s)
{
	json_set(object, key, json_new_string(s));
}

void json_set_int(struct json *object, const char *key, int64_t n)
{
	json_set(object, key, json_new_int(n));
}

void json_set_bool(struct json *object, const char *key, bool b)
{
	json_set(object, key, json_new_bool(b));
}

void json_unset(struct json *object, const char *key)
{
	if (json_kind(object) == JSON_OBJECT)
		json_object_object_del(raw(object), key);
}

void json_add(struct json *array, struct json *taken)
{
	assert(json_kind(array) == JSON_ARRAY);
	if (json_object_array_add(raw(array), raw(taken)) != 0)
		(void)made(NULL);
}

void json_add_string(struct json *array, const char *s)
{
	json_add(array, json_new_string(s));
}

struct json *json_from_strlist(const struct strlist *l)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < l->count; i++)
		json_add_string(array, l->items[i]);
	return array;
}
