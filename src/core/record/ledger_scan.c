/*
 * ledger_scan — see ledger_scan.h. The keys of a canonical line stand in one order only, so each is compared where it
 * must be; whatever is otherwise goes to the JSON parser.
 */
#include "core/record/ledger_scan.h"

#include <stdint.h>
#include <string.h>

#include "core/host/ports.h"

#define DIGITS_MAX 15
#define EACH_BYTE 0x0101010101010101u
#define TIME_LEN (sizeof "2026-11-30T18:18:45.046Z" - 1)
#define MS_PER_SECOND 1000u

/* What a line holds, in the order of its bytes, and how each is taken: a word is a string that is one of few. MAYBE: null
   may stand there. */
enum maybe { MAYBE, ALWAYS };
#define FIELDS(X) \
	X(ADAPTER, "adapter", word, MAYBE) X(ALERTS, "alerts", count, MAYBE) X(CHILDREN, "children", count, ALWAYS) \
	X(DIRECTORY, "directory", string, MAYBE) X(ENDED, "ended_at", time, MAYBE) X(GRANT, "grant", word, MAYBE) \
	X(GRANT_USED, "grant_used", truth, MAYBE) X(LABEL, "label", string, MAYBE) X(LINE_SHA256, "line_sha256", string, ALWAYS) \
	X(MESSAGE, "message", string, MAYBE) X(MODE, "mode", word, MAYBE) X(OUTCOME, "outcome", word, MAYBE) \
	X(PREVIOUS_SHA256, "previous_sha256", string, MAYBE) X(PROOF_SHA256, "proof_sha256", string, MAYBE) \
	X(REASON, "reason", word, MAYBE) X(RECORDED, "recorded_at", string, MAYBE) X(REPOSITORY, "repository", string, MAYBE) \
	X(RUN_ID, "run_id", string, ALWAYS) X(SCHEMA_VERSION, "schema_version", count, ALWAYS) X(SEQ, "seq", count, ALWAYS) \
	X(STARTED, "started_at", time, MAYBE) X(TOPOLOGY, "topology", word, MAYBE)
#define AS_NAME(name, key, kind, maybe) FIELD_##name,
enum field { FIELDS(AS_NAME) FIELD_COUNT };
#undef AS_NAME

/* bytes NULL: null. A time and a truth have a number too. known: its text is kept already. */
struct value { const char *bytes; size_t len; bool escaped; uint64_t number; char *known; };

/* plain: the whole line is ASCII without controls, as nearly all are. escape: the next backslash; end: there is none. */
struct cursor { const char *at, *end, *escape; bool plain; };

struct scan { struct ledger_scanner *scanner; struct row_text *texts; struct cursor at; };

static uint64_t word_at(const char *s)
{
	uint64_t word;

	memcpy(&word, s, sizeof word);
	return word;
}

/* Most are too short for memcmp() to be worth its call. Where the length is known when it is built, it is a comparison or three. */
__attribute__((always_inline)) static inline bool same(const char *a, const char *b, size_t len)
{
	const size_t step = sizeof(uint64_t);
	size_t at = 0;

	if (len < step)
		return memcmp(a, b, len) == 0;
	if (len <= 2 * step)
		return word_at(a) == word_at(b) && word_at(a + len - step) == word_at(b + len - step);
	for (; at + step < len; at += step)
		if (word_at(a + at) != word_at(b + at))
			return false;
	return word_at(a + len - step) == word_at(b + len - step);
}

__attribute__((always_inline)) static inline bool take(struct cursor *c, const char *bytes, size_t len)
{
	if ((size_t)(c->end - c->at) < len || !same(c->at, bytes, len))
		return false;
	c->at += len;
	return true;
}

#define TAKE(cursor, literal) take(cursor, literal, sizeof(literal) - 1)

/* As many bytes as any machine of ours compares at once. */
typedef uint64_t lanes __attribute__((vector_size(16)));

