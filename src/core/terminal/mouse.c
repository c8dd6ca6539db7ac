/*
 * mouse — what the mouse and the focus send to the child, in the encoding it chose. What it did not ask for sends
 * nothing; on the alternate screen the wheel then moves like the arrow keys, unless the child switched that off.
 */
#include "core/terminal/engine.h"

enum { CODE_RELEASED = 3, CODE_MOVED = 32, CODE_SHIFT = 4, CODE_OFFSET = 32, PLACE_MAX = 223, WHEEL_LINES = 3 };

static const uint8_t codes[] = {
	[TBUTTON_NONE] = CODE_RELEASED, [TBUTTON_LEFT] = 0, [TBUTTON_MIDDLE] = 1, [TBUTTON_RIGHT] = 2,
	[TBUTTON_WHEEL_UP] = 64, [TBUTTON_WHEEL_DOWN] = 65, [TBUTTON_WHEEL_LEFT] = 66, [TBUTTON_WHEEL_RIGHT] = 67,
};

enum mouse_mode terminal_mouse(const struct terminal *t, bool *ret_sgr)
{
	*ret_sgr = t->modes.mouse_sgr;
	if (t->modes.mouse_any)
		return MOUSE_ANY;
	if (t->modes.mouse_drag)
		return MOUSE_DRAG;
	if (t->modes.mouse_click)
		return MOUSE_CLICK;
	return t->modes.mouse_press ? MOUSE_PRESS : MOUSE_OFF;
}

static bool button_is_wheel(enum terminal_button button)
{
	return button >= TBUTTON_WHEEL_UP;
}

/* Does the child want this event? A wheel is only ever turned, and a hand off all buttons only moves. */
static bool mouse_wanted(enum mouse_mode mode, const struct terminal_mouse *m)
{
	bool wheel = button_is_wheel(m->button);

	if (mode == MOUSE_OFF || (wheel && (m->moved || !m->pressed)))
		return false;
	if (m->moved)
		return mode == MOUSE_ANY || (mode == MOUSE_DRAG && m->button != TBUTTON_NONE);
	if (m->button == TBUTTON_NONE)
		return false;
	return mode != MOUSE_PRESS || (m->pressed && !wheel);
}

static unsigned mouse_code(enum mouse_mode mode, const struct terminal_mouse *m, bool names_released)
{
	unsigned code = codes[m->button];

	if (!m->pressed && !m->moved && !names_released)
		code = CODE_RELEASED;
	if (m->moved)
		code += CODE_MOVED;
	return mode == MOUSE_PRESS ? code : code + (m->modifiers & 7) * CODE_SHIFT;
}

/* The oldest encoding has one byte for a place: what lies beyond it is not sent at all. */
static int mouse_bytes(char *sent, size_t room, unsigned code, int row, int col)
{
	if (row > PLACE_MAX || col > PLACE_MAX)
		return 0;
	return snprintf(sent, room, "\033[M%c%c%c", (char)(code + CODE_OFFSET), (char)(col + CODE_OFFSET), (char)(row + CODE_OFFSET));
}

static int mouse_sent(const struct terminal *t, enum mouse_mode mode, const struct terminal_mouse *m, char *sent, size_t room)
{
	bool sgr = t->modes.mouse_sgr;
	unsigned code = mouse_code(mode, m, sgr);

	if (sgr)
		return snprintf(sent, room, "\033[<%u;%d;%d%c", code, m->col + 1, m->row + 1, m->pressed || m->moved ? 'M' : 'm');
	if (t->modes.mouse_urxvt)
		return snprintf(sent, room, "\033[%u;%d;%dM", code + CODE_OFFSET, m->col + 1, m->row + 1);
	return mouse_bytes(sent, room, code, m->row + 1, m->col + 1);
}

static size_t wheel_as_arrows(const struct terminal *t, const struct terminal_mouse *m, char *ret, size_t room)
{
	char sent[WHEEL_LINES * 8];
	size_t len = 0;

	if (!t->modes.alternate_scroll || t->shown == 0 || !m->pressed || m->moved)
		return 0;
	if (m->button != TBUTTON_WHEEL_UP && m->button != TBUTTON_WHEEL_DOWN)
		return 0;
	for (int i = 0; i < WHEEL_LINES; i++)
		len += terminal_encode_key(t, m->button == TBUTTON_WHEEL_UP ? TKEY_UP : TKEY_DOWN, 0, sent + len, sizeof sent - len);
	if (len > room)
		return 0;
	memcpy(ret, sent, len);
	return len;
}

size_t terminal_encode_mouse(const struct terminal *t, const struct terminal_mouse *m, char *ret_bytes, size_t room)
{
	bool sgr;
	enum mouse_mode mode = terminal_mouse(t, &sgr);
	char sent[40];
	int len;

	if ((unsigned)m->button >= COUNT_OF(codes) || m->row < 0 || m->row >= t->rows || m->col < 0 || m->col >= t->cols)
		return 0;
	if (mode == MOUSE_OFF)
		return wheel_as_arrows(t, m, ret_bytes, room);
	if (!mouse_wanted(mode, m))
		return 0;
	len = mouse_sent(t, mode, m, sent, sizeof sent);
	if (len <= 0 || (size_t)len > room)
		return 0;
	memcpy(ret_bytes, sent, (size_t)len);
	return (size_t)len;
}

size_t terminal_encode_focus(const struct terminal *t, bool in, char *ret_bytes, size_t room)
{
	static const char sent[2][3] = { { '\033', '[', 'O' }, { '\033', '[', 'I' } };

	if (!t->modes.focus || room < sizeof sent[in])
		return 0;
	memcpy(ret_bytes, sent[in], sizeof sent[in]);
	return sizeof sent[in];
}
