/*
 * term — curses, and nothing of it outside: terminfo, modes, drawing. Reading is decoder.c's.
 */
#include "ui/tui/term.h"

#include <assert.h>
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termcap.h> /* <term.h> has a struct of our name */
#include <unistd.h>
#include <wchar.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/sane.h"

#define MODES_ON "\033[?2004h\033[?1004h"
#define MODES_OFF "\033[?1004l\033[?2004l"
#define MOUSE_ON "\033[?1002h\033[?1006h"
#define MOUSE_OFF_AGAIN "\033[?1006l\033[?1002l"
#define NO_SCREEN_WORDS "bulkhead check, launch, runs, show and stop need no screen"

struct term {
	SCREEN *screen;
	bool ascii, mouse;
	bool keeps_screen;   /* there is another screen to go back to */
	enum palette palette;
	int rows, cols, signal_fd;
	struct decoder decoder;
	struct canvas shown; /* what the terminal shows */
	bool whole;          /* the next paint is whole */
	bool cursor_shown;
	cchar_t *row;        /* one row of cells, cols long */
};

static void modes_set(const struct term *t, bool on)
{
	const char *modes = on ? MODES_ON : MODES_OFF;
	const char *mouse = on ? MOUSE_ON : MOUSE_OFF_AGAIN;

	(void)write_all(STDOUT_FILENO, modes, strlen(modes));
	if (t->mouse)
		(void)write_all(STDOUT_FILENO, mouse, strlen(mouse));
}

static bool terminal_refused(const struct term_wishes *wishes, struct error *err)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return !error_set(err, REASON_MISUSE, "the console needs a terminal for input and output; %s", NO_SCREEN_WORDS);
	if (!wishes->name || !*wishes->name)
		return !error_set(err, REASON_MISUSE, "TERM is not set, so it is not known how to draw here; %s", NO_SCREEN_WORDS);
	if (strcmp(wishes->name, "dumb") == 0 || strcmp(wishes->name, "unknown") == 0)
		return !error_set(err, REASON_MISUSE, "the terminal \"%s\" cannot be drawn on; %s", wishes->name, NO_SCREEN_WORDS);
	return false;
}

static void begin_drawing(struct term *t, const struct term_wishes *wishes)
{
	(void)set_term(t->screen);
	(void)raw();
	(void)noecho();
	(void)nonl();
	(void)leaveok(stdscr, FALSE);
	(void)curs_set(0);
	if (has_colors() && !wishes->no_color) {
		(void)start_color();
		(void)use_default_colors();
		t->palette = theme_palette(COLORS, false);
	}
}

bool term_keeps_screen(const char *name)
{
	return !name || tgetent(NULL, name) != 1 || (tgetstr("ti", NULL) && tgetstr("te", NULL));
}

bool term_start(const struct term_wishes *wishes, struct term **ret, struct error *err)
{
	struct term *t;
	bool keeps_screen;

	if (terminal_refused(wishes, err))
		return false;
	keeps_screen = term_keeps_screen(wishes->name);
	t = mem_new(1, sizeof *t);
	if (!sane_start(STDIN_FILENO, keeps_screen, &t->signal_fd, err)) {
		free(t);
		return false;
	}
	t->screen = newterm(wishes->name, stdout, stdin);
	if (!t->screen || !tigetstr("cup")) {
		sane_stop();
		free(t);
		return error_set(err, REASON_MISUSE, "no terminal \"%.60s\" is known here, or it cannot place a cursor; %s", wishes->name,
				 NO_SCREEN_WORDS);
	}
	t->ascii = wishes->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	t->mouse = wishes->mouse;
	t->keeps_screen = keeps_screen;
	begin_drawing(t, wishes);
	modes_set(t, true);
	(void)term_refit(t);
	*ret = t;
	return true;
}

/* Without another screen to go back to, this one is left empty: the shell goes on below nothing that looks alive. */
static void leave(const struct term *t)
{
	modes_set(t, false);
	(void)curs_set(1);
	if (!t->keeps_screen) {
		(void)erase();
		(void)refresh();
	}
	(void)endwin();
}

void term_stop(struct term **slot)
{
	struct term *t = *slot;

	if (!t)
		return;
	leave(t);
	delscreen(t->screen);
	sane_stop();
	decoder_clear(&t->decoder);
	canvas_clear(&t->shown);
	free(t->row);
	free(t);
	*slot = NULL;
}

void term_pause(struct term *t)
{
	leave(t);
}

void term_resume(struct term *t)
{
	(void)reset_prog_mode();
	(void)refresh();
	(void)curs_set(t->cursor_shown);
	modes_set(t, true);
	(void)term_refit(t);
	t->whole = true;
}

int term_rows(const struct term *t)
{
	return t->rows;
}

int term_cols(const struct term *t)
{
	return t->cols;
}

bool term_ascii(const struct term *t)
{
	return t->ascii;
}

bool term_refit(struct term *t)
{
	struct winsize size = { 0 };
	int rows = LINES, cols = COLS;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
		rows = size.ws_row > TERMINAL_ROWS_MAX ? TERMINAL_ROWS_MAX : size.ws_row;
		cols = size.ws_col > TERMINAL_COLS_MAX ? TERMINAL_COLS_MAX : size.ws_col;
	}
	if (rows == t->rows && cols == t->cols)
		return false;
	(void)resizeterm(rows, cols);
	t->rows = rows;
	t->cols = cols;
	canvas_size(&t->shown, rows, cols);
	t->row = mem_grow(t->row, (size_t)cols + 1, sizeof *t->row);
	t->whole = true;
	return true;
}

