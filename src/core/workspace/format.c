#include "core/workspace/format.h"

#include <strings.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/config.h"

static void set_bool(bool *slot, const char *value)
{
	*slot = config_is_true(value);
}

static void see_promisor(struct format *f, const char *key, const char *value)
{
	static const char *const names[] = { "promisor", NULL };
	OWNED_MEM char *remote = config_subsection(key, "remote", names);

	if (remote && config_is_true(value))
		f->promisor = true;
}

static void see(void *self, const char *key, const char *value)
{
	struct format *f = self;
	const struct { const char *key; bool *slot; } flags[] = {
		{ "core.bare", &f->bare }, { "core.sparsecheckout", &f->sparse }, { "core.splitindex", &f->split_index },
		{ "index.sparse", &f->sparse_index }, { "index.skiphash", &f->skip_hash },
	};

	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (strcmp(key, flags[i].key) == 0)
			set_bool(flags[i].slot, value);
	if (strcmp(key, "core.bare") == 0)
		f->bare_known = true;
	else if (strcmp(key, "core.worktree") == 0)
		str_set(&f->worktree, value);
	else if (strcmp(key, "core.repositoryformatversion") == 0)
		f->version = value ? (int)strtol(value, NULL, 10) : 0;
	else if (strncmp(key, "extensions.", 11) == 0)
		strlist_add_format(&f->extensions, "%s=%s", key + 11, value ? value : "true");
	else
		see_promisor(f, key, value);
	if (strcmp(key, "extensions.worktreeconfig") == 0)
		f->worktree_config = config_is_true(value);
}

bool format_read(const char *common, const char *gitdir, struct format *ret, struct error *err)
{
	OWNED_MEM char *shared = path_join(common, "config");
	OWNED_MEM char *own = path_join(gitdir, "config.worktree");

	if (!config_read(shared, see, ret, err))
		return false;
	return !ret->worktree_config || config_read(own, see, ret, err);
}

void format_clear(struct format *f)
{
	free(f->worktree);
	strlist_clear(&f->extensions);
	*f = (struct format){0};
}

/* Extensions of a version 1 repository that change nothing for us; value NULL: any. */
static const struct {
	const char *name, *value;
} served[] = {
	{ "noop", NULL }, { "noop-v1", NULL }, { "worktreeconfig", NULL }, { "preciousobjects", NULL },
	{ "partialclone", NULL }, { "objectformat", "sha1" }, { "refstorage", "files" },
};

/* The others, where a better sentence than the name is known. */
static const struct {
	const char *name, *words;
} refused[] = {
	{ "objectformat", "its objects are named by another hash than SHA-1" },
	{ "refstorage", "its refs are not stored as files" },
	{ "compatobjectformat", "its objects are named by two hashes" },
	{ "relativeworktrees", "its worktrees point at it by relative paths, which git before 2.48 cannot follow" },
};

static bool is_served(const char *name, const char *value)
{
	for (size_t i = 0; i < COUNT_OF(served); i++)
		if (strcmp(served[i].name, name) == 0 && (!served[i].value || strcasecmp(served[i].value, value) == 0))
			return true;
	return false;
}

static char *extension_refusal(const char *name, const char *value)
{
	OWNED_MEM char *clean = NULL;
	OWNED_MEM char *both = str_format("%s = %s", name, value);

	clean = sanitize_copy(both);
	for (size_t i = 0; i < COUNT_OF(refused); i++)
		if (strcmp(refused[i].name, name) == 0)
			return str_format("the repository uses the extension %s: %s; this console cannot serve it", clean,
					  refused[i].words);
	return str_format("the repository uses the unknown extension %s; this console cannot serve it", clean);
}

char *format_refusal(const struct format *f)
{
	if (f->version < 0 || f->version > 1)
		return str_format("the repository has format version %d; this console knows versions 0 and 1", f->version);
	for (size_t i = 0; f->version == 1 && i < f->extensions.count; i++) {
		const char *both = f->extensions.items[i], *equals = strchr(both, '=');
		OWNED_MEM char *name = str_copy_n(both, (size_t)(equals - both));

		if (!is_served(name, equals + 1))
			return extension_refusal(name, equals + 1);
	}
	return NULL;
}

char *format_no_worktree(const struct format *f)
{
	const struct { bool set; const char *key, *words; } unreadable[] = {
		{ f->sparse_index, "index.sparse", "sparse" },
		{ f->split_index, "core.splitIndex", "split" },
		{ f->skip_hash, "index.skipHash", "unhashed" },
	};

	for (size_t i = 0; i < COUNT_OF(unreadable); i++)
		if (unreadable[i].set)
			return str_format("a worktree of this repository would have a %s index, in which uncommitted work cannot be "
					  "seen; set %s to false first",
					  unreadable[i].words, unreadable[i].key);
	return NULL;
}
