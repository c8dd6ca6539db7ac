/*
 * harnery_rules — what the peer's readers accept, written again from the table of field rules in docs/records.md.
 * Independent of the writers it checks: only json, digest and file reading are shared with them.
 *
 * Each function returns NULL when the peer's reader accepts, else a sentence of what it rejects.
 */
#ifndef TESTS_SUPPORT_HARNERY_RULES_H
#define TESTS_SUPPORT_HARNERY_RULES_H
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/digest.h"
#include "core/base/json.h"

#define RULE(condition)                                                                                                \
	do {                                                                                                           \
		if (!(condition))                                                                                      \
			return "not so: " #condition;                                                                  \
	} while (0)
#define OBEY(call)                                                                                                     \
	do {                                                                                                           \
		const char *why_ = (call);                                                                             \
		if (why_)                                                                                              \
			return why_;                                                                                   \
	} while (0)

/* JavaScript's string length: UTF-16 units. */
static inline size_t js_length(const struct json *value)
{
	size_t len, units = 0;
	const char *s = json_string(value, &len);

	for (size_t i = 0; s && i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		units += (c & 0xC0) != 0x80;
		units += c >= 0xF0;
	}
	return units;
}

static inline bool is_text(const struct json *v) { return json_kind(v) == JSON_STRING; }
static inline bool is_bool(const struct json *v) { return json_kind(v) == JSON_BOOL; }
static inline bool is_object(const struct json *v) { return json_kind(v) == JSON_OBJECT; }
static inline bool is_array(const struct json *v) { return json_kind(v) == JSON_ARRAY; }
static inline bool is_true(const struct json *v) { return is_bool(v) && json_bool(v); }
static inline bool filled(const struct json *v) { return is_text(v) && js_length(v) > 0; }
static inline bool text_at_most(const struct json *v, size_t most) { return is_text(v) && js_length(v) <= most; }
/* Present, even as null: JSON.stringify keeps a null and the readers reject it where they want a value. */
static inline bool absent(const struct json *o, const char *key) { return !json_has(o, key); }

static inline bool is_word(const struct json *v, const char *words) /* words: "|a|b|" */
{
	char key[64];

	return is_text(v) && snprintf(key, sizeof key, "|%s|", json_string(v, NULL)) < (int)sizeof key && strstr(words, key);
}

static inline bool is_one(const struct json *v)
{
	return json_kind(v) == JSON_INT && json_number(v) >= 1 && json_number(v) <= 1;
}

static inline bool is_count(const struct json *v) /* an integer of at least 1 */
{
	return json_kind(v) == JSON_INT && json_number(v) >= 1;
}

static inline bool is_hex(const struct json *v, size_t least, size_t most)
{
	const char *s = json_string(v, NULL);
	size_t n = s ? strspn(s, "0123456789abcdef") : 0;

	return s && s[n] == 0 && n >= least && n <= most;
}
static inline bool is_digest(const struct json *v) { return is_hex(v, 64, 64); }
static inline bool is_oid(const struct json *v) { return is_hex(v, 40, 64); }

static inline bool is_id(const struct json *v, size_t most)
{
	const char *s = json_string(v, NULL);
	size_t len = s ? strlen(s) : 0;

	if (len == 0 || len > most || !isalnum((unsigned char)s[0]))
		return false;
	for (size_t i = 1; i < len; i++) {
		if (!isalnum((unsigned char)s[i]) && !strchr("._-", s[i]))
			return false;
	}
	return true;
}

/* What Date.parse takes, as far as records hold it: an ISO date, alone or with a time. */
static inline bool is_time(const struct json *v)
{
	const char *s = json_string(v, NULL);
	int y, m, d;

	return s && js_length(v) <= 40 && sscanf(s, "%4d-%2d-%2d", &y, &m, &d) == 3 && m >= 1 && m <= 12 && d >= 1 && d <= 31;
}

static inline bool is_absolute(const struct json *v)
{
	const char *s = json_string(v, NULL);

	return s && s[0] == '/';
}

static inline bool is_normal(const struct json *v) /* absolute, and path.resolve() leaves it as it is */
{
	const char *s = json_string(v, NULL);
	size_t len = s ? strlen(s) : 0;

	if (len == 0 || s[0] != '/' || strstr(s, "//") || strstr(s, "/../") || strstr(s, "/./"))
		return false;
	return len == 1 || (s[len - 1] != '/' && !(len >= 3 && strcmp(s + len - 3, "/..") == 0) && strcmp(s + len - 2, "/.") != 0);
}

static inline bool is_inside(const struct json *root, const struct json *path)
{
	const char *r = json_string(root, NULL), *p = json_string(path, NULL);
	size_t len = r ? strlen(r) : 0;

	return r && p && strncmp(r, p, len) == 0 && (p[len] == 0 || p[len] == '/' || (len == 1 && r[0] == '/'));
}

static inline bool equal(const struct json *a, const struct json *b) /* by stableDigest */
{
	char x[DIGEST_HEX_BYTES], y[DIGEST_HEX_BYTES];

	json_digest(a, x);
	json_digest(b, y);
	return strcmp(x, y) == 0;
}

/* As JSON.stringify wrote it, its keys in their order. */
static inline void digest_of_written(const struct json *value, char ret_hex[DIGEST_HEX_BYTES])
{
	CLEARED(text) struct text written = { 0 };

	json_write(value, JSON_COMPACT, &written);
	digest_of(text_c(&written), written.len, ret_hex);
}

static inline bool digests_to(const struct json *value, const struct json *digest)
{
	char x[DIGEST_HEX_BYTES];

	json_digest(value, x);
	return is_text(digest) && strcmp(x, json_string(digest, NULL)) == 0;
}

static inline bool all_texts(const struct json *array)
{
	for (size_t i = 0; i < json_count(array); i++) {
		if (!is_text(json_at(array, i)))
			return false;
	}
	return is_array(array);
}

/* The keys are exactly these, in this order, "?" behind one that may be absent. */
static inline bool keys_are(const struct json *o, const char *const *keys)
{
	CLEARED(strlist) struct strlist have = { 0 };
	size_t at = 0;

	json_keys(o, &have);
	for (; *keys; keys++) {
		size_t len = strlen(*keys);
		bool may = (*keys)[len - 1] == '?';

		len -= may;
		if (at < have.count && strlen(have.items[at]) == len && strncmp(have.items[at], *keys, len) == 0)
			at++;
		else if (!may)
			return false;
	}
	return is_object(o) && at == have.count;
}
#define KEYS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static inline bool is_identity(const struct json *v)
{
	const char *platform = json_get_string(v, "platform");

	return platform && strcmp(platform, "linux") == 0 && is_text(json_get(v, "device")) && is_text(json_get(v, "inode"));
}

static inline bool is_validated(const struct json *v) /* {configured, realpath, identity} */
{
	return is_absolute(json_get(v, "configured")) && is_normal(json_get(v, "realpath")) && is_identity(json_get(v, "identity"));
}

static inline bool is_owner(const struct json *v)
{
	const char *kind = json_get_string(v, "kind");

	if (!kind || json_count(v) != 3)
		return false;
	if (strcmp(kind, "standalone") == 0)
		return json_has(v, "work_item_id") && !json_get(v, "work_item_id") && json_has(v, "attempt") && !json_get(v, "attempt");
	return strcmp(kind, "work_attempt") == 0 && filled(json_get(v, "work_item_id"));
}
#endif
