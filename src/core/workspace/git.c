#include "core/workspace/git.h"

#include <errno.h>
#include <git2.h>
#include <git2/sys/repository.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/guard.h"
#include "core/workspace/place.h"
#include "core/workspace/refs.h"

#define OBJECT_BYTES_MAX ((size_t)64 << 20)

struct repository {
	git_repository *handle;
	char *common;
};

/* Extensions that change nothing of what is read here; what must be refused is refused before a handle is opened. */
static const char *const readable_extensions[] = { "noop", "worktreeconfig", "preciousobjects", "partialclone", "objectformat" };

static void start_library(void)
{
	const char *names[COUNT_OF(readable_extensions)];

	if (git_libgit2_init() != 1)
		return; /* counted, and never shut down: loading it costs 8 ms */
	for (size_t i = 0; i < COUNT_OF(names); i++)
		names[i] = readable_extensions[i];
	(void)git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, COUNT_OF(names));
	(void)git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
}

/* libgit2's refusals that have a better sentence; the rest is quoted. */
static const struct {
	int code;
	const char *words;
} refusals[] = {
	{ GIT_ELOCKED, "another git program holds a lock on it; try again when that has finished" },
	{ GIT_EMODIFIED, "it was changed by another program at this moment" },
};

static bool fail_git(int code, struct error *err, const char *what, const char *name)
{
	const git_error *last = git_error_last();
	OWNED_MEM char *clean = sanitize_copy(name);
	OWNED_MEM char *text = sanitize_copy(last && last->message ? last->message : "no cause was given");

	for (size_t i = 0; i < COUNT_OF(refusals); i++)
		if (refusals[i].code == code)
			return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s %s: %s", what, clean, refusals[i].words);
	return error_set(err, REASON_REPOSITORY_UNREADABLE, "%s %s: %s", what, clean, text);
}

bool repository_open(const char *common, struct repository **ret, struct error *err)
{
	git_repository *handle = NULL;

	if (!guard_repository(common, err))
		return false;
	start_library();
	int rc = git_repository_open_bare(&handle, common);
	if (rc != 0)
		return fail_git(rc, err, "cannot open the repository", common);
	*ret = mem_new(1, sizeof **ret);
	(*ret)->handle = handle;
	(*ret)->common = str_copy(common);
	return true;
}

void repository_drop(struct repository **r)
{
	if (*r) {
		git_repository_free((*r)->handle);
		free((*r)->common);
	}
	free(*r);
	*r = NULL;
}

static char *hex_of(const git_oid *id)
{
	char hex[GIT_OID_HEXSZ + 1];

	return str_copy(git_oid_tostr(hex, sizeof hex, id));
}

static git_commit *commit_at(const struct repository *r, const char *hex)
{
	git_oid id;
	git_commit *commit = NULL;

	if (!hex || git_oid_fromstr(&id, hex) != 0 || git_commit_lookup(&commit, r->handle, &id) != 0)
		return NULL;
	return commit;
}

static git_tree *tree_at(const struct repository *r, const char *hex)
{
	git_commit *commit = commit_at(r, hex);
	git_tree *tree = NULL;

	if (commit && git_commit_tree(&tree, commit) != 0)
		tree = NULL;
	git_commit_free(commit);
	return tree;
}

/* The commit an object is, or is a tag of. */
static bool peel(const struct repository *r, const char *hex, git_oid *ret)
{
	git_oid id;
	git_object *object = NULL, *commit = NULL;
	int rc = git_oid_fromstr(&id, hex);

	if (rc == 0)
		rc = git_object_lookup(&object, r->handle, &id, GIT_OBJECT_ANY);
	if (rc == 0)
		rc = git_object_peel(&commit, object, GIT_OBJECT_COMMIT);
	if (rc == 0)
		*ret = *git_object_id(commit);
	git_object_free(commit);
	git_object_free(object);
	return rc == 0;
}

bool repository_commit_of(const struct repository *r, const char *ref, char **ret_commit, struct error *err)
{
	OWNED_MEM char *hex = NULL;
	git_oid id;

	*ret_commit = NULL;
	if (!refs_find(r->common, ref, &hex, err))
		return false;
	if (!hex)
		return true;
	*ret_commit = peel(r, hex, &id) ? hex_of(&id) : str_copy(hex); /* missing objects: the name is all there is */
	return true;
}

bool repository_has_commit(const struct repository *r, const char *commit)
{
	git_tree *tree = tree_at(r, commit);
	bool has = tree != NULL;

	git_tree_free(tree);
	return has;
}

