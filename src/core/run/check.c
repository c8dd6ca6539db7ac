/*
 * check — the preview: gather, judge, render; nothing on the disk changes.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/run/engine.h"
#include "core/run/facts.h"
#include "core/run/render.h"

static void keep_facts(struct gathered *g, struct check *ret)
{
	ret->adapter = g->adapter;
	ret->program_path = g->program_path;
	ret->workspace_root = g->workspace_root;
	ret->branch = g->branch;
	ret->private_tmp = g->private_tmp;
	ret->attested = g->facts.attested;
	ret->attested_how = g->attested_how;
	g->attested_how = NULL;
	g->program_path = g->workspace_root = g->branch = g->private_tmp = NULL;
}

/* layout NULL: why says why the directory could not be looked at. */
static bool check_with(const struct engine *e, const struct request *request, const struct layout *layout, const char *why,
		       struct check *ret, struct error *err)
{
	struct gather_plan plan = { .layout = layout, .unavailable = layout ? NULL : why };
	CLEARED(gathered) struct gathered g;
	bool ok = true;

	facts_gather(e, request, &plan, &g);
	verdict_judge(request, &g.facts, &ret->verdict);
	if (ret->verdict.accepted) {
		OWNED_MEM char *last = path_join(g.private_tmp, "last-message.txt");
		struct render_places places = { .layout = layout, .active_root = g.active_root,
			.workspace_root = g.workspace_root, .private_tmp = g.private_tmp, .last_message_path = last };

		ok = render_argv(g.adapter, request, 0, &ret->verdict.projection, &places, &ret->argv, err);
	}
	keep_facts(&g, ret);
	return ok;
}

bool engine_check_layout(const struct engine *e, const struct request *request, const struct layout *layout, struct check *ret,
			 struct error *err)
{
	memset(ret, 0, sizeof *ret);
	return check_with(e, request, layout, "No directory has been picked.", ret, err);
}

bool engine_check(const struct engine *e, const struct request *request, struct check *ret, struct error *err)
{
	struct error why = { 0 };
	struct layout *layout = NULL;

	memset(ret, 0, sizeof *ret);
	if (!layout_read(request->repository ? request->repository : ".", &layout, &why))
		layout = NULL;
	if (!check_with(e, request, layout, why.text, ret, err)) {
		layout_drop(&layout);
		return false;
	}
	ret->layout = layout;
	return true;
}

void check_clear(struct check *c)
{
	verdict_clear(&c->verdict);
	strlist_clear(&c->argv);
	layout_drop(&c->layout);
	free(c->program_path);
	free(c->workspace_root);
	free(c->branch);
	free(c->private_tmp);
	free(c->attested_how);
	memset(c, 0, sizeof *c);
}
