/*
 * engine — what the files of this layer share. Nobody outside core/terminal includes it.
 *
 *   bytes -> parser.c -> ground: screen_put_*        (text)
 *                     -> csi.c, escape.c, osc.c      (tables of final bytes -> functions)
 *                          -> screen.c, edit.c, sgr.c, modes.c, keyboard.c, signals.c, dcs.c, replies.c
 *   a row that leaves the top of the main screen -> scrollback.c
 *
 * Invariants, kept by every function here and checked by the fuzzer:
 *   - cursor.row and cursor.col are on the screen; top < bottom, or the screen has one row;
 *   - a WIDE slot is followed by its RIGHT_HALF in the same row, and a RIGHT_HALF follows a WIDE one;
 *   - slots from row->used on are all zero, which is an empty cell in the default style; but they look like row->fill
 *     until somebody looks at the row or writes into it, so that wiping a screen again and again costs little;
 *   - a glyph is a code point sanitize_may_draw() accepts, or CLUSTER_BIT and an index into clusters.
 */
#ifndef CORE_TERMINAL_ENGINE_H
#define CORE_TERMINAL_ENGINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/owned.h"
#include "core/base/text.h"
#include "core/terminal/terminal.h"

#define REPLACEMENT 0xFFFDu
#define CLUSTER_BIT 0x80000000u
#define PARAMS_MAX 32
#define PARAM_VALUE_MAX 65535u
#define OSC_BYTES 1024       /* what is kept of a string sequence; the rest is swallowed */
#define STYLES_MAX 60000     /* an id is 16 bits */
#define STYLES_RECENT 256u
#define CLUSTERS_MAX 65536
#define LINKS_MAX 2048
#define TAB_WIDTH 8

enum slot_kind { SLOT_SINGLE, SLOT_WIDE, SLOT_RIGHT_HALF };
struct slot { uint32_t glyph; uint16_t style, kind; };
struct row {
	uint64_t generation;
	int used;     /* slots from here on are zero */
	struct slot fill; /* and stand for this, to the end of the row; no part of a wide cell, no cluster */
	bool wrapped; /* the text goes on in the next row */
	struct slot slots[];
};

struct cluster { uint32_t codepoint, marks[CELL_MARKS_MAX]; };
struct clusters {
	struct cluster *items;
	uint32_t count, room;
	uint32_t refusals; /* while the table is full of live ones: that many more are refused before the next sweep */
};

#define LINKS_INDEX_SIZE (LINKS_MAX * 2u) /* a power of two */
/* Addresses of hyperlinks: link n is items[n - 1]. NULL items are free. */
struct links {
	char **items;
	uint32_t *hashes;
	uint32_t count, room;
	uint32_t refusals;
	uint32_t taken;    /* no place before this one is free */
	uint16_t *index;   /* open addressing: number of the link, 0 is free; NULL until there is a link */
	uint64_t steps;    /* places of items and of index that were looked at, ever: what finding costs */
};

/* Interned looks: id 0 is the default style without a link and always there. */
struct look { struct style_info style; uint16_t link; };
struct styles {
	struct look *items;
	uint32_t count, room;
	uint16_t *index; /* open addressing: id + 1, 0 is free; size is a power of two */
	uint32_t index_size;
	uint32_t refusals;
	uint16_t recent[STYLES_RECENT]; /* ids by a cheap hash, asked before the index; a wrong one is no harm */
};

struct cursor { int row, col; bool pending_wrap; };
enum charset { CHARSET_ASCII, CHARSET_LINES };
struct saved_cursor {
	struct cursor cursor;
	struct style_info pen;
	uint8_t charsets[4], shift;
	bool origin;
};
struct grid {
	struct row **rows;
	struct saved_cursor saved;
	struct cursor left; /* where the cursor was when the other grid was shown instead */
};

/* Flags of kitty's keyboard protocol; the others (releases, shifted keys) are not known here and never in force. */
enum { KEYBOARD_DISAMBIGUATE = 1, KEYBOARD_ALL = 8, KEYBOARD_TEXT = 16 };
#define KEYBOARD_HONOURED (KEYBOARD_DISAMBIGUATE | KEYBOARD_ALL | KEYBOARD_TEXT)
#define KEYBOARD_DEPTH 16
struct keyboard { uint8_t flags[KEYBOARD_DEPTH], depth; }; /* flags[depth] are in force */

