/*
 * layouts — builders of every kind of directory an operator may pick. Each makes something in dir, by real git commands,
 * and returns the path to pick, owned.
 */
#ifndef TESTS_SPEC_WORKSPACE_LAYOUTS_H
#define TESTS_SPEC_WORKSPACE_LAYOUTS_H
#include "fixture.h"

#include <unistd.h>

static inline char *plain(const char *dir) { return repo_new(dir, "r"); }

static inline char *subdirectory(const char *dir)
{
	free(repo_new(dir, "r"));
	return path_of("%s/r/src", dir);
}

static inline char *linked(const char *dir)
{
	char *repo = repo_new(dir, "r");

	git(repo, "worktree", "add", "-q", "-b", "topic", "../w");
	free(repo);
	return path_of("%s/w", dir);
}

static inline char *linked_subdirectory(const char *dir)
{
	char *w = linked(dir);
	char *sub = path_of("%s/src", w);

	free(w);
	return sub;
}

static inline char *superproject(const char *dir)
{
	char *inner = repo_new(dir, "inner"), *outer = repo_new(dir, "outer");

	git(outer, "submodule", "--quiet", "add", "../inner", "libs/sub");
	git(outer, "commit", "-q", "-m", "sub");
	free(inner);
	return outer;
}

static inline char *submodule(const char *dir)
{
	free(superproject(dir));
	return path_of("%s/outer/libs/sub", dir);
}

static inline char *worktree_of_submodule(const char *dir)
{
	char *sub = submodule(dir);
	char *w = path_of("%s/sw", dir);

	git(sub, "worktree", "add", "-q", "--detach", w);
	free(sub);
	return w;
}

static inline char *bare(const char *dir)
{
	free(repo_new(dir, "r"));
	git(dir, "clone", "-q", "--bare", "r", "b.git");
	return path_of("%s/b.git", dir);
}

static inline char *bare_empty(const char *dir)
{
	git(dir, "init", "-q", "--bare", "b.git");
	return path_of("%s/b.git", dir);
}

static inline char *bare_with_config_worktree(const char *dir)
{
	char *b = bare(dir);

	git(b, "config", "extensions.worktreeConfig", "true");
	git(b, "config", "--worktree", "core.bare", "true");
	git(b, "config", "--unset", "core.bare");
	return b;
}

static inline char *worktree_of_bare(const char *dir)
{
	char *b = bare(dir);
	char *w = path_of("%s/w", dir);

	git(b, "worktree", "add", "-q", w, "main");
	free(b);
	return w;
}

static inline char *bare_beside(const char *dir)
{
	char *b = bare(dir);
	char *top = path_of("%s/top", dir);
	char *hidden = path_of("%s/top/.bare", dir);

	dir_put(dir, "top");
	assert_int_equal(rename(b, hidden), 0);
	file_put(top, ".git", "gitdir: ./.bare\n");
	free(b);
	free(hidden);
	return top;
}

static inline char *separate(const char *dir)
{
	git(dir, "init", "-q", "--separate-git-dir", "admin", "r");
	char *r = path_of("%s/r", dir);
	file_put(r, "a", "a");
	git(r, "add", "a");
	git(r, "commit", "-q", "-m", "a");
	return r;
}

static inline char *dotgit_symlink(const char *dir)
{
	char *r = repo_new(dir, "r");
	char *from = path_of("%s/.git", r), *to = path_of("%s/admin", dir);

	assert_int_equal(rename(from, to), 0);
	assert_int_equal(symlink(to, from), 0);
	free(from);
	free(to);
	return r;
}

static inline char *through_symlink(const char *dir)
{
	free(repo_new(dir, "r"));
	char *link = path_of("%s/link", dir);
	assert_int_equal(symlink("r/src", link), 0);
	return link;
}

static inline char *unborn(const char *dir) { return repo_new_empty(dir, "r"); }

static inline char *detached(const char *dir)
{
	char *r = repo_new(dir, "r");

	git(r, "checkout", "-q", "--detach");
	return r;
}

