/*
 * Specification of painter and pen: what they write, read by a terminal, is the canvas; never more than the terminal can,
 * and nothing when nothing changed. The terminal that reads is our own engine; tests/walk has another judge.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/tui/painter.h"

struct bench {
	struct terminfo info;
	struct painter painter;
	struct canvas canvas;
	struct terminal *terminal; /* NULL where nobody reads */
	struct text out;
};

/* colors: as if the terminal had so many; 0: what its description says. */
static void bench_open_with(struct bench *b, const char *name, int colors, enum palette palette, int rows, int cols)
{
	*b = (struct bench){ 0 };
	assert_true(terminfo_read(name, &b->info));
	b->info.colors = colors ? colors : b->info.colors;
	b->painter.terminal = &b->info;
	b->painter.palette = palette;
	b->terminal = terminal_new(rows, cols, 0);
	canvas_size(&b->canvas, rows, cols);
	painter_size(&b->painter, rows, cols);
}

static void bench_open(struct bench *b, const char *name, enum palette palette, int rows, int cols)
{
	bench_open_with(b, name, 0, palette, rows, cols);
}

static void bench_close(struct bench *b)
{
	painter_clear(&b->painter);
	canvas_clear(&b->canvas);
	terminal_drop(&b->terminal);
	terminfo_clear(&b->info);
	text_clear(&b->out);
}

static void frame(struct bench *b)
{
	text_empty(&b->out);
	painter_frame(&b->painter, &b->canvas, &b->out);
	terminal_feed(b->terminal, text_c(&b->out), b->out.len);
}

static uint32_t shown_as(uint32_t codepoint)
{
	return codepoint ? codepoint : ' ';
}

static void assert_shown(const struct bench *b, unsigned round)
{
	for (int row = 0; row < b->canvas.rows; row++) {
		for (int col = 0; col < b->canvas.cols; col++) {
			const struct cell *wanted = &canvas_at(&b->canvas, row, col)->cell;
			struct cell got;

			terminal_cell(b->terminal, row, col, &got);
			if (wanted->width != got.width || (wanted->width && shown_as(wanted->codepoint) != shown_as(got.codepoint)))
				fail_msg("round %u, row %d, column %d: U+%04X, %d wide, instead of U+%04X, %d wide", round, row, col,
					 (unsigned)got.codepoint, got.width, (unsigned)wanted->codepoint, wanted->width);
			if (wanted->width && shown_as(wanted->codepoint) != ' ' && got.style.attrs != wanted->style.attrs)
				fail_msg("round %u, row %d, column %d: attributes %x instead of %x", round, row, col, got.style.attrs,
					 wanted->style.attrs);
			if (wanted->width && shown_as(wanted->codepoint) != ' ')
				assert_memory_equal(&got.style.fg, &wanted->style.fg, sizeof got.style.fg);
			if (wanted->width)
				assert_memory_equal(&got.style.bg, &wanted->style.bg, sizeof got.style.bg);
		}
	}
}

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16 & 0x7fff;
}

static struct color any_color(unsigned *seed)
{
	switch (next(seed) % 4) {
	case 0: return (struct color){ COLOR_INDEX, (uint8_t)next(seed), 0, 0 };
	case 1: return (struct color){ COLOR_RGB, (uint8_t)next(seed), (uint8_t)next(seed), (uint8_t)next(seed) };
	default: return (struct color){ 0 };
	}
}

static void scribble(struct bench *b, unsigned *seed)
{
	static const uint32_t characters[] = { 'a', 'z', ' ', ' ', 0, 0xe9, 0x2500, 0x65e5, 0x1f600, 0x1fae8, 0xac00, '~' };
	static const uint16_t attributes[] = { 0, 0, ATTR_BOLD, ATTR_DIM, ATTR_ITALIC, ATTR_UNDERLINE, ATTR_REVERSE, ATTR_STRIKE,
					       ATTR_UNDERLINE | ATTR_BOLD };
	int row = (int)(next(seed) % (unsigned)b->canvas.rows), col = (int)(next(seed) % (unsigned)b->canvas.cols);

	for (unsigned n = next(seed) % 30; n > 0; n--) {
		uint32_t codepoint = characters[next(seed) % COUNT_OF(characters)];
		struct cell cell = { .codepoint = codepoint, .width = (uint8_t)(codepoint ? terminal_width(codepoint) : 1) };

		cell.style.attrs = attributes[next(seed) % COUNT_OF(attributes)];
		cell.style.fg = any_color(seed);
		cell.style.bg = any_color(seed);
		canvas_cell(&b->canvas, canvas_rect(&b->canvas), row, col, &cell);
		col += cell.width;
	}
}

