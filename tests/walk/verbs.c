/*
 * verbs — what each line of a walk does: one row each.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/child/poll.h"
#include "core/host/file.h"
#include "core/host/places.h"
#include "walk.h"

#define SETTLE_MS 200
#define SETTLE_AT_MOST_MS 5000
#define ROWS_MAX 200
#define COLS_MAX 400

/* One read of what the program printed; answers go back. false: there was nothing. */
static bool pump(struct walk *w)
{
	char bytes[16384];
	struct text *answers = screen_answers(w->screen);
	ssize_t len = program_read(&w->program, bytes, sizeof bytes);

	if (len > 0)
		screen_feed(w->screen, bytes, (size_t)len);
	if (answers->len > 0)
		(void)program_send(&w->program, answers);
	text_empty(answers);
	return len > 0;
}

bool walk_until(struct walk *w, walk_hold *hold, void *about)
{
	uint64_t deadline = poll_now_ms() + w->patience_ms;
	uint64_t now = poll_now_ms();

	for (; now < deadline; now = poll_now_ms()) {
		bool more = w->program.pid != 0 && pump(w);

		if (!more && (!w->screen || screen_is_settled(w->screen)) && hold(w, about))
			return true;
		/* What is not seen on the terminal (a file, a process) is looked for every 20 ms. */
		if (!more)
			(void)poll_one(w->program.pid ? w->program.master : -1, POLLIN, now + 20 < deadline ? now + 20 : deadline);
	}
	return hold(w, about);
}

static bool read_size(const char *word, int *ret_cols, int *ret_rows, struct error *err)
{
	int cols, rows;

	if (sscanf(word, "%dx%d", &cols, &rows) != 2 || cols < 1 || rows < 1 || cols > COLS_MAX || rows > ROWS_MAX)
		return error_set(err, REASON_MISUSE, "\"%s\" is no size such as 80x24", word);
	*ret_cols = cols;
	*ret_rows = rows;
	return true;
}

static bool do_size(struct walk *w, const struct step *step, struct error *err)
{
	return read_size(step->words.items[1], &w->cols, &w->rows, err);
}

static bool do_resize(struct walk *w, const struct step *step, struct error *err)
{
	if (!read_size(step->words.items[1], &w->cols, &w->rows, err))
		return false;
	while (pump(w)) /* what was printed for the old size belongs there */
		;
	screen_resize(w->screen, w->rows, w->cols);
	program_resize(&w->program, w->rows, w->cols);
	return true;
}

static bool do_env(struct walk *w, const struct step *step, struct error *err)
{
	if (!strchr(step->words.items[1], '='))
		return error_set(err, REASON_MISUSE, "ENV needs NAME=value");
	scratch_set(&w->scratch, step->words.items[1]);
	return true;
}

static bool do_in(struct walk *w, const struct step *step, struct error *err)
{
	scratch_enter(&w->scratch, step->words.items[1]);
	return access(w->scratch.dir, X_OK) == 0 || error_set_sys(err, REASON_MISUSE, "cannot enter %s", w->scratch.dir);
}

static bool start(struct walk *w, const char *path, char **argv, struct error *err)
{
	if (w->program.pid)
		return error_set(err, REASON_MISUSE, "a program runs already: EXIT comes first");
	screen_drop(&w->screen);
	w->screen = screen_new(w->rows, w->cols);
	return program_start(&w->program, path, argv, w->scratch.env.items, w->scratch.dir, w->rows, w->cols, err);
}

static bool do_run(struct walk *w, const struct step *step, struct error *err)
{
	const char *program = getenv("TEST_PROGRAM");

	if (!program)
		return error_set(err, REASON_MISUSE, "TEST_PROGRAM does not name the program to run");
	return start(w, program, step->words.items, err);
}

static bool do_exec(struct walk *w, const struct step *step, struct error *err)
{
	OWNED_MEM char *path = program_find(scratch_get(&w->scratch, "PATH"), step->words.items[1]);

	if (!path)
		return error_set(err, REASON_MISUSE, "there is no program %s", step->words.items[1]);
	return start(w, path, step->words.items + 1, err);
}