struct modes {
	bool application_cursor, origin, autowrap, cursor_visible, insert, newline, keypad;
	bool mouse_press, mouse_click, mouse_drag, mouse_any, mouse_sgr, mouse_urxvt, alternate_scroll;
	bool focus, paste, synchronized, reverse_screen, reverse_wrap, cursor_blink, color_scheme;
	uint8_t modify_keys;          /* level of modifyOtherKeys */
	struct keyboard keyboards[2]; /* of each screen */
};

/* Titles that were put away, the last one on top. */
#define TITLES_KEPT 8
struct titles {
	int count;
	char items[TITLES_KEPT][TERMINAL_TITLE_BYTES + 1];
};

enum parser_state {
	STATE_GROUND, STATE_ESCAPE, STATE_ESCAPE_INTERMEDIATE, STATE_CSI_PARAM, STATE_CSI_INTERMEDIATE, STATE_CSI_IGNORE,
	STATE_STRING, STATE_STRING_ESCAPE, STATE_COUNT
};
struct parser {
	uint8_t state;
	uint8_t leader, intermediate;       /* 0: none */
	uint16_t values[PARAMS_MAX];
	bool given[PARAMS_MAX], colon[PARAMS_MAX]; /* colon: joined to the one before by ':' */
	int count;
	uint32_t codepoint;                 /* of the UTF-8 sequence being read */
	uint8_t missing, low, high;         /* bytes still to come; range the next one must be in */
	uint8_t string_kind;                /* ']' for OSC, else swallowed */
	size_t string_len;                  /* kept bytes */
	char string[OSC_BYTES];
};

/* Rows that left the screen as they are, oldest at first: a ring of room places, of which the first ones were used. */
struct fresh {
	struct row **rows;
	int count, first, room; /* room 0: lines are put together at once */
};

struct block;
struct scrollback {
	struct fresh fresh; /* newer than all blocks */
	bool lazy;          /* fresh rows are kept, and the oldest dropped */
	bool cut;           /* the oldest line has lost its start */
	struct block **blocks; /* oldest first */
	size_t count, room;
	size_t lines, bytes, bytes_max, block_bytes; /* lines: rows at the width of cols */
	uint64_t dropped;       /* lines that were here since birth and are no more */
	uint64_t changes;       /* counted: what was remembered of the lines is no longer right */
	int cols;               /* the width the lines are laid out for */
	uint8_t *line, *piece;  /* where a piece of a line is put together, and where it starts there */
	size_t line_room;
	uint16_t *numbers;      /* of the newest block, for each interned look: its number there, 0: none yet */
	size_t numbers_room;
	struct recalled *recalled; /* recall.c's memory of the block it read last; NULL until somebody looks back */
};

/* Rows in no grid while the screen changes its size: what their slots name is in use. */
struct loose { struct row **items; int count, room; };

struct terminal {
	int rows, cols, top, bottom; /* scroll region, both inclusive */
	struct grid grids[2];
	struct loose loose;
	uint8_t shown;               /* 0 main, 1 alternate */
	struct cursor cursor;
	struct style_info pen;
	uint16_t pen_link;           /* the hyperlink that text written now belongs to; 0: none */
	uint16_t pen_style;          /* interned pen and link, when pen_known */
	bool pen_known;
	uint8_t charsets[4], shift;
	struct modes modes;
	enum terminal_cursor_shape shape;
	bool shape_asked;            /* by the child; else it is the terminal's own */
	uint32_t last_glyph;         /* for REP; 0: none */
	bool tabs[TERMINAL_COLS_MAX];
	struct styles styles;
	struct links links;
	struct clusters clusters;
	struct scrollback scrollback;
	struct parser parser;
	char replies[TERMINAL_REPLIES_BYTES];
	size_t replies_len;
	char title[TERMINAL_TITLE_BYTES + 1];
	struct titles titles;
	char notice[TERMINAL_NOTICE_BYTES + 1];
	bool notice_open; /* more of it is to come */
	struct terminal_signals signals; /* but for bells and notice */
	uint64_t bells, generation, moved_generation;
	uint64_t cleared; /* slots that were written one by one by erasing and aligning, counted */
};

/* styles.c: interning never fails: when the table is full of live styles the answer is 0, the default. */
void styles_init(struct styles *s);
void styles_clear(struct styles *s);
void styles_sweep(struct terminal *t);    /* throw out what no slot uses */
uint16_t styles_intern(struct terminal *t, const struct look *look);
uint16_t styles_pen(struct terminal *t);   /* id of the pen */
uint16_t styles_blank(struct terminal *t); /* id of what erasing leaves: the pen's background only */

