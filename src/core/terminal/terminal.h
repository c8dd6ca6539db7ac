/*
 * terminal — bytes in; cells, replies, scrollback out. Pure: no I/O, no clock, no locale. Every byte a child prints goes
 * through here and nothing but the cells comes out, so this is bounded in every dimension and fuzzed.
 *
 * Coordinates: row 0 is the top, column 0 the left.
 *
 * Width of a code point: the table in width.c (Unicode East Asian Width: wide and fullwidth are 2, combining marks and
 * format characters 0, everything else 1). Width of a cell: that of its first code point, whatever is joined to it, but
 *   - a picture, a digit, # or * followed by U+FE0F is 2 (text style emoji, the start of a keycap);
 *   - two regional indicators are one cell of 2 (a flag);
 *   - a picture, U+200D and a picture are one cell of 2, and so on (a family, a profession);
 *   - a picture and a skin tone are one cell of 2.
 * A picture is what Unicode calls emoji (emoji_ranges.inc). These are the widths that the programs people run here count
 * with (unicode-width and string-width, by grapheme clusters), so that the columns they believe in are ours. tmux 3.3a
 * keeps the parts apart: what stands to the right of such a cell differs there. A cell keeps CELL_MARKS_MAX code points
 * besides the first, the longest sequence Unicode recommends; more are dropped. So is what is not seen and no cell needs:
 * U+200D without a picture before it, tags (U+E0020–7F) that do not continue a black flag, every other format character of
 * width 0. What sanitize refuses is U+FFFD.
 */
#ifndef CORE_TERMINAL_TERMINAL_H
#define CORE_TERMINAL_TERMINAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/owned.h"

#define TERMINAL_ROWS_MAX 500
#define TERMINAL_COLS_MAX 1000
#define TERMINAL_TITLE_BYTES 256
#define TERMINAL_NOTICE_BYTES 256
#define TERMINAL_REPLIES_BYTES 4096 /* what a child that never reads can make us keep; further replies are dropped */
#define CELL_MARKS_MAX 9

/* Of UNDERLINE, UNDERCURL and DOUBLE at most one is set. */
enum {
	ATTR_BOLD = 1 << 0, ATTR_DIM = 1 << 1, ATTR_ITALIC = 1 << 2, ATTR_UNDERLINE = 1 << 3, ATTR_BLINK = 1 << 4,
	ATTR_REVERSE = 1 << 5, ATTR_HIDDEN = 1 << 6, ATTR_STRIKE = 1 << 7, ATTR_UNDERCURL = 1 << 8, ATTR_DOUBLE = 1 << 9,
	ATTR_OVERLINE = 1 << 10
};
enum color_kind { COLOR_DEFAULT, COLOR_INDEX /* 0…255 */, COLOR_RGB };
struct color { uint8_t kind, r, g, b; }; /* index in r */
struct style_info { struct color fg, bg, underline; uint16_t attrs; };

/* One cell as the outside sees it. */
struct cell {
	uint32_t codepoint;             /* 0: empty (draw a space); never a control or a character sanitize refuses */
	uint32_t marks[CELL_MARKS_MAX]; /* combining marks and joined code points, 0-ended unless full */
	uint8_t width;                  /* 1 or 2; 0: right half of the wide cell before it */
	struct style_info style;
	uint16_t link;                  /* terminal_link() has the address; 0: none */
};

enum terminal_cursor_shape { CURSOR_BLOCK, CURSOR_UNDERLINE, CURSOR_BAR };
enum mouse_mode { MOUSE_OFF, MOUSE_PRESS /* presses only */, MOUSE_CLICK, MOUSE_DRAG, MOUSE_ANY };
enum terminal_progress { PROGRESS_NONE, PROGRESS_KNOWN, PROGRESS_FAILED, PROGRESS_UNKNOWN, PROGRESS_PAUSED };

