/*
 * record_read — one JSON file of a record, bounded, its damage said in a sentence.
 */
#ifndef CORE_RECORD_RECORD_READ_H
#define CORE_RECORD_RECORD_READ_H
#include <stdbool.h>

#include "core/base/json.h"
#include "core/base/strlist.h"
#include "core/base/text.h"

/* false: there is no such file. *ret stays NULL, with a sentence in damage, when it cannot be read or is no object. */
bool record_read(int dir, const char *name, size_t limit, struct text *ret_bytes, struct json **ret, struct strlist *damage);
#endif
