/*
 * json — values read from and written as JSON. The only file that knows json-c is json.c.
 *
 * Ownership: json_parse() and the json_new_* functions give a value that is yours until it is handed to
 * json_set() or json_add(), which take it. json_get(), json_at() and strings are borrowed from their parent.
 * Limits: JSON_DEPTH_MAX levels; the caller bounds the bytes. A byte order mark, bad UTF-8, trailing bytes, a key
 * with NUL and numbers that are no finite double are refused; duplicate keys: the last wins, at the first's place.
 * Strings may hold NUL: json_string() gives the length. A lone surrogate (\ud800) is kept as its three bytes, which
 * are no UTF-8 and are made visible by sanitize, and is written as \ud800 again. Integers beyond 2^53 either way are
 * doubles, as in ECMAScript: their last digits are not kept.
 */
#ifndef CORE_BASE_JSON_H
#define CORE_BASE_JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"

#define JSON_DEPTH_MAX 64

struct json;
enum json_kind { JSON_NULL, JSON_BOOL, JSON_INT, JSON_DOUBLE, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
/* canonical: no spaces, keys sorted by UTF-8 bytes (for digests); compact: no spaces, keys as inserted;
   indented: two spaces a level, ": " after keys, {} and [] when empty, no newline at the end. Strings and numbers
   as ECMAScript's JSON.stringify prints them (NaN and infinities: null); bytes that are no UTF-8 become U+FFFD. */
enum json_style { JSON_CANONICAL, JSON_COMPACT, JSON_INDENTED };

bool json_parse(const char *bytes, size_t len, struct json **ret_value, struct error *err) MUST_CHECK; /* REASON_RECORD_DAMAGED */
void json_drop(struct json **value);
void json_write(const struct json *value, enum json_style style, struct text *out); /* appends */
void json_digest(const struct json *value, char ret_hex[65]); /* SHA-256 of the canonical form */

/* Reading. A NULL value is treated as absent everywhere: kind JSON_NULL, no members. */
enum json_kind json_kind(const struct json *value);
const struct json *json_get(const struct json *object, const char *key);       /* NULL: absent or null */
bool json_has(const struct json *object, const char *key);
size_t json_count(const struct json *array_or_object);
const struct json *json_at(const struct json *array, size_t at);
void json_keys(const struct json *object, struct strlist *ret_keys);            /* in order of insertion */
const char *json_string(const struct json *value, size_t *ret_len);             /* NULL: not a string; ret_len may be NULL */
const char *json_get_string(const struct json *object, const char *key);        /* NULL: absent or not a string */
bool json_get_int(const struct json *object, const char *key, int64_t *ret);    /* false: absent or no integer within 2^53; *ret untouched */
bool json_get_bool(const struct json *object, const char *key, bool otherwise);
double json_number(const struct json *value);                                    /* int or double; 0 otherwise */
bool json_bool(const struct json *value);

/* Building. */
struct json *json_new_object(void);
struct json *json_new_array(void);
struct json *json_new_string(const char *s);               /* NULL gives null */
struct json *json_new_string_n(const char *s, size_t len);
struct json *json_new_int(int64_t n);
struct json *json_new_double(double n);
struct json *json_new_bool(bool b);
struct json *json_copy(const struct json *value);          /* deep */
void json_set(struct json *object, const char *key, struct json *taken); /* NULL sets null */
void json_set_string(struct json *object, const char *key, const char *s); /* NULL sets null */
void json_set_int(struct json *object, const char *key, int64_t n);
void json_set_bool(struct json *object, const char *key, bool b);
void json_unset(struct json *object, const char *key);      /* what is no object has no members: nothing happens */
void json_add(struct json *array, struct json *taken);
void json_add_string(struct json *array, const char *s);
struct json *json_from_strlist(const struct strlist *l);
#endif
