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

enum kind { KIND_STRING, KIND_TIME, KIND_COUNT, KIND_TRUTH };

/* What a line holds, in the order of its bytes. MAYBE: null may stand there. */
enum maybe { MAYBE, ALWAYS };
#define FIELDS(X) \
	X(ADAPTER, "adapter", KIND_STRING, MAYBE) X(ALERTS, "alerts", KIND_COUNT, MAYBE) X(CHILDREN, "children", KIND_COUNT, ALWAYS) \
	X(DIRECTORY, "directory", KIND_STRING, MAYBE) X(ENDED, "ended_at", KIND_TIME, MAYBE) X(GRANT, "grant", KIND_STRING, MAYBE) \
	X(GRANT_USED, "grant_used", KIND_TRUTH, MAYBE) X(LABEL, "label", KIND_STRING, MAYBE) \
	X(LINE_SHA256, "line_sha256", KIND_STRING, ALWAYS) X(MESSAGE, "message", KIND_STRING, MAYBE) \
	X(MODE, "mode", KIND_STRING, MAYBE) X(OUTCOME, "outcome", KIND_STRING, MAYBE) \
	X(PREVIOUS_SHA256, "previous_sha256", KIND_STRING, MAYBE) X(PROOF_SHA256, "proof_sha256", KIND_STRING, MAYBE) \
	X(REASON, "reason", KIND_STRING, MAYBE) X(RECORDED, "recorded_at", KIND_TIME, MAYBE) \
	X(REPOSITORY, "repository", KIND_STRING, MAYBE) X(RUN_ID, "run_id", KIND_STRING, ALWAYS) \
	X(SCHEMA_VERSION, "schema_version", KIND_COUNT, ALWAYS) X(SEQ, "seq", KIND_COUNT, ALWAYS) \
	X(STARTED, "started_at", KIND_TIME, MAYBE) X(TOPOLOGY, "topology", KIND_STRING, MAYBE)
#define AS_NAME(name, key, kind, maybe) FIELD_##name,
enum field { FIELDS(AS_NAME) FIELD_COUNT };
#undef AS_NAME

#define AS_ROW(name, key, kind, maybe) { ",\"" key "\":", sizeof ",\"" key "\":" - 1, kind, maybe },
static const struct { const char *key; size_t len; enum kind kind; enum maybe maybe; } fields[] = { FIELDS(AS_ROW) };
#undef AS_ROW

/* bytes NULL: null. A time and a truth have a number too. */
struct value { const char *bytes; size_t len; bool escaped; uint64_t number; };

/* plain: the whole line is, as nearly all are, and needs no second look at its strings. */
struct cursor { const char *at, *end; bool plain; };

static uint64_t word_at(const char *s)
{
	uint64_t word;

	memcpy(&word, s, sizeof word);
	return word;
}

/* A key is too short for memcmp() to be worth its call, and there are two million of them. */
static bool same(const char *a, const char *b, size_t len)
{
	const size_t step = sizeof(uint64_t);

	if (len < step)
		return memcmp(a, b, len) == 0;
	for (size_t at = 0; at + step < len; at += step)
		if (word_at(a + at) != word_at(b + at))
			return false;
	return word_at(a + len - step) == word_at(b + len - step);
}

static bool take(struct cursor *c, const char *bytes, size_t len)
{
	if ((size_t)(c->end - c->at) < len || !same(c->at, bytes, len))
		return false;
	c->at += len;
	return true;
}

#define TAKE(cursor, literal) take(cursor, literal, sizeof(literal) - 1)

/* The top bit of every byte is set where the byte is none of ours: not ASCII, a control or a backslash. A borrow begins in
   such a byte only, so that no other is ever taken for one. */
static uint64_t special(uint64_t bytes)
{
	return bytes | (bytes - EACH_BYTE * 0x20) | ((bytes ^ EACH_BYTE * '\\') - EACH_BYTE);
}

