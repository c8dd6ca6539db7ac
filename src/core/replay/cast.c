/*
 * cast — see cast.h.
 */
#include "core/replay/cast.h"

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/child/termlog.h"

#define REPLACEMENT "\xEF\xBF\xBD"
#define LINES_BYTES 65536
#define FIRST_ROWS 24
#define FIRST_COLS 80

struct cast {
	struct recording *recording;
	const struct cast_header *header;
	size_t next;
	uint64_t offset, events;
	bool begun, finished;
	struct cast_rest rest;
	char bytes[TERMLOG_EVENT_BYTES];
};

/* Could these bytes be the beginning of a longer sequence? The range of the second byte decides. */
static bool may_go_on(const char *bytes, size_t len)
{
	unsigned char lead = (unsigned char)bytes[0], second = len > 1 ? (unsigned char)bytes[1] : 0;
	size_t whole = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;

	if (lead < 0xC2 || lead > 0xF4 || len >= whole)
		return false;
	for (size_t i = 1; i < len; i++)
		if (((unsigned char)bytes[i] & 0xC0) != 0x80)
			return false;
	if (len == 1)
		return true;
	return !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F) && !(lead == 0xF0 && second < 0x90) &&
	       !(lead == 0xF4 && second > 0x8F);
}

/* One replacement for the longest beginning of a sequence, as the standard advises. */
static size_t bad_length(const char *bytes, size_t len)
{
	size_t bad = 1;

	while (bad < len && bad < 3 && may_go_on(bytes, bad + 1))
		bad++;
	return bad;
}

static void add_clean(struct cast_rest *rest, const char *bytes, size_t len, bool final, struct text *out)
{
	for (size_t at = 0; at < len;) {
		uint32_t codepoint;
		size_t used = utf8_decode(bytes + at, len - at, &codepoint), left = len - at;

		if (used == 0 && !final && left < 4 && may_go_on(bytes + at, left)) {
			memcpy(rest->bytes, bytes + at, left);
			rest->len = left;
			return;
		}
		if (used > 0)
			text_add(out, bytes + at, used);
		else
			text_add_string(out, REPLACEMENT);
		at += used > 0 ? used : bad_length(bytes + at, left);
	}
}

void cast_utf8(struct cast_rest *rest, const char *bytes, size_t len, bool final, struct text *out)
{
	CLEARED(text) struct text joined = { 0 };

	if (rest->len == 0) {
		add_clean(rest, bytes, len, final, out);
		return;
	}
	text_add(&joined, rest->bytes, rest->len);
	text_add(&joined, bytes, len);
	rest->len = 0;
	add_clean(rest, text_c(&joined), joined.len, final, out);
}

struct cast *cast_new(struct recording *r, const struct cast_header *header)
{
	struct cast *c = mem_new(1, sizeof *c);

	c->recording = r;
	c->header = header;
	return c;
}

void cast_drop(struct cast **c)
{
	free(*c);
	*c = NULL;
}

uint64_t cast_events(const struct cast *c)
{
	return c->events;
}

static void add_line(struct json *taken, struct text *out)
{
	OWNED(json) struct json *line = taken;

	json_write(line, JSON_COMPACT, out);
	text_add_byte(out, '\n');
}

static void add_header(const struct cast *c, const struct moment *first, struct text *out)
{
	struct json *header = json_new_object(), *env = json_new_object();
	bool sized = first && first->kind == 'r';

	json_set_int(header, "version", 2);
	json_set_int(header, "width", sized ? (int64_t)(first->amount & 0xffff) : FIRST_COLS);
	json_set_int(header, "height", sized ? (int64_t)(first->amount >> 16) : FIRST_ROWS);
	if (c->header->started_ms)
		json_set_int(header, "timestamp", (int64_t)(c->header->started_ms / 1000));
	if (c->header->idle_ms)
		json_set(header, "idle_time_limit", json_new_double((double)c->header->idle_ms / 1000));
	if (c->header->title)
		json_set_string(header, "title", c->header->title);
	json_set_string(env, "TERM", "xterm-256color");
	json_set(header, "env", env);
	add_line(header, out);
}

static void add_event(struct cast *c, uint64_t at_ms, const char *kind, const char *bytes, size_t len, struct text *out)
{
	struct json *event = json_new_array();

	json_add(event, json_new_double((double)at_ms / 1000));
	json_add_string(event, kind);
	json_add(event, json_new_string_n(bytes, len));
	add_line(event, out);
	c->events++;
}

static void add_output(struct cast *c, const struct moment *m, struct text *out)
{
	CLEARED(text) struct text clean = { 0 };
	size_t got = recording_read(c->recording, c->offset, c->bytes, m->amount);

	c->offset += got;
	cast_utf8(&c->rest, c->bytes, got, false, &clean);
	if (clean.len > 0)
		add_event(c, m->at_ms, "o", clean.bytes, clean.len, out);
}

static void add_size(struct cast *c, const struct moment *m, struct text *out)
{
	OWNED_MEM char *size = str_format("%ux%u", m->amount & 0xffff, m->amount >> 16);

	add_event(c, m->at_ms, "r", size, strlen(size), out);
}

static void finish(struct cast *c, const struct moment *last, struct text *out)
{
	CLEARED(text) struct text clean = { 0 };

	c->finished = true;
	cast_utf8(&c->rest, "", 0, true, &clean);
	if (clean.len > 0 && last)
		add_event(c, last->at_ms, "o", clean.bytes, clean.len, out);
}

bool cast_more(struct cast *c, struct text *out)
{
	size_t count, start = out->len;
	const struct moment *moments = recording_moments(c->recording, &count);

	if (c->finished)
		return false;
	if (!c->begun) {
		add_header(c, count > 0 ? moments : NULL, out);
		c->begun = true;
		c->next = count > 0 && moments[0].kind == 'r'; /* the header says it */
	}
	while (c->next < count && out->len - start < LINES_BYTES) {
		const struct moment *m = &moments[c->next++];

		if (m->kind == 'o')
			add_output(c, m, out);
		else if (m->kind == 'r')
			add_size(c, m, out);
	}
	if (c->next == count)
		finish(c, count > 0 ? &moments[count - 1] : NULL, out);
	return true;
}
