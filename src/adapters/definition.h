/* definition — one adapter as read from JSON, with everything its struct adapter borrows. */
#ifndef ADAPTERS_DEFINITION_H
#define ADAPTERS_DEFINITION_H
#include <stdbool.h>

#include "core/adapter/adapter.h"
#include "core/base/json.h"

struct definition;

/* file and where are for sentences; file is kept (defined_in) and must outlive the definition. REASON_REQUEST_INVALID. */
bool definition_parse(const struct json *object, const char *file, const char *where, struct definition **ret,
		      struct error *err) MUST_CHECK;
const struct adapter *definition_adapter(const struct definition *d); /* borrowed */
void definition_drop(struct definition **d);

/* One row of a schema: unknown keys, missing ones and wrong kinds are refused by name. */
struct schema_key { const char *name; enum json_kind kind; bool required; };
bool schema_check(const struct json *object, const struct schema_key *keys, size_t n_keys, const char *where,
		  struct error *err) MUST_CHECK;
#endif
