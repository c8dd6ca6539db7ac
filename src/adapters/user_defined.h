/*
 * user_defined — adapters that operators describe in <config>/adapters.json; docs/adapters.md is the schema. Each one
 * becomes a struct adapter like a built-in one and passes the same checks, so it can do nothing a built-in one cannot.
 */
#ifndef ADAPTERS_USER_DEFINED_H
#define ADAPTERS_USER_DEFINED_H
#include <stdbool.h>

#include "core/adapter/adapter.h"

#define USER_DEFINED_FILE "adapters.json"
#define USER_DEFINED_BYTES_MAX ((size_t)256 * 1024)
#define USER_DEFINED_MAX 32

struct user_defined; /* owns the adapters of the file and the combined set; the built-in ones are borrowed */

/*
 * The built-in adapters, then those of the file. No file: the built-in ones alone, true. One fault anywhere in the
 * file: nothing of it counts, REASON_REQUEST_INVALID names the file and the place, *ret is untouched; the face shows
 * the sentence and goes on with the built-in adapters.
 */
bool user_defined_load(const char *config_dir, const struct adapter_set *builtin, struct user_defined **ret,
		       struct error *err) MUST_CHECK;
const struct adapter_set *user_defined_set(const struct user_defined *u); /* borrowed; valid until the drop */
void user_defined_drop(struct user_defined **u);
#endif
