/*
 * panes_look_open — a pane's text in the operator's own pager or editor. The program gets a private file that is removed
 * afterwards; nothing of a child's is ever part of a command line, and no escape sequence is in the file.
 */
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "ui/screens/panes_look.h"
#include "ui/tui/lent.h"

#define PRIVATE_NAMES "pane-????????.txt"

static const char *command(const struct app *app, enum action action)
{
	static const char *const names[2][3] = { { "PAGER", NULL, "less" }, { "VISUAL", "EDITOR", "vi" } };
	const char *const *of = names[action == ACTION_EDITOR];
	const struct places *places = app_engine(app)->places;
	const char *said = NULL;

	for (int i = 0; i < 2 && (!said || !*said); i++)
		said = of[i] ? places_env(places, of[i]) : NULL;
	return said && *said ? said : of[2];
}

/* What a console that was killed left behind: nobody holds its lock any more. */
static void sweep(int dir)
{
	int listed = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *names = listed >= 0 ? fdopendir(listed) : NULL;

	for (struct dirent *entry; names && (entry = readdir(names));) {
		OWNED_FD int fd = -1;

		if (fnmatch(PRIVATE_NAMES, entry->d_name, 0) != 0)
			continue;
		fd = openat(dir, entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
		if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
			(void)unlinkat(dir, entry->d_name, 0);
	}
	if (names)
		(void)closedir(names);
}

/* Returns an fd that holds the file's lock; -1 with err. */
static int write_private(int dir, const char *name, const struct text *text, struct error *err)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && write_all(fd, text->bytes, text->len))
		return fd;
	(void)error_set_sys(err, REASON_SYSTEM, "cannot write a private file for it");
	if (fd < 0)
		return -1;
	(void)unlinkat(dir, name, 0);
	(void)close(fd);
	return -1;
}

static bool open_in(struct app *app, const char *program, const struct text *text, struct error *err)
{
	const char *runtime = app_engine(app)->places->runtime;
	OWNED_FD int dir = -1;
	OWNED_FD int file = -1;
	OWNED_MEM char *name = NULL;
	OWNED_MEM char *path = NULL;
	uint32_t chance = 0;
	bool ok;

	if (!host_ports.random(host_ports.self, &chance, sizeof chance) || !dir_make(runtime, &dir, err))
		return false;
	sweep(dir);
	name = str_format("pane-%08x.txt", (unsigned)chance);
	path = path_join(runtime, name);
	file = write_private(dir, name, text, err);
	if (file < 0)
		return false;
	ok = lent_run(app, program, path, err);
	(void)unlinkat(dir, name, 0);
	return ok;
}

unsigned look_open(struct app *app, struct pane *p, enum action action)
{
	CLEARED(text) struct text text = { 0 };
	const char *program = command(app, action);
	const struct selection chosen = p->look.selection.kind == SELECT_NOTHING ? selection_all(&p->look.text) : p->look.selection;
	struct error err = { 0 };

	(void)selection_text(&chosen, &p->look.text, SIZE_MAX, &text);
	if (!open_in(app, program, &text, &err))
		return app_alert(app, "%s", err.text);
	return REDRAW;
}
