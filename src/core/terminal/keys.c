/*
 * keys — what a key sends. In the usual way of xterm: one row a key; a modifier makes the form CSI number ; modifiers
 * final. Children that ask for kitty's protocol or for modifyOtherKeys get the forms of those (keyboard.c).
 */
#include "core/terminal/engine.h"

enum { MODIFIER_SHIFT = 1, MODIFIER_ALT = 2, MODIFIER_CONTROL = 4 };
enum { CODE_TAB = 9, CODE_ENTER = 13, CODE_ESCAPE = 27, CODE_BACKSPACE = 127, SENT_MAX = 40 };

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

/* Keys that are a control character; alt puts an escape before it. others: the modifiers with which modifyOtherKeys
   sends the key by its code, at its first level and at its second. */
static const struct simple_key {
	const char *alone, *shift, *control;
	uint8_t code, others[2];
} simple[] = {
	[TKEY_BACKSPACE - TKEY_BACKSPACE] = { "\177", "\177", "\b", CODE_BACKSPACE, { 0, 7 } },
	[TKEY_TAB - TKEY_BACKSPACE] = { "\t", "\033[Z", "\t", CODE_TAB, { 6, 6 } },
	[TKEY_BACKTAB - TKEY_BACKSPACE] = { "\033[Z", "\033[Z", "\033[Z", CODE_TAB, { 6, 6 } },
	[TKEY_ENTER - TKEY_BACKSPACE] = { "\r", "\r", "\r", CODE_ENTER, { 7, 7 } },
	[TKEY_ESCAPE - TKEY_BACKSPACE] = { "\033", "\033", "\033", CODE_ESCAPE, { 0, 7 } },
};

/* CSI code ; modifiers ; text u, without what is empty at the end. text 0: none. */
static int sent_unicode(char *sent, unsigned code, unsigned modifiers, uint32_t text)
{
	char middle[8] = "";

	if (modifiers)
		(void)snprintf(middle, sizeof middle, "%u", modifiers + 1);
	if (text)
		return snprintf(sent, SENT_MAX, "\033[%u;%s;%uu", code, middle, (unsigned)text);
	return snprintf(sent, SENT_MAX, "\033[%u%s%su", code, modifiers ? ";" : "", middle);
}

static int sent_other(char *sent, unsigned code, unsigned modifiers)
{
	return snprintf(sent, SENT_MAX, "\033[27;%u;%u~", modifiers + 1, code);
}

/* Escape is always told from the start of a sequence; the other three stay as a shell knows them unless they are
   modified, so that a shell can be typed into after a child that did not clean up. */
static bool simple_in_kitty(const struct terminal *t, enum terminal_key key, unsigned modifiers)
{
	unsigned flags = terminal_keyboard(t);

	return flags & KEYBOARD_ALL || (flags & KEYBOARD_DISAMBIGUATE && (modifiers || key == TKEY_ESCAPE));
}

static int key_simple(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *sent)
{
	const struct simple_key *s = &simple[key - TKEY_BACKSPACE];
	unsigned level = t->modes.modify_keys, all = modifiers | (key == TKEY_BACKTAB ? MODIFIER_SHIFT : 0);
	const char *usual = s->alone;

	if (simple_in_kitty(t, key, all))
		return sent_unicode(sent, s->code, all, 0);
	if (level && modifiers & s->others[level - 1])
		return sent_other(sent, s->code, all);
	if (modifiers & MODIFIER_CONTROL)
		usual = s->control;
	else if (modifiers & MODIFIER_SHIFT)
		usual = s->shift;
	return snprintf(sent, SENT_MAX, "%s%s%s", modifiers & MODIFIER_ALT ? "\033" : "", usual,
			key == TKEY_ENTER && t->modes.newline ? "\n" : "");
}

/* Kitty's protocol knows no SS3, and its F3 is not CSI R, which is a report of the cursor. */
static int key_sequence(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *sent)
{
	const struct key *k = &keys[key];
	bool kitty = terminal_keyboard(t) != 0;
	bool single = !kitty && (!k->cursor || t->modes.application_cursor);
	struct key f3 = { 13, '~', false };

	if (kitty && key == TKEY_F3)
		k = &f3;
	if (modifiers)
		return snprintf(sent, SENT_MAX, "\033[%d;%u%c", k->number, modifiers + 1, k->letter);
	if (k->letter == '~')
		return snprintf(sent, SENT_MAX, "\033[%d~", k->number);
	return snprintf(sent, SENT_MAX, "\033%c%c", single ? 'O' : '[', k->letter);
}

