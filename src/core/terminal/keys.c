/*
 * keys — what a key sends. xterm's encoding: one row a key; a modifier makes the form CSI number ; modifiers final.
 */
#include "core/terminal/engine.h"

enum { MODIFIER_SHIFT = 1, MODIFIER_ALT = 2, MODIFIER_CONTROL = 4 };

/* Either CSI number ~, or a letter: CSI letter, SS3 letter in application cursor mode (arrows, Home, End) or always
   (F1 to F4). */
static const struct key {
	uint8_t number;
	char letter;
	bool cursor; /* follows the application cursor mode */
} keys[] = {
	[TKEY_UP] = { 1, 'A', true }, [TKEY_DOWN] = { 1, 'B', true }, [TKEY_RIGHT] = { 1, 'C', true },
	[TKEY_LEFT] = { 1, 'D', true }, [TKEY_HOME] = { 1, 'H', true }, [TKEY_END] = { 1, 'F', true },
	[TKEY_INSERT] = { 2, '~', false }, [TKEY_DELETE] = { 3, '~', false }, [TKEY_PAGE_UP] = { 5, '~', false },
	[TKEY_PAGE_DOWN] = { 6, '~', false }, [TKEY_F1] = { 1, 'P', false }, [TKEY_F2] = { 1, 'Q', false },
	[TKEY_F3] = { 1, 'R', false }, [TKEY_F4] = { 1, 'S', false }, [TKEY_F5] = { 15, '~', false },
	[TKEY_F6] = { 17, '~', false }, [TKEY_F7] = { 18, '~', false }, [TKEY_F8] = { 19, '~', false },
	[TKEY_F9] = { 20, '~', false }, [TKEY_F10] = { 21, '~', false }, [TKEY_F11] = { 23, '~', false },
	[TKEY_F12] = { 24, '~', false },
};

/* Keys that are a control character; alt puts an escape before it. */
static const struct { const char *alone, *shift, *control; } simple[] = {
	[TKEY_BACKSPACE - TKEY_BACKSPACE] = { "\177", "\177", "\b" },
	[TKEY_TAB - TKEY_BACKSPACE] = { "\t", "\033[Z", "\t" },
	[TKEY_BACKTAB - TKEY_BACKSPACE] = { "\033[Z", "\033[Z", "\033[Z" },
	[TKEY_ENTER - TKEY_BACKSPACE] = { "\r", "\r", "\r" },
	[TKEY_ESCAPE - TKEY_BACKSPACE] = { "\033", "\033", "\033" },
};

static int key_simple(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret, size_t room)
{
	size_t at = (size_t)(key - TKEY_BACKSPACE);
	const char *sent = simple[at].alone;

	if (modifiers & MODIFIER_CONTROL)
		sent = simple[at].control;
	else if (modifiers & MODIFIER_SHIFT)
		sent = simple[at].shift;
	return snprintf(ret, room, "%s%s%s", modifiers & MODIFIER_ALT ? "\033" : "", sent,
			key == TKEY_ENTER && t->modes.newline ? "\n" : "");
}

static int key_sequence(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret, size_t room)
{
	const struct key *k = &keys[key];
	bool single = !k->cursor || t->modes.application_cursor;

	if (modifiers)
		return snprintf(ret, room, "\033[%d;%u%c", k->number, modifiers + 1, k->letter);
	if (k->letter == '~')
		return snprintf(ret, room, "\033[%d~", k->number);
	return snprintf(ret, room, "\033%c%c", single ? 'O' : '[', k->letter);
}

size_t terminal_encode_key(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret_bytes, size_t room)
{
	char sent[16];
	int len;

	modifiers &= MODIFIER_SHIFT | MODIFIER_ALT | MODIFIER_CONTROL;
	if ((unsigned)key > TKEY_ESCAPE)
		return 0;
	if (key >= TKEY_BACKSPACE)
		len = key_simple(t, key, modifiers, sent, sizeof sent);
	else
		len = key_sequence(t, key, modifiers, sent, sizeof sent);
	if (len <= 0 || (size_t)len > room)
		return 0;
	memcpy(ret_bytes, sent, (size_t)len);
	return (size_t)len;
}