/* The top bit of every byte is set where the byte is none of ours: not ASCII, or a control. A borrow begins in such a byte
   only, so that no other is ever taken for one. */
static inline lanes special(lanes bytes)
{
	return bytes | (bytes - EACH_BYTE * 0x20);
}

static inline lanes lanes_at(const char *s, size_t len)
{
	lanes bytes = { EACH_BYTE * ' ', EACH_BYTE * ' ' };

	memcpy(&bytes, s, len);
	return bytes;
}

static bool is_plain(const char *s, size_t len)
{
	const size_t step = sizeof(lanes);
	lanes found = { 0 }, other = { 0 };

	for (; len >= 4 * step; s += 4 * step, len -= 4 * step) {
		found |= special(lanes_at(s, step)) | special(lanes_at(s + step, step));
		other |= special(lanes_at(s + 2 * step, step)) | special(lanes_at(s + 3 * step, step));
	}
	for (; len >= step; s += step, len -= step)
		found |= special(lanes_at(s, step));
	found |= other | special(lanes_at(s, len));
	return ((found[0] | found[1]) & EACH_BYTE * 0x80) == 0;
}

/* The escapes of one letter; \u is left to the JSON parser. */
static const char escapes[] = { ['"'] = '"', ['\\'] = '\\', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t' };

static char escape_of(char letter)
{
	return (size_t)(unsigned char)letter < sizeof escapes ? escapes[(unsigned char)letter] : '\0';
}

static const char *find(const char *at, const char *end, char c)
{
	const char *found = memchr(at, c, (size_t)(end - at));

	return found ? found : end;
}

static bool is_text(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] < 0x20)
			return false;
	return utf8_valid(s, len);
}

/* From escape to escape, to the quote that none of them is about. NULL: there is none, or an escape that we do not write. */
static const char *closing_quote(struct cursor *c, const char *at)
{
	const char *quote = find(at, c->end, '"');

	for (; c->escape < quote; at = c->escape + 2, c->escape = find(at, c->end, '\\'), quote = find(at, c->end, '"'))
		if (c->end - c->escape < 2 || !escape_of(c->escape[1]))
			return NULL;
	return quote < c->end ? quote : NULL;
}

static bool take_string(struct scan *s, struct value *ret)
{
	struct cursor *c = &s->at;
	const char *at = c->at + 1, *quote;

	if (c->at == c->end || *c->at != '"')
		return false;
	if (c->escape < at)
		c->escape = find(at, c->end, '\\');
	ret->escaped = c->escape < c->end; /* perhaps */
	quote = closing_quote(c, at);
	if (!quote || (!c->plain && !is_text(at, (size_t)(quote - at))))
		return false;
	ret->bytes = at;
	ret->len = (size_t)(quote - at);
	ret->escaped = ret->escaped && memchr(at, '\\', ret->len);
	c->at = quote + 1;
	return true;
}

static bool take_count(struct scan *s, struct value *ret)
{
	struct cursor *c = &s->at;
	const char *begin = c->at;

	for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - begin < DIGITS_MAX; c->at++)
		ret->number = ret->number * 10 + (uint64_t)(*c->at - '0');
	ret->bytes = begin;
	ret->len = (size_t)(c->at - begin);
	return ret->len == 1 || (ret->len > 1 && *begin != '0');
}

static bool take_truth(struct scan *s, struct value *ret)
{
	ret->bytes = s->at.at;
	ret->number = TAKE(&s->at, "true");
	return ret->number || TAKE(&s->at, "false");
}

static bool two_digits(const char *s, unsigned below, uint64_t *ret)
{
	unsigned tens = (unsigned)(s[0] - '0'), ones = (unsigned)(s[1] - '0');

	*ret = tens * 10u + ones;
	return tens < 10 && ones < 10 && *ret < below;
}

