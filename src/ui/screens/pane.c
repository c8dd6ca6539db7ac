/*
 * pane — see pane.h.
 */
#include "ui/screens/pane_title.h"

#include <string.h>

#include "core/base/mem.h"

#define PASTE_BEGIN "\033[200~"
#define PASTE_END "\033[201~"

void pane_init(struct pane *p, const struct run_record *run, size_t link, size_t child)
{
	*p = (struct pane){ .link = link, .child = child, .siblings = run->n_children,
		.interactive = run->request.style == STYLE_INTERACTIVE, .timeout_ms = request_timeout_ms(&run->request), .mode = run->request.mode, .git_write = run->request.git_write,
		.state = CHILD_WAITING, .terminal = terminal_new(24, 80, PANE_SCROLLBACK_BYTES) };
	p->id = str_copy(run->children[child].id);
	p->label = str_copy(run->children[child].label ? run->children[child].label : run->request.label);
	p->adapter = str_copy(run->request.adapter);
}

void pane_clear(struct pane *p)
{
	terminal_drop(&p->terminal);
	free(p->id);
	free(p->label);
	free(p->adapter);
	memset(p, 0, sizeof *p);
}

static void drop_replies(struct terminal *t)
{
	char bytes[TERMINAL_REPLIES_BYTES];

	/* The supervisor's engine has answered the child already. */
	(void)terminal_take_replies(t, bytes, sizeof bytes);
}

bool pane_hear(struct pane *p, const struct viewer_event *event)
{
	size_t lines = terminal_scrollback_lines(p->terminal);

	switch (event->kind) {
	case VIEWER_OUTPUT:
		terminal_feed(p->terminal, event->bytes, event->len);
		drop_replies(p->terminal);
		if (p->scrolled > 0)
			p->scrolled += terminal_scrollback_lines(p->terminal) - lines;
		return true;
	case VIEWER_SKIPPED: p->skipped_bytes += event->skipped_bytes; return true;
	case VIEWER_RESIZED: terminal_resize(p->terminal, event->rows, event->cols); return true;
	case VIEWER_CHILD:
		p->state = event->state;
		p->exit_status = event->exit_status;
		p->signal = event->signal;
		p->started_ms = event->started_ms;
		return true;
	case VIEWER_ATTENTION:
		p->attention = event->attention;
		p->evidence = event->evidence;
		p->attention_since_ms = event->since_ms;
		(void)snprintf(p->attention_words, sizeof p->attention_words, "%s", event->words);
		return true;
	case VIEWER_TYPIST: p->typist = event->typist; return true;
	case VIEWER_SEALED: p->gone = true; return true;
	}
	return false;
}

bool pane_lives(const struct pane *p)
{
	return !p->gone && (p->state == CHILD_RUNNING || p->state == CHILD_WAITING);
}

void pane_scroll(struct pane *p, long by)
{
	size_t lines = terminal_scrollback_lines(p->terminal);

	if (by < 0)
		p->scrolled -= (size_t)-by < p->scrolled ? (size_t)-by : p->scrolled;
	else
		p->scrolled += (size_t)by;
	if (p->scrolled > lines)
		p->scrolled = lines;
}

/* The rows of the engine, or of its scrollback when the operator looks back. */
static void draw_row(const struct pane *p, int at, struct canvas *c, struct rect area, struct cell *line)
{
	long back = (long)p->scrolled - at;
	int cols;

	if (back > 0) {
		cols = terminal_scrollback_cells(p->terminal, (size_t)back - 1, line, area.cols);
		for (int col = 0; col < cols && col < area.cols; col++)
			canvas_cell(c, area, area.row + at, area.col + col, &line[col]);
		return;
	}
	for (int col = 0; col < area.cols && col < terminal_cols(p->terminal); col++) {
		struct cell cell;

		terminal_cell(p->terminal, (int)-back, col, &cell);
		canvas_cell(c, area, area.row + at, area.col + col, &cell);
	}
}

static void draw_cursor(const struct pane *p, struct canvas *c, struct rect area)
{
	enum terminal_cursor_shape shape;
	bool visible;
	int row, col;

	terminal_cursor(p->terminal, &row, &col, &visible, &shape);
	if (visible && p->scrolled == 0 && pane_lives(p) && rect_holds(area, area.row + row, area.col + col))
		canvas_cursor(c, area.row + row, area.col + col);
}

