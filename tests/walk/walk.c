/*
 * walk [--frames DIR] FILE.steps — performs the steps one after the other. The first that fails is printed with the
 * screen as it was, everything that was started is killed, and the status is 1.
 */
#include <signal.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/child/child.h"
#include "core/host/file.h"
#include "walk.h"

#define PATIENCE_MS 30000

static void print_screen(const struct screen *s)
{
	CLEARED(text) struct text all = { 0 };
	const char *line;
	int rows, cols, number = 1;

	screen_size(s, &rows, &cols);
	frame_text(s, &all);
	fprintf(stderr, "the screen, %dx%d:\n", cols, rows);
	for (char *rest = all.bytes; rest && *rest;) {
		line = strsep(&rest, "\n");
		fprintf(stderr, "%4d |%s\n", number++, line);
	}
}

static bool perform_all(struct walk *w, const struct steps *steps, struct error *err)
{
	for (size_t i = 0; i < steps->count; i++) {
		if (verb_perform(w, &steps->items[i], err))
			continue;
		fprintf(stderr, "%s:%zu: %s\n", w->file, steps->items[i].line, steps->items[i].text);
		if (w->screen)
			print_screen(w->screen);
		return false;
	}
	if (w->program.pid)
		return error_set(err, REASON_MISUSE, "the program still runs: the last step of a program is EXIT");
	return true;
}

static char *name_of(const char *file)
{
	OWNED_MEM char *base = str_copy(path_base(file));

	return str_copy_n(base, strcspn(base, "."));
}

/* WALK: the directory of the steps, for what stands beside them. */
static void say_where(struct walk *w)
{
	OWNED_MEM char *real = real_path(w->file);
	OWNED_MEM char *directory = path_parent(real);
	OWNED_MEM char *set = str_format("WALK=%s", directory);

	scratch_set(&w->scratch, set);
}

static bool walk(struct walk *w, struct error *err)
{
	CLEARED(steps) struct steps steps = { 0 };
	OWNED_MEM char *name = name_of(w->file);

	if (!child_adopt_orphans(err) || !steps_read(w->file, &steps, err) || !scratch_make(&w->scratch, name, err))
		return false;
	say_where(w);
	return perform_all(w, &steps, err);
}

/* Also what moved into sessions of its own, as supervisors do. */
static void end(struct walk *w)
{
	CLEARED(strlist) struct strlist survivors = { 0 };

	(void)child_sweep(NULL, 0, &survivors);
	for (size_t i = 0; i < survivors.count; i++)
		fprintf(stderr, "this process could not be killed: %s\n", survivors.items[i]);
	program_close(&w->program);
	screen_drop(&w->screen);
	scratch_remove(&w->scratch);
}

int main(int argc, char **argv)
{
	struct walk w = { .rows = 24, .cols = 80, .patience_ms = PATIENCE_MS };
	const char *patience = getenv("WALK_PATIENCE_MS");
	struct error err = { 0 };
	int at = 1;
	bool ok;

	if (argc == 4 && strcmp(argv[1], "--frames") == 0) {
		w.frames_dir = argv[2];
		at = 3;
	}
	if (at != argc - 1) {
		fprintf(stderr, "usage: walk [--frames DIR] FILE.steps\n");
		return 2;
	}
	w.file = argv[at];
	if (patience)
		w.patience_ms = strtoull(patience, NULL, 10);
	(void)signal(SIGPIPE, SIG_IGN);
	ok = walk(&w, &err);
	if (!ok)
		fprintf(stderr, "%s\n", err.text);
	end(&w);
	return ok ? 0 : 1;
}