static void whatever_is_drawn_is_what_a_terminal_then_shows(void **unused)
{
	static const struct { int rows, cols; } sizes[] = { { 1, 1 }, { 1, 200 }, { 2, 2 }, { 5, 10 }, { 24, 80 } };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct bench b;
		unsigned seed = (unsigned)i + 1;

		bench_open(&b, "xterm-256color", PALETTE_DIRECT, sizes[i].rows, sizes[i].cols);
		for (unsigned round = 0; round < 300; round++) {
			if (next(&seed) % 50 == 0)
				canvas_empty(&b.canvas);
			if (next(&seed) % 80 == 0)
				b.painter.whole = true;
			scribble(&b, &seed);
			frame(&b);
			assert_shown(&b, round);
		}
		bench_close(&b);
	}
}

static void what_is_shown_already_costs_no_byte(void **unused)
{
	struct bench b;
	unsigned seed = 7;

	(void)unused;
	bench_open(&b, "xterm-256color", PALETTE_256, 24, 80);
	scribble(&b, &seed);
	canvas_cursor(&b.canvas, 3, 4);
	frame(&b);
	assert_true(b.out.len > 0);
	frame(&b);
	assert_int_equal(b.out.len, 0);
	canvas_cursor(&b.canvas, 3, 5);
	frame(&b);
	assert_true(b.out.len > 0 && b.out.len < 40);
	bench_close(&b);
}

/* Two characters, so that it can be seen how the second one is placed. */
static void draw_two(struct bench *b, uint32_t first, const uint32_t *marks)
{
	struct cell one = { .codepoint = first, .width = (uint8_t)terminal_width(first) };
	const struct cell two = { .codepoint = 'X', .width = 1 };

	for (int i = 0; marks && marks[i]; i++)
		one.marks[i] = marks[i];
	canvas_empty(&b->canvas);
	canvas_cell(&b->canvas, canvas_rect(&b->canvas), 0, 2, &one);
	canvas_cell(&b->canvas, canvas_rect(&b->canvas), 0, 2 + one.width, &two);
	b->painter.whole = true;
	frame(b);
}

static void behind_a_character_that_is_not_ascii_the_next_is_placed(void **unused)
{
	static const uint32_t joined[] = { 0x200d, 0x1f4bb, 0 }, accent[] = { 0x301, 0 };
	static const struct { uint32_t codepoint; const uint32_t *marks; const char *expected; } cases[] = {
		{ 'a', NULL, "aX" }, { 0xe9, NULL, "\xc3\xa9\033[4GX" }, { 0x65e5, NULL, "\xe6\x97\xa5\033[5GX" },
		{ 0x1f469, joined, "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\033[5GX" }, { 'e', accent, "e\xcc\x81\033[4GX" },
	};
	struct bench b;

	(void)unused;
	bench_open(&b, "xterm-256color", PALETTE_256, 2, 20);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		draw_two(&b, cases[i].codepoint, cases[i].marks);
		if (!strstr(text_c(&b.out), cases[i].expected))
			fail_msg("case %zu: %s", i, text_c(&b.out));
	}
	bench_close(&b);
}

static void draw_styled(struct bench *b, const struct style_info *style)
{
	const struct cell cell = { .codepoint = 'X', .width = 1, .style = *style };

	canvas_empty(&b->canvas);
	canvas_cell(&b->canvas, canvas_rect(&b->canvas), 0, 0, &cell);
	b->painter.whole = true;
	frame(b);
}

#define RED { COLOR_RGB, 250, 10, 20 }

