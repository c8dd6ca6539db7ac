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

static void escape_lock_shift_2(struct terminal *t)
{
	t->shift = 2;
}

static void escape_lock_shift_3(struct terminal *t)
{
	t->shift = 3;
}

static const struct escape {
	char intermediate, final;
	void (*run)(struct terminal *);
} escapes[] = {
	{ 0, '7', screen_save_cursor }, { 0, '8', screen_restore_cursor },
	{ 0, 'D', escape_index }, { 0, 'E', escape_next_line }, { 0, 'M', screen_reverse_feed },
	{ 0, 'H', escape_set_tab }, { 0, 'Z', escape_identify }, { 0, 'c', screen_reset },
	{ 0, '=', escape_keypad }, { 0, '>', escape_keypad_off }, { '#', '8', screen_align },
	{ 0, 'n', escape_lock_shift_2 }, { 0, 'o', escape_lock_shift_3 },
};

/* ESC ( ) * + name the four sets. National ones differ from ASCII in a few signs: all but line drawing are ASCII. */
static void charset_choose(struct terminal *t, size_t set, uint8_t final_byte)
{
	t->charsets[set] = final_byte == '0' || final_byte == '2' ? CHARSET_LINES : CHARSET_ASCII;
}

void escape_dispatch(struct terminal *t, uint8_t final_byte)
{
	uint8_t intermediate = t->parser.intermediate;

	if (intermediate >= '(' && intermediate <= '+')
		charset_choose(t, (size_t)(intermediate - '('), final_byte);
	for (size_t i = 0; i < COUNT_OF(escapes); i++)
		if (escapes[i].intermediate == (char)intermediate && escapes[i].final == (char)final_byte)
			escapes[i].run(t);
}