int repository_tree_kind(const struct repository *r, const char *commit, const char *relative)
{
	git_tree *tree = tree_at(r, commit);
	int kind = tree ? 1 : 0;

	for (const char *at = relative; kind == 1 && *at; at += strspn(at, "/")) {
		size_t len = strcspn(at, "/");
		OWNED_MEM char *name = str_copy_n(at, len);
		const git_tree_entry *entry = git_tree_entry_byname(tree, name);
		git_tree *next = NULL;

		if (!entry)
			kind = 0;
		else if (git_tree_entry_type(entry) != GIT_OBJECT_TREE || git_tree_lookup(&next, r->handle, git_tree_entry_id(entry)) != 0)
			kind = -1;
		git_tree_free(tree);
		tree = next;
		at += len;
	}
	git_tree_free(tree);
	return kind;
}

bool repository_is_ancestor(const struct repository *r, const char *older, const char *newer)
{
	git_oid a, b;

	if (!older || !newer || git_oid_fromstr(&a, older) != 0 || git_oid_fromstr(&b, newer) != 0)
		return false;
	return git_oid_equal(&a, &b) || git_graph_descendant_of(r->handle, &b, &a) == 1;
}

/* Commits that refs lead to; a growing array. */
struct tips {
	git_oid *ids;
	size_t count, room;
};

static void add_tip(const struct repository *r, struct tips *tips, const char *hex)
{
	git_oid id;

	if (!peel(r, hex, &id))
		return;
	if (tips->count == tips->room) {
		tips->room = tips->room ? tips->room * 2 : 64;
		tips->ids = mem_grow(tips->ids, tips->room, sizeof *tips->ids);
	}
	tips->ids[tips->count++] = id;
}

bool repository_is_reachable(const struct repository *r, const char *commit, const struct strlist *tips, bool *ret, struct error *err)
{
	git_oid id;
	struct tips found = {0};
	int answer = git_oid_fromstr(&id, commit);

	for (size_t i = 0; answer == 0 && i < tips->count; i++)
		add_tip(r, &found, tips->items[i]);
	if (answer == 0 && found.count > 0)
		answer = git_graph_reachable_from_any(r->handle, &id, found.ids, found.count);
	free(found.ids);
	if (answer < 0)
		return fail_git(answer, err, "cannot find out what keeps the commit", commit);
	*ret = answer == 1;
	return true;
}

void repository_history(const struct repository *r, const char *newer, const char *older, size_t limit, struct strlist *ret)
{
	git_oid from, without, id;
	git_revwalk *walk = NULL;

	if (git_oid_fromstr(&from, newer) == 0 && git_revwalk_new(&walk, r->handle) == 0 && git_revwalk_push(walk, &from) == 0) {
		if (older && git_oid_fromstr(&without, older) == 0)
			(void)git_revwalk_hide(walk, &without);
		while (limit-- > 0 && git_revwalk_next(&id, walk) == 0)
			strlist_take(ret, hex_of(&id));
	}
	git_revwalk_free(walk);
}

bool repository_delete_ref(const struct repository *r, const char *ref, const char *commit, struct error *err)
{
	git_reference *reference = NULL;
	git_oid id;

	if (!guard_file(r->common, ref, err))
		return false;
	int rc = git_oid_fromstr(&id, commit);
	if (rc == 0)
		rc = git_reference_lookup(&reference, r->handle, ref);
	if (rc == GIT_ENOTFOUND)
		return true;
	const git_oid *now = rc == 0 ? git_reference_target(reference) : NULL;
	if (rc == 0 && (!now || !git_oid_equal(now, &id)))
		rc = GIT_EMODIFIED;
	if (rc == 0)
		rc = git_reference_delete(reference); /* compares with what was looked up, under the lock */
	git_reference_free(reference);
	return rc == 0 || fail_git(rc, err, "cannot delete", ref);
}

enum object_kind repository_object(const struct repository *r, const unsigned char id[20], struct text *ret)
{
	git_odb *objects = NULL;
	git_odb_object *object = NULL;
	git_object_t type = GIT_OBJECT_INVALID;
	git_oid oid;
	size_t len = 0;

	git_oid_fromraw(&oid, id);
	if (git_repository_odb(&objects, r->handle) == 0 && !ret)
		type = git_odb_exists_ext(objects, &oid, GIT_ODB_LOOKUP_NO_REFRESH) ? GIT_OBJECT_BLOB : GIT_OBJECT_INVALID;
	else if (objects && git_odb_read_header(&len, &type, objects, &oid) != 0)
		type = GIT_OBJECT_INVALID;
	else if (objects && (len <= OBJECT_BYTES_MAX ? git_odb_read(&object, objects, &oid) != 0 : type != GIT_OBJECT_BLOB))
		type = GIT_OBJECT_INVALID;
	if (object) {
		text_empty(ret);
		text_add(ret, git_odb_object_data(object), git_odb_object_size(object));
	}
	git_odb_object_free(object);
	git_odb_free(objects);
	return type >= GIT_OBJECT_COMMIT && type <= GIT_OBJECT_TAG ? (enum object_kind)type : OBJECT_MISSING;
}

