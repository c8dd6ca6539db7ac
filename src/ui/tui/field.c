/*
 * field — a line of text under the operator's fingers.
 */
#include "ui/tui/field.h"

#include <string.h>

#include "core/base/sanitize.h"

void field_clear(struct field *f)
{
	text_clear(&f->text);
	f->cursor = 0;
}

const char *field_value(const struct field *f)
{
	return text_c(&f->text);
}

bool field_is_empty(const struct field *f)
{
	return f->text.len == 0;
}

void field_set(struct field *f, const char *s)
{
	text_empty(&f->text);
	f->cursor = 0;
	if (s)
		(void)field_insert(f, s, strlen(s));
}

static size_t limit_of(const struct field *f)
{
	return f->limit_bytes ? f->limit_bytes : FIELD_BYTES_MAX;
}

/* What of bytes may be in this field: no controls, no bad UTF-8; a newline only where there are many lines. */
static void allowed_add(const struct field *f, const char *bytes, size_t len, struct text *out)
{
	for (size_t at = 0; at < len;) {
		uint32_t code = 0;
		size_t used = utf8_decode(bytes + at, len - at, &code);

		if (used && sanitize_may_draw(code))
			text_add(out, bytes + at, used);
		else if (code == '\r' && at + 1 < len && bytes[at + 1] == '\n')
			; /* the newline follows */
		else if (used && (code == '\n' || code == '\r'))
			text_add_byte(out, f->many_lines ? '\n' : ' ');
		else if (used && code == '\t')
			text_add_byte(out, ' ');
		at += used ? used : 1;
	}
}

bool field_insert(struct field *f, const char *bytes, size_t len)
{
	CLEARED(text) struct text clean = { 0 };
	CLEARED(text) struct text tail = { 0 };

	allowed_add(f, bytes, len, &clean);
	if (clean.len == 0 || f->text.len + clean.len > limit_of(f))
		return false;
	text_add(&tail, text_c(&f->text) + f->cursor, f->text.len - f->cursor);
	f->text.len = f->cursor;
	text_add(&f->text, clean.bytes, clean.len);
	f->cursor = f->text.len;
	if (tail.len)
		text_add(&f->text, tail.bytes, tail.len);
	return true;
}

static size_t code_at(const struct field *f, size_t at, uint32_t *code)
{
	size_t used = utf8_decode(f->text.bytes + at, f->text.len - at, code);

	return used ? used : 1;
}

/* The start of the next character: behind the base and its marks. */
static size_t character_after(const struct field *f, size_t at)
{
	uint32_t code = 0;

	if (at >= f->text.len)
		return f->text.len;
	at += code_at(f, at, &code);
	while (at < f->text.len) {
		size_t used = code_at(f, at, &code);

		if (codepoint_cols(code) != 0)
			break;
		at += used;
	}
	return at;
}

static size_t character_before(const struct field *f, size_t at)
{
	size_t start = 0;

	for (size_t next = 0; next < at; next = character_after(f, next))
		start = next;
	return start;
}

static void remove_between(struct field *f, size_t from, size_t to)
{
	if (to <= from)
		return;
	memmove(f->text.bytes + from, f->text.bytes + to, f->text.len - to + 1);
	f->text.len -= to - from;
	f->cursor = from;
}