static size_t sent_give(const char *sent, int len, char *ret, size_t room)
{
	if (len <= 0 || (size_t)len > room)
		return 0;
	memcpy(ret, sent, (size_t)len);
	return (size_t)len;
}

size_t terminal_encode_key(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret_bytes, size_t room)
{
	char sent[SENT_MAX];
	int len;

	modifiers &= MODIFIER_SHIFT | MODIFIER_ALT | MODIFIER_CONTROL;
	if ((unsigned)key > TKEY_ESCAPE)
		return 0;
	if (key >= TKEY_BACKSPACE)
		len = key_simple(t, key, modifiers, sent);
	else
		len = key_sequence(t, key, modifiers, sent);
	return sent_give(sent, len, ret_bytes, room);
}

static bool letter_is_upper(uint32_t codepoint)
{
	return codepoint >= 'A' && codepoint <= 'Z';
}

/* What control makes of a character, as xterm does; the character itself when it makes nothing of it. */
static uint32_t control_of(uint32_t codepoint)
{
	static const char from[] = " 2345678/?", to[] = "\0\0\033\034\035\036\037\177\037\177";
	const char *at = codepoint && codepoint < 0x80 ? strchr(from, (int)codepoint) : NULL;

	if (codepoint >= '@' && codepoint < 0x7F)
		return codepoint & 0x1F;
	return at ? (uint32_t)to[at - from] : codepoint;
}

/* The key is named by its letter without shift; of other signs it is not known where they are on the keyboard. */
static int text_kitty(const struct terminal *t, uint32_t codepoint, unsigned modifiers, char *sent)
{
	bool upper = letter_is_upper(codepoint);
	uint32_t text = modifiers & (MODIFIER_ALT | MODIFIER_CONTROL) ? 0 : codepoint;

	if (!(terminal_keyboard(t) & KEYBOARD_TEXT))
		text = 0;
	return sent_unicode(sent, upper ? codepoint + 'a' - 'A' : codepoint, modifiers | (upper ? MODIFIER_SHIFT : 0), text);
}

/* modifyOtherKeys: 1 is for what has no usual form, 2 for all that is modified by more than shift. */
static bool text_is_other(const struct terminal *t, uint32_t codepoint, unsigned modifiers)
{
	bool control = modifiers & MODIFIER_CONTROL;

	if (t->modes.modify_keys == 2)
		return modifiers & (MODIFIER_ALT | MODIFIER_CONTROL);
	return t->modes.modify_keys == 1 && control && (modifiers & MODIFIER_SHIFT || control_of(codepoint) == codepoint);
}

static int text_usual(uint32_t codepoint, unsigned modifiers, char *sent)
{
	int len = 0;

	if (modifiers & MODIFIER_ALT)
		sent[len++] = '\033';
	if (modifiers & MODIFIER_CONTROL)
		codepoint = control_of(codepoint);
	return len + (int)utf8_encode(codepoint, sent + len);
}

size_t terminal_encode_text(const struct terminal *t, uint32_t codepoint, unsigned modifiers, char *ret_bytes, size_t room)
{
	unsigned flags = terminal_keyboard(t);
	char sent[SENT_MAX];
	int len;

	modifiers &= MODIFIER_SHIFT | MODIFIER_ALT | MODIFIER_CONTROL;
	if (codepoint < 0x20 || (codepoint >= 0x7F && codepoint < 0xA0) || utf8_encode(codepoint, sent) == 0)
		return 0;
	if (flags & KEYBOARD_ALL || (flags & KEYBOARD_DISAMBIGUATE && modifiers & (MODIFIER_ALT | MODIFIER_CONTROL)))
		len = text_kitty(t, codepoint, modifiers, sent);
	else if (text_is_other(t, codepoint, modifiers))
		len = sent_other(sent, codepoint, modifiers);
	else
		len = text_usual(codepoint, modifiers, sent);
	return sent_give(sent, len, ret_bytes, room);
}
