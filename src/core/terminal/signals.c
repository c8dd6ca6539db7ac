/*
 * signals — what a child says about itself besides its cells: that it wants to be looked at, how far it is, and where
 * its prompt, its command and its output begin. Kept here, sanitized and bounded; nobody but the asker learns of it.
 */
#include "core/terminal/engine.h"

#include "core/base/sanitize.h"

#define NOTICE_JOINT ": " /* between a title and what is said under it */

void terminal_signals(const struct terminal *t, struct terminal_signals *ret)
{
	*ret = t->signals;
	ret->bells = t->bells;
	ret->notice = t->notice;
}

/* Clean text of at most room bytes that ends with a whole character; returns its length, *ret is ended by NUL. */
size_t signals_clean(char *ret, size_t room, const char *bytes, size_t len)
{
	CLEARED(text) struct text clean = { 0 };
	size_t kept;

	sanitize_add(&clean, bytes, len);
	kept = clean.len < room ? clean.len : room;
	while (kept < clean.len && kept && ((unsigned char)clean.bytes[kept] & 0xC0) == 0x80)
		kept--;
	memcpy(ret, text_c(&clean), kept);
	ret[kept] = '\0';
	return kept;
}

static void notice_add(struct terminal *t, const char *bytes, size_t len)
{
	size_t at = strlen(t->notice);

	(void)signals_clean(t->notice + at, TERMINAL_NOTICE_BYTES - at, bytes, len);
}

/* title and body are what a child said; either may be empty. */
static void notice_set(struct terminal *t, struct span title, struct span body)
{
	t->notice[0] = '\0';
	notice_add(t, title.bytes, title.len);
	if (title.len && body.len)
		notice_add(t, NOTICE_JOINT, sizeof NOTICE_JOINT - 1);
	notice_add(t, body.bytes, body.len);
	t->notice_open = false;
	t->signals.notices++;
}

/* What is left of the string from at on, up to the byte that ends it; *at moves behind that byte. */
static struct span string_part(const struct parser *p, size_t *at, char end)
{
	const char *start = p->string + *at, *found = memchr(start, end, p->string_len - *at);
	size_t len = found ? (size_t)(found - start) : p->string_len - *at;

	*at += len + (found ? 1 : 0);
	return (struct span){ start, len };
}

static struct span string_rest(const struct parser *p, size_t at)
{
	return (struct span){ p->string + at, p->string_len - at };
}

static bool span_is(struct span s, const char *word)
{
	return s.len == strlen(word) && !memcmp(s.bytes, word, s.len);
}

/* A number of at most three digits at the start of the span; -1: there is none. */
static int span_number(struct span s)
{
	int value = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.bytes[i] < '0' || s.bytes[i] > '9' || i == 3)
			return -1;
		value = value * 10 + (s.bytes[i] - '0');
	}
	return s.len ? value : -1;
}

/* 9;4;state;percent */
static void signal_progress(struct terminal *t, size_t at)
{
	int state = span_number(string_part(&t->parser, &at, ';'));
	int percent = span_number(string_part(&t->parser, &at, ';'));

	if (state < 0 || state > PROGRESS_PAUSED)
		return;
	t->signals.progress = (enum terminal_progress)state;
	t->signals.percent = state == PROGRESS_NONE || state == PROGRESS_UNKNOWN || percent > 100 ? -1 : percent;
}

/* OSC 9 is a notice, unless it begins with one of ConEmu's numbers: of those the progress is of use here. */
#define CONEMU_LAST 12
void signal_notify(struct terminal *t, size_t at)
{
	size_t behind = at;
	int number = span_number(string_part(&t->parser, &behind, ';'));

	if (number == 4)
		signal_progress(t, behind);
	else if ((number < 1 || number > CONEMU_LAST) && at < t->parser.string_len)
		notice_set(t, (struct span){ "", 0 }, string_rest(&t->parser, at));
}

/* 777;notify;title;body */
void signal_notify_titled(struct terminal *t, size_t at)
{
	struct span title;

	if (!span_is(string_part(&t->parser, &at, ';'), "notify"))
		return;
	title = string_part(&t->parser, &at, ';');
	notice_set(t, title, string_rest(&t->parser, at));
}

/* The value of key in kitty's key=value:key=value; empty when it is not there. */
static struct span metadata_value(struct span metadata, char key)
{
	for (size_t at = 0; at < metadata.len; at++) {
		const char *start = metadata.bytes + at, *end = memchr(start, ':', metadata.len - at);
		size_t len = end ? (size_t)(end - start) : metadata.len - at;

		if (len >= 2 && start[0] == key && start[1] == '=')
			return (struct span){ start + 2, len - 2 };
		at += len;
	}
	return (struct span){ "", 0 };
}

/* 99;metadata;text: comes in pieces, d=0 on all but the last. A coded text (e=1) is counted and not read. */
void signal_notify_pieces(struct terminal *t, size_t at)
{
	struct span metadata = string_part(&t->parser, &at, ';'), said = string_rest(&t->parser, at);
	struct span part = metadata_value(metadata, 'p');
	bool text = part.len == 0 || span_is(part, "title") || span_is(part, "body");

	if (!text)
		return;
	if (!t->notice_open)
		t->notice[0] = '\0';
	if (said.len && !span_is(metadata_value(metadata, 'e'), "1")) {
		if (t->notice[0] && span_is(part, "body"))
			notice_add(t, NOTICE_JOINT, sizeof NOTICE_JOINT - 1);
		notice_add(t, said.bytes, said.len);
	}
	t->notice_open = span_is(metadata_value(metadata, 'd'), "0");
	t->signals.notices += !t->notice_open;
}

/* 133;A prompt, B typing, C running, D;status over */
void signal_mark(struct terminal *t, size_t at)
{
	struct span mark = string_part(&t->parser, &at, ';');

	if (mark.len != 1 || mark.bytes[0] < 'A' || mark.bytes[0] > 'D')
		return;
	t->signals.mark = mark.bytes[0];
	t->signals.mark_status = mark.bytes[0] == 'D' ? span_number(string_part(&t->parser, &at, ';')) : -1;
	t->signals.marks++;
}

void signals_reset(struct terminal *t)
{
	t->titles.count = 0;
	t->signals.progress = PROGRESS_NONE;
	t->signals.percent = -1;
	t->notice_open = false;
}