/* What the child said about itself; counters since birth. */
struct terminal_signals {
	uint64_t bells, notices, titles, marks;
	const char *notice;              /* of the last OSC 9, 777 notify or 99: sanitized, at most TERMINAL_NOTICE_BYTES, never NULL */
	char mark;                       /* of the last OSC 133: A prompt, B typing, C running, D over; 0 none */
	int mark_status;                 /* of D: what the command returned; -1 none */
	enum terminal_progress progress; /* of the last OSC 9;4 */
	int percent;                     /* of it, 0 to 100; -1 none */
};

/* Columns of a code point: 0 combining, 1, 2. The one table: what the engine counts is what the screens count. */
int terminal_width(uint32_t codepoint);

/* The same for text: walk over its code points from { 0 }, and each tells how many columns it adds. */
struct terminal_walk {
	uint32_t base, last;
	int width;
	bool joins; /* the code point belongs to the cell of the ones before it */
};
int terminal_walk(struct terminal_walk *w, uint32_t codepoint);
int terminal_text_cols(const char *bytes, size_t len); /* of UTF-8; a byte that is none is one column */

struct terminal;
struct terminal *terminal_new(int rows, int cols, size_t scrollback_bytes); /* sizes are clamped to 1 … MAX */
void terminal_drop(struct terminal **t);
/* Another one: what comes out of both is the same, now and after the same was fed to both, but for joined code points that a
   screen full of tens of thousands of them refuses. */
struct terminal *terminal_copy(const struct terminal *t);
size_t terminal_bytes(const struct terminal *t); /* of memory, about */
/* For a terminal that is hardly ever looked back in: lines that leave the screen are put together only when somebody asks,
   and of those nobody asked for only the newest are kept, enough to grow a window by. The screen is the same. */
void terminal_scrollback_lazily(struct terminal *t);
void terminal_feed(struct terminal *t, const void *bytes, size_t len);      /* any bytes, any chunking: same result */
/* Lines of the main screen and the scrollback that were wrapped are joined and cut anew; the alternate screen is cut.
   Rows without room go to the scrollback, and come back when the text reached the bottom: two terminals that read the same
   are the same only if both have a scrollback of a few screens. */
void terminal_resize(struct terminal *t, int rows, int cols);
size_t terminal_take_replies(struct terminal *t, void *ret_bytes, size_t room); /* what the child asked for; goes to its input */

int terminal_rows(const struct terminal *t);
int terminal_cols(const struct terminal *t);
void terminal_cell(const struct terminal *t, int row, int col, struct cell *ret); /* outside the screen: an empty cell */
/* The address of a hyperlink: printable ASCII without spaces. NULL: there is none. Borrowed until the next feed. */
const char *terminal_link(const struct terminal *t, uint16_t link);
bool terminal_row_wrapped(const struct terminal *t, int row);  /* continues on the next row */
void terminal_cursor(const struct terminal *t, int *ret_row, int *ret_col, bool *ret_visible, enum terminal_cursor_shape *ret_shape);
/* Which cursor the child asked for, by the numbers of DECSCUSR: 1 to 6. 0: none, or whatever the terminal's own is. */
int terminal_cursor_style(const struct terminal *t);
const char *terminal_title(const struct terminal *t);          /* sanitized, at most TERMINAL_TITLE_BYTES; never NULL */
bool terminal_alternate_screen(const struct terminal *t);
bool terminal_bracketed_paste(const struct terminal *t);
bool terminal_application_cursor(const struct terminal *t);
bool terminal_focus_events(const struct terminal *t);
bool terminal_synchronized(const struct terminal *t);          /* ?2026 is set: hold the frame (the host bounds how long) */
enum mouse_mode terminal_mouse(const struct terminal *t, bool *ret_sgr);
void terminal_signals(const struct terminal *t, struct terminal_signals *ret); /* notice: borrowed until the next feed */
uint64_t terminal_bells(const struct terminal *t);             /* counted since birth */
uint64_t terminal_generation(const struct terminal *t);        /* changes whenever anything visible may have changed */
uint64_t terminal_row_generation(const struct terminal *t, int row);

