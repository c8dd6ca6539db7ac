/*
 * screen — the terminal the program believes to be in: libvterm, fed through the filter.
 */
#include <vterm.h>

#include "core/base/mem.h"
#include "walk.h"

#define DIM_FONT 1

/* The sixteen colours a program calls by number, and what it gets when it calls for none. */
static const uint32_t palette[16] = {
	0x1c2128, 0xe5534b, 0x57ab5a, 0xc69026, 0x539bf5, 0xb083f0, 0x39c5cf, 0xadbac7,
	0x636e7b, 0xff938a, 0x6bc46d, 0xdaaa3f, 0x6cb6ff, 0xdcbdfb, 0x56d4dd, 0xf0f6fc,
};

#define PLAIN_FOREGROUND 0xcdd9e5
#define PLAIN_BACKGROUND 0x16191f

struct screen {
	VTerm *vterm;
	VTermScreen *cells;
	VTermState *state;
	struct filter filter;
	struct text answers;
};

static VTermColor colour(uint32_t rgb)
{
	VTermColor c;

	vterm_color_rgb(&c, (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb);
	return c;
}

static void answer(const char *bytes, size_t len, void *screen)
{
	text_add(&((struct screen *)screen)->answers, bytes, len);
}

struct screen *screen_new(int rows, int cols)
{
	struct screen *s = mem_new(1, sizeof *s);
	VTermColor foreground = colour(PLAIN_FOREGROUND), background = colour(PLAIN_BACKGROUND);

	s->vterm = vterm_new(rows, cols);
	if (!s->vterm)
		abort();
	s->filter.modes.on[s->filter.modes.n_on++] = 25; /* a fresh terminal shows its cursor */
	vterm_set_utf8(s->vterm, 1);
	vterm_output_set_callback(s->vterm, answer, s);
	s->cells = vterm_obtain_screen(s->vterm);
	s->state = vterm_obtain_state(s->vterm);
	vterm_screen_enable_altscreen(s->cells, 1);
	vterm_state_set_default_colors(s->state, &foreground, &background);
	for (int i = 0; i < 16; i++) {
		VTermColor c = colour(palette[i]);

		vterm_state_set_palette_color(s->state, i, &c);
	}
	vterm_screen_reset(s->cells, 1);
	return s;
}

void screen_drop(struct screen **s)
{
	if (!*s)
		return;
	vterm_free((*s)->vterm);
	text_clear(&(*s)->answers);
	text_clear(&(*s)->filter.held);
	text_clear(&(*s)->filter.string);
	text_clear(&(*s)->filter.clipboard);
	free(*s);
	*s = NULL;
}

void screen_feed(struct screen *s, const char *bytes, size_t len)
{
	CLEARED(text) struct text clean = { 0 };

	filter_feed(&s->filter, bytes, len, &clean);
	(void)vterm_input_write(s->vterm, text_c(&clean), clean.len);
}

/* libvterm keeps a scroll region that the smaller screen has no room for, and then writes beyond it. */
void screen_resize(struct screen *s, int rows, int cols)
{
	static const char no_region[] = "\x1b"
					"7\x1b[r\x1b"
					"8";

	(void)vterm_input_write(s->vterm, no_region, sizeof no_region - 1);
	vterm_set_size(s->vterm, rows, cols);
}

struct text *screen_answers(struct screen *s)
{
	return &s->answers;
}

const struct modes *screen_modes(const struct screen *s)
{
	return &s->filter.modes;
}

const struct text *screen_clipboard(const struct screen *s)
{
	return &s->filter.clipboard;
}

bool screen_is_settled(const struct screen *s)
{
	return s->filter.held.len == 0 && !modes_has(&s->filter.modes, 2026);
}

void screen_size(const struct screen *s, int *ret_rows, int *ret_cols)
{
	vterm_get_size(s->vterm, ret_rows, ret_cols);
}

/* One of the 240 colours behind the first 16 as nearly every terminal shows it; libvterm has a ramp of its own. */
static uint32_t indexed(int index)
{
	static const uint32_t levels[] = { 0, 95, 135, 175, 215, 255 };
	const int cube = index - 16;

	if (index >= 232)
		return (uint32_t)(8 + 10 * (index - 232)) * 0x010101;
	return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

static uint32_t plain(const struct screen *s, VTermColor c)
{
	if (VTERM_COLOR_IS_INDEXED(&c) && c.indexed.idx >= 16)
		return indexed(c.indexed.idx);
	vterm_screen_convert_color_to_rgb(s->cells, &c);
	return (uint32_t)c.rgb.red << 16 | (uint32_t)c.rgb.green << 8 | c.rgb.blue;
}

/* Three parts of a, two parts of b, channel by channel. */
static uint32_t faded(uint32_t a, uint32_t b)
{
	uint32_t mixed = 0;

	for (int shift = 0; shift <= 16; shift += 8)
		mixed |= ((a >> shift & 255) * 3 + (b >> shift & 255) * 2) / 5 << shift;
	return mixed;
}

static void cell_text(const VTermScreenCell *from, struct cell *ret)
{
	size_t len = 0;

	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && from->chars[i] && len + 4 < sizeof ret->bytes; i++)
		len += utf8_encode(from->chars[i], ret->bytes + len);
	ret->bytes[len] = '\0';
	if (from->chars[0] == UINT32_MAX)
		ret->bytes[0] = '\0';
	else if (len == 0)
		memcpy(ret->bytes, " ", 2);
}

void screen_cell(const struct screen *s, int row, int col, struct cell *ret)
{
	VTermScreenCell from = { 0 };

	(void)vterm_screen_get_cell(s->cells, (VTermPos){ row, col }, &from);
	*ret = (struct cell){ .width = from.width, .bold = from.attrs.bold, .underline = from.attrs.underline != 0,
		.italic = from.attrs.italic, .strike = from.attrs.strike };
	cell_text(&from, ret);
	ret->foreground = plain(s, from.attrs.reverse ? from.bg : from.fg);
	ret->background = plain(s, from.attrs.reverse ? from.fg : from.bg);
	if (from.attrs.font == DIM_FONT)
		ret->foreground = faded(ret->foreground, ret->background);
}

void screen_row(const struct screen *s, int row, struct text *ret)
{
	int rows, cols;
	struct cell cell;

	vterm_get_size(s->vterm, &rows, &cols);
	for (int col = 0; row < rows && col < cols; col++) {
		screen_cell(s, row, col, &cell);
		text_add_string(ret, cell.bytes);
	}
	while (ret->len > 0 && ret->bytes[ret->len - 1] == ' ')
		ret->bytes[--ret->len] = '\0';
}

bool screen_cursor(const struct screen *s, int *ret_row, int *ret_col)
{
	VTermPos at;

	vterm_state_get_cursorpos(s->state, &at);
	*ret_row = at.row;
	*ret_col = at.col;
	return modes_has(&s->filter.modes, 25);
}

uint32_t screen_background(void)
{
	return PLAIN_BACKGROUND;
}

void screen_type(struct screen *s, const char *utf8)
{
	text_add_string(&s->answers, utf8);
}

void screen_paste(struct screen *s, const char *utf8)
{
	bool bracketed = modes_has(&s->filter.modes, 2004);

	text_add_format(&s->answers, "%s%s%s", bracketed ? "\x1b[200~" : "", utf8, bracketed ? "\x1b[201~" : "");
}

void screen_click(struct screen *s, int row, int col, int button)
{
	vterm_mouse_move(s->vterm, row, col, VTERM_MOD_NONE);
	vterm_mouse_button(s->vterm, button, true, VTERM_MOD_NONE);
	vterm_mouse_button(s->vterm, button, false, VTERM_MOD_NONE);
}

void screen_drag(struct screen *s, int row, int col, int to_row, int to_col)
{
	vterm_mouse_move(s->vterm, row, col, VTERM_MOD_NONE);
	vterm_mouse_button(s->vterm, 1, true, VTERM_MOD_NONE);
	vterm_mouse_move(s->vterm, to_row, to_col, VTERM_MOD_NONE);
	vterm_mouse_button(s->vterm, 1, false, VTERM_MOD_NONE);
}

static const struct {
	const char *name;
	VTermKey key;
} special[] = {
	{ "Up", VTERM_KEY_UP }, { "Down", VTERM_KEY_DOWN }, { "Left", VTERM_KEY_LEFT }, { "Right", VTERM_KEY_RIGHT },
	{ "Home", VTERM_KEY_HOME }, { "End", VTERM_KEY_END }, { "PageUp", VTERM_KEY_PAGEUP }, { "PageDown", VTERM_KEY_PAGEDOWN },
	{ "Insert", VTERM_KEY_INS }, { "Delete", VTERM_KEY_DEL }, { "Enter", VTERM_KEY_ENTER }, { "Tab", VTERM_KEY_TAB },
	{ "Esc", VTERM_KEY_ESCAPE }, { "Backspace", VTERM_KEY_BACKSPACE },
};

static bool function_key(struct screen *s, const char *name)
{
	char *end = NULL;
	long number = *name == 'F' ? strtol(name + 1, &end, 10) : 0;

	if (number < 1 || number > 12 || *end)
		return false;
	vterm_keyboard_key(s->vterm, (VTermKey)VTERM_KEY_FUNCTION(number), VTERM_MOD_NONE);
	return true;
}

/* C-x or ^X; libvterm would send some of these in a form no terminal uses unasked. */
static bool control_key(struct screen *s, const char *name)
{
	size_t mark = strncmp(name, "C-", 2) == 0 ? 2 : name[0] == '^' ? 1 : 0;

	if (mark == 0 || !name[mark] || name[mark + 1])
		return false;
	text_add_byte(&s->answers, (char)(name[mark] & 0x1f));
	return true;
}

/* Up, C-Up, M-Up: as terminals send them. */
static bool special_key(struct screen *s, const char *name)
{
	VTermModifier modifier = strncmp(name, "C-", 2) == 0   ? VTERM_MOD_CTRL
				 : strncmp(name, "M-", 2) == 0 ? VTERM_MOD_ALT
							       : VTERM_MOD_NONE;
	const char *plain = modifier == VTERM_MOD_NONE ? name : name + 2;

	for (size_t i = 0; i < COUNT_OF(special); i++) {
		if (strcmp(plain, special[i].name) != 0)
			continue;
		vterm_keyboard_key(s->vterm, special[i].key, modifier);
		return true;
	}
	return false;
}

bool screen_key(struct screen *s, const char *name)
{
	uint32_t codepoint;
	size_t len = strlen(name);

	if (special_key(s, name))
		return true;
	if (strcmp(name, "BackTab") == 0 || strcmp(name, "Space") == 0)
		text_add_string(&s->answers, *name == 'S' ? " " : "\x1b[Z");
	else if (strncmp(name, "M-", 2) == 0 && len > 2) {
		text_add_byte(&s->answers, '\x1b');
		return screen_key(s, name + 2);
	} else if (utf8_decode(name, len, &codepoint) == len)
		text_add_string(&s->answers, name);
	else
		return control_key(s, name) || function_key(s, name);
	return true;
}
