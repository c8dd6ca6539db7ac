/*
 * The engine against two other readers: what vim, less, git, a shell, ls and a build draw has to look the same in the
 * engine, in libvterm and in tmux, at every moment worth looking at.
 */
#include "oracle/recording.h"
#include "support/repo.h"

#include <locale.h>
#include <wchar.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/terminal/engine.h"

#define ARGV(...) (const char *const[]){ __VA_ARGS__, NULL }
#define STEPS(...) .steps = (const struct step[]){ __VA_ARGS__ }, \
	.n_steps = COUNT_OF(((const struct step[]){ __VA_ARGS__ }))

static const struct scenario scenarios[] = {
	{ "vim edits a file",
	  ARGV("vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "--cmd", "set ruler showcmd", "--cmd", "syntax on", "a.c"),
	  STEPS({ "1,1", "5dd" }, { "5 fewer lines", "u" }, { "5 more lines", "iä日本 e\xcc\x81\033" }, { "日本", ":set nu hls\r" },
		{ "  1 ", "/number 20\r" }, { "number 20", ":60\r" }, { "number 60", ":split | redraw | echo 'win' . winnr('$')\r" },
		{ "win2", ":90\r" }, { "number 90", ":vsplit | redraw | echo 'win' . winnr('$')\r" }, { "win3", "G" },
		{ "number 120", ":qa!\r" }) },
	{ "vim scrolls and inserts",
	  ARGV("vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "--cmd", "set ruler nowrap", "a.c"),
	  STEPS({ "1,1", "10\005" }, { "11,1", "5\031" }, { "number 6", "Oinserted\033" }, { "inserted", ">>xxx" },
		{ "serted", ":q!\r" }) },
	{ "a small vim scrolls and inserts",
	  ARGV("vim.tiny", "-u", "NONE", "-i", "NONE", "-N", "-n", "a.c"),
	  STEPS({ "number 1 ", "10\005" }, { "number 20 ", "5\031" }, { "number 6 ", "Oinserted 日本\033" },
		{ "inserted 日本", ":q!\r" }) },
	{ "less shows a coloured text",
	  ARGV("less", "-R", "colours.txt"),
	  STEPS({ "row 1 ", " " }, { "row 30 ", "b" }, { "row 1 ", "/row 77 \r" }, { "row 80 ", "G" }, { "row 200 ", "u" },
		{ "row 173 ", "q" }) },
	{ "git shows a graph", ARGV("git", "log", "--graph", "--color", "--oneline", "--all", "--decorate"), NULL, 0 },
	{ "git shows a coloured patch", ARGV("git", "log", "-p", "--color", "-3", "--stat"), NULL, 0 },
	{ "ls shows colours", ARGV("ls", "--color=always", "-laF"), NULL, 0 },
	{ "ls fills columns", ARGV("ls", "--color=always", "-C", "-w", "80", "/usr/bin"), NULL, 0 },
	{ "a compiler complains", ARGV("gcc", "-fdiagnostics-color=always", "-Wall", "-c", "-o", "/dev/null", "bad.c"), NULL, 0 },
	{ "a build shows its progress", ARGV("sh", "build.sh"), NULL, 0 },
	{ "a shell edits its line",
	  ARGV("bash", "--norc", "--noprofile", "-i"),
	  STEPS({ "$", "PS1='\\#> '\r" }, { "2>", "echo one two three\001\006\006XY\013\r" },
		{ "3>", "echo 'done 日本'\002\002\177x\r" }, { "4>", "for i in 1 2 3 4 5 6 7 8 9; do echo lines $i; done\r" },
		{ "5>", "exit\r" }) },
	{ "htop draws meters", ARGV("htop", "-d", "100"), STEPS({ "Load average", "q" }) },
};

struct world {
	char *scratch;
	struct tmux *tmux;
};

static void files_make(const char *dir)
{
	CLEARED(text) struct text source = { 0 }, colours = { 0 }, build = { 0 };

	for (int i = 1; i <= 120; i++)
		text_add_format(&source, "int function_%d(void)\t{ return %d; } /* number %d of many, and so on and on and on */\n", i,
				i * 7, i);
	file_put(dir, "a.c", text_c(&source));
	for (int i = 1; i <= 200; i++)
		text_add_format(&colours, "\033[%dmrow %d \033[1;4mis\033[m 日本 \033[38;5;%dm%0*d\033[48;2;%d;9;99mend\033[m\n",
				31 + i % 7, i, i, i % 90 + 1, 0, i);
	file_put(dir, "colours.txt", text_c(&colours));
	text_add_string(&build,
			"for i in 1 2 3 4 5 6 7 8 9 10 11 12; do\n"
			"printf '\\r\\033[K[%s/12] \\033[32mBuilding\\033[0m object_%s.c.o' $i $i\n"
			"test $i = 7 && printf '\\n\\033[1;35mwarning:\\033[0m unused variable \\342\\200\\230x\\342\\200\\231\\n'\n"
			"done\nprintf '\\n\\033[2mdone\\033[22m\\033[?25l\\033[2A\\033[3C\\033[4hins\\033[4l\\033[2B\\r\\n\\033[?25h'\n");
	file_put(dir, "build.sh", text_c(&build));
	file_put(dir, "bad.c", "int main(void)\n{\n\tint x = \"text\";\n\treturn y + missing(1, 2, 3);\n}\n");
}

static void history_make(const char *dir)
{
	git(dir, "init", "-q", ".");
	git(dir, "add", "a.c", "bad.c");
	git(dir, "commit", "-q", "-m", "first");
	for (int i = 0; i < 6; i++) {
		OWNED_MEM char *branch = str_format("topic-%d", i), *line = str_format("one more line %d 日本\n", i);

		git(dir, "checkout", "-q", "-b", branch);
		file_put(dir, branch, line);
		git(dir, "add", branch);
		git(dir, "commit", "-q", "-m", branch);
		git(dir, "checkout", "-q", "main");
		git(dir, "commit", "-q", "--allow-empty", "-m", line);
		git(dir, "merge", "-q", "--no-ff", "-m", "merge", branch);
	}
}

static int world_make(void **state)
{
	struct world *w = mem_new(1, sizeof *w);

	w->scratch = scratch_new("oracle");
	files_make(w->scratch);
	history_make(w->scratch);
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

static void tmux_compare(struct world *w, const char *says, const struct text *bytes, size_t len, const struct terminal *t)
{
	CLEARED(text) struct text ours = { 0 }, theirs = { 0 };

	terminal_print(t, &ours);
	tmux_show(w->tmux, bytes, len, &theirs);
	if (strcmp(text_c(&ours), text_c(&theirs)) != 0)
		fail_msg("%s, byte %zu: the engine shows\n%s\n--- tmux shows\n%s", says, len, text_c(&ours), text_c(&theirs));
}

static void scenario_compare(struct world *w, const struct scenario *scenario)
{
	CLEARED(recording) struct recording r = { 0 };

	recording_make(scenario, w->scratch, &r);
	for (size_t i = 0; i < r.n_moments; i++) {
		OWNED(terminal) struct terminal *t = terminal_new(RECORDING_ROWS, RECORDING_COLS, 1 << 20);

		terminal_feed(t, text_c(&r.bytes), r.moments[i]);
		vterm_compare(scenario->says, &r.bytes, r.moments[i], t);
		tmux_compare(w, scenario->says, &r.bytes, r.moments[i], t);
	}
}

static void real_programs_look_the_same_in_libvterm_and_tmux(void **state)
{
	for (size_t i = 0; i < COUNT_OF(scenarios); i++) {
		if (recording_can(&scenarios[i]))
			scenario_compare(*state, &scenarios[i]);
		else
			print_message("skipped: %s: there is no %s on this machine\n", scenarios[i].says, scenarios[i].argv[0]);
	}
}

/* ncurses draws what the engine counted, by the C library's widths. Newer code points may differ, scripts may not. */
static void widths_agree_with_the_c_library(void **state)
{
	int differ = 0;

	(void)state;
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	for (uint32_t codepoint = 0xA0; codepoint < 0x110000; codepoint++) {
		int theirs = wcwidth((wchar_t)codepoint);

		if (theirs < 0 || !sanitize_may_draw(codepoint))
			continue;
		differ += theirs != terminal_width(codepoint);
	}
	assert_in_range(differ, 0, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(real_programs_look_the_same_in_libvterm_and_tmux, world_make, world_drop),
		cmocka_unit_test(widths_agree_with_the_c_library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
