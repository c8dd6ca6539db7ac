/*
 * The engine against tmux and libvterm with the recorded streams of tests/data/terminal, and its reflow against tmux's.
 *
 * Exception: where pictures are joined (the end of the claude stream) tmux 3.3a and libvterm keep the parts apart, and
 * what stands to their right is elsewhere; there the engine follows the program, see spec_terminal_recorded.
 */
#include "oracle/recording.h"
#include "support/recorded.h"
#include "support/repo.h"

#include "core/terminal/terminal.h"

#define MOMENTS 5

struct world {
	char *scratch;
	struct tmux *tmux;
};

static int world_make(void **state)
{
	struct world *w = mem_new(1, sizeof *w);

	w->scratch = scratch_new("oracle-recorded");
	w->tmux = tmux_new(w->scratch);
	*state = w;
	return 0;
}

static int world_drop(void **state)
{
	struct world *w = *state;

	tmux_drop(&w->tmux);
	scratch_drop(&w->scratch);
	free(w);
	return 0;
}

/* The end of the last sequence before at: the oracles are asked something there. */
static size_t moment_near(const struct text *bytes, size_t at)
{
	while (at > 0 && at < bytes->len && bytes->bytes[at] != '\033')
		at--;
	return at;
}

static size_t comparable(const struct text *bytes)
{
	const char *joined = memmem(bytes->bytes, bytes->len, "\xe2\x80\x8d", 3);

	return joined ? moment_near(bytes, (size_t)(joined - bytes->bytes)) : bytes->len;
}

static void recorded_programs_look_the_same(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < COUNT_OF(recorded_names); i++) {
		CLEARED(text) struct text bytes = { 0 };
		size_t end;

		recorded_read(recorded_names[i], &bytes);
		end = comparable(&bytes);
		for (size_t m = 1; m <= MOMENTS; m++) {
			size_t len = moment_near(&bytes, end * m / MOMENTS);
			OWNED(terminal) struct terminal *t = terminal_new(RECORDING_ROWS, RECORDING_COLS, 0);
			CLEARED(text) struct text ours = { 0 }, theirs = { 0 };

			terminal_feed(t, bytes.bytes, len);
			vterm_compare(recorded_names[i], &bytes, len, t);
			terminal_print(t, &ours);
			tmux_show(w->tmux, &bytes, len, &theirs);
			if (strcmp(text_c(&ours), text_c(&theirs)) != 0)
				fail_msg("%s, byte %zu: the engine shows\n%s\n--- tmux shows\n%s", recorded_names[i], len, text_c(&ours),
					 text_c(&theirs));
		}
	}
}

static const struct size sizes[] = { { 24, 40 }, { 24, 23 }, { 24, 120 }, { 12, 61 }, { 40, 80 }, { 24, 7 }, { 24, 80 } };

static void text_lines(struct text *ret)
{
	for (int i = 1; i <= 60; i++)
		text_add_format(
			ret, "line %d of a log that %.*s\r\n", i, i * 3 % 150,
			"goes on and on, with words and numbers 0123456789, until it has more columns than any screen that it is shown on, and still");
	text_add_string(ret, "$ ");
}

static void wide_lines(struct text *ret)
{
	for (int i = 1; i <= 60; i++) {
		text_add_format(ret, "%.*s", i % 5, "abcd");
		for (int n = 0; n < i; n++)
			text_add_string(ret, n % 7 ? "日" : "e\xcc\x81");
		text_add_string(ret, "\r\n");
	}
	text_add_string(ret, "> 日本");
}

static void colour_lines(struct text *ret)
{
	for (int i = 1; i <= 60; i++) {
		for (int n = 0; n < i; n++)
			text_add_format(ret, "\033[3%dm%d\033[m ", n % 8, n * i);
		text_add_string(ret, i % 9 ? "\r\n" : "\r\n\r\n");
	}
}

static const struct { const char *says; void (*add)(struct text *ret); } contents[] = {
	{ "a log", text_lines }, { "ideographs at the edge", wide_lines }, { "coloured lines", colour_lines },
};

static void cell_add(struct text *out, const struct cell *cell)
{
	char bytes[4];

	if (cell->width == 0)
		return;
	text_add(out, bytes, utf8_encode(cell->codepoint ? cell->codepoint : ' ', bytes));
	for (int i = 0; i < CELL_MARKS_MAX && cell->marks[i]; i++)
		text_add(out, bytes, utf8_encode(cell->marks[i], bytes));
}

/* The scrollback and the screen, without spaces at the ends of lines and empty lines at the end. */
static void all_rows(const struct terminal *t, struct text *out)
{
	CLEARED(text) struct text screen = { 0 };
	struct cell cells[TERMINAL_COLS_MAX];

	for (size_t line = terminal_scrollback_lines(t); line-- > 0;) {
		int cols = terminal_scrollback_cells(t, line, cells, TERMINAL_COLS_MAX);

		for (int col = 0; col < cols; col++)
			cell_add(out, &cells[col]);
		while (out->len && out->bytes[out->len - 1] == ' ')
			out->len--;
		text_add_byte(out, '\n');
	}
	terminal_print(t, &screen);
	text_add(out, screen.bytes, screen.len);
}

static void lines_are_wrapped_anew_as_in_tmux(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < COUNT_OF(contents); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(RECORDING_ROWS, RECORDING_COLS, 1 << 20);
		CLEARED(text) struct text bytes = { 0 };
		struct text theirs[COUNT_OF(sizes)] = { 0 };

		contents[i].add(&bytes);
		terminal_feed(t, bytes.bytes, bytes.len);
		tmux_show_sizes(w->tmux, &bytes, sizes, COUNT_OF(sizes), theirs);
		for (size_t s = 0; s < COUNT_OF(sizes); s++) {
			CLEARED(text) struct text ours = { 0 };

			terminal_resize(t, sizes[s].rows, sizes[s].cols);
			all_rows(t, &ours);
			if (strcmp(text_c(&ours), text_c(&theirs[s])) != 0)
				fail_msg("%s, %d columns: the engine has\n%s\n--- tmux has\n%s", contents[i].says, sizes[s].cols,
					 text_c(&ours), text_c(&theirs[s]));
			text_clear(&theirs[s]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(recorded_programs_look_the_same, world_make, world_drop),
		cmocka_unit_test_setup_teardown(lines_are_wrapped_anew_as_in_tmux, world_make, world_drop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
