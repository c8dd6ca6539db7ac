/*
 * repository_json — the repository before and after a run.
 *
 * The two lists of dirty paths can be cut in a record, so a path that is missing in one of two cut lists was not
 * necessarily added or cleared: the drift then says that it is incomplete.
 */
#include "core/record/repository_json.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path.h"
#include "core/record/harnery.h"

#define DIRTY_PATHS_MAX 500
#define DIRTY_PATH_UNITS 500

const char *record_cwd(const struct run_record *r)
{
	const char *const candidates[] = {
		r->binding ? r->binding->active.path : NULL, r->before.cwd, r->request.repository, r->coordination_root, r->directory,
	};

	for (size_t i = 0; i < COUNT_OF(candidates); i++) {
		if (candidates[i] && path_is_absolute(candidates[i]))
			return candidates[i];
	}
	return "/";
}

const char *record_isolation(const struct run_record *r)
{
	return r->binding && r->binding->isolated ? "worktree" : "shared";
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool sorted_has(const struct strlist *sorted, char *s)
{
	return sorted->count > 0 && bsearch(&s, sorted->items, sorted->count, sizeof *sorted->items, by_bytes);
}

/* Adds the paths of from that are in other (wanted true) or not in it; false: the list was cut. */
static bool add_paths(struct json *to, const struct strlist *from, const struct strlist *other, bool wanted,
		      const struct budget *b)
{
	CLEARED(strlist) struct strlist sorted = { 0 };
	size_t bytes = 0;

	if (other)
		strlist_copy(&sorted, other);
	strlist_sort(&sorted);
	for (size_t i = 0; i < from->count; i++) {
		OWNED_MEM char *path = NULL;

		if (other && sorted_has(&sorted, from->items[i]) != wanted)
			continue;
		path = harnery_clip(from->items[i], DIRTY_PATH_UNITS);
		bytes += strlen(path);
		if (json_count(to) == DIRTY_PATHS_MAX || (b->paths_bytes && bytes > b->paths_bytes))
			return false;
		json_add_string(to, path);
	}
	return true;
}

static void set_if_known(struct json *o, const char *key, const char *s)
{
	if (s)
		json_set_string(o, key, s);
}

struct json *repository_print(const struct run_record *r, const struct repository_state *s, const struct budget *b)
{
	struct json *o = json_new_object(), *dirty = json_new_array();
	bool whole = add_paths(dirty, &s->dirty, NULL, true, b);

	json_set_string(o, "cwd", s->cwd && path_is_absolute(s->cwd) ? s->cwd : record_cwd(r));
	if (s->root && path_is_absolute(s->root))
		json_set_string(o, "root", s->root);
	set_if_known(o, "branch", s->branch);
	set_if_known(o, "head", s->head);
	json_set(o, "dirty_paths", dirty);
	if (!whole || s->dirty_truncated || (s->known && !s->dirty_known))
		json_set_bool(o, "dirty_paths_truncated", true);
	return o;
}

static bool differ(const char *a, const char *b)
{
	if (!a || !b)
		return a != b;
	return strcmp(a, b) != 0;
}

static bool state_complete(const struct repository_state *s)
{
	return s->known && s->dirty_known && !s->dirty_truncated;
}

bool repository_drift_known(const struct run_record *r)
{
	return state_complete(&r->before) && state_complete(&r->after);
}

static struct json *print_drift(const struct run_record *r, const struct budget *b)
{
	const struct repository_state *before = &r->before, *after = &r->after;
	struct json *o = json_new_object();
	struct json *added = json_new_array(), *cleared = json_new_array(), *retained = json_new_array();
	bool both = before->known && after->known;
	bool whole = add_paths(added, &after->dirty, &before->dirty, false, b);

	whole = add_paths(cleared, &before->dirty, &after->dirty, false, b) && whole;
	whole = add_paths(retained, &before->dirty, &after->dirty, true, b) && whole;
	json_set_bool(o, "branch_changed", both && differ(before->branch, after->branch));
	json_set_bool(o, "head_changed", both && differ(before->head, after->head));
	json_set(o, "dirty_paths_added", added);
	json_set(o, "dirty_paths_cleared", cleared);
	json_set(o, "dirty_paths_retained", retained);
	json_set_bool(o, "incomplete", !whole || !repository_drift_known(r));
	if (!both)
		json_set_string(o, "note", "the repository was not read both before and after the run");
	else if (!whole || !repository_drift_known(r))
		json_set_string(o, "note", "at least one list of changed paths is not complete");
	return o;
}

struct json *repository_print_both(const struct run_record *r, const struct budget *b)
{
	struct json *o = json_new_object();

	json_set_string(o, "source", "engine");
	json_set(o, "before", repository_print(r, &r->before, b));
	json_set(o, "after", repository_print(r, &r->after, b));
	json_set(o, "drift", print_drift(r, b));
	return o;
}
