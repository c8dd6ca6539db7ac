/*
 * pane — see pane.h.
 */
#include "core/child/termlog.h"
#include "ui/screens/pane_link.h"
#include "ui/screens/pane_log.h"
#include "ui/screens/pane_title.h"

#include <string.h>

#include "core/base/mem.h"

#define PREVIEW_SCROLLBACK_BYTES (256u * 1024) /* for rows that leave it when it is made smaller */

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
	hold_drop(&p->hold);
	look_clear(&p->look);
	text_clear(&p->paste);
	terminal_drop(&p->terminal);
	terminal_drop(&p->reading);
	termlog_reader_drop(&p->log);
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

/* The lines are wrapped anew: what is looked at is found again in them. */
static void resize_shown(struct pane *p, int rows, int cols)
{
	struct look_anchors anchors = look_hold(&p->look);

	hold_drop(&p->hold);
	terminal_resize(p->terminal, rows, cols);
	look_resume(&p->look, p->terminal, &anchors);
}

static void resize(struct pane *p, int rows, int cols)
{
	if (p->reading)
		terminal_resize(p->reading, rows, cols);
	else
		resize_shown(p, rows, cols);
}

/* What is shown before its history was read takes the size at once; when another types, its window counts. */
void pane_fit(struct pane *p)
{
	if (p->reading && p->typist != TYPIST_OTHER && p->asked_rows > 0 && p->asked_cols > 0)
		resize_shown(p, p->asked_rows, p->asked_cols);
}

/* Also when it is drawn anew while much is still to be read. What is looked back at stays; the bytes come all the same. */
static void begin_reading(struct pane *p, const struct viewer_event *event)
{
	if (event->offset <= p->heard_bytes || (p->look.on && (p->reading || p->heard_bytes)))
		return;
	hold_drop(&p->hold);
	if (p->reading)
		terminal_drop(&p->terminal);
	else
		p->reading = p->terminal;
	p->unread_bytes = event->offset - p->heard_bytes;
	p->terminal = terminal_new(event->rows, event->cols, PREVIEW_SCROLLBACK_BYTES);
	terminal_feed(p->terminal, event->bytes, event->len);
	drop_replies(p->terminal);
	if (p->look.on)
		look_follow(&p->look, p->terminal);
	pane_fit(p);
}

/* The same screen again, now with what led to it. */
static void end_reading(struct pane *p)
{
	struct terminal *drawn = p->terminal;

	p->terminal = p->reading;
	p->reading = NULL;
	if (p->look.on)
		look_follow(&p->look, p->terminal);
	terminal_drop(&drawn);
}

static void count_read(struct pane *p, uint64_t bytes)
{
	p->unread_bytes -= bytes < p->unread_bytes ? bytes : p->unread_bytes;
	if (p->unread_bytes == 0)
		end_reading(p);
}

/* How much of these bytes is history; nothing of it is seen before all of it was read. */
static size_t read_history(struct pane *p, const char *bytes, size_t len)
{
	size_t part = len < p->unread_bytes ? len : (size_t)p->unread_bytes;

	terminal_feed(p->reading, bytes, part);
	drop_replies(p->reading);
	count_read(p, part);
	return part;
}

/* While looking back only that lines are gone can be seen. */
static enum pane_change feed(struct pane *p, const char *bytes, size_t len)
{
	uint64_t dropped = p->look.dropped;
	char name[TERMINAL_TITLE_BYTES + 1];
	bool held = p->hold.on, changed;

	(void)snprintf(name, sizeof name, "%s", terminal_title(p->terminal));
	changed = hold_feed(&p->hold, p->terminal, bytes, len);
	drop_replies(p->terminal);
	look_fit(&p->look, p->look.rows);
	if (p->look.on)
		return p->look.dropped != dropped ? PANE_ALL : PANE_SAME;
	if (strcmp(name, terminal_title(p->terminal)) != 0 || (changed && (held || p->hold.on)))
		return PANE_ALL;
	return changed ? PANE_CELLS : PANE_SAME;
}

static enum pane_change hear_output(struct pane *p, const char *bytes, size_t len)
{
	size_t history = p->reading ? read_history(p, bytes, len) : 0;
	bool ended = history > 0 && !p->reading;
	enum pane_change fed = history < len ? feed(p, bytes + history, len - history) : PANE_SAME;

	p->heard_bytes += len;
	return ended ? PANE_ALL : fed;
}

