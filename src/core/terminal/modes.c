/*
 * modes — what SM, RM, DECSET and DECRST switch: one row each. The flag says whether the mode is on; it is set by the
 * row's function, or directly where there is none. A row without a flag is a mode that programs ask for and that is
 * not offered. A mode without a row is not answered at all: the answer would repeat a number the child chose.
 */
#include "core/terminal/engine.h"

struct mode {
	uint16_t number;
	bool private;
	size_t flag; /* offset of one byte in struct terminal, 0: none */
	void (*changed)(struct terminal *t, bool on);
};

static void origin_changed(struct terminal *t, bool on)
{
	t->modes.origin = on;
	screen_go_origin(t, 0, 0);
}

static void autowrap_changed(struct terminal *t, bool on)
{
	t->modes.autowrap = on;
	t->cursor.pending_wrap = false;
}

/* All that is drawn looks different now. */
static void reverse_changed(struct terminal *t, bool on)
{
	t->modes.reverse_screen = on;
	t->moved_generation = t->generation;
}

/* One mouse mode at a time: setting one ends the others, and resetting any ends reporting. */
static void mouse_only(struct terminal *t, bool *one, bool on)
{
	t->modes.mouse_press = t->modes.mouse_click = t->modes.mouse_drag = t->modes.mouse_any = false;
	*one = on;
}

static void press_changed(struct terminal *t, bool on)
{
	mouse_only(t, &t->modes.mouse_press, on);
}

static void click_changed(struct terminal *t, bool on)
{
	mouse_only(t, &t->modes.mouse_click, on);
}

static void drag_changed(struct terminal *t, bool on)
{
	mouse_only(t, &t->modes.mouse_drag, on);
}

static void any_changed(struct terminal *t, bool on)
{
	mouse_only(t, &t->modes.mouse_any, on);
}

/* The encodings of the mouse exclude each other. */
static void sgr_changed(struct terminal *t, bool on)
{
	t->modes.mouse_sgr = on;
	t->modes.mouse_urxvt = false;
}

static void urxvt_changed(struct terminal *t, bool on)
{
	t->modes.mouse_urxvt = on;
	t->modes.mouse_sgr = false;
}

static void screen_wipe(struct terminal *t)
{
	for (int row = 0; row < t->rows; row++)
		row_erase(t, grid_row_filled(t, row), 0, t->cols);
}

static void alternate_changed(struct terminal *t, bool on)
{
	screen_show(t, on);
}

/* The alternate screen is wiped when it is left. */
static void alternate_wiped_changed(struct terminal *t, bool on)
{
	if (!on && t->shown == 1)
		screen_wipe(t);
	screen_show(t, on);
}

static void save_changed(struct terminal *t, bool on)
{
	if (on)
		screen_save_cursor(t);
	else
		screen_restore_cursor(t);
}

/* The cursor is saved with the main screen and restored on the way back; the alternate screen starts empty. */
static void alternate_saved_changed(struct terminal *t, bool on)
{
	if (on && t->shown == 0) {
		screen_save_cursor(t);
		screen_show(t, 1);
		screen_wipe(t);
	} else if (!on && t->shown == 1) {
		screen_show(t, 0);
		screen_restore_cursor(t);
	}
}

#define UNOFFERED(X) \
	X(2) X(3) X(4) X(8) X(10) X(18) X(19) X(30) X(35) X(38) X(40) X(41) X(42) X(43) X(44) X(46) X(67) X(69) X(80) X(95) \
	X(1001) X(1005) X(1010) X(1011) X(1014) X(1016) X(1034) X(1035) X(1036) X(1037) X(1039) X(1040) X(1041) X(1042) X(1043) \
	X(1044) X(1045) X(1046) X(1050) X(1051) X(1052) X(1053) X(1060) X(1061) X(1070) X(2027) X(2048) X(5522) X(7727) X(8452) \
	X(9001)
#define FLAG(name) offsetof(struct terminal, modes.name)
static const struct mode modes[] = {
	{ 4, false, FLAG(insert), NULL },
	{ 20, false, FLAG(newline), NULL },
	{ 1, true, FLAG(application_cursor), NULL },
	{ 5, true, FLAG(reverse_screen), reverse_changed },
	{ 6, true, FLAG(origin), origin_changed },
	{ 7, true, FLAG(autowrap), autowrap_changed },
	{ 12, true, FLAG(cursor_blink), NULL },
	{ 25, true, FLAG(cursor_visible), NULL },
	{ 45, true, FLAG(reverse_wrap), NULL },
	{ 66, true, FLAG(keypad), NULL },
	{ 47, true, offsetof(struct terminal, shown), alternate_changed },
	{ 1047, true, offsetof(struct terminal, shown), alternate_wiped_changed },
	{ 1048, true, 0, save_changed }, /* an act rather than a state */
	{ 1049, true, offsetof(struct terminal, shown), alternate_saved_changed },
	{ 9, true, FLAG(mouse_press), press_changed },
	{ 1000, true, FLAG(mouse_click), click_changed },
	{ 1002, true, FLAG(mouse_drag), drag_changed },
	{ 1003, true, FLAG(mouse_any), any_changed },
	{ 1004, true, FLAG(focus), NULL },
	{ 1006, true, FLAG(mouse_sgr), sgr_changed },
	{ 1007, true, FLAG(alternate_scroll), NULL },
	{ 1015, true, FLAG(mouse_urxvt), urxvt_changed },
	{ 2004, true, FLAG(paste), NULL },
	{ 2026, true, FLAG(synchronized), NULL },
	{ 2031, true, FLAG(color_scheme), NULL }, /* ours never changes */
	/* known, not offered */
	{ 2, false, 0, NULL }, { 12, false, 0, NULL },
#define X(number) { number, true, 0, NULL },
	UNOFFERED(X)
#undef X
};

static const struct mode *mode_find(uint16_t number, bool private)
{
	for (size_t i = 0; i < COUNT_OF(modes); i++)
		if (modes[i].number == number && modes[i].private == private)
			return &modes[i];
	return NULL;
}

void modes_reset(struct modes *m)
{
	*m = (struct modes){ .autowrap = true, .cursor_visible = true, .alternate_scroll = true };
}

static void mode_change(struct terminal *t, const struct mode *mode, bool on)
{
	if (mode->changed)
		mode->changed(t, on);
	else if (mode->flag)
		*((uint8_t *)t + mode->flag) = on;
}

void modes_change(struct terminal *t, bool on)
{
	const struct parser *p = &t->parser;

	for (int i = 0; i < p->count; i++) {
		const struct mode *mode = mode_find(p->values[i], p->leader == '?');

		if (mode)
			mode_change(t, mode, on);
	}
}

#define MODE_CLUSTERS 2027 /* joined code points share a cell, whatever is asked */

/* DECRQM: 1 set, 2 reset, 3 always set, 0 not offered. */
void modes_report(struct terminal *t)
{
	const struct mode *mode = mode_find((uint16_t)csi_value(t, 0, 0), t->parser.leader == '?');
	int state;

	if (!mode)
		return;
	state = mode->number == MODE_CLUSTERS ? 3 : 0;
	if (mode->flag)
		state = *((const uint8_t *)t + mode->flag) ? 1 : 2;
	replies_add(t, "\033[%s%d;%d$y", mode->private ? "?" : "", mode->number, state);
}
