/*
 * pane_input — see pane_input.h.
 */
#include "ui/screens/pane_input.h"

#include <string.h>

#define ENCODED_BYTES 64

static const struct { uint32_t typed; enum terminal_key key; } named[] = {
	{ TYPED_UP, TKEY_UP }, { TYPED_DOWN, TKEY_DOWN }, { TYPED_LEFT, TKEY_LEFT }, { TYPED_RIGHT, TKEY_RIGHT },
	{ TYPED_HOME, TKEY_HOME }, { TYPED_END, TKEY_END }, { TYPED_INSERT, TKEY_INSERT }, { TYPED_DELETE, TKEY_DELETE },
	{ TYPED_PAGE_UP, TKEY_PAGE_UP }, { TYPED_PAGE_DOWN, TKEY_PAGE_DOWN }, { TYPED_F1, TKEY_F1 }, { TYPED_F2, TKEY_F2 },
	{ TYPED_F3, TKEY_F3 }, { TYPED_F4, TKEY_F4 }, { TYPED_F5, TKEY_F5 }, { TYPED_F6, TKEY_F6 }, { TYPED_F7, TKEY_F7 },
	{ TYPED_F8, TKEY_F8 }, { TYPED_F9, TKEY_F9 }, { TYPED_F10, TKEY_F10 }, { TYPED_F11, TKEY_F11 }, { TYPED_F12, TKEY_F12 },
	{ TYPED_BACKSPACE, TKEY_BACKSPACE }, { TYPED_TAB, TKEY_TAB }, { TYPED_ENTER, TKEY_ENTER }, { TYPED_ESCAPE, TKEY_ESCAPE },
};

static const struct { enum mouse_button button; enum terminal_button theirs; } buttons[] = {
	{ BUTTON_LEFT, TBUTTON_LEFT }, { BUTTON_MIDDLE, TBUTTON_MIDDLE }, { BUTTON_RIGHT, TBUTTON_RIGHT }, { BUTTON_NONE, TBUTTON_NONE },
	{ BUTTON_WHEEL_UP, TBUTTON_WHEEL_UP }, { BUTTON_WHEEL_DOWN, TBUTTON_WHEEL_DOWN },
};

static unsigned modifiers_of(uint32_t key)
{
	return (key & TYPED_SHIFT ? 1u : 0) | (key & TYPED_ALT ? 2u : 0) | (key & TYPED_CONTROL ? 4u : 0);
}

static void encode_named(const struct pane *p, uint32_t key, struct text *out)
{
	unsigned modifiers = modifiers_of(key);
	char bytes[ENCODED_BYTES];

	for (size_t i = 0; i < COUNT_OF(named); i++) {
		enum terminal_key name = named[i].key;

		if (named[i].typed != (key & ~TYPED_MODIFIERS))
			continue;
		if (name == TKEY_TAB && (modifiers & 1)) {
			name = TKEY_BACKTAB;
			modifiers &= ~1u;
		}
		text_add(out, bytes, terminal_encode_key(p->terminal, name, modifiers, bytes, sizeof bytes));
		return;
	}
}

void pane_encode(const struct pane *p, const struct typed *typed, struct text *out)
{
	uint32_t plain = typed->key & ~TYPED_MODIFIERS;
	char bytes[ENCODED_BYTES];

	if (typed->kind == TYPED_PASTE)
		terminal_encode_paste(p->terminal, typed->bytes, typed->len, out);
	else if (typed->kind == TYPED_KEY && plain >= TYPED_NAMED_BASE)
		encode_named(p, typed->key, out);
	else if (typed->kind == TYPED_KEY)
		text_add(out, bytes, terminal_encode_text(p->terminal, plain, modifiers_of(typed->key), bytes, sizeof bytes));
}

void pane_encode_mouse(const struct pane *p, struct rect area, const struct typed *typed, struct text *out)
{
	struct terminal_mouse mouse = { .pressed = typed->pressed, .moved = typed->moved, .row = typed->row - area.row,
		.col = typed->col - area.col, .modifiers = modifiers_of(typed->key) };
	char bytes[ENCODED_BYTES];

	if (typed->key & TYPED_SHIFT)
		return;
	for (size_t i = 0; i < COUNT_OF(buttons); i++)
		if (buttons[i].button == typed->button)
			mouse.button = buttons[i].theirs;
	text_add(out, bytes, terminal_encode_mouse(p->terminal, &mouse, bytes, sizeof bytes));
}

size_t paste_lines(const char *bytes, size_t len)
{
	size_t lines = len > 0;

	for (size_t i = 0; i + 1 < len; i++)
		lines += bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
	return lines;
}

bool pane_paste_acts(const struct pane *p, const char *bytes, size_t len)
{
	return !terminal_bracketed_paste(p->terminal) && (memchr(bytes, '\n', len) || memchr(bytes, '\r', len));
}