static bool is_plain(const char *s, size_t len)
{
	uint64_t found = 0, bytes = EACH_BYTE * ' ';

	for (; len >= sizeof bytes; s += sizeof bytes, len -= sizeof bytes)
		found |= special(word_at(s));
	bytes = EACH_BYTE * ' ';
	memcpy(&bytes, s, len);
	found |= special(bytes);
	return (found & EACH_BYTE * 0x80) == 0;
}

/* The escapes of one letter; \u is left to the JSON parser. */
static const char escapes[][2] = { { '"', '"' }, { '\\', '\\' }, { 'b', '\b' }, { 'f', '\f' }, { 'n', '\n' }, { 'r', '\r' }, { 't', '\t' } };

static const char *escape_of(char letter)
{
	for (size_t i = 0; i < COUNT_OF(escapes); i++)
		if (escapes[i][0] == letter)
			return &escapes[i][1];
	return NULL;
}

/* at is behind the quote that opens. */
static bool take_difficult(struct cursor *c, struct value *ret)
{
	const char *at = c->at;
	unsigned all = 0;

	for (; at < c->end && *at != '"'; at++) {
		all |= (unsigned char)*at;
		if ((unsigned char)*at < 0x20)
			return false;
		if (*at != '\\')
			continue;
		at++;
		if (at == c->end || !escape_of(*at))
			return false;
		ret->escaped = true;
	}
	if (at >= c->end || (all >= 0x80 && !utf8_valid(c->at, (size_t)(at - c->at))))
		return false;
	*ret = (struct value){ .bytes = c->at, .len = (size_t)(at - c->at), .escaped = ret->escaped };
	c->at = at + 1;
	return true;
}

static bool take_string(struct cursor *c, struct value *ret)
{
	const char *quote;

	if (!TAKE(c, "\""))
		return false;
	quote = memchr(c->at, '"', (size_t)(c->end - c->at));
	if (!quote || (!c->plain && !is_plain(c->at, (size_t)(quote - c->at))))
		return take_difficult(c, ret);
	*ret = (struct value){ .bytes = c->at, .len = (size_t)(quote - c->at) };
	c->at = quote + 1;
	return true;
}

static bool take_count(struct cursor *c, struct value *ret)
{
	const char *begin = c->at;

	for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - begin < DIGITS_MAX; c->at++)
		ret->number = ret->number * 10 + (uint64_t)(*c->at - '0');
	ret->bytes = begin;
	ret->len = (size_t)(c->at - begin);
	return ret->len == 1 || (ret->len > 1 && *begin != '0');
}

static bool take_truth(struct cursor *c, struct value *ret)
{
	ret->bytes = c->at;
	ret->number = TAKE(c, "true");
	return ret->number || TAKE(c, "false");
}

static bool two_digits(const char *s, unsigned below, uint64_t *ret)
{
	unsigned tens = (unsigned)(s[0] - '0'), ones = (unsigned)(s[1] - '0');

	*ret = tens * 10u + ones;
	return tens < 10 && ones < 10 && *ret < below;
}