static bool do_key(struct walk *w, const struct step *step, struct error *err)
{
	for (size_t i = 1; i < step->words.count; i++) {
		if (!screen_key(w->screen, step->words.items[i]))
			return error_set(err, REASON_MISUSE, "there is no key %s", step->words.items[i]);
	}
	(void)pump(w);
	return true;
}

static bool do_type(struct walk *w, const struct step *step, struct error *err)
{
	(void)err;
	screen_type(w->screen, step->words.items[1]);
	(void)pump(w);
	return true;
}

static bool do_paste(struct walk *w, const struct step *step, struct error *err)
{
	(void)err;
	screen_paste(w->screen, step->words.items[1]);
	(void)pump(w);
	return true;
}

static bool is_on_screen(const struct walk *w, long row, long col)
{
	return row >= 1 && col >= 1 && row <= w->rows && col <= w->cols;
}

static bool do_click(struct walk *w, const struct step *step, struct error *err)
{
	long row = strtol(step->words.items[1], NULL, 10), col = strtol(step->words.items[2], NULL, 10);
	long button = step->words.count > 3 ? strtol(step->words.items[3], NULL, 10) : 1;

	if (!is_on_screen(w, row, col))
		return error_set(err, REASON_MISUSE, "that place is not on the screen");
	screen_click(w->screen, (int)row - 1, (int)col - 1, (int)button);
	(void)pump(w);
	return true;
}

static bool do_drag(struct walk *w, const struct step *step, struct error *err)
{
	long at[4];

	for (size_t i = 0; i < COUNT_OF(at); i++)
		at[i] = strtol(step->words.items[i + 1], NULL, 10);
	if (!is_on_screen(w, at[0], at[1]) || !is_on_screen(w, at[2], at[3]))
		return error_set(err, REASON_MISUSE, "that place is not on the screen");
	screen_drag(w->screen, (int)at[0] - 1, (int)at[1] - 1, (int)at[2] - 1, (int)at[3] - 1);
	(void)pump(w);
	return true;
}

static bool do_until(struct walk *w, const struct step *step, struct error *err)
{
	return claim_check(w, step, true, err);
}

static bool do_expect(struct walk *w, const struct step *step, struct error *err)
{
	return claim_check(w, step, false, err);
}

static int signal_number(const char *name)
{
	for (int number = 1; number < NSIG; number++) {
		const char *known = sigabbrev_np(number);

		if (known && strcmp(known, name) == 0)
			return number;
	}
	return 0;
}

static bool do_signal(struct walk *w, const struct step *step, struct error *err)
{
	int number = signal_number(step->words.items[1]);

	if (!number)
		return error_set(err, REASON_MISUSE, "there is no signal %s", step->words.items[1]);
	(void)kill(w->program.pid, number);
	return true;
}

static bool has_ended(struct walk *w, void *unused)
{
	(void)unused;
	return program_has_ended(&w->program);
}