/* As time_read() does for this shape; a time that is none goes there, by way of the JSON parser. */
static bool read_time(struct ledger_scanner *s, const char *b, uint64_t *ret)
{
	uint64_t hours, minutes, seconds, hundreds;

	if (b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[23] != 'Z')
		return false;
	if (!same(s->day, b, sizeof s->day - 1)) {
		memcpy(s->day, b, sizeof s->day - 1);
		s->day[sizeof s->day - 1] = '\0';
		if (!time_read(s->day, &s->day_ms)) {
			s->day[0] = '\0';
			return false;
		}
	}
	if (!two_digits(b + 11, 24, &hours) || !two_digits(b + 14, 60, &minutes) || !two_digits(b + 17, 60, &seconds) ||
	    !two_digits(b + 20, 100, &hundreds) || b[22] < '0' || b[22] > '9')
		return false;
	*ret = s->day_ms + ((hours * 60 + minutes) * 60 + seconds) * MS_PER_SECOND + hundreds * 10 + (uint64_t)(b[22] - '0');
	return true;
}

static bool take_time(struct scan *s, struct value *ret)
{
	struct cursor *c = &s->at;

	if (c->end - c->at < (ptrdiff_t)TIME_LEN + 2 || c->at[0] != '"' || c->at[TIME_LEN + 1] != '"' ||
	    !read_time(s->scanner, c->at + 1, &ret->number))
		return false;
	ret->bytes = c->at + 1;
	ret->len = TIME_LEN;
	c->at += TIME_LEN + 2;
	return true;
}

/* Where a word is kept that begins with these bytes, which are its field's for sure where it is short. */
static struct known_word *word_place(struct ledger_scanner *s, uint64_t begins)
{
	return &s->words[(begins * 0x9E3779B97F4A7C15u >> 40) % LEDGER_WORDS];
}

static bool take_known(const struct known_word *w, struct cursor *c, struct value *ret)
{
	const char *at = c->at + 1;

	if (!w->text || (size_t)(c->end - at) <= w->len || at[w->len] != '"' || !same(at, w->text, w->len))
		return false;
	*ret = (struct value){ .bytes = at, .len = w->len, .known = w->text };
	c->at = at + w->len + 1;
	return true;
}

/* One that came before is as long as it was then: it is compared, and not looked through. */
static bool take_word(struct scan *s, struct value *ret)
{
	struct cursor *c = &s->at;
	const bool room = c->end - c->at > (ptrdiff_t)sizeof(uint64_t) && *c->at == '"';
	struct known_word *w = room ? word_place(s->scanner, word_at(c->at + 1)) : NULL;

	if (w && take_known(w, c, ret))
		return true;
	if (!take_string(s, ret))
		return false;
	if (w && !ret->escaped) {
		*w = (struct known_word){ row_text_share(s->texts, ret->bytes, ret->len), ret->len };
		ret->known = w->text;
	}
	return true;
}