static inline char *branch_with_slash(const char *dir)
{
	char *r = repo_new(dir, "r");

	git(r, "checkout", "-q", "-b", "feature/one");
	git(r, "pack-refs", "--all");
	return r;
}

static inline char *with_config(const char *dir, const char *key, const char *value)
{
	char *r = repo_new(dir, "r");

	git(r, "config", key, value);
	return r;
}

static inline char *version_one(const char *dir, const char *key, const char *value)
{
	char *r = with_config(dir, key, value);
	char *config = file_get(r, ".git/config");
	char *whole = path_of("%s[core]\n\trepositoryformatversion = 1\n", config);

	file_put(r, ".git/config", whole);
	free(config);
	free(whole);
	return r;
}

static inline char *worktree_config(const char *dir) { return version_one(dir, "extensions.worktreeConfig", "true"); }
static inline char *precious(const char *dir) { return version_one(dir, "extensions.preciousObjects", "true"); }
static inline char *sha1_named(const char *dir) { return version_one(dir, "extensions.objectFormat", "sha1"); }
static inline char *reftable(const char *dir) { return version_one(dir, "extensions.refStorage", "reftable"); }
static inline char *relative_worktrees(const char *dir) { return version_one(dir, "extensions.relativeWorktrees", "true"); }
static inline char *unknown_extension(const char *dir) { return version_one(dir, "extensions.fooBar", "x"); }
static inline char *unknown_in_version_zero(const char *dir) { return with_config(dir, "extensions.fooBar", "x"); }
static inline char *version_two(const char *dir) { return with_config(dir, "core.repositoryformatversion", "2"); }
static inline char *split_index(const char *dir) { return with_config(dir, "core.splitIndex", "true"); }
static inline char *sparse_index(const char *dir) { return with_config(dir, "index.sparse", "true"); }
static inline char *elsewhere(const char *dir) { return with_config(dir, "core.worktree", "/"); }

static inline char *sha256(const char *dir)
{
	git(dir, "init", "-q", "--object-format=sha256", "r");
	char *r = path_of("%s/r", dir);
	file_put(r, "a", "a");
	git(r, "add", "a");
	git(r, "commit", "-q", "-m", "a");
	return r;
}

static inline char *moved(const char *dir)
{
	char *w = linked(dir);
	char *to = path_of("%s/moved", dir);

	assert_int_equal(rename(w, to), 0);
	free(w);
	return to;
}

static inline char *copied(const char *dir)
{
	char *w = linked(dir);
	char *to = path_of("%s/copy", dir);

	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", w, to, NULL }, NULL), 0);
	free(w);
	return to;
}

static inline char *main_moved(const char *dir)
{
	char *w = linked(dir);
	char *from = path_of("%s/r", dir), *to = path_of("%s/r2", dir);

	assert_int_equal(rename(from, to), 0);
	free(from);
	free(to);
	return w;
}

static inline char *overwritten(const char *dir, const char *name, const char *content)
{
	char *r = repo_new(dir, "r");

	file_put(r, name, content);
	return r;
}

static inline char *corrupt_head(const char *dir) { return overwritten(dir, ".git/HEAD", "nonsense\n"); }
static inline char *corrupt_config(const char *dir) { return overwritten(dir, ".git/config", "[core\n\tbare = false\n"); }
static inline char *corrupt_ref(const char *dir) { return overwritten(dir, ".git/refs/heads/main", "nonsense\n"); }

static inline char *corrupt_commondir(const char *dir)
{
	char *w = linked(dir);

	file_put(dir, "r/.git/worktrees/w/commondir", "");
	return w;
}

static inline char *corrupt_gitfile(const char *dir)
{
	dir_put(dir, "r");
	file_put(dir, "r/.git", "nonsense\n");
	return path_of("%s/r", dir);
}

static inline char *missing_commit(const char *dir)
{
	char *r = repo_new(dir, "r");

	file_put(r, ".git/refs/heads/main", "1111111111111111111111111111111111111111\n");
	return r;
}

static inline char *odd_file(const char *dir, const char *name)
{
	char *r = repo_new(dir, "r");
	char *path = path_of("%s/%s", r, name);

	(void)unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
	return r;
}

