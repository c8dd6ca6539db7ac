/*
 * run_filter_complete — what the last word of a filter can become.
 */
#include <string.h>
#include <strings.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "ui/run_filter.h"
#include "ui/run_filter_keys.h"

#define OFFERED_MOST 50

/* A value with a blank is offered in quotation marks; one with such a mark would not be read again as it is. typed is
   without them. */
static void offer(struct strlist *words, const char *key, const char *value, const char *typed)
{
	OWNED_MEM char *word = str_format("%s%s%s", key ? key : "", key ? ":" : "", value);
	OWNED_MEM char *quoted = strchr(value, ' ') ? str_format("%s:\"%s\"", key ? key : "", value) : str_copy(word);

	if (words->count < OFFERED_MOST && *value && !strchr(value, '"') && sanitize_is_clean(value, strlen(value)) &&
	    strncasecmp(word, typed, strlen(typed)) == 0 && !strlist_has(words, quoted))
		strlist_add(words, quoted);
}

static void offer_keys(struct strlist *words, const char *typed)
{
	size_t count;
	const struct filter_key *keys = filter_keys(&count);

	for (size_t i = 0; i < count; i++) {
		OWNED_MEM char *word = str_format("%s:", keys[i].key);

		offer(words, NULL, word, typed);
	}
	offer(words, NULL, RUN_FILTER_ALERT, typed);
}

/* Neighbours have their values in common, often as one string. */
static void offer_values(struct strlist *words, const struct filter_key *key, const struct run_list *known, const char *typed)
{
	const char *before = NULL;

	for (const struct filter_word *w = key->words; w && w->word; w++)
		offer(words, key->key, w->word, typed);
	for (size_t i = 0; key->offered && i < known->count && words->count < OFFERED_MOST; i++) {
		const char *value = key->text(&known->rows[i]);

		if (value != before)
			offer(words, key->key, path_base(value), typed);
		before = value;
	}
}

static size_t agreed(const struct strlist *words)
{
	size_t len = strlen(words->items[0]);

	for (size_t i = 1; i < words->count; i++) {
		size_t same = 0;

		while (same < len && words->items[i][same] == words->items[0][same])
			same++;
		len = same;
	}
	return len;
}

/* Where the last word begins: blanks in quotation marks are of it. */
static const char *last_word(const char *text)
{
	const char *begins = text;
	bool inside = false;

	for (const char *at = text; *at; at++) {
		inside = inside != (*at == '"');
		if (*at == ' ' && !inside)
			begins = at + 1;
	}
	return begins;
}

static char *without_marks(const char *typed)
{
	CLEARED(text) struct text bare = { 0 };

	for (; *typed; typed++)
		if (*typed != '"')
			text_add_byte(&bare, *typed);
	return str_copy(text_c(&bare));
}

char *run_filter_complete(const char *text, const struct run_list *known, struct strlist *ret_words)
{
	const char *typed = last_word(text), *colon = strchr(typed, ':');
	const struct filter_key *key = colon ? filter_key_find(typed, (size_t)(colon - typed)) : NULL;
	OWNED_MEM char *bare = without_marks(typed);
	CLEARED(text) struct text whole = { 0 };
	size_t len;

	if (!colon && !strchr(typed, '"'))
		offer_keys(ret_words, bare);
	else if (key)
		offer_values(ret_words, key, known, bare);
	if (ret_words->count == 0)
		return str_copy(text);
	strlist_sort(ret_words);
	len = agreed(ret_words);
	text_add(&whole, text, (size_t)(typed - text));
	if (len < strlen(typed))
		text_add_string(&whole, typed);
	else
		text_add(&whole, ret_words->items[0], len);
	return text_take(&whole);
}
