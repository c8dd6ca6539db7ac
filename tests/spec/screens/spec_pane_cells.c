/*
 * Specification of drawing only what changed of a child's screen: whatever was printed, in whatever pieces, and however many
 * pieces passed between two frames, the frame is the one that drawing everything makes.
 */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/screens/pane.h"

#define ROWS 12
#define COLS 60
#define STREAM_BYTES 40000
#define PIECE_BYTES 700

struct bench {
	struct pane pane;
	struct run_record run;
	struct canvas kept, anew;
	enum pane_change since; /* the last frame */
	uint32_t dice;
};

static void bench_open(struct bench *b, uint32_t seed)
{
	*b = (struct bench){ .since = PANE_ALL, .dice = seed };
	request_init(&b->run.request);
	b->run.n_children = 1;
	pane_init(&b->pane, &b->run, 0, 0);
	b->pane.state = CHILD_RUNNING;
	canvas_size(&b->kept, ROWS, COLS);
	canvas_size(&b->anew, ROWS, COLS);
	(void)pane_hear(&b->pane, &(struct viewer_event){ .kind = VIEWER_RESIZED, .rows = ROWS - PANE_TITLE_ROWS, .cols = COLS });
}

static void bench_close(struct bench *b)
{
	pane_clear(&b->pane);
	run_record_clear(&b->run);
	canvas_clear(&b->kept);
	canvas_clear(&b->anew);
}

static unsigned throw(struct bench *b, unsigned sides)
{
	b->dice = b->dice * 1664525u + 1013904223u;
	return (b->dice >> 8) % sides;
}

static void print(struct bench *b, const char *bytes, size_t len)
{
	enum pane_change change = pane_hear(&b->pane, &(struct viewer_event){ .kind = VIEWER_OUTPUT, .bytes = bytes, .len = len });

	b->since = change > b->since ? change : b->since;
}

static void assert_same_cell(const struct canvas *a, const struct canvas *b, int row, int col)
{
	const struct canvas_cell *one = canvas_at(a, row, col), *other = canvas_at(b, row, col);

	if (one->cell.codepoint != other->cell.codepoint || one->cell.width != other->cell.width || one->role != other->role ||
	    one->explicit_style != other->explicit_style || memcmp(one->cell.marks, other->cell.marks, sizeof one->cell.marks) != 0 ||
	    one->cell.style.attrs != other->cell.style.attrs ||
	    memcmp(&one->cell.style.fg, &other->cell.style.fg, sizeof one->cell.style.fg) != 0 ||
	    memcmp(&one->cell.style.bg, &other->cell.style.bg, sizeof one->cell.style.bg) != 0)
		fail_msg("the cell at %d, %d is U+%04X and not U+%04X", row, col, one->cell.codepoint, other->cell.codepoint);
}

static void draw_whole(const struct bench *b, struct canvas *c)
{
	canvas_empty(c);
	pane_draw(&b->pane, 1, true, c, canvas_rect(c));
}

static void frame(struct bench *b)
{
	b->kept.cursor_shown = b->since == PANE_SAME && b->kept.cursor_shown;
	if (b->since == PANE_ALL || (b->since == PANE_CELLS && !pane_draw_cells(&b->pane, true, &b->kept, canvas_rect(&b->kept))))
		draw_whole(b, &b->kept);
	draw_whole(b, &b->anew);
	for (int row = 0; row < ROWS; row++)
		for (int col = 0; col < COLS; col++)
			assert_same_cell(&b->kept, &b->anew, row, col);
	assert_int_equal(b->kept.cursor_shown, b->anew.cursor_shown);
	if (b->anew.cursor_shown) {
		assert_int_equal(b->kept.cursor_row, b->anew.cursor_row);
		assert_int_equal(b->kept.cursor_col, b->anew.cursor_col);
	}
	pane_painted(&b->pane);
	b->since = PANE_SAME;
}

static void play(const char *bytes, size_t len, uint32_t seed)
{
	struct bench b;

	bench_open(&b, seed);
	for (size_t at = 0; at < len;) {
		size_t piece = 1 + throw(&b, throw(&b, 2) ? PIECE_BYTES : 9);

		piece = piece < len - at ? piece : len - at;
		print(&b, bytes + at, piece);
		at += piece;
		if (throw(&b, 3) > 0)
			frame(&b);
	}
	frame(&b);
	bench_close(&b);
}