/* Scrollback: line 0 is the newest row that left the screen. Rows are those of the width the screen has now: a resize
   changes how many there are, and which. A question may write what the next one needs: no two at the same time. */
size_t terminal_scrollback_lines(const struct terminal *t);
uint64_t terminal_scrollback_dropped(const struct terminal *t); /* lines that were in it since birth and are no more */
size_t terminal_scrollback_bytes(const struct terminal *t);
/* The cells of one line, at most room; returns how many it has (columns). */
int terminal_scrollback_cells(const struct terminal *t, size_t line, struct cell *ret_cells, int room);
/* Its characters as UTF-8, an empty cell as a space, up to the last that is no blank unless the line goes on: for
   searching. Borrowed until the next question; NULL: no such line. */
const char *terminal_scrollback_text(const struct terminal *t, size_t line, size_t *ret_len);
bool terminal_scrollback_wrapped(const struct terminal *t, size_t line); /* continues in the next newer line */
void terminal_scrollback_clear(struct terminal *t);

/* What keys, mouse, focus and paste send to this child now, in the encodings it asked for. modifiers: 1 shift, 2 alt,
   4 control. They return the length; 0 when it is to get nothing, or when room is too small (64 is enough). */
unsigned terminal_keyboard(const struct terminal *t); /* the kitty keyboard flags in force; 0: the usual encoding */
enum terminal_key {
	TKEY_UP, TKEY_DOWN, TKEY_RIGHT, TKEY_LEFT, TKEY_HOME, TKEY_END, TKEY_INSERT, TKEY_DELETE, TKEY_PAGE_UP, TKEY_PAGE_DOWN,
	TKEY_F1, TKEY_F2, TKEY_F3, TKEY_F4, TKEY_F5, TKEY_F6, TKEY_F7, TKEY_F8, TKEY_F9, TKEY_F10, TKEY_F11, TKEY_F12,
	TKEY_BACKSPACE, TKEY_TAB, TKEY_BACKTAB, TKEY_ENTER, TKEY_ESCAPE
};
size_t terminal_encode_key(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret_bytes, size_t room);
/* A character that was typed: control and a letter is the letter with modifier 4. */
size_t terminal_encode_text(const struct terminal *t, uint32_t codepoint, unsigned modifiers, char *ret_bytes, size_t room);

enum terminal_button {
	TBUTTON_NONE, TBUTTON_LEFT, TBUTTON_MIDDLE, TBUTTON_RIGHT, TBUTTON_WHEEL_UP, TBUTTON_WHEEL_DOWN, TBUTTON_WHEEL_LEFT,
	TBUTTON_WHEEL_RIGHT
};
/* row and col from 0; outside the screen nothing is sent. A wheel is pressed; a hover is moved with TBUTTON_NONE. */
struct terminal_mouse { enum terminal_button button; bool pressed, moved; int row, col; unsigned modifiers; };
/* Without a mouse mode the wheel sends arrow keys on the alternate screen, unless the child switched ?1007 off. */
size_t terminal_encode_mouse(const struct terminal *t, const struct terminal_mouse *m, char *ret_bytes, size_t room);
size_t terminal_encode_focus(const struct terminal *t, bool in, char *ret_bytes, size_t room);
/* A whole paste, appended to out: in brackets when the child asked for them, without controls but newline and tab. */
struct text;
void terminal_encode_paste(const struct terminal *t, const char *bytes, size_t len, struct text *out);

/* Bytes, appended to out, that draw this screen in a new terminal of its size: cells, cursor, title, and the modes that keys, mouse
   and pastes depend on. No scrollback, no scroll region. false: it takes more than most bytes, and out is as it
   was. A space may stand where an empty cell with underline or the like was, and a cell that is narrower or wider than
   what stands in it loses what was joined to its first code point. */
bool terminal_redraw(const struct terminal *t, size_t most, struct text *out) MUST_CHECK;

/* The screen as text: rows joined by newlines, trailing spaces cut, empty last rows kept out. Appends UTF-8. */
void terminal_print(const struct terminal *t, struct text *out);
#endif