static void a_look_is_said_in_what_the_terminal_can(void **unused)
{
	static const struct { const char *terminal; int colors; enum palette palette; struct style_info style; const char *expected; } cases[] = {
		{ "xterm-256color", 0, PALETTE_DIRECT, { .fg = RED }, "\033[38;2;250;10;20mX" },
		{ "xterm-256color", 0, PALETTE_DIRECT, { .bg = RED }, "\033[48;2;250;10;20mX" },
		{ "xterm-256color", 0, PALETTE_256, { .fg = RED }, "\033[38;5;196mX" },
		{ "xterm-256color", 16777216, PALETTE_DIRECT, { .fg = { COLOR_INDEX, 33, 0, 0 } }, "\033[38;5;33mX" },
		{ "xterm-256color", 16, PALETTE_16, { .fg = RED }, "\033[91mX" },
		{ "linux", 0, PALETTE_8, { .fg = RED }, "\033[31mX" },
		{ "vt100", 0, PALETTE_NONE, { .fg = RED, .attrs = ATTR_BOLD }, "\033[1mX" },
		{ "xterm-256color", 0, PALETTE_256, { .attrs = ATTR_DIM | ATTR_ITALIC }, "\033[2m\033[3mX" },
		{ "xterm-256color", 0, PALETTE_256, { .attrs = ATTR_STRIKE }, "\033[9mX" },
		{ "tmux-256color", 0, PALETTE_256, { .attrs = ATTR_UNDERCURL }, "\033[4:3mX" },
		{ "tmux-256color", 0, PALETTE_DIRECT, { .attrs = ATTR_UNDERCURL, .underline = RED }, "\033[4:3m\033[58:2::250:10:20mX" },
		{ "tmux-256color", 0, PALETTE_256, { .attrs = ATTR_UNDERLINE, .underline = { COLOR_INDEX, 9, 0, 0 } }, "\033[4m\033[58:5:9mX" },
		{ "tmux-256color", 0, PALETTE_256, { .attrs = ATTR_DOUBLE }, "\033[4:2mX" },
		{ "xterm-256color", 0, PALETTE_256, { .attrs = ATTR_UNDERCURL, .underline = RED }, "\033[4mX" },
		{ "linux", 0, PALETTE_8, { .fg = RED, .attrs = ATTR_UNDERLINE | ATTR_BOLD }, "\017\033[1m\033[31mX" },
		{ "linux", 0, PALETTE_8, { .attrs = ATTR_UNDERLINE }, "\033[4mX" },
		{ "vt100", 0, PALETTE_NONE, { .attrs = ATTR_ITALIC | ATTR_STRIKE | ATTR_DIM }, "\017X" },
		{ "vt100", 0, PALETTE_NONE, { .attrs = ATTR_HIDDEN }, " " },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct bench b;

		bench_open_with(&b, cases[i].terminal, cases[i].colors, cases[i].palette, 1, 4);
		draw_styled(&b, &cases[i].style);
		if (!strstr(text_c(&b.out), cases[i].expected))
			fail_msg("case %zu: %s", i, text_c(&b.out));
		bench_close(&b);
	}
}

static void overline_and_blink_are_said_where_the_terminal_can_and_left_out_elsewhere(void **unused)
{
	static const struct { const char *terminal; bool overlines; uint16_t attrs; const char *expected, *unwanted; } cases[] = {
		{ "xterm-256color", true, ATTR_OVERLINE, "\033[53mX", "\033[4m" },
		{ "xterm-256color", true, ATTR_OVERLINE | ATTR_UNDERLINE, "\033[53m\033[4mX", "\033[5m" },
		{ "xterm-256color", false, ATTR_OVERLINE | ATTR_BOLD, "\033[1mX", "53" },
		{ "xterm-256color", false, ATTR_BLINK, "\033[5mX", "53" },
		{ "vt100", false, ATTR_BLINK | ATTR_OVERLINE, "\033[5mX", "53" },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct style_info style = { .attrs = cases[i].attrs };
		struct bench b;

		bench_open(&b, cases[i].terminal, PALETTE_NONE, 1, 4);
		if (cases[i].overlines) {
			free(b.info.strings[CAPABILITY_OVERLINE]);
			b.info.strings[CAPABILITY_OVERLINE] = str_copy("\033[53m");
		}
		draw_styled(&b, &style);
		if (!strstr(text_c(&b.out), cases[i].expected) || strstr(text_c(&b.out), cases[i].unwanted))
			fail_msg("case %zu: %s", i, text_c(&b.out));
		bench_close(&b);
	}
}

/* It is seen without a letter in it, and is gone with it. */
static void an_overlined_blank_is_drawn(void **unused)
{
	const struct cell blank = { .codepoint = ' ', .width = 1, .style = { .attrs = ATTR_OVERLINE } };
	struct bench b;

	(void)unused;
	bench_open(&b, "xterm-256color", PALETTE_256, 1, 20);
	b.info.strings[CAPABILITY_OVERLINE] = str_copy("\033[53m");
	frame(&b);
	canvas_cell(&b.canvas, canvas_rect(&b.canvas), 0, 3, &blank);
	frame(&b);
	assert_non_null(strstr(text_c(&b.out), "\033[53m "));
	canvas_empty(&b.canvas);
	frame(&b);
	assert_true(b.out.len > 0);
	bench_close(&b);
}

