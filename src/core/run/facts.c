/*
 * facts — see facts.h. Everything here reads; nothing decides.
 */
#include "core/run/facts.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/record/alerts.h"
#include "core/record/store.h"
#include "core/run/attest.h"

#define WORKSPACE_WORD "{workspace}"
#define KERNEL_ARGUMENT_PAGES 32 /* MAX_ARG_STRLEN of Linux: 32 pages, the NUL included */

static char *predicted_workspace(const struct engine *e, const struct gather_plan *plan)
{
	OWNED_MEM char *parent = workspace_parent_for(plan->layout, e->places->state, &e->places->temporary);

	if (plan->binding_id)
		return path_join(parent, plan->binding_id);
	return path_join(parent, "ws-" CHOSEN_AT_LAUNCH);
}

static const char *picked_relative(const struct layout *l)
{
	if (!l->top.path || !path_is_within(l->top.path, l->picked.path))
		return "";
	return path_relative(l->top.path, l->picked.path);
}

static void gather_shared(const struct layout *l, struct gathered *g)
{
	g->workspace_root = str_copy(l->top.path ? l->top.path : l->picked.path);
	g->active_root = str_copy(l->picked.path);
	g->gitdir = str_copy(l->gitdir.path);
	g->common_dir = str_copy(l->common.path);
}

static void gather_worktree(const struct engine *e, const struct gather_plan *plan, struct gathered *g)
{
	const struct layout *l = plan->layout;
	OWNED_MEM char *admin = NULL;
	OWNED_MEM char *tainted = alerts_tainted_by(e->places->state, &l->common);

	if (tainted && !alerts_taint_readable(e->places->state, tainted))
		g->unavailable =
			str_format("%s/tainted/%s.json says of which repository run %s has alerts, and cannot be read, so git is run "
				   "on none; look at what that run did, then remove the file.",
				   e->places->state, tainted, tainted);
	else if (tainted)
		g->unavailable = str_format("Run %s has alerts about what git runs or reads in this repository, and nobody has looked at "
					    "them, so git is not run on it; bulkhead show %s lists them, and bulkhead acknowledge %s says "
					    "that you have seen them.",
					    tainted, tainted, tainted);
	if (l->no_worktree) {
		str_set(&g->unavailable, l->no_worktree);
		return;
	}
	g->workspace_root = predicted_workspace(e, plan);
	g->active_root = path_join(g->workspace_root, picked_relative(l));
	g->common_dir = str_copy(l->common.path);
	admin = path_join(l->common.path, "worktrees");
	g->gitdir = path_join(admin, path_base(g->workspace_root));
	g->branch = str_format("harnery/workspace/%s", path_base(g->workspace_root));
}

static void gather_bound(const struct binding *b, struct gathered *g)
{
	g->workspace_root = str_copy(b->workspace.path);
	g->active_root = str_copy(b->active.path);
	g->gitdir = str_copy(b->gitdir.path);
	g->common_dir = str_copy(b->common.path);
	g->branch = str_copy(b->branch);
}

static void gather_workspace(const struct engine *e, const struct request *r, const struct gather_plan *plan, struct gathered *g)
{
	if (plan->unavailable || !plan->layout) {
		g->unavailable = str_copy(plan->unavailable ? plan->unavailable : "The directory could not be read.");
		return;
	}
	if (plan->layout->kind == LAYOUT_REFUSED) {
		g->unavailable = str_copy(plan->layout->why);
		return;
	}
	if (plan->binding)
		gather_bound(plan->binding, g);
	else if (r->topology == TOPOLOGY_WORKTREE)
		gather_worktree(e, plan, g);
	else
		gather_shared(plan->layout, g);
}

/* The first place of this run that lies under a temporary directory, as a sentence. */
static char *temporary_reach(const struct engine *e, const struct gather_plan *plan, const struct gathered *g)
{
	OWNED_MEM char *records = plan->layout ? store_coordination_root(plan->layout, e->places->state) : NULL;
	const struct { const char *what, *path; } places[] = {
		{ "The workspace", g->workspace_root },
		{ "The run's record", records },
		{ "The state directory", e->places->state },
	};

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		OWNED_MEM char *under = NULL;
		OWNED_MEM char *shown = NULL;

		if (!places[i].path)
			continue;
		under = places_temporary_holding(e->places, places[i].path);
		if (!under)
			continue;
		shown = sanitize_copy(places[i].path);
		return str_format("%s %s lies under the temporary directory %s, which every sandboxed neighbour can write; "
				  "use a place outside of it.",
				  places[i].what, shown, under);
	}
	return NULL;
}