/* Each with its key before it and the comma behind it. */
#define FIELD_TAKER(name, key, kind, maybe) \
	static bool take_field_##name(struct scan *s, struct value *ret) \
	{ \
		struct cursor *c = &s->at; \
\
		if (!TAKE(c, "\"" key "\":")) \
			return false; \
		if (((maybe) != MAYBE || !TAKE(c, "null")) && !take_##kind(s, ret)) \
			return false; \
		return FIELD_##name + 1 == FIELD_COUNT || TAKE(c, ","); \
	}
FIELDS(FIELD_TAKER)
#undef FIELD_TAKER

#define TAKE_FIELD(name, key, kind, maybe) && take_field_##name(s, &values[FIELD_##name])

static bool take_line(struct scan *s, struct value values[FIELD_COUNT])
{
	struct cursor *c = &s->at;

	return TAKE(c, "{") FIELDS(TAKE_FIELD) && TAKE(c, "}") && c->at == c->end;
}

/* In its own place: a text is never longer than what it is written as. */
static char *unescaped(char *text, size_t len)
{
	const char *end = text + len, *at = text, *escape = find(at, end, '\\');
	char *to = text;

	for (; escape < end; at = escape + 2, escape = find(at, end, '\\')) {
		memmove(to, at, (size_t)(escape - at));
		to += escape - at;
		*to++ = escape_of(escape[1]);
	}
	memmove(to, at, (size_t)(end - at) + 1);
	return text;
}

static char *kept(struct row_text *texts, const struct value *v, bool shared)
{
	if (!v->bytes || v->known)
		return v->known;
	if (v->escaped)
		return unescaped(row_text_keep(texts, v->bytes, v->len), v->len);
	return shared ? row_text_share(texts, v->bytes, v->len) : row_text_keep(texts, v->bytes, v->len);
}

/* A record lies in a directory of its run's name, which is kept once. */
static char *kept_id(struct row_text *texts, const struct value *id, const struct value *directory, char *kept_directory)
{
	if (kept_directory && !id->escaped && !directory->escaped && id->len < directory->len &&
	    same(directory->bytes + directory->len - id->len, id->bytes, id->len))
		return kept_directory + directory->len - id->len;
	return kept(texts, id, false);
}

/* What the words of a run's choices say: there are few of them, and each is said by many lines. */
static const struct run_row *row_of_words(struct scan *s, const struct value *values)
{
	const struct ledger_words w = {
		.topology = kept(s->texts, &values[FIELD_TOPOLOGY], true),
		.mode = kept(s->texts, &values[FIELD_MODE], true),
		.grant = kept(s->texts, &values[FIELD_GRANT], true),
		.outcome = kept(s->texts, &values[FIELD_OUTCOME], true),
	};
	const uintptr_t mixed = (uintptr_t)w.topology + (uintptr_t)w.mode * 3 + (uintptr_t)w.grant * 5 + (uintptr_t)w.outcome * 7;
	struct known_choices *known = &s->scanner->choices[(mixed * 0x9E3779B97F4A7C15u >> 40) % LEDGER_CHOICES];
	const char *damage;

	if (known->row.borrowed && known->words.topology == w.topology && known->words.mode == w.mode && known->words.grant == w.grant &&
	    known->words.outcome == w.outcome)
		return &known->row;
	*known = (struct known_choices){ .words = w, .row = { .borrowed = true } };
	damage = ledger_row_words(&w, &known->row);
	known->row.damage = damage ? row_text_share(s->texts, damage, strlen(damage)) : NULL;
	return &known->row;
}

bool ledger_scan(struct ledger_scanner *scanner, const struct ledger_line *line, struct row_text *texts, struct run_row *ret)
{
	const char *end = line->bytes + line->len;
	struct scan s = { scanner, texts, { line->bytes, end, line->bytes, !line->too_long && is_plain(line->bytes, line->len) } };
	struct value values[FIELD_COUNT] = { 0 };

	if (line->too_long || !take_line(&s, values))
		return false;
	*ret = *row_of_words(&s, values);
	ret->directory = kept(texts, &values[FIELD_DIRECTORY], false);
	ret->run_id = kept_id(texts, &values[FIELD_RUN_ID], &values[FIELD_DIRECTORY], ret->directory);
	ret->repository = kept(texts, &values[FIELD_REPOSITORY], true);
	ret->adapter = kept(texts, &values[FIELD_ADAPTER], true);
	ret->label = kept(texts, &values[FIELD_LABEL], true);
	ret->reason = kept(texts, &values[FIELD_REASON], true);
	ret->message = kept(texts, &values[FIELD_MESSAGE], true);
	ret->proof_sha256 = kept(texts, &values[FIELD_PROOF_SHA256], false);
	ret->started_ms = values[FIELD_STARTED].number;
	ret->ended_ms = values[FIELD_ENDED].number;
	ret->n_children = (size_t)values[FIELD_CHILDREN].number;
	ret->alerts = (size_t)values[FIELD_ALERTS].number;
	ret->grant_used_known = values[FIELD_GRANT_USED].bytes != NULL;
	ret->grant_used = values[FIELD_GRANT_USED].number != 0;
	return true;
}
