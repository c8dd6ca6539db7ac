/*
 * replay_draw — one frame of a replay: whose terminal it is and whether it is what was sealed; the terminal; what must be
 * said; the time.
 */
#include "core/base/mem.h"
#include "ui/screens/replay.h"
#include "ui/tui/glyphs.h"
#include "ui/words.h"

#define BAR_COLS_MIN 10
#define NOTES_ROWS_MAX 4

struct note { enum role role; struct text words; };
struct notes { struct note items[4]; size_t count; };

static struct text *note(struct notes *n, enum role role)
{
	n->items[n->count].role = role;
	return &n->items[n->count++].words;
}

static void notes_clear(struct notes *n)
{
	for (size_t i = 0; i < n->count; i++)
		text_clear(&n->items[i].words);
	n->count = 0;
}

static void add_cut(const struct replay *s, struct text *out)
{
	text_add_string(out, "The log was cut here after ");
	words_bytes(out, recording_bytes(s->recording));
	text_add_string(out, ": what followed was not recorded");
	if (recording_lost_bytes(s->recording) > 0) {
		text_add_string(out, ", ");
		words_bytes(out, recording_lost_bytes(s->recording));
		text_add_string(out, " of it");
	}
	text_add_byte(out, '.');
}

static void notes_make(const struct replay *s, struct notes *ret)
{
	if (s->seal_known && s->seal == SEAL_BROKEN)
		text_add_format(note(ret, ROLE_ALERT), "This is not what was sealed: %s.", s->seal_words);
	if (recording_damage(s->recording))
		text_add_format(note(ret, ROLE_ALERT), "The log is damaged: %s.", recording_damage(s->recording));
	if (player_past_cut(s->player))
		add_cut(s, note(ret, ROLE_ALERT));
	if (player_idle_ms(s->player) > 0) {
		struct text *words = note(ret, ROLE_DIM);

		text_add_string(words, "Nothing was printed for ");
		words_duration(words, player_idle_ms(s->player));
		text_add_string(words, "; shown as ");
		words_duration(words, player_idle(s->player));
		text_add_byte(words, '.');
	}
}

static int note_rows(const struct note *n, struct rect area)
{
	return canvas_wrap(NULL, rect_inset(area, 0, 1), n->role, text_c(&n->words));
}

static int notes_rows(const struct notes *n, struct rect area)
{
	int rows = 0;

	for (size_t i = 0; i < n->count; i++)
		rows += note_rows(&n->items[i], area);
	return rows < NOTES_ROWS_MAX ? rows : NOTES_ROWS_MAX;
}

static void notes_draw(const struct notes *n, struct canvas *c, struct rect area)
{
	canvas_fill(c, area, ROLE_TEXT);
	for (size_t i = 0; i < n->count && area.rows > 0; i++)
		area = rect_below(area, canvas_wrap(c, rect_inset(area, 0, 1), n->items[i].role, text_c(&n->items[i].words)));
}

static struct replay_places places(const struct notes *n, struct rect body)
{
	struct rect rest = rect_below(body, 1);
	struct rect above_bar = rect_above(rest, 1);
	int rows = notes_rows(n, body);

	return (struct replay_places){ .title = rect_top(body, 1), .bar = rect_bottom(rest, 1), .notes = rect_bottom(above_bar, rows),
				       .screen = rect_above(above_bar, rows) };
}

static const char *seal_shown(const struct replay *s, enum role *ret_role)
{
	*ret_role = ROLE_DIM;
	if (!s->seal_known)
		return "comparing with the proof " MARK_DOT;
	if (s->seal == SEAL_HOLDS) {
		*ret_role = ROLE_GOOD;
		return MARK_YES " what was sealed";
	}
	if (s->seal == SEAL_UNKNOWN)
		return s->run.row.outcome == OUTCOME_RUNNING ? "nothing is sealed yet" : "not verified";
	*ret_role = ROLE_ALERT;
	return MARK_NO " NOT what was sealed";
}

/* Where the terminal lies in its place, when it is larger: the cursor is kept in sight. */
static int first_row(const struct replay *s, int rows)
{
	const struct terminal *t = player_terminal(s->player);
	int row, col, last = terminal_rows(t) - rows;
	bool visible;
	enum terminal_cursor_shape shape;

	terminal_cursor(t, &row, &col, &visible, &shape);
	row = (row - rows + 1 > 0 ? row - rows + 1 : 0) + s->pan_rows;
	if (row > last)
		row = last;
	return row > 0 ? row : 0;
}

static int first_col(const struct replay *s, int cols)
{
	int last = terminal_cols(player_terminal(s->player)) - cols;
	int col = s->pan_cols < last ? s->pan_cols : last;

	return col > 0 ? col : 0;
}