static size_t line_start(const struct field *f, size_t at)
{
	while (at > 0 && f->text.bytes[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_end(const struct field *f, size_t at)
{
	while (at < f->text.len && f->text.bytes[at] != '\n')
		at++;
	return at;
}

static size_t word_before(const struct field *f, size_t at)
{
	while (at > 0 && strchr(" \n/", f->text.bytes[at - 1]))
		at--;
	while (at > 0 && !strchr(" \n/", f->text.bytes[at - 1]))
		at--;
	return at;
}

static size_t word_after(const struct field *f, size_t at)
{
	while (at < f->text.len && strchr(" \n/", f->text.bytes[at]))
		at++;
	while (at < f->text.len && !strchr(" \n/", f->text.bytes[at]))
		at++;
	return at;
}

/* Up and down between lines, keeping the place in the line by characters. */
static bool other_line(struct field *f, bool down)
{
	size_t start = line_start(f, f->cursor);
	size_t end = line_end(f, f->cursor);
	size_t characters = 0;
	size_t at;

	if (!f->many_lines || (down ? end == f->text.len : start == 0))
		return false;
	for (at = start; at < f->cursor; at = character_after(f, at))
		characters++;
	at = down ? end + 1 : line_start(f, start - 1);
	end = line_end(f, at);
	while (characters-- > 0 && at < end)
		at = character_after(f, at);
	f->cursor = at;
	return true;
}

static void go_left(struct field *f) { f->cursor = character_before(f, f->cursor); }
static void go_right(struct field *f) { f->cursor = character_after(f, f->cursor); }
static void go_home(struct field *f) { f->cursor = line_start(f, f->cursor); }
static void go_end(struct field *f) { f->cursor = line_end(f, f->cursor); }
static void go_word_left(struct field *f) { f->cursor = word_before(f, f->cursor); }
static void go_word_right(struct field *f) { f->cursor = word_after(f, f->cursor); }
static void erase_before(struct field *f) { remove_between(f, character_before(f, f->cursor), f->cursor); }
static void erase_after(struct field *f) { remove_between(f, f->cursor, character_after(f, f->cursor)); }
static void erase_word(struct field *f) { remove_between(f, word_before(f, f->cursor), f->cursor); }
static void erase_to_start(struct field *f) { remove_between(f, line_start(f, f->cursor), f->cursor); }
static void erase_to_end(struct field *f) { remove_between(f, f->cursor, line_end(f, f->cursor)); }

static const struct { uint32_t key; void (*edit)(struct field *f); } editing[] = {
	{ TYPED_LEFT, go_left }, { TYPED_RIGHT, go_right }, { TYPED_HOME, go_home }, { TYPED_END, go_end },
	{ CONTROL('b'), go_left }, { CONTROL('f'), go_right }, { CONTROL('a'), go_home }, { CONTROL('e'), go_end },
	{ TYPED_CONTROL | TYPED_LEFT, go_word_left }, { TYPED_CONTROL | TYPED_RIGHT, go_word_right },
	{ TYPED_ALT | 'b', go_word_left }, { TYPED_ALT | 'f', go_word_right },
	{ TYPED_BACKSPACE, erase_before }, { CONTROL('h'), erase_before }, { TYPED_DELETE, erase_after },
	{ CONTROL('d'), erase_after }, { CONTROL('w'), erase_word }, { TYPED_ALT | TYPED_BACKSPACE, erase_word },
	{ CONTROL('u'), erase_to_start }, { CONTROL('k'), erase_to_end },
};

static bool edit_key(struct field *f, uint32_t key)
{
	for (size_t i = 0; i < COUNT_OF(editing); i++) {
		if (editing[i].key != key)
			continue;
		if (f->text.len)
			editing[i].edit(f);
		return true;
	}
	return false;
}

bool field_type(struct field *f, const struct typed *t)
{
	char bytes[4];

	if (t->kind == TYPED_PASTE)
		return field_insert(f, t->bytes, t->len) || true;
	if (t->kind != TYPED_KEY)
		return false;
	if (typed_is_text(t->key)) {
		(void)field_insert(f, bytes, utf8_encode(t->key, bytes));
		return true;
	}
	if (f->many_lines && (t->key == TYPED_ENTER || t->key == CONTROL('j')))
		return field_insert(f, "\n", 1) || true;
	if (t->key == TYPED_UP || t->key == TYPED_DOWN)
		return f->text.len && other_line(f, t->key == TYPED_DOWN);
	return edit_key(f, t->key);
}
