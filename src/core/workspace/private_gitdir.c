#include "core/workspace/private_gitdir.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/workspace/bind.h"
#include "core/workspace/config.h"
#include "core/workspace/place.h"
#include "core/workspace/remove.h"

#define COPIED_BYTES_MAX (8u << 20)

/* How files look on the disk; none of these is a command. */
static const char *const kept[] = { "core.autocrlf", "core.bigfilethreshold", "core.checkroundtripencoding", "core.checkstat",
	"core.eol", "core.filemode", "core.ignorecase", "core.precomposeunicode", "core.sharedrepository", "core.sparsecheckout",
	"core.sparsecheckoutcone", "core.symlinks", "core.trustctime", "index.version" };

static bool is_kept(const char *key)
{
	for (size_t i = 0; i < COUNT_OF(kept); i++)
		if (strcmp(kept[i], key) == 0)
			return true;
	return false;
}

/* More attributes, as long as what git would open is a file. */
static bool is_attributes_file(const char *key, const char *value, const char *home)
{
	const bool from_home = value && strncmp(value, "~/", 2) == 0;
	struct stat st;

	if (strcmp(key, "core.attributesfile") != 0 || !value || (!from_home && *value != '/'))
		return false;
	OWNED_MEM char *path = path_join(from_home ? home : "/", from_home ? value + 2 : value);
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_promisor(const char *key, const char *value)
{
	static const char *const names[] = { "promisor", NULL };
	OWNED_MEM char *remote = config_subsection(key, "remote", names);

	return strcmp(key, "extensions.partialclone") == 0 || (remote && config_is_true(value));
}

static void see_filter(struct strlist *names, const char *key)
{
	static const char *const keys[] = { "clean", "smudge", "process", "required", NULL };
	OWNED_MEM char *name = config_subsection(key, "filter", keys);

	if (name && !strlist_has(names, name))
		strlist_add(names, name);
}

static void see(struct plain_settings *s, const char *scope, const char *key, const char *value, const char *home)
{
	const bool foreign = strcmp(scope, "local") == 0 || strcmp(scope, "worktree") == 0;

	see_filter(foreign ? &s->filters : &s->own_filters, key);
	if (!foreign) {
		s->storage_is_set |= strcmp(key, "lfs.storage") == 0;
	} else if (is_kept(key) || is_attributes_file(key, value, home)) {
		strlist_add(&s->pairs, key);
		strlist_add(&s->pairs, value ? value : "true");
	} else {
		s->promisor |= is_promisor(key, value);
	}
}

void plain_settings_read(const struct text *listed, const char *home, struct plain_settings *ret)
{
	const char *at = text_c(listed), *end = at + listed->len;

	while (at < end) {
		const char *scope = at;
		const char *entry = scope + strlen(scope) + 1;
		if (entry >= end)
			return;
		const char *newline = strchr(entry, '\n');
		OWNED_MEM char *key = newline ? str_copy_n(entry, (size_t)(newline - entry)) : str_copy(entry);
		see(ret, scope, key, newline ? newline + 1 : NULL, home);
		at = entry + strlen(entry) + 1;
	}
}

void plain_settings_filters_off(const struct plain_settings *s, struct strlist *ret)
{
	for (size_t i = 0; i < s->filters.count; i++)
		if (!strlist_has(&s->own_filters, s->filters.items[i]))
			strlist_add(ret, s->filters.items[i]);
}

void plain_settings_clear(struct plain_settings *s)
{
	strlist_clear(&s->pairs);
	strlist_clear(&s->filters);
	strlist_clear(&s->own_filters);
	*s = (struct plain_settings){0};
}

static bool put(int dir, const char *name, const void *bytes, size_t len)
{
	OWNED_FD int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	return fd >= 0 && write_all(fd, bytes, len);
}

/* Missing is fine: there is nothing to copy then. */
static bool copy(const char *from, int dir, const char *name)
{
	CLEARED(text) struct text bytes = {0};
	OWNED_MEM char *real = real_path(from);

	if (!real)
		return errno == ENOENT || errno == ENOTDIR;
	return admin_read(AT_FDCWD, real, COPIED_BYTES_MAX, &bytes) && put(dir, name, text_c(&bytes), bytes.len);
}

static bool fill(const struct layout *l, const char *path, const char *gitdir, const struct plain_settings *s)
{
	static const char promised[] = "[extensions]\n\tpartialClone = promised\n[remote \"promised\"]\n\tpromisor = true\n";
	CLEARED(text) struct text config = {0};
	OWNED_MEM char *head = str_format("%s\n", l->head);
	OWNED_MEM char *attributes = path_join(l->common.path, "info/attributes");
	OWNED_MEM char *sparse = path_join(gitdir, "info/sparse-checkout");
	OWNED_FD int dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	text_add_format(&config, "[core]\n\trepositoryformatversion = 1\n\tbare = false\n%s", s->promisor ? promised : "");
	return dir >= 0 && mkdirat(dir, "refs", 0700) == 0 && mkdirat(dir, "info", 0700) == 0 && put(dir, "HEAD", head, strlen(head)) &&
	       put(dir, "config", text_c(&config), config.len) && copy(attributes, dir, "info/attributes") &&
	       copy(sparse, dir, "info/sparse-checkout");
}

bool private_gitdir_make(const struct layout *l, const char *lock_dir, const char *gitdir, const struct plain_settings *s,
			 char **ret_path, struct error *err)
{
	const struct identity id = l->common.id;
	OWNED_MEM char *name = str_format("repository-%llx-%llx.checkout", (unsigned long long)id.device, (unsigned long long)id.inode);
	OWNED_MEM char *path = path_join(lock_dir, name);
	uint64_t count = 0;

	if (!remove_tree(lock_dir, name, (struct identity){0}, &count, err))
		return false;
	if (mkdir(path, 0700) != 0 || !fill(l, path, gitdir, s)) {
		(void)error_set_sys(err, REASON_WORKSPACE_UNAVAILABLE, "the checkout cannot be prepared in %s", lock_dir);
		private_gitdir_remove(path);
		return false;
	}
	*ret_path = path;
	path = NULL;
	return true;
}

void private_gitdir_remove(const char *path)
{
	OWNED_MEM char *parent = path_parent(path);
	uint64_t count = 0;
	struct error ignored = {0};

	(void)!remove_tree(parent, path_base(path), (struct identity){0}, &count, &ignored);
}
