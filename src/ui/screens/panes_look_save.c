/*
 * panes_look_save — a pane's text, or what is chosen of it, into a file of the operator's choice. Nothing is replaced
 * without asking, and then the file that is really meant is named.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "ui/screens/panes_look.h"

static struct selection what(const struct pane *p, bool *ret_all)
{
	*ret_all = p->look.selection.kind == SELECT_NOTHING;
	return *ret_all ? selection_all(&p->look.text) : p->look.selection;
}

unsigned look_ask_path(struct app *app, struct pane *p)
{
	OWNED_MEM char *name = str_format("~/%s.txt", p->id);

	(void)app;
	field_clear(&p->look.field);
	p->look.field.limit_bytes = PATH_BYTES_MAX;
	field_set(&p->look.field, name);
	p->look.prompt = PROMPT_SAVE;
	return REDRAW;
}

static char *absolute(const struct app *app, const char *typed)
{
	if (strncmp(typed, "~/", 2) == 0)
		return path_join(app_engine(app)->places->home, typed + 2);
	return path_is_absolute(typed) ? str_copy(typed) : path_join(app_path(app), typed);
}

static bool write_file(const char *path, const struct text *text, bool replace, struct error *err)
{
	const char *slash = strrchr(path, '/');
	OWNED_MEM char *directory = str_copy_n(path, slash == path ? 1 : (size_t)(slash - path));
	OWNED_FD int fd = -1;

	if (!dir_open(directory, &fd, err))
		return false;
	return replace ? file_replace(fd, slash + 1, text->bytes, text->len, err)
		       : file_put_new(fd, slash + 1, text->bytes, text->len, err);
}

static unsigned save(struct app *app, struct pane *p, const char *path, bool replace)
{
	CLEARED(text) struct text text = { 0 };
	struct error err = { 0 };
	bool all;
	const struct selection chosen = what(p, &all);

	(void)selection_text(&chosen, &p->look.text, SIZE_MAX, &text);
	if (!write_file(path, &text, replace, &err))
		return app_alert(app, "Nothing was saved: %s", err.text);
	return app_say(app, "Saved %s to %s: %zu bytes.", all ? "everything that was kept" : "what is chosen", path, text.len);
}

static unsigned ask_replace(struct app *app, struct pane *p, const char *real, const char *typed)
{
	struct ask ask = { .id = ASK_REPLACE, .title = str_copy("Replace a file"), .purpose = str_copy("replace it") };

	str_set(&p->look.path, real);
	strlist_add_format(&ask.lines, "%s exists. Its contents would be replaced by what this pane printed.", real);
	if (strcmp(real, typed) != 0)
		strlist_add_format(&ask.lines, "That is where %s leads.", typed);
	return app_ask(app, &ask);
}

unsigned look_save(struct app *app, struct pane *p, const char *typed)
{
	OWNED_MEM char *path = absolute(app, typed);
	OWNED_MEM char *real = NULL;
	struct stat is;

	if (!typed[0] || typed[strlen(typed) - 1] == '/')
		return app_say(app, "Nothing was saved: the path names no file.");
	if (lstat(path, &is) != 0 && errno == ENOENT)
		return save(app, p, path, false);
	real = real_path(path);
	if (!real || stat(real, &is) != 0)
		return app_alert(app, "Nothing was saved: cannot look at %s: %s.", path, strerror(errno));
	if (!S_ISREG(is.st_mode))
		return app_alert(app, "Nothing was saved: %s is no ordinary file.", real);
	return ask_replace(app, p, real, path);
}

unsigned look_replace(struct app *app, struct pane *p)
{
	OWNED_MEM char *path = p->look.path;

	p->look.path = NULL;
	return path ? save(app, p, path, true) : REDRAW;
}