static void hear_skipped(struct pane *p, uint64_t bytes)
{
	p->skipped_bytes += bytes;
	p->heard_bytes += bytes;
	if (p->reading)
		count_read(p, bytes);
}

/* Nothing comes any more: what was drawn is later than what was read. */
static void hear_end(struct pane *p)
{
	p->gone = true;
	terminal_drop(&p->reading);
}

enum pane_change pane_hear(struct pane *p, const struct viewer_event *event)
{
	switch (event->kind) {
	case VIEWER_OUTPUT: return hear_output(p, event->bytes, event->len);
	case VIEWER_SNAPSHOT: begin_reading(p, event); return PANE_ALL;
	case VIEWER_SKIPPED: hear_skipped(p, event->skipped_bytes); return PANE_ALL;
	case VIEWER_RESIZED: resize(p, event->rows, event->cols); return PANE_ALL;
	case VIEWER_CHILD:
		p->state = event->state;
		p->exit_status = event->exit_status;
		p->signal = event->signal;
		p->timed_out = event->timed_out;
		p->stopped = event->stopped;
		p->killed = event->killed;
		p->swept = event->swept;
		p->started_ms = event->started_ms;
		return PANE_ALL;
	case VIEWER_ATTENTION:
		p->attention = event->attention;
		p->evidence = event->evidence;
		p->attention_since_ms = event->since_ms;
		(void)snprintf(p->attention_words, sizeof p->attention_words, "%s", event->words);
		return PANE_ALL;
	case VIEWER_TYPIST:
		p->typist = event->typist;
		p->refused |= event->refused;
		return PANE_ALL;
	case VIEWER_LOST: p->lost = true; return PANE_ALL;
	case VIEWER_SEALED: hear_end(p); return PANE_ALL;
	}
	return PANE_SAME;
}

bool pane_lives(const struct pane *p)
{
	return !p->gone && (p->state == CHILD_RUNNING || p->state == CHILD_WAITING);
}

void pane_look_back(struct pane *p, int rows, bool by_wheel)
{
	if (!p->look.on)
		p->look.by_wheel = by_wheel;
	look_enter(&p->look, p->terminal, rows);
	look_fit(&p->look, rows);
}

static void draw_row(const struct pane *p, int at, struct canvas *c, struct rect area)
{
	for (int col = 0; col < area.cols && col < terminal_cols(p->terminal); col++) {
		struct cell cell;

		hold_cell(&p->hold, p->terminal, at, col, &cell);
		link_show(&cell);
		canvas_cell(c, area, area.row + at, area.col + col, &cell);
	}
}

static void draw_cursor(const struct pane *p, struct canvas *c, struct rect area)
{
	bool visible;
	int row, col;

	hold_cursor(&p->hold, p->terminal, &row, &col, &visible);
	if (!visible || !pane_lives(p) || !rect_holds(area, area.row + row, area.col + col))
		return;
	canvas_cursor(c, area.row + row, area.col + col);
	canvas_cursor_style(c, hold_cursor_style(&p->hold, p->terminal));
}

static void draw_unread(const struct pane *p, struct canvas *c, struct rect body)
{
	CLEARED(text) struct text words = { 0 };

	pane_log_say(p, &words);
	(void)canvas_wrap(c, rect_inset(body, 1, 2), ROLE_DIM, text_c(&words));
}

void pane_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect area)
{
	struct rect body = rect_below(area, PANE_TITLE_ROWS);

	pane_title_draw(p, number, focused, c, rect_top(area, PANE_TITLE_ROWS));
	if (p->look.on) {
		look_draw(&p->look, c, body, focused);
		return;
	}
	if (p->log) {
		draw_unread(p, c, body);
		return;
	}
	for (int at = 0; at < body.rows && at < terminal_rows(p->terminal); at++)
		draw_row(p, at, c, body);
	if (focused)
		draw_cursor(p, c, body);
}

bool pane_draw_cells(const struct pane *p, bool focused, struct canvas *c, struct rect area)
{
	struct rect body = rect_below(area, PANE_TITLE_ROWS);

	if (p->look.on || p->log)
		return !focused; /* what is seen of it did not change */
	for (int at = 0; !p->hold.on && at < body.rows && at < terminal_rows(p->terminal); at++)
		if (terminal_row_generation(p->terminal, at) > p->painted_generation)
			draw_row(p, at, c, body);
	if (focused)
		draw_cursor(p, c, body);
	return true;
}

void pane_painted(struct pane *p)
{
	p->painted_generation = terminal_generation(p->terminal);
}
