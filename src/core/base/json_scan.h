/*
 * json_scan — the strict reading of JSON text that comes before json-c sees it. Inner to json.c.
 *
 * json-c accepts what is not JSON (NaN, "1.", "-01"), saturates integers it cannot hold, cuts keys at a NUL and
 * replaces lone surrogates. The scan refuses the first and third and rewrites the others into what json-c keeps:
 *
 *	9007199254740993    -> 9007199254740993.0     a double, as in ECMAScript
 *	"\ud800" (alone)    -> the bytes ED A0 80     json_write() prints it as \ud800 again
 *
 * Where tokens may stand is left to json-c.
 */
#ifndef CORE_BASE_JSON_SCAN_H
#define CORE_BASE_JSON_SCAN_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/base/text.h"

#define JSON_INT_MAX 9007199254740992 /* 2^53: beyond it not every integer is a number of ECMAScript */

/* Appends the text json-c may read to ret. Errors: REASON_RECORD_DAMAGED, naming the byte. */
bool json_scan(const char *bytes, size_t len, struct text *ret, struct error *err) MUST_CHECK;
/* A finite number as ECMAScript prints it: the shortest digits that read back as the same double. */
void json_number_add(struct text *out, double n);
#endif
