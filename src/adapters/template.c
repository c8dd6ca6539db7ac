/* template — reading one; see template.h. */
#include "adapters/template_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"

#define STRING_BYTES_MAX 1000

#define X(id, word, whole, optional, sealed) { word, whole, optional, sealed },
static const struct { const char *word; bool whole, optional, sealed; } slots[] = { SLOTS(X) };
#undef X
_Static_assert(COUNT_OF(slots) == SLOT_COUNT, "one row per slot");

const char *slot_word(enum slot slot)
{
	return slots[slot].word;
}

bool template_has(const struct template *t, enum slot slot)
{
	return t->counts[slot] > 0;
}

void template_drop(struct template **t)
{
	if (!*t)
		return;
	for (size_t i = 0; i < (*t)->n_groups; i++) {
		struct group *g = &(*t)->groups[i];

		for (size_t k = 0; k < g->n_words; k++) {
			free(g->words[k].before);
			free(g->words[k].after);
		}
		free(g->words);
	}
	free((*t)->groups);
	free(*t);
	*t = NULL;
}

bool template_string_check(const struct json *value, const char *where, struct error *err)
{
	size_t len = 0;
	const char *s = json_string(value, &len);

	if (!s)
		return error_set(err, REASON_REQUEST_INVALID, "%s must be a string", where);
	if (!len || len > STRING_BYTES_MAX)
		return error_set(err, REASON_REQUEST_INVALID, "%s must have 1 to %d bytes", where, STRING_BYTES_MAX);
	if (!sanitize_is_clean(s, len))
		return error_set(err, REASON_REQUEST_INVALID, "%s holds a control character or bytes that are not UTF-8", where);
	return true;
}

/* The next "{letters}" of s: its braces' places. JSON and TOML in a literal ("{\"a\":1}") are no placeholder. */
static const char *next_placeholder(const char *s, size_t *ret_len)
{
	for (const char *open = strchr(s, '{'); open; open = strchr(open + 1, '{')) {
		size_t n = 1;

		while (isalpha((unsigned char)open[n]))
			n++;
		if (n > 1 && open[n] == '}') {
			*ret_len = n + 1;
			return open;
		}
	}
	return NULL;
}

static bool slot_find(const char *open, size_t len, enum slot *ret)
{
	for (int i = 0; i < SLOT_COUNT; i++) {
		if (strlen(slots[i].word) != len - 2 || strncmp(slots[i].word, open + 1, len - 2) != 0)
			continue;
		*ret = (enum slot)i;
		return true;
	}
	return false;
}

static bool place_check(const struct word *w, bool sealed, bool in_group, const char *where, struct error *err)
{
	const char *name = slots[w->slot].word;

	if (slots[w->slot].sealed && !sealed)
		return error_set(err, REASON_REQUEST_INVALID, "%s: {%s} has a meaning in the sealed argv only", where, name);
	if (slots[w->slot].whole && (*w->before || *w->after))
		return error_set(err, REASON_REQUEST_INVALID, "%s: {%s} must be a word of its own", where, name);
	if (slots[w->slot].optional && !in_group)
		return error_set(err, REASON_REQUEST_INVALID,
				 "%s: {%s} may be without a value, so it must stand in a group: [\"--option\", \"{%s}\"]", where, name,
				 name);
	if (!slots[w->slot].optional && in_group)
		return error_set(err, REASON_REQUEST_INVALID, "%s: {%s} always has a value and does not belong in a group", where, name);
	return true;
}

static bool word_parse(const char *s, bool sealed, bool in_group, const char *where, struct word *ret, struct error *err)
{
	size_t len = 0, other = 0;
	const char *open = next_placeholder(s, &len);
	CLEARED(text) struct text known = { 0 };

	ret->slot = SLOT_COUNT;
	if (!open) {
		ret->before = str_copy(s);
		ret->after = str_copy("");
		return true;
	}
	ret->before = str_copy_n(s, (size_t)(open - s));
	ret->after = str_copy(open + len);
	if (next_placeholder(open + len, &other))
		return error_set(err, REASON_REQUEST_INVALID, "%s: '%s' holds more than one placeholder", where, s);
	if (slot_find(open, len, &ret->slot))
		return place_check(ret, sealed, in_group, where, err);
	for (int i = 0; i < SLOT_COUNT; i++)
		text_add_format(&known, "%s{%s}", i ? ", " : "", slots[i].word);
	return error_set(err, REASON_REQUEST_INVALID, "%s: '%.*s' is no placeholder; known are %s", where, (int)len, open, text_c(&known));
}

