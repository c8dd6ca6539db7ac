/*
 * store — where a run is recorded, and the making of its directory.
 *
 * Below the coordination root nothing is entered through a symlink: a repository could point .harnery at any place of
 * the operator's. Such a root is treated as one that cannot be written, and the record goes to the state directory.
 */
#include "core/record/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/workspace_request.h"

#define HARNERY_DIRECTORY ".harnery"
#define ROOT_DIGITS 12

static bool is_real_directory(const char *path, bool *ret_missing)
{
	struct stat st;

	*ret_missing = lstat(path, &st) != 0 && errno == ENOENT;
	return !*ret_missing && lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool may_make_in(const char *path)
{
	return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0;
}

/* The deepest directory that exists of root/.harnery/workflows decides. */
static bool can_record_in(const char *root)
{
	OWNED_MEM char *harnery = path_join(root, HARNERY_DIRECTORY);
	OWNED_MEM char *workflows = path_join(harnery, "workflows");
	bool missing;

	if (is_real_directory(workflows, &missing))
		return is_real_directory(harnery, &missing) && may_make_in(workflows);
	if (!missing)
		return false;
	if (is_real_directory(harnery, &missing))
		return may_make_in(harnery);
	return missing && may_make_in(root);
}

static bool has_harnery(const char *root)
{
	OWNED_MEM char *path = path_join(root, HARNERY_DIRECTORY);
	bool missing;

	return is_real_directory(path, &missing);
}

/* "<state>/records/<name>-<digits of the root's digest>": one place for each root. */
static char *root_in_state(const char *root, const char *state)
{
	char hex[DIGEST_HEX_BYTES];

	digest_of(root, strlen(root), hex);
	return str_format("%s/records/%s-%.*s", state, path_base(root), ROOT_DIGITS, hex);
}

char *store_coordination_root(const struct layout *l, const char *state)
{
	const char *root = l->main_root;

	if (l->superproject && has_harnery(l->superproject))
		root = l->superproject;
	if (!root)
		root = l->top.path ? l->top.path : l->picked.path;
	return can_record_in(root) ? str_copy(root) : root_in_state(root, state);
}

/* Written only by who made .harnery: an existing one has its owner's rules. */
static bool ignore_itself(int root, bool made, struct error *err)
{
	OWNED_FD int harnery = -1;

	if (!made)
		return true;
	if (!dir_make_at(root, HARNERY_DIRECTORY, 0755, &harnery, err))
		return false;
	return file_put_new(harnery, ".gitignore", "*\n", 2, err);
}

static bool open_workflows(const char *coordination_root, int *ret_fd, struct error *err)
{
	OWNED_FD int root = -1;
	struct stat st;
	bool made;

	if (!dir_make(coordination_root, &root, err))
		return false;
	made = fstatat(root, HARNERY_DIRECTORY, &st, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
	return ignore_itself(root, made, err) && dir_make_at(root, HARNERY_DIRECTORY "/workflows", 0755, ret_fd, err);
}

bool store_run_new(struct run_record *r, const char *coordination_root, int *ret_fd, struct error *err)
{
	OWNED_FD int workflows = -1, run = -1, children = -1;

	if (!open_workflows(coordination_root, &workflows, err))
		return error_wrap(err, "run %s cannot be recorded in %s", r->run_id, coordination_root);
	if (mkdirat(workflows, r->run_id, 0700) != 0 && errno != EEXIST)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot make the record of run %s in %s", r->run_id, coordination_root);
	if (!dir_make_at(workflows, r->run_id, 0700, &run, err) || !dir_make_at(run, RECORD_CHILDREN_NAME, 0700, &children, err))
		return false;
	if (fsync(workflows) != 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save the record of run %s", r->run_id);
	str_set(&r->coordination_root, coordination_root);
	free(r->directory);
	r->directory = str_format("%s/%s/workflows/%s", coordination_root, HARNERY_DIRECTORY, r->run_id);
	*ret_fd = run;
	run = -1;
	return true;
}
