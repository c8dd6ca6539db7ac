#include "core/workspace/snapshot.h"

#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/workspace/admin.h"
#include "core/workspace/entries.h"
#include "core/workspace/head.h"
#include "core/workspace/module_refs.h"
#include "core/workspace/reach.h"
#include "core/workspace/refs.h"
#include "core/workspace/store_files.h"

#define WORKSPACE_NAME_LEN 27
#define HEX_CHARS 64 /* of a digest */

const char *objects_state_word(enum objects_state s)
{
	static const char *const words[] = { "not looked for", "kept", "lost", "unknown" };

	return words[s];
}

struct snapshot {
	struct entries refs, admin;
	struct entries module_refs;    /* apart: what they lead to lies in other object stores */
	struct store_files objects;
	bool admin_cut;                /* there was more than is looked at */
	struct timespec index_changed; /* the run's own index: a commit or git add moves it */
	uint64_t index_inode;
};

static void note_index(const struct binding *b, struct snapshot *s)
{
	struct stat st;
	OWNED_MEM char *index = path_join(b->gitdir.path, "index");

	if (lstat(index, &st) != 0)
		return;
	s->index_changed = st.st_ctim;
	s->index_inode = st.st_ino;
}

bool snapshot_take(const struct binding *b, struct snapshot **ret, struct error *err)
{
	OWNED(snapshot) struct snapshot *s = mem_new(1, sizeof *s);

	if (!b->common.path || !b->gitdir.path)
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "there is no repository to take a snapshot of");
	if (!refs_read(b->common.path, &s->refs, err))
		return false;
	s->admin_cut = !admin_read_all(b, &s->admin);
	s->admin_cut |= !module_refs_read(b->common.path, &s->module_refs);
	store_files_read(b->common.path, &s->objects);
	note_index(b, s);
	*ret = s;
	s = NULL;
	return true;
}

void snapshot_drop(struct snapshot **s)
{
	if (!*s)
		return;
	entries_clear(&(*s)->refs);
	entries_clear(&(*s)->admin);
	entries_clear(&(*s)->module_refs);
	store_files_clear(&(*s)->objects);
	free(*s);
	*s = NULL;
}

struct comparing {
	const struct binding *b;
	const struct entries *refs_before;
	struct snapshot_difference *ret;
};

/* Commit ids short enough to read, everything else as it is. */
static char *say_value(const char *value)
{
	if (!value)
		return str_copy("none");
	if (commit_is_hex(value))
		return str_copy_n(value, 7);
	return sanitize_copy(value);
}

static bool is_own(const struct binding *b, const char *name)
{
	OWNED_MEM char *branch = b->branch ? str_format("refs/heads/%s", b->branch) : NULL;
	OWNED_MEM char *private = b->isolated ? str_format("worktrees/%s/", path_base(b->gitdir.path)) : NULL;

	return (branch && strcmp(name, branch) == 0) || (private && strncmp(name, private, strlen(private)) == 0);
}

/* "ws-" and 24 hexadecimal digits: what workspaces of this kind are called. */
static bool is_workspace_name(const char *name, size_t len)
{
	return len == WORKSPACE_NAME_LEN && strncmp(name, "ws-", 3) == 0 && strspn(name + 3, "0123456789abcdef") >= len - 3;
}

static bool is_neighbour(const struct binding *b, const char *name)
{
	static const char *const places[] = { "refs/heads/harnery/workspace/", "worktrees/" };

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const char *workspace = name + strlen(places[i]);

		if (strncmp(name, places[i], strlen(places[i])) == 0)
			return is_workspace_name(workspace, strcspn(workspace, "/")) && !is_own(b, name) &&
			       !(b->isolated && strcmp(workspace, path_base(b->gitdir.path)) == 0);
	}
	return false;
}

static void see_ref(void *self, const char *name, const char *before, const char *after)
{
	struct comparing *c = self;
	OWNED_MEM char *clean = sanitize_copy(name);
	OWNED_MEM char *old = say_value(before);
	OWNED_MEM char *new = say_value(after);

	struct strlist *list = is_own(c->b, name) ? &c->ret->refs_own : &c->ret->refs_outside;

	if (strncmp(name, "refs/replace/", 13) == 0 || (strncmp(name, "modules/", 8) == 0 && strstr(name, "/refs/replace/")))
		alerts_add(&c->ret->alerts, ALERT_HISTORY, clean, after ? before ? "changed" : "appeared" : "is gone");
	else if (after && *after == '!')
		alerts_add(&c->ret->alerts, ALERT_ODD, clean, new + 1);
	strlist_add_format(is_neighbour(c->b, name) ? &c->ret->neighbours : list, "%s: %s -> %s", clean, old, new);
}

static bool is_plain(const char *value)
{
	return strncmp(value, "a file ", 7) == 0 && strstr(value, " not read") == NULL;
}