enum palette term_palette(const struct term *t)
{
	return t->palette;
}

int term_fd(const struct term *t)
{
	(void)t;
	return STDIN_FILENO;
}

int term_signal_fd(const struct term *t)
{
	return t->signal_fd;
}

int term_signal(struct term *t)
{
	return sane_next(t->signal_fd);
}

bool term_read(struct term *t)
{
	char bytes[16384];
	ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);

	if (got > 0)
		decoder_add(&t->decoder, bytes, (size_t)got);
	return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

bool term_next(struct term *t, bool final, struct typed *ret)
{
	return decoder_next(&t->decoder, final, ret);
}

bool term_waiting(const struct term *t)
{
	return decoder_has_waiting(&t->decoder);
}

void term_forget(struct term *t)
{
	decoder_clear(&t->decoder);
	(void)tcflush(STDIN_FILENO, TCIFLUSH);
}

static attr_t curses_attributes(uint16_t attrs)
{
	static const struct { uint16_t ours; attr_t theirs; } map[] = {
		{ ATTR_BOLD, A_BOLD }, { ATTR_DIM, A_DIM }, { ATTR_ITALIC, A_ITALIC }, { ATTR_UNDERLINE, A_UNDERLINE },
		{ ATTR_REVERSE, A_REVERSE }, { ATTR_HIDDEN, A_INVIS }, { ATTR_UNDERCURL, A_UNDERLINE }, { ATTR_DOUBLE, A_UNDERLINE },
	};
	attr_t sum = A_NORMAL;

	for (size_t i = 0; i < COUNT_OF(map); i++) {
		if (attrs & map[i].ours)
			sum |= map[i].theirs;
	}
	return sum;
}

/* The characters of a cell as curses wants them; returns how many columns they take there. */
static int characters(const struct term *t, const struct cell *cell, wchar_t chars[CCHARW_MAX + 1])
{
	uint32_t code = cell->codepoint && sanitize_may_draw(cell->codepoint) ? cell->codepoint : ' ';
	size_t n = 1;

	if (t->ascii) {
		chars[0] = (wchar_t)glyph_ascii(code);
		chars[1] = 0;
		return 1;
	}
	/* Where libc knows another width than our table, the row would shift: show that something stands here. */
	if (wcwidth((wchar_t)code) != cell->width) {
		chars[0] = cell->width == 2 ? L'\uFF1F' : L'?';
		chars[1] = 0;
		return cell->width;
	}
	chars[0] = (wchar_t)code;
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i] && n < CCHARW_MAX; i++) {
		if (sanitize_may_draw(cell->marks[i]) && wcwidth((wchar_t)cell->marks[i]) == 0)
			chars[n++] = (wchar_t)cell->marks[i];
	}
	chars[n] = 0;
	return cell->width;
}

static struct look cell_look(const struct term *t, const struct canvas_cell *cell)
{
	if (cell->explicit_style)
		return theme_style(t->palette, &cell->cell.style);
	return theme_role(t->palette, (enum role)cell->role);
}

/* One cell into row[n]; returns the new n: more than one for a wide cell where only ASCII is drawn. */
static int add_cell(struct term *t, const struct canvas_cell *cell, int n)
{
	wchar_t chars[CCHARW_MAX + 1];
	struct look look = cell_look(t, cell);
	int taken = characters(t, &cell->cell, chars);
	int pair = t->palette == PALETTE_NONE ? 0 : alloc_pair(look.fg, look.bg);

	if (pair < 0)
		pair = 0;
	for (int done = 0; done < cell->cell.width && n < t->cols; done += taken) {
		(void)setcchar(&t->row[n], chars, curses_attributes(look.attrs), (short)(pair < 32767 ? pair : 0), &pair);
		n++;
	}
	return n;
}

static void paint_row(struct term *t, const struct canvas *c, int row)
{
	int n = 0;

	for (int col = 0; col < c->cols; col++) {
		const struct canvas_cell *cell = canvas_at(c, row, col);

		if (cell->cell.width > 0)
			n = add_cell(t, cell, n);
	}
	(void)mvadd_wchnstr(row, 0, t->row, n);
}

static bool row_same(const struct canvas *a, const struct canvas *b, int row)
{
	return memcmp(&a->cells[row * a->cols], &b->cells[row * b->cols], (size_t)a->cols * sizeof *a->cells) == 0;
}

void term_repaint(struct term *t)
{
	t->whole = true;
}

void term_paint(struct term *t, const struct canvas *c)
{
	assert(t->shown.rows == c->rows && t->shown.cols == c->cols);
	if (t->whole)
		(void)clear();
	for (int row = 0; row < c->rows; row++) {
		if (!t->whole && row_same(&t->shown, c, row))
			continue;
		paint_row(t, c, row);
		memcpy(&t->shown.cells[row * c->cols], &c->cells[row * c->cols], (size_t)c->cols * sizeof *c->cells);
	}
	t->whole = false;
	if (t->cursor_shown != c->cursor_shown)
		(void)curs_set(c->cursor_shown);
	t->cursor_shown = c->cursor_shown;
	if (c->cursor_shown)
		(void)move(c->cursor_row, c->cursor_col);
	(void)refresh();
}