static void the_cursor_takes_the_shape_of_the_canvas_and_gives_it_back(void **unused)
{
	static const struct { bool shown; int style; const char *said; } frames[] = {
		{ true, 0, NULL }, { true, 6, "\033[6 q" }, { true, 6, NULL }, { true, 3, "\033[3 q" }, { false, 0, NULL },
		{ true, 3, NULL }, { true, 0, "\033[0 q" },
	};
	struct bench b;

	(void)unused;
	bench_open(&b, "xterm-256color", PALETTE_256, 2, 20);
	for (size_t i = 0; i < COUNT_OF(frames); i++) {
		canvas_empty(&b.canvas);
		if (frames[i].shown)
			canvas_cursor(&b.canvas, 1, 1);
		canvas_cursor_style(&b.canvas, frames[i].style);
		frame(&b);
		if (frames[i].said ? !strstr(text_c(&b.out), frames[i].said) : strstr(text_c(&b.out), " q") != NULL)
			fail_msg("frame %zu: %s", i, text_c(&b.out));
	}
	canvas_cursor(&b.canvas, 1, 1);
	canvas_cursor_style(&b.canvas, 5);
	frame(&b);
	text_empty(&b.out);
	painter_own_cursor(&b.painter, &b.out);
	painter_own_cursor(&b.painter, &b.out);
	assert_string_equal(text_c(&b.out), "\033[0 q");
	bench_close(&b);
}

static void a_terminal_without_shapes_is_asked_for_none(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b, "linux", PALETTE_8, 2, 20);
	canvas_cursor(&b.canvas, 1, 1);
	canvas_cursor_style(&b.canvas, 5);
	frame(&b);
	painter_own_cursor(&b.painter, &b.out);
	assert_null(strstr(text_c(&b.out), " q"));
	bench_close(&b);
}

static void a_frame_is_shown_at_once_only_where_the_terminal_knows_how(void **unused)
{
	struct bench b;
	const char *end = "\033[?2026l";

	(void)unused;
	bench_open(&b, "xterm-256color", PALETTE_256, 2, 20);
	draw_two(&b, 'a', NULL);
	assert_null(strstr(text_c(&b.out), "2026"));
	b.painter.synchronized = true;
	draw_two(&b, 'a', NULL);
	assert_int_equal(strncmp(text_c(&b.out), "\033[?2026h", 8), 0);
	assert_string_equal(text_c(&b.out) + b.out.len - strlen(end), end);
	bench_close(&b);
}

static void where_the_last_cell_would_scroll_it_is_left_out(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b, "linux", PALETTE_8, 2, 3);
	b.info.scrolls_at_end = true; /* as the description "ansi" has it */
	(void)canvas_text(&b.canvas, canvas_rect(&b.canvas), 0, 0, ROLE_TEXT, "abc");
	(void)canvas_text(&b.canvas, canvas_rect(&b.canvas), 1, 0, ROLE_TEXT, "def");
	frame(&b);
	for (const char *at = "abcde"; *at; at++)
		assert_non_null(strchr(text_c(&b.out), *at));
	assert_null(strchr(text_c(&b.out), 'f'));
	bench_close(&b);
}

static void a_terminal_of_ascii_gets_ascii(void **unused)
{
	struct bench b;

	(void)unused;
	bench_open(&b, "vt100", PALETTE_NONE, 2, 20);
	b.painter.ascii = true;
	draw_two(&b, 0x65e5, NULL);
	for (size_t i = 0; i < b.out.len; i++)
		assert_true((unsigned char)b.out.bytes[i] < 0x80);
	assert_non_null(strstr(text_c(&b.out), "\?\?X"));
	bench_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whatever_is_drawn_is_what_a_terminal_then_shows),
		cmocka_unit_test(what_is_shown_already_costs_no_byte),
		cmocka_unit_test(behind_a_character_that_is_not_ascii_the_next_is_placed),
		cmocka_unit_test(a_look_is_said_in_what_the_terminal_can),
		cmocka_unit_test(overline_and_blink_are_said_where_the_terminal_can_and_left_out_elsewhere),
		cmocka_unit_test(an_overlined_blank_is_drawn),
		cmocka_unit_test(the_cursor_takes_the_shape_of_the_canvas_and_gives_it_back),
		cmocka_unit_test(a_terminal_without_shapes_is_asked_for_none),
		cmocka_unit_test(a_frame_is_shown_at_once_only_where_the_terminal_knows_how),
		cmocka_unit_test(where_the_last_cell_would_scroll_it_is_left_out),
		cmocka_unit_test(a_terminal_of_ascii_gets_ascii),
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