struct missing {
	git_odb *objects;
	size_t seen, limit, missing;
};

static int count_missing(const char *root, const git_tree_entry *entry, void *self)
{
	struct missing *m = self;

	(void)root;
	if (git_tree_entry_type(entry) != GIT_OBJECT_BLOB)
		return 0;
	if (!git_odb_exists_ext(m->objects, git_tree_entry_id(entry), GIT_ODB_LOOKUP_NO_REFRESH))
		m->missing++;
	return ++m->seen < m->limit ? 0 : -1;
}

size_t repository_missing_files(const struct repository *r, const char *commit, size_t limit)
{
	struct missing m = { .limit = limit };
	git_tree *tree = tree_at(r, commit);

	if (tree && git_repository_odb(&m.objects, r->handle) == 0)
		(void)git_tree_walk(tree, GIT_TREEWALK_PRE, count_missing, &m);
	git_odb_free(m.objects);
	git_tree_free(tree);
	return m.missing;
}

bool repository_is_beginning(const struct repository *r, const char *commit, const char *path, int fd)
{
	git_tree *tree = tree_at(r, commit);
	git_tree_entry *entry = NULL;
	git_blob *blob = NULL;
	bool begins = tree && git_tree_entry_bypath(&entry, tree, path) == 0 &&
		      git_blob_lookup(&blob, r->handle, git_tree_entry_id(entry)) == 0 &&
		      place_file_begins(fd, git_blob_rawcontent(blob), (size_t)git_blob_rawsize(blob));

	git_blob_free(blob);
	git_tree_entry_free(entry);
	git_tree_free(tree);
	return begins;
}

/* Which list a difference belongs to; -1: none. */
static struct strlist *list_for(struct status_answer *a, git_delta_t kind)
{
	switch (kind) {
	case GIT_DELTA_DELETED: return &a->deleted;
	case GIT_DELTA_UNTRACKED: return &a->untracked;
	case GIT_DELTA_IGNORED: return &a->ignored;
	case GIT_DELTA_CONFLICTED: return &a->conflicts;
	case GIT_DELTA_UNMODIFIED: return NULL;
	case GIT_DELTA_ADDED:
	case GIT_DELTA_MODIFIED:
	case GIT_DELTA_RENAMED:
	case GIT_DELTA_COPIED:
	case GIT_DELTA_TYPECHANGE:
	case GIT_DELTA_UNREADABLE: break;
	}
	return &a->modified;
}

static void collect(git_diff *diff, size_t limit, struct strlist *all_into, struct status_answer *a)
{
	for (size_t i = 0; i < git_diff_num_deltas(diff); i++) {
		const git_diff_delta *delta = git_diff_get_delta(diff, i);
		struct strlist *list = all_into && delta->status != GIT_DELTA_UNMODIFIED && delta->status != GIT_DELTA_CONFLICTED
					       ? all_into
					       : list_for(a, delta->status);
		const char *path = delta->status == GIT_DELTA_DELETED ? delta->old_file.path : delta->new_file.path;

		if (list && limit > 0 && list->count >= limit)
			a->truncated = true;
		else if (list)
			strlist_add(list, path ? path : delta->old_file.path);
	}
}

static void list_submodules(git_index *index, struct status_answer *a)
{
	for (size_t i = 0; i < git_index_entrycount(index); i++) {
		const git_index_entry *e = git_index_get_byindex(index, i);
		OWNED_MEM char *id = e->mode == GIT_FILEMODE_COMMIT ? hex_of(&e->id) : NULL;
		if (id)
			strlist_add_format(&a->submodules, "%s %s", id, e->path);
	}
}

static int read_index(const char *path, git_index **ret)
{
	if (path && access(path, F_OK) == 0)
		return git_index_open(ret, path);
	return git_index_new(ret);
}

