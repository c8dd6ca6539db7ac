/*
 * escape — ESC, an optional intermediate byte, a final byte: one row each.
 */
#include "core/terminal/engine.h"

static void escape_index(struct terminal *t)
{
	screen_line_feed(t);
}

static void escape_next_line(struct terminal *t)
{
	screen_line_feed(t);
	screen_go(t, t->cursor.row, 0);
}

static void escape_set_tab(struct terminal *t)
{
	t->tabs[t->cursor.col] = true;
}

static void escape_identify(struct terminal *t)
{
	replies_add(t, "\033[?62;22c");
}

static void escape_keypad(struct terminal *t)
{
	t->modes.keypad = true;
}

static void escape_keypad_off(struct terminal *t)
{
	t->modes.keypad = false;
}

static void g0_ascii(struct terminal *t)
{
	t->charsets[0] = CHARSET_ASCII;
}

static void g0_lines(struct terminal *t)
{
	t->charsets[0] = CHARSET_LINES;
}

static void g1_ascii(struct terminal *t)
{
	t->charsets[1] = CHARSET_ASCII;
}

static void g1_lines(struct terminal *t)
{
	t->charsets[1] = CHARSET_LINES;
}

static const struct escape {
	char intermediate, final;
	void (*run)(struct terminal *);
} escapes[] = {
	{ 0, '7', screen_save_cursor }, { 0, '8', screen_restore_cursor },
	{ 0, 'D', escape_index }, { 0, 'E', escape_next_line }, { 0, 'M', screen_reverse_feed },
	{ 0, 'H', escape_set_tab }, { 0, 'Z', escape_identify }, { 0, 'c', screen_reset },
	{ 0, '=', escape_keypad }, { 0, '>', escape_keypad_off }, { '#', '8', screen_align },
	/* National sets differ from ASCII in a few signs; all but the line drawing set are taken as ASCII. */
	{ '(', '0', g0_lines }, { '(', '2', g0_lines }, { '(', 0, g0_ascii },
	{ ')', '0', g1_lines }, { ')', '2', g1_lines }, { ')', 0, g1_ascii },
};

void escape_dispatch(struct terminal *t, uint8_t final_byte)
{
	for (size_t i = 0; i < COUNT_OF(escapes); i++) {
		const struct escape *e = &escapes[i];

		if (e->intermediate != (char)t->parser.intermediate || (e->final && e->final != (char)final_byte))
			continue;
		e->run(t);
		return;
	}
}
