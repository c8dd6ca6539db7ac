/*
 * json_keys — keys that an object has twice.
 */
#include "core/base/json_keys.h"

#include <string.h>

#include "core/base/json.h"
#include "core/base/mem.h"

struct walk {
	const char *bytes;
	size_t len, at, depth;
	struct strlist keys[JSON_DEPTH_MAX + 1]; /* of the object that is open at each depth */
};

/* From an opening quote to behind the closing one. */
static size_t string_length(const struct walk *w)
{
	size_t n = 1;

	while (w->at + n < w->len && w->bytes[w->at + n] != '"')
		n += w->bytes[w->at + n] == '\\' ? 2 : 1;
	return w->at + n < w->len ? n + 1 : w->len - w->at;
}

static bool is_key(const struct walk *w, size_t after)
{
	while (after < w->len && strchr(" \t\r\n", w->bytes[after]) && w->bytes[after])
		after++;
	return after < w->len && w->bytes[after] == ':';
}

/* The same key can be written in two ways, so it is compared as it is read. */
static char *take_string(struct walk *w)
{
	const size_t len = string_length(w), start = w->at;
	OWNED(json) struct json *value = NULL;
	struct strlist *keys = &w->keys[w->depth];
	struct error unused;
	const char *key;

	w->at += len;
	if (!is_key(w, w->at) || keys->count >= JSON_KEYS_MAX || !json_parse(w->bytes + start, len, &value, &unused))
		return NULL;
	key = json_string(value, NULL);
	if (key && strlist_has(keys, key))
		return str_copy(key);
	if (key)
		strlist_add(keys, key);
	return NULL;
}

static char *take(struct walk *w)
{
	const char c = w->bytes[w->at];

	if (c == '"')
		return take_string(w);
	if ((c == '{' || c == '[') && w->depth < JSON_DEPTH_MAX)
		strlist_clear(&w->keys[++w->depth]);
	else if ((c == '}' || c == ']') && w->depth > 0)
		w->depth--;
	w->at++;
	return NULL;
}

char *json_key_twice(const char *bytes, size_t len)
{
	struct walk w = { .bytes = bytes, .len = len };
	char *twice = NULL;

	while (w.at < w.len && !twice)
		twice = take(&w);
	for (size_t i = 0; i < COUNT_OF(w.keys); i++)
		strlist_clear(&w.keys[i]);
	return twice;
}