/* As time_read() does for this shape; a time that is none goes there, by way of the JSON parser. */
static bool read_time(struct ledger_scanner *s, struct value *v)
{
	const char *b = v->bytes;
	uint64_t hours, minutes, seconds, hundreds;

	if (v->len != TIME_LEN || b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[23] != 'Z')
		return false;
	if (memcmp(s->day, b, sizeof s->day - 1) != 0) {
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
	v->number = s->day_ms + ((hours * 60 + minutes) * 60 + seconds) * MS_PER_SECOND + hundreds * 10 + (uint64_t)(b[22] - '0');
	return true;
}

static bool take_value(struct ledger_scanner *s, struct cursor *c, size_t field, struct value *ret)
{
	*ret = (struct value){ 0 };
	if (fields[field].maybe == MAYBE && TAKE(c, "null"))
		return true;
	switch (fields[field].kind) {
	case KIND_STRING: return take_string(c, ret);
	case KIND_TIME: return take_string(c, ret) && read_time(s, ret);
	case KIND_COUNT: return take_count(c, ret);
	case KIND_TRUTH: return take_truth(c, ret);
	}
	return false;
}

static bool take_line(struct ledger_scanner *s, const struct ledger_line *line, struct value values[FIELD_COUNT])
{
	struct cursor c = { line->bytes, line->bytes + line->len, is_plain(line->bytes, line->len) };

	if (!TAKE(&c, "{") || !take(&c, fields[0].key + 1, fields[0].len - 1) || !take_value(s, &c, 0, &values[0]))
		return false;
	for (size_t i = 1; i < FIELD_COUNT; i++)
		if (!take(&c, fields[i].key, fields[i].len) || !take_value(s, &c, i, &values[i]))
			return false;
	return TAKE(&c, "}") && c.at == c.end;
}

static char *kept(struct row_text *texts, const struct value *v, bool shared)
{
	char plain[LEDGER_LINE_BYTES_MAX];
	size_t len = 0;

	if (!v->bytes)
		return NULL;
	if (!v->escaped)
		return shared ? row_text_share(texts, v->bytes, v->len) : row_text_keep(texts, v->bytes, v->len);
	for (size_t i = 0; i < v->len; i++) {
		bool escape = v->bytes[i] == '\\';

		i += escape;
		plain[len++] = escape ? *escape_of(v->bytes[i]) : v->bytes[i];
	}
	return shared ? row_text_share(texts, plain, len) : row_text_keep(texts, plain, len);
}

/* A record lies in a directory of its run's name, which is kept once. */
static char *kept_id(struct row_text *texts, const struct value *id, char *directory)
{
	size_t len = directory ? strlen(directory) : 0;

	if (!id->escaped && id->len < len && memcmp(directory + len - id->len, id->bytes, id->len) == 0)
		return directory + len - id->len;
	return kept(texts, id, false);
}

static void keep_words(struct row_text *texts, const struct value *values, struct run_row *row)
{
	const struct ledger_words words = {
		.topology = kept(texts, &values[FIELD_TOPOLOGY], true),
		.mode = kept(texts, &values[FIELD_MODE], true),
		.grant = kept(texts, &values[FIELD_GRANT], true),
		.outcome = kept(texts, &values[FIELD_OUTCOME], true),
	};
	const char *damage = ledger_row_words(&words, row);

	row->damage = damage ? row_text_share(texts, damage, strlen(damage)) : NULL;
}

bool ledger_scan(struct ledger_scanner *s, const struct ledger_line *line, struct row_text *texts, struct run_row *ret)
{
	struct value values[FIELD_COUNT];

	if (line->too_long || !take_line(s, line, values))
		return false;
	*ret = (struct run_row){
		.borrowed = true,
		.directory = kept(texts, &values[FIELD_DIRECTORY], false),
		.repository = kept(texts, &values[FIELD_REPOSITORY], true),
		.adapter = kept(texts, &values[FIELD_ADAPTER], true),
		.label = kept(texts, &values[FIELD_LABEL], true),
		.reason = kept(texts, &values[FIELD_REASON], true),
		.message = kept(texts, &values[FIELD_MESSAGE], true),
		.proof_sha256 = kept(texts, &values[FIELD_PROOF_SHA256], false),
		.started_ms = values[FIELD_STARTED].number,
		.ended_ms = values[FIELD_ENDED].number,
		.n_children = (size_t)values[FIELD_CHILDREN].number,
		.alerts = (size_t)values[FIELD_ALERTS].number,
		.grant_used_known = values[FIELD_GRANT_USED].bytes != NULL,
		.grant_used = values[FIELD_GRANT_USED].number != 0,
	};
	ret->run_id = kept_id(texts, &values[FIELD_RUN_ID], ret->directory);
	keep_words(texts, values, ret);
	return true;
}