/* The digest in a value is for comparing, not for reading. */
static char *say_kind(const char *value)
{
	const size_t len = strlen(value);
	const bool has_digest = len > HEX_CHARS && strspn(value + len - HEX_CHARS, "0123456789abcdef") == HEX_CHARS;
	OWNED_MEM char *words = str_copy_n(value, has_digest ? len - HEX_CHARS - 1 : len);

	return sanitize_copy(words);
}

static bool has_entry(const struct entries *e, const char *name)
{
	for (size_t i = 0; i < e->count; i++)
		if (strcmp(e->items[i].name, name) == 0)
			return true;
	return false;
}

/* All of a worktree that a run beside this one made, and of one that it released. */
static bool came_or_went(const struct comparing *c, const char *name, const char *before, const char *after)
{
	const char *rest = strncmp(name, "worktrees/", 10) == 0 ? strchr(name + 10, '/') : NULL;
	OWNED_MEM char *head = rest ? str_format("%.*s/HEAD", (int)(rest - name), name) : NULL;

	return is_neighbour(c->b, name) && head && (before ? !after : !has_entry(c->refs_before, head));
}

/* Owned. */
static char *say_change(const char *before, const char *after, const char *kind)
{
	if (!after)
		return str_copy("is gone");
	if (is_plain(after))
		return str_copy(before ? "changed" : "appeared");
	return str_format(before ? "changed, it is %s now" : "appeared: it is %s", kind);
}

static void see_admin(void *self, const char *name, const char *before, const char *after)
{
	struct comparing *c = self;
	OWNED_MEM char *clean = sanitize_copy(name);
	OWNED_MEM char *kind = after ? say_kind(after) : NULL;
	struct strlist *list = is_neighbour(c->b, name) ? &c->ret->neighbours : &c->ret->admin;
	OWNED_MEM char *what = say_change(before, after, kind);
	enum alert_kind alert;

	strlist_add_format(list, "%s %s", clean, what);
	if (alert_of(name, before, after, &alert) && !came_or_went(c, name, before, after))
		alerts_add(&c->ret->alerts, alert, clean, what);
}

void snapshot_compare(const struct binding *b, const struct snapshot *before, const struct snapshot *after,
		      struct snapshot_difference *ret)
{
	struct comparing c = { .b = b, .refs_before = &before->refs, .ret = ret };

	*ret = (struct snapshot_difference){0};
	entries_compare(&before->refs, &after->refs, see_ref, &c);
	entries_compare(&before->module_refs, &after->module_refs, see_ref, &c);
	entries_compare(&before->admin, &after->admin, see_admin, &c);
	ret->cut = before->admin_cut || after->admin_cut;
	if (after->admin_cut && !before->admin_cut)
		alerts_add(&ret->alerts, ALERT_UNAUDITED, "the administrative files", "are more than are compared since the run");
	ret->grant_used = ret->refs_own.count > 0 || ret->refs_outside.count > 0 || ret->admin.count > 0 ||
			  before->index_inode != after->index_inode || before->index_changed.tv_sec != after->index_changed.tv_sec ||
			  before->index_changed.tv_nsec != after->index_changed.tv_nsec;
}

static void see_lost(const struct strlist *lost, struct snapshot_difference *ret)
{
	for (size_t i = 0; i < lost->count; i++) {
		OWNED_MEM char *clean = sanitize_copy(lost->items[i]);

		strlist_add(&ret->lost, clean);
		alerts_add(&ret->alerts, ALERT_LOST, clean, "cannot be read any more");
	}
}

static bool leads_elsewhere(const struct alerts *alerts)
{
	for (size_t i = 0; i < alerts->count; i++)
		if (alerts->items[i].kind == ALERT_STORE)
			return true;
	return false;
}

void snapshot_look_for_loss(const struct binding *b, const struct snapshot *before, uint64_t limit_ms, struct snapshot_difference *ret)
{
	CLEARED(strlist) struct strlist touched = {0};
	CLEARED(reach_found) struct reach_found found = { .finished = true };
	const bool kept =
		!before->objects.cut && !leads_elsewhere(&ret->alerts) && store_files_kept(b->common.path, &before->objects, &touched);

	if (!kept)
		reach_check(b->common.path, &before->refs, limit_ms, &found);
	else if (touched.count > 0)
		reach_check_each(b->common.path, &touched, &found);
	see_lost(&found.lost, ret);
	ret->grant_used |= found.lost.count > 0;
	ret->objects = found.lost.count > 0 ? OBJECTS_LOST : found.finished ? OBJECTS_KEPT : OBJECTS_UNKNOWN;
	ret->objects_why = found.finished ? NULL : sanitize_copy(found.why);
}

void snapshot_difference_clear(struct snapshot_difference *d)
{
	strlist_clear(&d->refs_own);
	strlist_clear(&d->refs_outside);
	strlist_clear(&d->admin);
	strlist_clear(&d->neighbours);
	alerts_clear(&d->alerts);
	strlist_clear(&d->lost);
	free(d->objects_why);
	*d = (struct snapshot_difference){0};
}
