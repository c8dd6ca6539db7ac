#include "core/workspace/named.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/workspace/config.h"
#include "core/workspace/place.h"

#define STORES_MAX 64
#define ALTERNATES_BYTES_MAX (1u << 20)

struct naming {
	const char *home, *common;
	struct strlist *files;
};

/* Relative names are taken from wherever the reader stands; these are the places readers of ours stand in. */
static void see(void *self, const char *key, const char *value)
{
	const struct naming *n = self;
	const bool counts = strcmp(key, "core.excludesfile") == 0 || strcmp(key, "core.attributesfile") == 0;

	if (!counts || !value || !*value)
		return;
	if (strncmp(value, "~/", 2) == 0) {
		if (n->home)
			strlist_take(n->files, path_join(n->home, value + 2));
		return;
	}
	OWNED_MEM char *beside = path_parent(n->common);
	strlist_add(n->files, value);
	strlist_take(n->files, path_join(n->common, value));
	strlist_take(n->files, path_join(beside, value));
}

bool named_files(const char *common, struct strlist *ret, struct error *err)
{
	struct naming n = { .home = getenv("HOME"), .common = common, .files = ret };
	OWNED_MEM char *shared = path_join(common, "config");
	OWNED_MEM char *own = path_join(common, "config.worktree");

	return config_read_deep(shared, n.home, see, &n, err) && config_read_deep(own, n.home, see, &n, err);
}

static bool fail_alternates(const char *objects, const char *words, struct error *err)
{
	OWNED_MEM char *clean = sanitize_copy(objects);

	return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s/info/alternates %s, so the repository is not read; mend it first", clean,
			 words);
}

static void add_store(const char *objects, const char *line, struct strlist *stores)
{
	OWNED_MEM char *joined = path_join(objects, line);
	OWNED_MEM char *real = real_path(joined);

	if (real && !strlist_has(stores, real))
		strlist_add(stores, real);
}

bool named_stores(const char *objects, struct strlist *stores, struct error *err)
{
	CLEARED(text) struct text bytes = {0};
	OWNED_MEM char *path = path_join(objects, "info/alternates");
	OWNED_MEM char *real = real_path(path);

	if (!real && (errno == ENOENT || errno == ENOTDIR))
		return true;
	if (!real || !admin_read(AT_FDCWD, real, ALTERNATES_BYTES_MAX, &bytes))
		return fail_alternates(objects, "cannot be read as a regular file", err);
	if (strlen(text_c(&bytes)) != bytes.len || strchr(text_c(&bytes), '\r'))
		return fail_alternates(objects, "has a line that readers understand differently", err);
	for (const char *at = text_c(&bytes); *at; at += strspn(at, "\n")) {
		OWNED_MEM char *line = str_copy_n(at, strcspn(at, "\n"));
		at += strlen(line);
		if (*line == '"')
			return fail_alternates(objects, "has a name in quotes", err);
		if (*line && *line != '#')
			add_store(objects, line, stores);
		if (stores->count > STORES_MAX)
			return fail_alternates(objects, "leads to more than 64 stores", err);
	}
	return true;
}

bool named_elsewhere(const char *common, struct error *err)
{
	OWNED_MEM char *line = NULL;
	OWNED_MEM char *clean = sanitize_copy(common);
	struct place there = {0}, here = {0};

	if (!admin_exists(common, "commondir"))
		return true;
	line = admin_line_of(common, "commondir");
	OWNED_MEM char *named = line ? path_join(common, line) : NULL;
	const bool same = named && place_read(named, &there) && place_read(common, &here) && place_same(&there, &here);
	place_clear(&there);
	place_clear(&here);
	return same || error_set(err, REASON_REPOSITORY_UNREADABLE,
				 "%s has a commondir that leads to another repository, so it is not read; look at it", clean);
}
