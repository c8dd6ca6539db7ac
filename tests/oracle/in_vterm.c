/*
 * in_vterm — the same bytes through libvterm, compared cell by cell. It reads well-formed streams of real programs here;
 * what a hostile child prints must never reach it.
 */
#include "oracle/recording.h"

#include <vterm.h>

#include "core/terminal/terminal.h"

static uint32_t shown(uint32_t codepoint)
{
	return codepoint == 0 || codepoint == UINT32_MAX ? ' ' : codepoint;
}

static bool same_color(const VTermColor *theirs, bool is_default, struct color ours)
{
	if (is_default)
		return ours.kind == COLOR_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(theirs))
		return ours.kind == COLOR_INDEX && ours.r == theirs->indexed.idx;
	return ours.kind == COLOR_RGB && ours.r == theirs->rgb.red && ours.g == theirs->rgb.green && ours.b == theirs->rgb.blue;
}

static bool same_background(const VTermScreenCell *theirs, const struct style_info *ours)
{
	return same_color(&theirs->bg, VTERM_COLOR_IS_DEFAULT_BG(&theirs->bg), ours->bg);
}

/* libvterm knows no dim and no underline colour. */
static bool same_style(const VTermScreenCell *theirs, const struct style_info *ours)
{
	const VTermScreenCellAttrs *a = &theirs->attrs;

	return same_background(theirs, ours) && a->bold == !!(ours->attrs & ATTR_BOLD) && a->italic == !!(ours->attrs & ATTR_ITALIC) &&
	       a->reverse == !!(ours->attrs & ATTR_REVERSE) && a->strike == !!(ours->attrs & ATTR_STRIKE) &&
	       (a->underline != 0) == !!(ours->attrs & (ATTR_UNDERLINE | ATTR_UNDERCURL | ATTR_DOUBLE)) &&
	       same_color(&theirs->fg, VTERM_COLOR_IS_DEFAULT_FG(&theirs->fg), ours->fg);
}

static bool same_text(const VTermScreenCell *theirs, const struct cell *ours)
{
	if (ours->width == 0)
		return theirs->chars[0] == UINT32_MAX;
	if (shown(theirs->chars[0]) != shown(ours->codepoint) || theirs->width != ours->width)
		return false;
	for (int i = 1; i < VTERM_MAX_CHARS_PER_CELL && theirs->chars[i - 1]; i++)
		if (theirs->chars[i] != ours->marks[i - 1])
			return false;
	return true;
}

static void compare_cell(const char *says, size_t len, VTermScreen *screen, const struct terminal *t, VTermPos at)
{
	VTermScreenCell theirs;
	struct cell ours;

	(void)vterm_screen_get_cell(screen, at, &theirs);
	terminal_cell(t, at.row, at.col, &ours);
	if (!same_text(&theirs, &ours))
		fail_msg("%s, byte %zu: cell %d,%d is U+%04X, libvterm has U+%04X", says, len, at.row, at.col, ours.codepoint,
			 theirs.chars[0]);
	/* What was erased keeps a foreground in libvterm, which nobody sees. */
	if (ours.codepoint == 0 ? !same_background(&theirs, &ours.style) : !same_style(&theirs, &ours.style))
		fail_msg("%s, byte %zu: cell %d,%d has attributes %x, colours %d:%d and %d:%d; libvterm has bold %d, %x:%d, %x:%d", says,
			 len, at.row, at.col, ours.style.attrs, ours.style.fg.kind, ours.style.fg.r, ours.style.bg.kind, ours.style.bg.r,
			 theirs.attrs.bold, theirs.fg.type, theirs.fg.indexed.idx, theirs.bg.type, theirs.bg.indexed.idx);
}

void vterm_compare(const char *says, const struct text *bytes, size_t len, const struct terminal *t)
{
	VTerm *vterm = vterm_new(RECORDING_ROWS, RECORDING_COLS);
	VTermScreen *screen = vterm_obtain_screen(vterm);
	VTermPos at;

	vterm_set_utf8(vterm, 1);
	vterm_screen_enable_altscreen(screen, 1);
	vterm_screen_reset(screen, 1);
	(void)vterm_input_write(vterm, text_c(bytes), len);
	for (at.row = 0; at.row < RECORDING_ROWS; at.row++)
		for (at.col = 0; at.col < RECORDING_COLS; at.col++)
			compare_cell(says, len, screen, t, at);
	vterm_free(vterm);
}
