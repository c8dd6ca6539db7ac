/*
 * index — small JSON entries, one file a run, in a directory of the state directory.
 */
#ifndef CORE_RECORD_INDEX_H
#define CORE_RECORD_INDEX_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/strlist.h"
#include "core/record/run_record.h"

#define INDEX_ENTRY_BYTES_MAX (16u * 1024 * 1024)

/* make false: *ret_dir stays -1 when there is no such directory, which is no error. */
bool index_open(const char *state, const char *name, bool make, int *ret_dir, struct error *err) MUST_CHECK;
bool index_put(int dir, const char *run_id, const struct json *entry, struct error *err) MUST_CHECK;
bool index_get(int dir, const char *run_id, struct json **ret, struct error *err) MUST_CHECK; /* REASON_NOT_FOUND, REASON_RECORD_DAMAGED */
bool index_remove(int dir, const char *run_id, struct error *err) MUST_CHECK; /* gone already: true */
/* Run ids of the entries, sorted; of dir -1: none. */
bool index_names(int dir, struct strlist *ret, struct error *err) MUST_CHECK;

struct json *index_print_repository(const struct repository_state *s);
void index_read_repository(const struct json *value, struct repository_state *ret); /* NULL: not known */
#endif
