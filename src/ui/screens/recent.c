/*
 * recent — repositories used lately, for the picker.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/browse.h"
#include "ui/screens/launch.h"

#define RECENT_FILE "recent"
#define RECENT_MAX 50
#define LINES_LOOKED_AT 5000 /* of the ledger: what is older is not recent */
#define RECENT_BYTES_MAX (RECENT_MAX * 4200)

static void add_lines(const char *bytes, struct strlist *ret)
{
	OWNED_MEM char *copy = str_copy(bytes);
	char *rest = copy;

	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
		if (path_is_absolute(line) && !strlist_has(ret, line))
			strlist_add(ret, line);
	}
}

void recent_read(const struct engine *e, struct strlist *ret)
{
	OWNED_MEM char *path = path_join(e->places->state, RECENT_FILE);
	CLEARED(text) struct text bytes = { 0 };
	struct error err = { 0 };

	if (file_read_path(path, RECENT_BYTES_MAX, &bytes, &err))
		add_lines(text_c(&bytes), ret);
}

/* A convenience, never a record: what goes wrong here is not worth a sentence. A path with a newline is left out. */
void recent_add(const struct engine *e, const char *path)
{
	CLEARED(strlist) struct strlist paths = { 0 };
	CLEARED(text) struct text bytes = { 0 };
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	if (!path || strchr(path, '\n') || !path_is_absolute(path))
		return;
	strlist_add(&paths, path);
	recent_read(e, &paths);
	for (size_t i = 0; i < paths.count && i < RECENT_MAX; i++) {
		if (i == 0 || strcmp(paths.items[i], path) != 0)
			text_add_format(&bytes, "%s\n", paths.items[i]);
	}
	if (dir_make(e->places->state, &dir, &err))
		(void)!file_replace(dir, RECENT_FILE, text_c(&bytes), bytes.len, &err);
}

void recent_errand(const void *engine, struct text *out)
{
	const struct engine *e = engine;
	CLEARED(strlist) struct strlist seen = { 0 };
	struct run_list list = { 0 };
	struct error err = { 0 };

	if (!browse_newest(e->places->state, LINES_LOOKED_AT, &list, &err))
		return;
	for (size_t i = 0; i < list.count && seen.count < RECENT_MAX; i++) {
		const char *path = list.rows[i].repository;

		if (!path || !path_is_absolute(path) || strlist_has(&seen, path) || access(path, F_OK) != 0)
			continue;
		strlist_add(&seen, path);
		text_add(out, path, strlen(path) + 1);
	}
	run_list_clear(&list);
}
