/*
 * launch_says — what follows from a choice, said beneath it. A promise stands there only while there is a policy and the
 * verdict accepts it; without a policy nothing is promised, and a refused request asks only.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/mem.h"
#include "ui/screens/launch.h"

/* Who stands behind the words: nobody, a request that is not accepted, an accepted one. */
enum backing { BACKING_NONE, BACKING_ASKED, BACKING_ACCEPTED, BACKING_COUNT };

/* Shorter than ui/words says it: there is one narrow row for each. */
static const char *const mode_says[BACKING_COUNT][POLICY_COUNT][GIT_WRITE_COUNT] = {
	[BACKING_NONE] = { [POLICY_ABSENT] = { "no policy: nothing is promised", "no policy: nothing is promised" } },
	[BACKING_ASKED] = {
		[POLICY_READ_ONLY] = { "asks for no edits, no commits", "asks for no edits, no commits" },
		[POLICY_WORKSPACE_WRITE] = { "asks for edits, no commits", "asks for edits and commits" },
	},
	[BACKING_ACCEPTED] = {
		[POLICY_READ_ONLY] = { "edits no, commits no", "edits no, commits no" },
		[POLICY_WORKSPACE_WRITE] = { "edits yes, commits no", "edits yes, commits yes" },
	},
};
static const char *const grant_says[BACKING_COUNT][GIT_WRITE_COUNT] = {
	[BACKING_NONE] = { "no policy keeps .git read-only", "no policy to carry the grant" },
	[BACKING_ASKED] = { "asks for .git read-only", "asks for what worktrees share" },
	[BACKING_ACCEPTED] = { ".git stays read-only", "reaches what every worktree shares" },
};

static enum backing backing_of(const struct launch *l)
{
	if (l->request.mode == POLICY_ABSENT)
		return BACKING_NONE;
	if (l->judged && !l->check_why && l->check.verdict.accepted && l->check.verdict.projection.applied)
		return BACKING_ACCEPTED;
	return BACKING_ASKED;
}

static const char *topology_says(const struct launch *l)
{
	bool apart = l->request.topology == TOPOLOGY_WORKTREE;

	if (!l->layout)
		return NULL;
	if (apart && l->layout->no_worktree)
		return l->layout->no_worktree;
	if (apart && l->facts_known && l->dirty_count > 0)
		return "a new branch; uncommitted changes stay behind";
	if (apart)
		return "a new branch, made for this run";
	return l->layout->gitdir.path ? "children work where you work" : "children work in this directory";
}

static const char *git_says(const struct launch *l)
{
	if (l->layout && !l->layout->gitdir.path)
		return "no repository, no .git to write";
	return grant_says[backing_of(l)][l->request.git_write];
}

/* Said while it is chosen or set: elsewhere the row itself says the default. */
static const char *timeout_says(const struct launch *l, const struct adapter *adapter, char room[SAYS_BYTES])
{
	CLEARED(text) struct text words = { 0 };
	struct error err = { 0 };
	uint64_t ms = 0;

	if (field_is_empty(&l->timeout) && l->focus != FIELD_TIMEOUT)
		return NULL;
	if (!timeout_read(field_value(&l->timeout), &ms, &err))
		return "no time: the verdict says why";
	if (ms == 0 && launch_style(l, adapter) == STYLE_INTERACTIVE)
		return "this run is interactive: none";
	timeout_words(&words, ms ? ms : REQUEST_DEFAULT_TIMEOUT_MS);
	(void)snprintf(room, SAYS_BYTES, "%s %s", ms ? "a child is ended after" : "this run is headless:", text_c(&words));
	return room;
}

/* Said where the style changes what is promised, and while it is chosen. */
static const char *style_says(const struct launch *l, const struct adapter *adapter)
{
	const bool interactive = launch_style(l, adapter) == STYLE_INTERACTIVE;

	if (backing_of(l) == BACKING_ACCEPTED && l->check.verdict.mutable_in_session)
		return "its sandbox can be changed in the session";
	if (l->focus != FIELD_STYLE)
		return NULL;
	return interactive ? "you type into its own screen" : "it gets no keys and ends by itself";
}

const char *form_says(const struct launch *l, const struct app *app, enum form_field field, char room[SAYS_BYTES])
{
	const struct adapter *adapter = launch_adapter(l, app);

	if (field == FIELD_REPOSITORY)
		return l->layout ? l->layout->words : (l->layout_why ? l->layout_why : "looking…");
	if (field == FIELD_TOPOLOGY)
		return topology_says(l);
	if (field == FIELD_MODE)
		return mode_says[backing_of(l)][l->request.mode][l->request.git_write];
	if (field == FIELD_GRANT)
		return git_says(l);
	if (field == FIELD_ADAPTER)
		return adapter ? adapter->title : "no adapter of this name is known";
	if (field == FIELD_MODEL && adapter && !adapter->declares.takes_model)
		return "this adapter takes no model";
	if (field == FIELD_EFFORT && adapter && !adapter->declares.efforts)
		return "this adapter takes no effort";
	if (field == FIELD_STYLE)
		return style_says(l, adapter);
	return field == FIELD_TIMEOUT ? timeout_says(l, adapter, room) : NULL;
}

static const char *roots_hint(const struct launch *l)
{
	if (l->request.mode == POLICY_ABSENT)
		return "none: no policy limits writing";
	if (l->request.mode == POLICY_WORKSPACE_WRITE && backing_of(l) == BACKING_ACCEPTED)
		return "none: the workspace is writable";
	return "none";
}

const char *form_hint(const struct launch *l, enum form_field field, bool editing, int cols)
{
	static const char timeout[] = "5:00 for headless, none for interactive";

	if (field == FIELD_ROOTS)
		return editing ? "{workspace}/build:{workspace}/docs" : roots_hint(l);
	if (field == FIELD_TIMEOUT && editing)
		return "90s, 5m, 2:00:00";
	if (field == FIELD_TIMEOUT)
		return cols >= (int)sizeof timeout - 1 ? timeout : "5:00 headless, none interactive";
	if (field == FIELD_MODEL)
		return "default";
	if (l->prompt_optional && !editing)
		return "none: say it in its pane";
	return editing ? "what the child is to do" : "none yet: what is the child to do?";
}