/* links.c */
void links_clear(struct links *l);
void screen_set_link(struct terminal *t, const char *address, size_t len); /* what is written from now on; len 0: no link */

/* width.c: the range of a sorted table that holds the code point; NULL: none does */
struct width_range { uint32_t first, last; int width; };
const struct width_range *width_search(const struct width_range *all, size_t count, uint32_t codepoint);

/* What put_text.c needs to know of a code point, from the tables of scripts/class-table; beyond CLASS_END is LOOK. */
#define CLASS_END 0x20000u
enum { CLASS_LOOK, CLASS_NARROW, CLASS_WIDE, CLASS_PICTURE };

/* join.c: what a code point is to the cell before it, given the first and the last code point of that and its width */
enum join { JOIN_NOT, JOIN_MARK, JOIN_WIDENS };
enum join terminal_join(uint32_t base, uint32_t last, int width, uint32_t codepoint);
bool terminal_may_mark(uint32_t base, uint32_t last, uint32_t codepoint); /* what has no width: does the cell need it? */

/* clusters.c: add a mark to the slot; dropped beyond CELL_MARKS_MAX, refused (false) when the table is full. */
bool clusters_mark(struct terminal *t, struct slot *slot, uint32_t mark);
void clusters_clear(struct clusters *c);
void clusters_compact(struct terminal *t); /* only those that a slot holds, and room for little more */
uint32_t clusters_ends(const struct terminal *t, const struct slot *slot, uint32_t *ret_last); /* its first code point */
void cell_from_slot(const struct terminal *t, const struct slot *slot, struct cell *ret);

/* grid.c: rows of slots, without a cursor. */
struct grid grid_new(int rows, int cols);
void grid_clear(struct grid *g, int rows);
void grid_resize(struct terminal *t, struct grid *g, int rows, int cols); /* cut at the right and at the bottom */
struct row *row_new(int cols);
struct row *grid_row(struct terminal *t, int row);             /* of the shown grid, without a fill; stamps it as changed */
struct row *grid_row_filled(struct terminal *t, int row);      /* the same, its fill and all: for row_erase() and row_fill() */
struct row *grid_row_unchanged(const struct terminal *t, int row); /* without a fill, and not stamped */
const struct row *grid_peek(const struct terminal *t, int row);
/* Slots of it that are text or coloured. Of a wrapped row not the blank that a wide sign leaves at the edge. */
int row_length(const struct row *row);
void row_open(struct terminal *t, struct row *row, int col, int count); /* wide cells cut by this range become blank */
void row_erase(struct terminal *t, struct row *row, int from, int to);  /* [from, to) in the blank style */
void row_fill(struct terminal *t, struct row *row, int from, struct slot fill); /* to its end; may follow a half of a wide cell */
bool row_has_fill(const struct row *row);
void row_settle(struct row *row, int cols);
void grid_settle(struct terminal *t); /* no row of either grid has a fill */
void row_shift(struct terminal *t, struct row *row, int col, int count); /* > 0: insert blanks; < 0: delete */

/* reflow.c: the main screen in another size; what has no room goes to the scrollback, and what has room comes back. */
void reflow_main(struct terminal *t, int rows, int cols);

/* screen.c: the cursor, scrolling and text. */
void screen_reset(struct terminal *t);
void screen_put_ascii(struct terminal *t, const uint8_t *bytes, size_t len); /* printable only */
void screen_put(struct terminal *t, uint32_t codepoint);
size_t screen_put_run(struct terminal *t, const uint8_t *bytes, size_t len); /* of UTF-8; how much of it was nothing special */
void screen_advance(struct terminal *t, int count); /* the cursor, behind what was written */
void screen_repeat(struct terminal *t, int count);
void screen_go(struct terminal *t, int row, int col);        /* clamped to the screen; ends a pending wrap */
void screen_go_origin(struct terminal *t, int row, int col); /* as CUP counts: from the region's top in origin mode */
void screen_back(struct terminal *t, int count); /* to the left, in reverse wrap mode also up wrapped rows */
void screen_line_feed(struct terminal *t);
void screen_reverse_feed(struct terminal *t);
void screen_scroll(struct terminal *t, int top, int bottom, int count); /* > 0 up, < 0 down; what leaves is gone */
void screen_scroll_region(struct terminal *t, int count); /* what leaves the top of the main screen goes to the scrollback */
void screen_save_cursor(struct terminal *t);
void screen_restore_cursor(struct terminal *t);
void screen_show(struct terminal *t, uint8_t grid);
void screen_set_region(struct terminal *t, int top, int bottom);
void screen_tabs_default(struct terminal *t);
void screen_tab(struct terminal *t, int count); /* < 0: backwards */
void screen_align(struct terminal *t);          /* DECALN */
void screen_control(struct terminal *t, uint8_t control);
void screen_soft_reset(struct terminal *t);

