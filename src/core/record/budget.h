/*
 * budget — bounded text and lists for one record: what is over-long is shortened, and each shortening is written down
 * with the field's name, its full size and its digest.
 */
#ifndef CORE_RECORD_BUDGET_H
#define CORE_RECORD_BUDGET_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/strlist.h"
#include "core/base/text.h"
#include "core/record/run_record.h"

struct budget {
	size_t string_units, list_items; /* 0: unlimited */
	size_t paths_bytes;              /* of one list of the repository's changed paths; 0: unlimited */
	struct json *shortened;          /* array; borrowed. NULL: shortenings are not written down */
};

/* field names the place in the record for the list of shortenings. NULL and absent give NULL (null). */
struct json *budget_string(struct budget *b, const char *field, const char *s);
struct json *budget_list(struct budget *b, const char *field, const struct strlist *l);

/* Builds a record within limit bytes: build is called with ever tighter budgets until the indented text and its newline
   fit. REASON_RECORD_NOT_SAVED: not even the tightest did. */
typedef struct json *record_builder(const void *from, struct budget *b);
bool budget_fit(const char *what, record_builder *build, const void *from, size_t limit, struct text *ret, struct error *err) MUST_CHECK;
#endif
