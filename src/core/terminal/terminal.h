/*
 * terminal — bytes in; cells, replies, scrollback out. Pure: no I/O, no clock, no locale. Every byte a child prints goes
 * through here and nothing but the cells comes out, so this is bounded in every dimension and fuzzed.
 *
 * Coordinates: row 0 is the top, column 0 the left. Width of a code point: the table in width.c (Unicode East Asian
 * Width, wide and fullwidth are 2, combining marks 0, everything else 1); a cluster keeps at most CELL_MARKS_MAX marks.
 */
#ifndef CORE_TERMINAL_TERMINAL_H
#define CORE_TERMINAL_TERMINAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TERMINAL_ROWS_MAX 500
#define TERMINAL_COLS_MAX 1000
#define TERMINAL_TITLE_BYTES 256
#define TERMINAL_REPLIES_BYTES 4096 /* what a child that never reads can make us keep; further replies are dropped */
#define CELL_MARKS_MAX 7

/* Of UNDERLINE, UNDERCURL and DOUBLE at most one is set. */
enum {
	ATTR_BOLD = 1 << 0, ATTR_DIM = 1 << 1, ATTR_ITALIC = 1 << 2, ATTR_UNDERLINE = 1 << 3, ATTR_BLINK = 1 << 4,
	ATTR_REVERSE = 1 << 5, ATTR_HIDDEN = 1 << 6, ATTR_STRIKE = 1 << 7, ATTR_UNDERCURL = 1 << 8, ATTR_DOUBLE = 1 << 9
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
enum mouse_mode { MOUSE_OFF, MOUSE_CLICK, MOUSE_DRAG, MOUSE_ANY };

/* Columns of a code point: 0 combining, 1, 2. The one table: what the engine counts is what the screens count. */
int terminal_width(uint32_t codepoint);

struct terminal;
struct terminal *terminal_new(int rows, int cols, size_t scrollback_bytes); /* sizes are clamped to 1 … MAX */
void terminal_drop(struct terminal **t);
void terminal_feed(struct terminal *t, const void *bytes, size_t len);      /* any bytes, any chunking: same result */
void terminal_resize(struct terminal *t, int rows, int cols);
size_t terminal_take_replies(struct terminal *t, void *ret_bytes, size_t room); /* what the child asked for; goes to its input */

int terminal_rows(const struct terminal *t);
int terminal_cols(const struct terminal *t);
void terminal_cell(const struct terminal *t, int row, int col, struct cell *ret); /* outside the screen: an empty cell */
/* The address of a hyperlink: printable ASCII without spaces. NULL: there is none. Borrowed until the next feed. */
const char *terminal_link(const struct terminal *t, uint16_t link);
bool terminal_row_wrapped(const struct terminal *t, int row);  /* continues on the next row */
void terminal_cursor(const struct terminal *t, int *ret_row, int *ret_col, bool *ret_visible, enum terminal_cursor_shape *ret_shape);
const char *terminal_title(const struct terminal *t);          /* sanitized, at most TERMINAL_TITLE_BYTES; never NULL */
bool terminal_alternate_screen(const struct terminal *t);
bool terminal_bracketed_paste(const struct terminal *t);
bool terminal_application_cursor(const struct terminal *t);
bool terminal_focus_events(const struct terminal *t);
bool terminal_synchronized(const struct terminal *t);          /* ?2026 is set: hold the frame (the host bounds how long) */
enum mouse_mode terminal_mouse(const struct terminal *t, bool *ret_sgr);
uint64_t terminal_bells(const struct terminal *t);             /* counted since birth */
uint64_t terminal_generation(const struct terminal *t);        /* changes whenever anything visible may have changed */
uint64_t terminal_row_generation(const struct terminal *t, int row);

/* Scrollback: line 0 is the newest line that left the screen. */
size_t terminal_scrollback_lines(const struct terminal *t);
uint64_t terminal_scrollback_dropped(const struct terminal *t); /* lines that were in it since birth and are no more */
size_t terminal_scrollback_bytes(const struct terminal *t);
/* The cells of one line, at most room; returns how many it has (columns). */
int terminal_scrollback_cells(const struct terminal *t, size_t line, struct cell *ret_cells, int room);
/* Its characters as UTF-8, an empty cell as a space: for searching. Borrowed until the next feed; NULL: no such line. */
const char *terminal_scrollback_text(const struct terminal *t, size_t line, size_t *ret_len);
bool terminal_scrollback_wrapped(const struct terminal *t, size_t line); /* continues in the next newer line */
void terminal_scrollback_clear(struct terminal *t);

/* What a key sends to this child now. modifiers: 1 shift, 2 alt, 4 control. Returns the length, 0 for nothing. */
enum terminal_key {
	TKEY_UP, TKEY_DOWN, TKEY_RIGHT, TKEY_LEFT, TKEY_HOME, TKEY_END, TKEY_INSERT, TKEY_DELETE, TKEY_PAGE_UP, TKEY_PAGE_DOWN,
	TKEY_F1, TKEY_F2, TKEY_F3, TKEY_F4, TKEY_F5, TKEY_F6, TKEY_F7, TKEY_F8, TKEY_F9, TKEY_F10, TKEY_F11, TKEY_F12,
	TKEY_BACKSPACE, TKEY_TAB, TKEY_BACKTAB, TKEY_ENTER, TKEY_ESCAPE
};
size_t terminal_encode_key(const struct terminal *t, enum terminal_key key, unsigned modifiers, char *ret_bytes, size_t room);

/* The screen as text: rows joined by newlines, trailing spaces cut, empty last rows kept out. Appends UTF-8. */
struct text;
void terminal_print(const struct terminal *t, struct text *out);
#endif