static void play_file(int directory, const char *name)
{
	OWNED_MEM char *bytes = mem_new(STREAM_BYTES, 1);
	int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	assert_true(fd >= 0);
	got = read(fd, bytes, STREAM_BYTES);
	(void)close(fd);
	for (uint32_t seed = 1; got > 0 && seed < 4; seed++)
		play(bytes, (size_t)got, seed);
}

static void what_programs_printed_is_drawn_piece_by_piece_as_it_is_at_once(void **unused)
{
	OWNED_MEM char *path = str_format("%s/terminal", getenv("TEST_DATA"));
	DIR *directory = opendir(path);
	int played = 0;

	(void)unused;
	assert_non_null(directory);
	for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
		if (entry->d_type != DT_REG)
			continue;
		play_file(dirfd(directory), entry->d_name);
		played++;
	}
	(void)closedir(directory);
	assert_true(played > 5);
}

/* Sequences by chance: scrolling, two screens, wide characters, erasing, held frames, titles, links, reverse screens. */
static void what_chance_prints_is_drawn_piece_by_piece_as_it_is_at_once(void **unused)
{
	static const char *const words[] = {
		"word ", "日本", "e\u0301", "\U0001f469\u200d\U0001f4bb", "\r\n", "\n", "\r", "\t", "\b", "\033[H", "\033[5;58H", "\033[2J", "\033[K",
		"\033[1K", "\033[3L", "\033[2M", "\033[4@", "\033[3P", "\033[2;6r", "\033[r", "\033M", "\033D", "\033[31;44;7m", "\033[m",
		"\033[?2026h", "\033[?2026l", "\033]0;a name\a", "\033[?1049h", "\033[?1049l", "\033[?5h", "\033[?5l", "\033[?25l", "\033[?25h",
		"\033]8;;https://example.org/\033\\", "\033]8;;\033\\", "\033[9b", "\033#8", "\033[38;5;200m", "\033[2S", "\033[T", "\033c",
	};

	(void)unused;
	for (uint32_t seed = 1; seed < 40; seed++) {
		CLEARED(text) struct text stream = { 0 };
		struct bench dice = { .dice = seed };

		for (int i = 0; i < 700; i++)
			text_add_string(&stream, words[throw(&dice, COUNT_OF(words))]);
		play(stream.bytes, stream.len, seed);
	}
}

static void a_child_that_names_itself_anew_changes_more_than_cells(void **unused)
{
	static const struct { const char *printed; enum pane_change change; } cases[] = {
		{ "word", PANE_CELLS }, { "\033]2;a name\a", PANE_ALL }, { "\033[?2026hheld back", PANE_ALL }, { "and more", PANE_SAME },
		{ "\033[?2026l", PANE_ALL }, { "x", PANE_CELLS },
	};
	struct bench b;

	(void)unused;
	bench_open(&b, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		b.since = PANE_SAME;
		print(&b, cases[i].printed, strlen(cases[i].printed));
		assert_int_equal(b.since, cases[i].change);
	}
	bench_close(&b);
}

/* A row that nobody printed on is not looked at: what another hand wrote there stays. */
static void rows_that_did_not_change_are_left_alone(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b, 1);
	print(&b, "first\r\nsecond\r\n", 15);
	frame(&b);
	(void)canvas_text(&b.kept, canvas_rect(&b.kept), PANE_TITLE_ROWS, 0, ROLE_TEXT, "#####");
	print(&b, "third", 5);
	assert_int_equal(b.since, PANE_CELLS);
	canvas_settled(&b.kept);
	assert_true(pane_draw_cells(&b.pane, true, &b.kept, canvas_rect(&b.kept)));
	assert_int_equal(canvas_at(&b.kept, PANE_TITLE_ROWS, 0)->cell.codepoint, '#');
	assert_int_equal(canvas_at(&b.kept, PANE_TITLE_ROWS + 2, 0)->cell.codepoint, 't');
	assert_int_equal(b.kept.touched_from, PANE_TITLE_ROWS + 2);
	assert_int_equal(b.kept.touched_to, PANE_TITLE_ROWS + 3);
	bench_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_programs_printed_is_drawn_piece_by_piece_as_it_is_at_once),
		cmocka_unit_test(what_chance_prints_is_drawn_piece_by_piece_as_it_is_at_once),
		cmocka_unit_test(a_child_that_names_itself_anew_changes_more_than_cells),
		cmocka_unit_test(rows_that_did_not_change_are_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