/* Worktree against an index made from the commit's tree (fresh) or against the real one. */
static int compare_files(struct repository *r, const struct status_question *q, git_tree *tree, git_index *real, struct status_answer *a)
{
	git_diff_options options;
	git_index *index = NULL;
	git_diff *diff = NULL;
	int rc = q->fresh ? git_index_new(&index) : 0;

	(void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
	options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS | GIT_DIFF_INCLUDE_TYPECHANGE |
			GIT_DIFF_INCLUDE_UNREADABLE | GIT_DIFF_IGNORE_SUBMODULES; /* it would open what is in their place */
	if (q->ignored) /* without the recursion 1.5.1 misses ignored files in the root */
		options.flags |= GIT_DIFF_INCLUDE_IGNORED | GIT_DIFF_RECURSE_IGNORED_DIRS;
	if (rc == 0 && q->fresh && tree)
		rc = git_index_read_tree(index, tree);
	git_index *used = q->fresh ? index : real;
	if (rc == 0)
		rc = git_repository_set_index(r->handle, used);
	if (rc == 0)
		rc = git_repository_set_workdir(r->handle, q->worktree, 0);
	if (rc == 0)
		rc = git_diff_index_to_workdir(&diff, r->handle, used, &options);
	if (rc == 0) {
		a->tracked = git_index_entrycount(used);
		list_submodules(used, a);
		collect(diff, q->limit, NULL, a);
	}
	git_diff_free(diff);
	git_index_free(index);
	return rc;
}

/* Does an attribute make git write this file otherwise than it is stored? libgit2 would see it changed. */
static bool is_converted(struct repository *r, const char *path)
{
	static const char *const names[] = { "filter", "working-tree-encoding" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = NULL;
		if (git_attr_get(&value, r->handle, GIT_ATTR_CHECK_FILE_THEN_INDEX, path, names[i]) == 0 &&
		    git_attr_value(value) == GIT_ATTR_VALUE_STRING)
			return true;
	}
	return false;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

/* Has nobody touched the file since the index was written? The time of change cannot be set by anyone. */
static bool is_untouched(const struct status_question *q, git_index *real, const struct stat *index, const char *path)
{
	struct stat st;
	OWNED_MEM char *full = path_join(q->worktree, path);
	const git_index_entry *e = git_index_get_bypath(real, path, 0);

	return e && lstat(full, &st) == 0 && S_ISREG(st.st_mode) && (uint32_t)st.st_size == e->file_size && (uint32_t)st.st_ino == e->ino &&
	       (int32_t)st.st_ctim.tv_sec == e->ctime.seconds && (uint32_t)st.st_ctim.tv_nsec == e->ctime.nanoseconds &&
	       (int32_t)st.st_mtim.tv_sec == e->mtime.seconds && (uint32_t)st.st_mtim.tv_nsec == e->mtime.nanoseconds &&
	       is_before(&st.st_ctim, &index->st_mtim);
}

/* Files that git wrote through a filter (large files, encodings) look modified here; the untouched ones are not. */
static void forgive_converted(struct repository *r, const struct status_question *q, git_index *real, struct status_answer *a)
{
	struct stat index;

	if (lstat(q->index, &index) != 0)
		return;
	for (size_t i = a->modified.count; i-- > 0;) {
		const char *path = a->modified.items[i];
		if (!strlist_has(&a->staged, path) && is_untouched(q, real, &index, path) && is_converted(r, path))
			strlist_remove(&a->modified, i);
	}
}

bool repository_status(struct repository *r, const struct status_question *q, struct status_answer *ret, struct error *err)
{
	git_index *real = NULL;
	git_diff *staged = NULL;
	git_tree *tree = tree_at(r, q->commit);

	if (q->commit && !tree)
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "the commit %s is not in the repository", q->commit);
	if ((q->worktree && !guard_worktree(q->worktree, err)) || (q->index && !guard_file("/", q->index, err))) {
		git_tree_free(tree);
		return false;
	}
	const bool has_index = q->index && access(q->index, F_OK) == 0;
	int rc = read_index(q->index, &real);
	if (rc == 0 && q->worktree)
		rc = compare_files(r, q, tree, real, ret);
	if (rc == 0 && has_index)
		rc = git_diff_tree_to_index(&staged, r->handle, tree, real, NULL);
	if (rc == 0 && staged)
		collect(staged, q->limit, &ret->staged, ret);
	if (rc == 0 && has_index && q->fresh && q->worktree)
		forgive_converted(r, q, real, ret);
	git_diff_free(staged);
	git_index_free(real);
	git_tree_free(tree);
	return rc == 0 || fail_git(rc, err, "cannot compare the files of", q->worktree ? q->worktree : q->index);
}

void status_answer_clear(struct status_answer *a)
{
	struct strlist *const lists[] = { &a->modified, &a->deleted, &a->untracked, &a->staged, &a->conflicts, &a->ignored, &a->submodules };

	for (size_t i = 0; i < COUNT_OF(lists); i++)
		strlist_clear(lists[i]);
	*a = (struct status_answer){0};
}