static inline char *fifo_config(const char *dir) { return odd_file(dir, ".git/config"); }
static inline char *fifo_head(const char *dir) { return odd_file(dir, ".git/HEAD"); }
static inline char *fifo_packed(const char *dir) { return odd_file(dir, ".git/packed-refs"); }
static inline char *fifo_branch(const char *dir) { return odd_file(dir, ".git/refs/heads/main"); }
static inline char *fifo_alternates(const char *dir) { return odd_file(dir, ".git/objects/info/alternates"); }

static inline char *fifo_dotgit(const char *dir)
{
	dir_put(dir, "r");
	char *path = path_of("%s/r/.git", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
	return path_of("%s/r", dir);
}

static inline char *included_fifo(const char *dir)
{
	char *r = with_config(dir, "include.path", "fifo");
	char *path = path_of("%s/.git/fifo", r);

	assert_int_equal(mkfifo(path, 0600), 0);
	free(path);
	return r;
}

static inline char *named_space(const char *dir) { return repo_new(dir, "a b"); }
static inline char *named_unicode(const char *dir) { return repo_new(dir, "gr\xc3\xbc\xc3\x9f""e-\xe6\x97\xa5"); }
static inline char *named_newline(const char *dir) { return repo_new(dir, "a\nb"); }
static inline char *named_invalid(const char *dir) { return repo_new(dir, "a\xff""b"); }

static inline char *no_repository(const char *dir)
{
	dir_put(dir, "d");
	return path_of("%s/d", dir);
}

static inline char *empty_dotgit(const char *dir)
{
	dir_put(dir, "d/.git");
	return path_of("%s/d", dir);
}

static inline char *inside_dotgit(const char *dir)
{
	free(repo_new(dir, "r"));
	return path_of("%s/r/.git/objects", dir);
}

static inline char *inside_linked_admin(const char *dir)
{
	free(linked(dir));
	return path_of("%s/r/.git/worktrees/w", dir);
}

static inline char *nested(const char *dir)
{
	char *outer = repo_new(dir, "outer");
	char *inner = repo_new(outer, "inner");

	free(outer);
	return inner;
}

static inline char *foreign(const char *dir)
{
	char *r = repo_new(dir, "r");

	if (geteuid() == 0)
		assert_int_equal(program_run("/", (const char *const[]){ "chown", "-R", "1234", r, NULL }, NULL), 0);
	return r;
}

static inline char *foreign_trusted(const char *dir)
{
	char *r = foreign(dir);

	git("/", "config", "--global", "safe.directory", r);
	return r;
}

static inline char *foreign_all_trusted(const char *dir)
{
	char *r = foreign(dir);

	git("/", "config", "--global", "safe.directory", "*");
	return r;
}

static inline char *no_config(const char *dir)
{
	char *r = repo_new(dir, "r");
	char *config = path_of("%s/.git/config", r);

	assert_int_equal(unlink(config), 0);
	free(config);
	return r;
}

static inline char *old_symlink_head(const char *dir)
{
	char *r = repo_new(dir, "r");
	char *head = path_of("%s/.git/HEAD", r);

	assert_int_equal(unlink(head), 0);
	assert_int_equal(symlink("refs/heads/main", head), 0);
	free(head);
	return r;
}

static inline char *partial(const char *dir)
{
	free(repo_new(dir, "r"));
	git(dir, "-C", "r", "config", "uploadpack.allowFilter", "true");
	char *url = path_of("file://%s/r", dir);
	git(dir, "clone", "-q", "--filter=blob:none", "--no-checkout", url, "p");
	free(url);
	return path_of("%s/p", dir);
}

static inline char *sparse(const char *dir)
{
	char *repo = repo_new(dir, "r");

	git(repo, "config", "core.repositoryformatversion", "1");
	git(repo, "sparse-checkout", "set", "src"); /* switches config.worktree on */
	return repo;
}

static inline char *crlf(const char *dir) { return with_config(dir, "core.autocrlf", "true"); }
#endif
