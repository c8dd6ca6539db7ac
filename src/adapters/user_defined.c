/* user_defined — the file, all of it or nothing of it; see user_defined.h. */
#include "adapters/user_defined.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/definition.h"
#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/host/file.h"

#define SCHEMA_VERSION 1

struct user_defined {
	char *file;
	struct definition *items[USER_DEFINED_MAX];
	size_t n_items;
	const struct adapter **all;
	struct adapter_set set;
};

static const struct schema_key file_keys[] = { { "schemaVersion", JSON_INT, true }, { "adapters", JSON_ARRAY, true } };

void user_defined_drop(struct user_defined **u)
{
	if (!*u)
		return;
	for (size_t i = 0; i < (*u)->n_items; i++)
		definition_drop(&(*u)->items[i]);
	free((*u)->file);
	free((*u)->all);
	free(*u);
	*u = NULL;
}

const struct adapter_set *user_defined_set(const struct user_defined *u)
{
	return &u->set;
}

static void adapter_append(struct user_defined *u, const struct adapter *a)
{
	u->all[u->set.count++] = a;
	u->set.items = u->all;
}

static bool version_check(const struct json *file, const char *where, struct error *err)
{
	int64_t version = 0;

	if (json_get_int(file, "schemaVersion", &version) && version == SCHEMA_VERSION)
		return true;
	return error_set(err, REASON_REQUEST_INVALID, "%s: 'schemaVersion' must be %d", where, SCHEMA_VERSION);
}

static bool one_add(struct user_defined *u, const struct json *object, size_t at, struct error *err)
{
	OWNED_MEM char *where = str_format("%s: adapter %zu", u->file, at + 1);
	struct definition *d = NULL;

	if (!definition_parse(object, u->file, where, &d, err))
		return false;
	u->items[u->n_items++] = d;
	if (adapter_find(&u->set, definition_adapter(d)->id))
		return error_set(err, REASON_REQUEST_INVALID, "%s: the id '%s' is taken; built-in adapters cannot be replaced", where,
				 definition_adapter(d)->id);
	adapter_append(u, definition_adapter(d));
	return true;
}

static bool file_parse(struct user_defined *u, const struct text *bytes, struct error *err)
{
	OWNED(json) struct json *file = NULL;
	const struct json *adapters;

	if (!json_parse(text_c(bytes), bytes->len, &file, err)) {
		err->reason = REASON_REQUEST_INVALID;
		return error_wrap(err, "%s", u->file);
	}
	if (!schema_check(file, file_keys, COUNT_OF(file_keys), u->file, err) || !version_check(file, u->file, err))
		return false;
	adapters = json_get(file, "adapters");
	if (json_count(adapters) > USER_DEFINED_MAX)
		return error_set(err, REASON_REQUEST_INVALID, "%s: more than %d adapters", u->file, USER_DEFINED_MAX);
	for (size_t i = 0; i < json_count(adapters); i++)
		if (!one_add(u, json_at(adapters, i), i, err))
			return false;
	return true;
}

/* The file may be a link into a collection of settings; that is the operator's own choice. */
static bool file_load(struct user_defined *u, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	OWNED_MEM char *real = real_path(u->file);

	if (!real && errno == ENOENT)
		return true;
	if (!real)
		return error_set_sys(err, REASON_REQUEST_INVALID, "%s cannot be reached", u->file);
	if (!file_read_path(real, USER_DEFINED_BYTES_MAX, &bytes, err))
		return error_wrap(err, "user-defined adapters");
	return file_parse(u, &bytes, err);
}

bool user_defined_load(const char *config_dir, const struct adapter_set *builtin, struct user_defined **ret, struct error *err)
{
	OWNED(user_defined) struct user_defined *u = mem_new(1, sizeof *u);

	u->file = path_join(config_dir, USER_DEFINED_FILE);
	u->all = mem_new(builtin->count + USER_DEFINED_MAX, sizeof(void *));
	for (size_t i = 0; i < builtin->count; i++)
		adapter_append(u, builtin->items[i]);
	if (!file_load(u, err))
		return false;
	*ret = u;
	u = NULL;
	return true;
}