static char *expand_root(const char *given, const char *workspace)
{
	size_t word = sizeof WORKSPACE_WORD - 1;

	if (strncmp(given, WORKSPACE_WORD, word) != 0 || !workspace)
		return str_copy(given);
	if (given[word] != '\0' && given[word] != '/')
		return str_copy(given);
	return str_format("%s%s", workspace, given + word);
}

static enum root_kind kind_on_disk(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return S_ISDIR(st.st_mode) ? ROOT_DIRECTORY : ROOT_NOT_DIRECTORY;
	return errno == ENOENT || errno == ENOTDIR ? ROOT_MISSING : ROOT_UNREADABLE;
}

/* A root in a worktree that is not there yet exists when the base commit's tree has it as a directory. */
static bool predict_root(const struct layout *l, const char *workspace, const char *tidy, struct root_facts *root)
{
	static const enum root_kind kinds[] = { ROOT_NOT_DIRECTORY, ROOT_MISSING, ROOT_DIRECTORY };
	int kind;

	if (!path_is_absolute(tidy) || path_has_dotdot(tidy) || !path_is_within(workspace, tidy))
		return false;
	kind = tree_kind(l, path_relative(workspace, tidy));
	root->kind = kinds[kind + 1];
	root->predicted = true;
	return true;
}

static void gather_root(const struct request *r, const struct gather_plan *plan, struct gathered *g, size_t at)
{
	struct root_facts *root = &g->roots[at];
	char *path = expand_root(r->writable_roots.items[at], g->workspace_root);
	OWNED_MEM char *tidy = path_tidy(path);
	char *real = NULL;

	strlist_take(&g->root_paths, path);
	root->path = path;
	if (!plan->binding && r->topology == TOPOLOGY_WORKTREE && g->workspace_root &&
	    predict_root(plan->layout, g->workspace_root, tidy, root)) {
		real = root->kind == ROOT_DIRECTORY ? str_copy(tidy) : NULL;
	} else {
		root->kind = kind_on_disk(path);
		real = real_path(path);
	}
	if (real)
		strlist_take(&g->root_reals, real);
	root->real = real;
}

static void gather_roots(const struct request *r, const struct gather_plan *plan, struct gathered *g)
{
	g->roots = mem_new(r->writable_roots.count + 1, sizeof *g->roots);
	for (size_t i = 0; i < r->writable_roots.count; i++)
		gather_root(r, plan, g, i);
	g->facts.n_roots = r->writable_roots.count;
	g->facts.roots = g->roots;
}

static void gather_adapter(const struct engine *e, const struct request *r, struct gathered *g)
{
	adapter_names(e->adapters, &g->known_adapters);
	g->facts.known_adapters = text_c(&g->known_adapters);
	g->adapter = r->adapter ? adapter_find(e->adapters, r->adapter) : NULL;
	if (!g->adapter)
		return;
	g->facts.adapter = &g->adapter->declares;
	g->facts.program = g->adapter->program;
	g->facts.install_hint = g->adapter->install_hint;
	g->program_path = program_find(e->places->path, g->adapter->program);
	g->facts.program_path = g->program_path;
}

void facts_gather(const struct engine *e, const struct request *request, const struct gather_plan *plan, struct gathered *ret)
{
	OWNED_MEM char *tmp = path_join(e->places->state, "tmp");
	struct facts *f = &ret->facts;

	memset(ret, 0, sizeof *ret);
	f->launching = plan->launching;
	gather_adapter(e, request, ret);
	gather_workspace(e, request, plan, ret);
	ret->temporary_reach = temporary_reach(e, plan, ret);
	ret->private_tmp = path_join(tmp, plan->run_id ? plan->run_id : "run-" CHOSEN_AT_LAUNCH);
	gather_roots(request, plan, ret);
	f->workspace_root = ret->workspace_root;
	f->active_root = ret->active_root;
	f->unavailable = ret->unavailable;
	f->temporary_reach = ret->temporary_reach;
	f->has_repository = ret->common_dir != NULL;
	f->gitdir = ret->gitdir;
	f->common_dir = ret->common_dir;
	f->private_tmp = ret->private_tmp;
	attest_gather(e, request, ret);
	f->attested_how = ret->attested_how;
	f->argument_limit_bytes = KERNEL_ARGUMENT_PAGES * (size_t)sysconf(_SC_PAGESIZE) - 1;
}

void gathered_clear(struct gathered *g)
{
	text_clear(&g->known_adapters);
	free(g->program_path);
	free(g->workspace_root);
	free(g->active_root);
	free(g->unavailable);
	free(g->temporary_reach);
	free(g->gitdir);
	free(g->common_dir);
	free(g->private_tmp);
	free(g->branch);
	free(g->attested_how);
	free(g->attestation_sha256);
	json_drop(&g->attestation);
	strlist_clear(&g->root_paths);
	strlist_clear(&g->root_reals);
	free(g->roots);
	memset(g, 0, sizeof *g);
}