static void draw_title(const struct replay *s, struct canvas *c, const struct replay_places *at)
{
	const struct terminal *t = player_terminal(s->player);
	CLEARED(text) struct text words = { 0 };
	enum role role;
	const char *seal = seal_shown(s, &role);
	OWNED_MEM char *shown = str_format(" %s ", seal);
	int room = at->title.cols - text_cols(shown) - 4;

	text_add_format(&words, "%s, %dx%d", recording_child(s->recording), terminal_cols(t), terminal_rows(t));
	if (terminal_rows(t) > at->screen.rows)
		text_add_format(&words, ", rows %d to %d", first_row(s, at->screen.rows) + 1,
				first_row(s, at->screen.rows) + at->screen.rows);
	if (terminal_cols(t) > at->screen.cols)
		text_add_format(&words, ", columns %d to %d", first_col(s, at->screen.cols) + 1,
				first_col(s, at->screen.cols) + at->screen.cols);
	if (s->run.row.label)
		text_add_format(&words, " %s %s", MARK_DOT, s->run.row.label);
	text_add_format(&words, " %s %s", MARK_DOT, s->run.row.run_id); /* the longest, and the first to be cut */
	canvas_rule(c, at->title, at->title.row, ROLE_RULE);
	(void)canvas_text(c, at->title, at->title.row, at->title.col, ROLE_TEXT, " ");
	(void)canvas_text(c, at->title, at->title.row,
			  canvas_fit(c, at->title, at->title.row, at->title.col + 1, room, ROLE_STRONG, text_c(&words)), ROLE_TEXT, " ");
	canvas_right(c, at->title, at->title.row, at->title.col + at->title.cols - 1, role, shown);
}

static void draw_screen(const struct replay *s, struct canvas *c, struct rect area)
{
	const struct terminal *t = player_terminal(s->player);
	int top = first_row(s, area.rows), left = first_col(s, area.cols), row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	for (int y = 0; y < area.rows && top + y < terminal_rows(t); y++)
		for (int x = 0; x < area.cols && left + x < terminal_cols(t); x++) {
			struct cell cell;

			terminal_cell(t, top + y, left + x, &cell);
			canvas_cell(c, area, area.row + y, area.col + x, &cell);
		}
	terminal_cursor(t, &row, &col, &visible, &shape);
	if (!visible || !rect_holds(area, area.row + row - top, area.col + col - left))
		return;
	canvas_cursor(c, area.row + row - top, area.col + col - left);
	canvas_cursor_style(c, terminal_cursor_style(t));
}

static const char *state_words(const struct replay *s)
{
	if (!s->settled)
		return "winding";
	if (player_is_playing(s->player))
		return s->live && player_at_end(s->player) ? "following" : "playing";
	return player_at_end(s->player) ? "at the end" : "paused";
}

static void add_left(const struct replay *s, struct text *out)
{
	text_add_format(out, " %-10s ", state_words(s));
	words_duration(out, player_position_ms(s->player));
	text_add_string(out, " / ");
	words_duration(out, player_end_ms(s->player));
	text_add_byte(out, ' ');
}

static void add_right(const struct replay *s, struct text *out)
{
	text_add_format(out, " ×%s", player_speed_shown(player_speed(s->player)));
	if (player_idle(s->player) != PLAYER_IDLE_NONE) {
		text_add_string(out, " · idle cut to ");
		words_duration(out, player_idle(s->player));
		text_add_string(out, " · recorded ");
		words_duration(out, player_recorded_ms(s->player));
	}
	text_add_byte(out, ' ');
}

static struct rect progress(const struct replay *s, struct rect bar)
{
	CLEARED(text) struct text left = { 0 };
	CLEARED(text) struct text right = { 0 };

	add_left(s, &left);
	add_right(s, &right);
	return rect_left(rect_right(bar, text_cols(text_c(&left))), bar.cols - text_cols(text_c(&left)) - text_cols(text_c(&right)));
}

static void draw_bar(const struct replay *s, struct canvas *c, struct rect bar)
{
	CLEARED(text) struct text left = { 0 };
	CLEARED(text) struct text right = { 0 };
	struct rect line = progress(s, bar);
	uint64_t end = player_end_ms(s->player);
	int done = end ? (int)(player_position_ms(s->player) * (uint64_t)line.cols / end) : line.cols;

	add_left(s, &left);
	add_right(s, &right);
	(void)canvas_text(c, bar, bar.row, bar.col, ROLE_STRONG, text_c(&left));
	canvas_right(c, bar, bar.row, bar.col + bar.cols, ROLE_DIM, text_c(&right));
	for (int col = 0; col < line.cols && line.cols >= BAR_COLS_MIN; col++)
		(void)canvas_text(c, line, line.row, line.col + col, col < done ? ROLE_ACCENT : ROLE_RULE, col < done ? "━" : "─");
}

struct rect replay_progress(const struct replay *s, struct rect body)
{
	struct rect line = progress(s, rect_bottom(body, 1));

	return line.cols >= BAR_COLS_MIN ? line : (struct rect){ 0 };
}

void replay_draw(const struct replay *s, struct canvas *c, struct rect body)
{
	struct notes notes = { .count = 0 };
	struct replay_places at;

	notes_make(s, &notes);
	at = places(&notes, body);
	draw_title(s, c, &at);
	draw_screen(s, c, at.screen);
	notes_draw(&notes, c, at.notes);
	draw_bar(s, c, at.bar);
	notes_clear(&notes);
}
