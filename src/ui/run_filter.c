/*
 * run_filter — see run_filter.h.
 */
#include "ui/run_filter.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "core/base/mem.h"
#include "core/judge/value.h"
#include "ui/run_filter_keys.h"
#include "ui/words.h"

#define MS_PER_SECOND 1000u
#define YEAR_LEAST 1970

#define MEMO_SLOTS 256u /* a power of two */

/* Names, reasons and words repeat from run to run as one and the same string: what was found in it is kept. */
struct memo { const char *value; bool holds; };

/* One word that must hold. key NULL: anywhere, or an alert. */
struct term {
	struct memo *memo; /* MEMO_SLOTS of them; NULL: not a bare word */
	bool *hits;    /* by row of the list whose texts were looked through; NULL: none were */
	const struct filter_key *key;
	bool alert;
	char *needle;  /* lower case */
	unsigned bits;
	uint64_t ms;
};

struct run_filter { struct term *terms; size_t count; const struct run_list *list; /* of the hits */ };

/* A word of the text, without its quotation marks. quoted: it begins with one. */
struct filter_text { struct text text; size_t key_len; bool keyed, quoted; };

static bool filter_text_next(const char **at, struct filter_text *word)
{
	bool inside = false;

	text_empty(&word->text);
	word->keyed = word->quoted = false;
	*at += strspn(*at, " ");
	if (!**at)
		return false;
	for (; **at && (inside || **at != ' '); (*at)++) {
		if (**at == '"') {
			inside = !inside;
			word->quoted = word->quoted || word->text.len == 0;
			continue;
		}
		if (**at == ':' && !inside && !word->keyed && !word->quoted) {
			word->keyed = true;
			word->key_len = word->text.len;
		}
		text_add_byte(&word->text, **at);
	}
	return true;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char *lowered(const char *s)
{
	char *copy = str_copy(s);

	for (char *at = copy; *at; at++)
		*at = lower(*at);
	return copy;
}

static bool begins(const char *value, const char *needle)
{
	while (*needle && lower(*value) == *needle) {
		value++;
		needle++;
	}
	return *needle == '\0';
}

/* A hundred thousand rows are looked through between two keys: the first letter decides nearly always. */
static bool holds(const char *value, const char *needle)
{
	const char first = needle[0], other = first >= 'a' && first <= 'z' ? (char)(first - 'a' + 'A') : first;

	if (!first)
		return true;
	for (; *value; value++)
		if ((*value == first || *value == other) && begins(value, needle))
			return true;
	return false;
}

static bool known_words(const struct filter_key *key, struct term *ret, struct error *err)
{
	CLEARED(text) struct text all = { 0 };
	OWNED_MEM char *shown = value_shown(ret->needle);

	for (const struct filter_word *w = key->words; w->word; w++) {
		if (strcmp(w->word, ret->needle) == 0) {
			ret->bits = w->bits;
			return true;
		}
		ret->bits |= begins(w->word, ret->needle) ? w->bits : 0;
		text_add_format(&all, "%s%s", all.len > 0 ? ", " : "", w->word);
	}
	return ret->bits || error_set(err, REASON_MISUSE, "%s:%s is not understood; known are %s", key->key, shown, text_c(&all));
}

/* One number of a date at *at, width digits after the mark in front of it. false: it is none. */
static bool date_part(const char **at, char mark, size_t width, int least, int most, int *ret)
{
	int number = 0;

	if (mark && **at != mark)
		return false;
	*at += mark != '\0';
	for (size_t i = 0; i < width; i++, (*at)++) {
		if (!isdigit((unsigned char)**at))
			return false;
		number = number * 10 + (**at - '0');
	}
	*ret = number;
	return number >= least && number <= most;
}

/* From its year on, every further part may be missing. */
static bool read_moment(const char *s, uint64_t *ret_ms)
{
	struct tm local = { .tm_mon = 1, .tm_mday = 1, .tm_isdst = -1 };
	int month, day;
	time_t seconds;
	bool fits = date_part(&s, '\0', 4, YEAR_LEAST, 9999, &local.tm_year);

	fits = fits && (!*s || date_part(&s, '-', 2, 1, 12, &local.tm_mon));
	fits = fits && (!*s || date_part(&s, '-', 2, 1, 31, &local.tm_mday));
	fits = fits && (!*s || date_part(&s, 't', 2, 0, 23, &local.tm_hour));
	fits = fits && (!*s || date_part(&s, ':', 2, 0, 59, &local.tm_min));
	if (!fits || *s)
		return false;
	local.tm_year -= 1900;
	local.tm_mon -= 1;
	month = local.tm_mon;
	day = local.tm_mday;
	seconds = mktime(&local); /* moves 31 February into March: that is how it is noticed */
	*ret_ms = seconds > 0 ? (uint64_t)seconds * MS_PER_SECOND : 0;
	return local.tm_mon == month && local.tm_mday == day;
}

static bool read_date(const struct filter_key *key, struct term *ret, struct error *err)
{
	OWNED_MEM char *shown = value_shown(ret->needle);

	return read_moment(ret->needle, &ret->ms) ||
	       error_set(err, REASON_MISUSE, "%s:%s is no date; one is written 2026, 2026-11, 2026-11-30 or 2026-11-30T18:02", key->key,
			 shown);
}

static bool unknown_key(const char *key, size_t len, struct error *err)
{
	OWNED_MEM char *copy = str_copy_n(key, len), *shown = value_shown(copy);

	return error_set(err, REASON_MISUSE, "\"%s\" is no key of a filter; known are %s; a text with a colon is put in quotation marks",
			 shown, run_filter_hint());
}

static bool read_value(struct term *t, struct error *err)
{
	if (!*t->needle || t->key->kind == FILTER_TEXT)
		return true;
	return t->key->kind == FILTER_WORD ? known_words(t->key, t, err) : read_date(t->key, t, err);
}

static bool read_term(const struct filter_text *word, struct term *ret, struct error *err)
{
	const char *text = text_c(&word->text);

	*ret = (struct term){ 0 };
	if (word->keyed) {
		ret->key = filter_key_find(text, word->key_len);
		if (!ret->key)
			return unknown_key(text, word->key_len, err);
		text += word->key_len + 1;
	}
	ret->needle = lowered(text);
	if (ret->key)
		return read_value(ret, err);
	ret->memo = mem_new(MEMO_SLOTS, sizeof *ret->memo);
	ret->alert = !word->quoted && (strcmp(ret->needle, RUN_FILTER_ALERT) == 0 || strcmp(ret->needle, RUN_FILTER_ALERT "s") == 0);
	return true;
}

bool run_filter_parse(const char *text, struct run_filter **ret, struct error *err)
{
	struct filter_text word = { 0 };
	struct run_filter *f = mem_new(1, sizeof *f);
	struct error unused;
	bool whole = true;

	while (filter_text_next(&text, &word)) {
		struct term term;

		if (!read_term(&word, &term, whole ? err : &unused)) {
			free(term.needle);
			free(term.memo);
			whole = false;
			continue;
		}
		f->terms = mem_grow(f->terms, f->count + 1, sizeof *f->terms);
		f->terms[f->count++] = term;
	}
	text_clear(&word.text);
	*ret = f;
	return whole;
}

void run_filter_drop(struct run_filter **f)
{
	if (!*f)
		return;
	for (size_t i = 0; i < (*f)->count; i++) {
		free((*f)->terms[i].needle);
		free((*f)->terms[i].hits);
		free((*f)->terms[i].memo);
	}
	free((*f)->terms);
	free(*f);
	*f = NULL;
}

static bool holds_again(struct memo *memo, const char *value, const char *needle)
{
	struct memo *m = value ? &memo[((uintptr_t)value >> 2) * 2654435761u >> 8 & (MEMO_SLOTS - 1)] : NULL;

	if (m && m->value != value)
		*m = (struct memo){ value, holds(value, needle) };
	return m && m->holds;
}

static bool holds_anywhere(const struct term *t, const struct run_row *row)
{
	const char *const repeated[] = {
		row->repository, row->adapter, row->label, row->reason, outcome_word(row->outcome), words_topology_cell(row),
		words_mode_cell(row), words_grant_cell(row),
	};
	const char *const own[] = { row->message, row->run_id, row->damage };

	for (size_t i = 0; i < COUNT_OF(repeated); i++)
		if (holds_again(t->memo, repeated[i], t->needle))
			return true;
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (own[i] && holds(own[i], t->needle))
			return true;
	return false;
}

bool run_filter_wants_text(const struct run_filter *f)
{
	for (size_t i = 0; i < f->count; i++)
		if (!f->terms[i].key && !f->terms[i].alert && *f->terms[i].needle)
			return true;
	return false;
}

void run_filter_look(struct run_filter *f, const struct run_list *list, const struct run_texts *texts)
{
	f->list = list;
	for (size_t i = 0; i < f->count; i++) {
		struct term *t = &f->terms[i];

		free(t->hits);
		t->hits = NULL;
		if (t->key || t->alert || !*t->needle)
			continue;
		t->hits = mem_new(list->count + 1, sizeof *t->hits);
		run_texts_find(texts, t->needle, t->hits);
	}
}

/* A row of another list was not looked through. */
static bool text_holds(const struct run_filter *f, const struct term *t, const struct run_row *row)
{
	const uintptr_t begin = (uintptr_t)(f->list ? f->list->rows : NULL), at = (uintptr_t)row;

	return t->hits && at >= begin && at < begin + f->list->count * sizeof *row && t->hits[(at - begin) / sizeof *row];
}

static bool term_holds(const struct run_filter *f, const struct term *t, const struct run_row *row)
{
	if (t->alert)
		return row->alerts > 0 || row->damage;
	if (!t->key)
		return text_holds(f, t, row) || holds_anywhere(t, row);
	if (!*t->needle)
		return true;
	switch (t->key->kind) {
	case FILTER_TEXT: return holds(t->key->text(row), t->needle);
	case FILTER_WORD: return (t->key->bits(row) & t->bits) != 0;
	case FILTER_AFTER: return row->started_ms > 0 && row->started_ms >= t->ms;
	case FILTER_BEFORE: return row->started_ms > 0 && row->started_ms < t->ms;
	}
	return false;
}

bool run_filter_passes(const struct run_filter *f, const struct run_row *row)
{
	for (size_t i = 0; i < f->count; i++)
		if (!term_holds(f, &f->terms[i], row))
			return false;
	return true;
}