void pane_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect area)
{
	struct rect body = rect_below(area, PANE_TITLE_ROWS);
	struct cell *line = mem_new((size_t)(area.cols > 0 ? area.cols : 1), sizeof *line);

	pane_title_draw(p, number, focused, c, rect_top(area, PANE_TITLE_ROWS));
	for (int at = 0; at < body.rows; at++)
		if (at - (long)p->scrolled < terminal_rows(p->terminal))
			draw_row(p, at, c, body, line);
	if (focused)
		draw_cursor(p, c, body);
	free(line);
}

static const struct { uint32_t typed; enum terminal_key key; } named[] = {
	{ TYPED_UP, TKEY_UP }, { TYPED_DOWN, TKEY_DOWN }, { TYPED_LEFT, TKEY_LEFT }, { TYPED_RIGHT, TKEY_RIGHT },
	{ TYPED_HOME, TKEY_HOME }, { TYPED_END, TKEY_END }, { TYPED_INSERT, TKEY_INSERT }, { TYPED_DELETE, TKEY_DELETE },
	{ TYPED_PAGE_UP, TKEY_PAGE_UP }, { TYPED_PAGE_DOWN, TKEY_PAGE_DOWN }, { TYPED_F1, TKEY_F1 }, { TYPED_F2, TKEY_F2 },
	{ TYPED_F3, TKEY_F3 }, { TYPED_F4, TKEY_F4 }, { TYPED_F5, TKEY_F5 }, { TYPED_F6, TKEY_F6 }, { TYPED_F7, TKEY_F7 },
	{ TYPED_F8, TKEY_F8 }, { TYPED_F9, TKEY_F9 }, { TYPED_F10, TKEY_F10 }, { TYPED_F11, TKEY_F11 }, { TYPED_F12, TKEY_F12 },
	{ TYPED_BACKSPACE, TKEY_BACKSPACE }, { TYPED_TAB, TKEY_TAB }, { TYPED_ENTER, TKEY_ENTER }, { TYPED_ESCAPE, TKEY_ESCAPE },
};

static void encode_named(const struct pane *p, uint32_t key, struct text *out)
{
	uint32_t plain = key & ~TYPED_MODIFIERS;
	unsigned modifiers = (key & TYPED_SHIFT ? 1u : 0) | (key & TYPED_ALT ? 2u : 0) | (key & TYPED_CONTROL ? 4u : 0);
	char bytes[32];

	for (size_t i = 0; i < COUNT_OF(named); i++) {
		enum terminal_key name = named[i].key;

		if (named[i].typed != plain)
			continue;
		if (name == TKEY_TAB && (modifiers & 1)) {
			name = TKEY_BACKTAB;
			modifiers &= ~1u;
		}
		text_add(out, bytes, terminal_encode_key(p->terminal, name, modifiers, bytes, sizeof bytes));
		return;
	}
}

static void encode_character(uint32_t key, struct text *out)
{
	uint32_t codepoint = key & ~TYPED_MODIFIERS;
	char bytes[4];

	if (key & TYPED_ALT)
		text_add_byte(out, '\033');
	if (key & TYPED_CONTROL)
		text_add_byte(out, codepoint == ' ' ? '\0' : (char)(codepoint & 0x1f));
	else
		text_add(out, bytes, utf8_encode(codepoint, bytes));
}

/* A paste must not be able to end itself early, nor bring a control other than tab and line end. */
static void encode_paste(const struct pane *p, const struct typed *typed, struct text *out)
{
	bool bracketed = terminal_bracketed_paste(p->terminal);

	if (bracketed)
		text_add_string(out, PASTE_BEGIN);
	for (size_t i = 0; i < typed->len; i++) {
		unsigned char byte = (unsigned char)typed->bytes[i];

		if (byte == '\n' || byte == '\r')
			text_add_byte(out, '\r');
		else if (byte == '\t' || (byte >= 0x20 && byte != 0x7f))
			text_add_byte(out, (char)byte);
	}
	if (bracketed)
		text_add_string(out, PASTE_END);
}

void pane_encode(const struct pane *p, const struct typed *typed, struct text *out)
{
	if (typed->kind == TYPED_PASTE)
		encode_paste(p, typed, out);
	else if (typed->kind == TYPED_KEY && (typed->key & ~TYPED_MODIFIERS) >= TYPED_NAMED_BASE)
		encode_named(p, typed->key, out);
	else if (typed->kind == TYPED_KEY)
		encode_character(typed->key, out);
}
