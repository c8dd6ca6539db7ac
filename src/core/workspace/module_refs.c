#include "core/workspace/module_refs.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/place.h"
#include "core/workspace/refs.h"

#define LEVELS_MAX 8
#define DIRECTORIES_MAX 4000

struct looking { struct entries *ret; size_t directories; bool cut; };

static void add_refs(const char *module, const char *prefix, struct entries *ret)
{
	CLEARED(entries) struct entries own = { 0 };
	OWNED_MEM char *packed = str_format("%spacked-refs", prefix);
	struct error ignored = { 0 };

	if (!refs_read(module, &own, &ignored))
		entries_put(ret, packed, "!not readable");
	for (size_t i = 0; i < own.count; i++) {
		OWNED_MEM char *name = str_format("%s%s", prefix, own.items[i].name);

		entries_put(ret, name, own.items[i].value);
	}
}

/* NULL: none, or too many. A symlink is not followed: that it is one is seen among the administrative files. */
static DIR *look_into(struct looking *l, const char *path, int level)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = NULL;

	if (fd < 0)
		return NULL;
	if (level > LEVELS_MAX || l->directories >= DIRECTORIES_MAX)
		l->cut = true;
	else
		d = fdopendir(fd);
	l->directories++;
	if (!d)
		(void)close(fd);
	return d;
}

/* A submodule's name may have slashes, so a directory is a repository or leads to some. */
static void add_modules(struct looking *l, const char *directory, const char *prefix, int level)
{
	DIR *d = look_into(l, directory, level);

	for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
		OWNED_MEM char *module = path_join(directory, e->d_name);
		OWNED_MEM char *inner = str_format("%s%s/", prefix, e->d_name);
		OWNED_MEM char *theirs = path_join(module, "modules");
		OWNED_MEM char *named = str_format("%smodules/", inner);
		const bool whole = admin_exists(module, "HEAD") || admin_exists(module, "refs");

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (whole)
			add_refs(module, inner, l->ret);
		add_modules(l, whole ? theirs : module, whole ? named : inner, level + 1);
	}
	if (d)
		(void)closedir(d);
}

bool module_refs_read(const char *common, struct entries *ret)
{
	OWNED_MEM char *modules = path_join(common, "modules");
	struct looking l = { .ret = ret };

	add_modules(&l, modules, "modules/", 0);
	entries_sort(ret);
	return !l.cut;
}