static bool word_add(struct template *t, struct group *g, const struct json *value, bool sealed, bool in_group, const char *where,
		     struct error *err)
{
	struct word *w;

	if (!template_string_check(value, where, err))
		return false;
	if (++t->n_words > TEMPLATE_WORDS_MAX)
		return error_set(err, REASON_REQUEST_INVALID, "%s has more than %d words", where, TEMPLATE_WORDS_MAX);
	g->words = mem_grow(g->words, g->n_words + 1, sizeof *g->words);
	w = &g->words[g->n_words++];
	*w = (struct word){ 0 };
	if (!word_parse(json_string(value, NULL), sealed, in_group, where, w, err))
		return false;
	if (w->slot == SLOT_COUNT)
		return true;
	t->counts[w->slot]++;
	if (in_group && g->needs != SLOT_COUNT)
		return error_set(err, REASON_REQUEST_INVALID, "%s: a group holds exactly one placeholder", where);
	g->needs = in_group ? w->slot : SLOT_COUNT;
	return true;
}

static bool group_add(struct template *t, const struct json *value, bool sealed, const char *where, struct error *err)
{
	bool in_group = json_kind(value) == JSON_ARRAY;
	struct group *g;

	t->groups = mem_grow(t->groups, t->n_groups + 1, sizeof *t->groups);
	g = &t->groups[t->n_groups++];
	*g = (struct group){ .needs = SLOT_COUNT };
	if (!in_group)
		return word_add(t, g, value, sealed, false, where, err);
	for (size_t i = 0; i < json_count(value); i++)
		if (!word_add(t, g, json_at(value, i), sealed, true, where, err))
			return false;
	if (g->needs == SLOT_COUNT)
		return error_set(err, REASON_REQUEST_INVALID, "%s: a group needs a placeholder, else nothing says when it falls away",
				 where);
	return true;
}

static const struct word *only_word(const struct template *t, size_t at)
{
	const struct group *g = &t->groups[at];

	return g->needs == SLOT_COUNT && g->n_words == 1 ? &g->words[0] : NULL;
}

static bool is_glued(const struct word *w)
{
	size_t len = strlen(w->before);

	return strncmp(w->before, "--", 2) == 0 && isalpha((unsigned char)w->before[2]) && w->before[len - 1] == '=' && !*w->after;
}

static bool is_behind_dashes(const struct template *t, size_t at)
{
	const struct word *before = at ? only_word(t, at - 1) : NULL;
	const struct word *w = only_word(t, at);

	return at + 1 == t->n_groups && before && before->slot == SLOT_COUNT && strcmp(before->before, "--") == 0 && !*w->before &&
	       !*w->after;
}

static bool prompt_place_check(const struct template *t, const char *where, struct error *err)
{
	if (t->counts[SLOT_PROMPT] != 1)
		return error_set(err, REASON_REQUEST_INVALID, "%s must hold {prompt} exactly once", where);
	for (size_t i = 0; i < t->n_groups; i++) {
		const struct word *w = only_word(t, i);

		if (w && w->slot == SLOT_PROMPT && (is_glued(w) || is_behind_dashes(t, i)))
			return true;
	}
	return error_set(
		err, REASON_REQUEST_INVALID,
		"%s: {prompt} must be the last word, right behind \"--\", or glued to a long option (\"--message={prompt}\"), so that a prompt is never read as an option",
		where);
}

bool template_parse(const struct json *array, bool sealed, const char *where, struct template **ret, struct error *err)
{
	OWNED(template) struct template *t = mem_new(1, sizeof *t);

	if (json_kind(array) != JSON_ARRAY)
		return error_set(err, REASON_REQUEST_INVALID, "%s must be an array of words", where);
	for (size_t i = 0; i < json_count(array); i++)
		if (!group_add(t, json_at(array, i), sealed, where, err))
			return false;
	if (!prompt_place_check(t, where, err))
		return false;
	*ret = t;
	t = NULL;
	return true;
}