/* the dispatchers of the parser */
void csi_dispatch(struct terminal *t, uint8_t final_byte);
int csi_value(const struct terminal *t, int at, int otherwise); /* absent or 0 gives otherwise */
int csi_count(const struct terminal *t);                          /* the first value, at least 1 */
void escape_dispatch(struct terminal *t, uint8_t final_byte);
void osc_dispatch(struct terminal *t);
void dcs_dispatch(struct terminal *t);
void sgr_apply(struct terminal *t);
void sgr_say(const struct style_info *pen, struct text *out); /* the parameters that make it from the default */
void modes_reset(struct modes *m);
void modes_change(struct terminal *t, bool on);
void modes_report(struct terminal *t);

/* replies.c: what a child may ask. A reply that does not fit is dropped whole. fmt is ours; nothing of the child's bytes is an argument. */
void replies_add(struct terminal *t, const char *fmt, ...) PRINTF(2, 3);
void reply_device(struct terminal *t);
void reply_device_version(struct terminal *t);
void reply_device_unit(struct terminal *t);
void reply_name(struct terminal *t);
void reply_status(struct terminal *t);
void reply_color(struct terminal *t, int request, int index, uint32_t rgb); /* index < 0: the request has none */

/* edit.c */
void edit_screen_erase(struct terminal *t);
void edit_line_erase(struct terminal *t);
void edit_cells_erase(struct terminal *t);
void edit_cells_insert(struct terminal *t);
void edit_cells_delete(struct terminal *t);
void edit_lines_insert(struct terminal *t);
void edit_lines_delete(struct terminal *t);
void edit_columns_insert(struct terminal *t);
void edit_columns_delete(struct terminal *t);
void edit_rectangle_erase(struct terminal *t);
void edit_scroll_up(struct terminal *t);
void edit_scroll_down(struct terminal *t);
void edit_scroll_left(struct terminal *t);
void edit_scroll_right(struct terminal *t);

/* keyboard.c: CSI > u, < u, = u, > m, > n and the queries */
void keyboard_push(struct terminal *t);
void keyboard_pop(struct terminal *t);
void keyboard_set(struct terminal *t);
void keyboard_modify(struct terminal *t);
void keyboard_modify_off(struct terminal *t);
void reply_keyboard(struct terminal *t);
void reply_modify(struct terminal *t);

/* window.c */
void window_operate(struct terminal *t);

/* signals.c. at: where the text of the command begins in the parser's string. */
struct span { const char *bytes; size_t len; };
size_t signals_clean(char *ret, size_t room, const char *bytes, size_t len); /* ret holds room + 1 */
void signal_notify(struct terminal *t, size_t at);
void signal_notify_titled(struct terminal *t, size_t at);
void signal_notify_pieces(struct terminal *t, size_t at);
void signal_mark(struct terminal *t, size_t at);
void signals_reset(struct terminal *t);

/* scrollback.c, recall.c */
void scrollback_init(struct scrollback *s, size_t bytes_max, int cols);
void scrollback_clear(struct scrollback *s);
void scrollback_mark_links(const struct scrollback *s, uint8_t *seen); /* seen[link] = 1 for each that a line names */
void scrollback_forget_numbers(struct scrollback *s); /* the interned looks have other numbers now */
void scrollback_push(struct terminal *t, struct row *row);
void scrollback_forget_lines(struct scrollback *s); /* all that were put together */

/* fresh.c: whoever looks at lines, or gives looks and clusters other numbers, settles first. */
struct row *fresh_push(struct terminal *t, struct row *row); /* takes the row and returns an empty one instead */
void fresh_settle(struct terminal *t);                       /* put the lines together that are still rows */
void fresh_clear(struct fresh *f);
void scrollback_set_cols(struct scrollback *s, int cols);
void recalled_drop(struct recalled **r);
#endif
