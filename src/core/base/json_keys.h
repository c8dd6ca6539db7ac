/*
 * json_keys — which key an object of a JSON text has twice. Readers of JSON take one of the two values and do not say
 * which; where a text asks for something, that is not good enough.
 */
#ifndef CORE_BASE_JSON_KEYS_H
#define CORE_BASE_JSON_KEYS_H
#include <stddef.h>

/* bytes must be JSON that json_parse() takes. Owned: the first key that stands twice in one object, escapes undone; NULL:
   there is none. Of an object with more than JSON_KEYS_MAX keys the first as many are compared. */
#define JSON_KEYS_MAX 256
char *json_key_twice(const char *bytes, size_t len);
#endif