/* EXIT 0, EXIT TERM: and the terminal must be as it was found. */
static bool do_exit(struct walk *w, const struct step *step, struct error *err)
{
	const char *wanted = step->words.items[1];
	CLEARED(text) struct text left = { 0 };
	int number = signal_number(wanted), status, row, col;
	bool as_wanted;

	if (!walk_until(w, has_ended, NULL))
		return error_set(err, REASON_CHILD_FAILED, "the program did not end");
	while (pump(w))
		;
	status = w->program.wait_status;
	as_wanted = number ? WIFSIGNALED(status) && WTERMSIG(status) == number
			   : WIFEXITED(status) && WEXITSTATUS(status) == strtol(wanted, NULL, 10);
	if (!as_wanted)
		return error_set(err, REASON_CHILD_FAILED, "it ended with %s %d", WIFEXITED(status) ? "status" : "signal",
				 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	modes_left(screen_modes(w->screen), &left);
	if (!screen_cursor(w->screen, &row, &col))
		text_add_format(&left, "%sthe cursor is hidden", left.len ? ", " : "");
	if (!program_modes_kept(&w->program))
		text_add_format(&left, "%sthe line modes (stty) are others than before", left.len ? ", " : "");
	program_close(&w->program);
	return left.len == 0 || error_set(err, REASON_CHILD_FAILED, "the terminal was not left as it was found: %s", text_c(&left));
}

static bool do_shell(struct walk *w, const struct step *step, struct error *err)
{
	CLEARED(text) struct text out = { 0 };
	int status = scratch_shell(&w->scratch, step->rest, poll_now_ms() + 3 * w->patience_ms, &out);

	if (status == 0)
		return true;
	fprintf(stderr, "%s\n", text_c(&out));
	return error_set(err, REASON_CHILD_FAILED, "the command exits %d", status);
}

static bool put_frame(const struct walk *w, const char *name, const char *kind, const struct text *bytes, struct error *err)
{
	OWNED_MEM char *file = str_format("%s.%s", name, kind);
	OWNED_FD int dir = -1;

	return dir_make(w->frames_dir, &dir, err) && file_replace(dir, file, bytes->bytes, bytes->len, err) &&
	       (fchmodat(dir, file, 0644, 0) == 0 || error_set_sys(err, REASON_SYSTEM, "cannot share %s", file));
}

/* A picture must not show half of a frame: it is taken when nothing was printed for a while. No claim rests on this. */
static void settle(struct walk *w)
{
	uint64_t end = poll_now_ms() + SETTLE_AT_MOST_MS;

	while (poll_now_ms() < end && w->program.pid != 0 && poll_one(w->program.master, POLLIN, poll_now_ms() + SETTLE_MS) && pump(w))
		continue;
}

static bool do_frame(struct walk *w, const struct step *step, struct error *err)
{
	const char *name = step->words.items[1];
	CLEARED(text) struct text text = { 0 };
	CLEARED(text) struct text svg = { 0 };

	while (pump(w))
		;
	if (!w->frames_dir)
		return true;
	settle(w);
	frame_text(w->screen, &text);
	frame_svg(w->screen, &svg);
	return put_frame(w, name, "txt", &text, err) && put_frame(w, name, "svg", &svg, err);
}

enum need { ALWAYS, WHILE_RUNNING, WITH_SCREEN };

static const struct {
	const char *name;
	size_t n_words;
	enum need need;
	bool (*perform)(struct walk *w, const struct step *step, struct error *err);
} verbs[] = {
	{ "SIZE", 1, ALWAYS, do_size },         { "ENV", 1, ALWAYS, do_env },            { "IN", 1, ALWAYS, do_in },
	{ "SHELL", 1, ALWAYS, do_shell },       { "RUN", 0, ALWAYS, do_run },            { "EXEC", 1, ALWAYS, do_exec },
	{ "KEY", 1, WHILE_RUNNING, do_key },    { "TYPE", 1, WHILE_RUNNING, do_type },   { "PASTE", 1, WHILE_RUNNING, do_paste },
	{ "CLICK", 2, WHILE_RUNNING, do_click },{ "UNTIL", 1, WITH_SCREEN, do_until },   { "EXPECT", 1, WITH_SCREEN, do_expect },
	{ "RESIZE", 1, WHILE_RUNNING, do_resize },{ "SIGNAL", 1, WHILE_RUNNING, do_signal },{ "EXIT", 1, WHILE_RUNNING, do_exit },
	{ "FRAME", 1, WITH_SCREEN, do_frame },  { "DRAG", 4, WHILE_RUNNING, do_drag },
};

bool verb_perform(struct walk *w, const struct step *step, struct error *err)
{
	const char *name = step->words.items[0];

	for (size_t i = 0; i < COUNT_OF(verbs); i++) {
		if (strcmp(name, verbs[i].name) != 0)
			continue;
		if (step->words.count - 1 < verbs[i].n_words)
			return error_set(err, REASON_MISUSE, "%s needs %zu words", name, verbs[i].n_words);
		if ((verbs[i].need == WHILE_RUNNING && !w->program.pid) || (verbs[i].need == WITH_SCREEN && !w->screen))
			return error_set(err, REASON_MISUSE, "%s comes after RUN or EXEC", name);
		return verbs[i].perform(w, step, err);
	}
	return error_set(err, REASON_MISUSE, "there is no verb %s", name);
}
