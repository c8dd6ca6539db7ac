/*
 * run_detail — one run, opened from Runs or from a pane that ended.
 */
#include "core/base/mem.h"
#include "ui/screens/run_document.h"
#include "ui/screens/runs_state.h"
#include "ui/screens/screens.h"
#include "core/record/alerts.h"
#include "core/record/store.h"

enum view { VIEW_WORDS, VIEW_RAW, VIEW_TRANSCRIPT };
#define ALERTS_ASKED 12 /* of them stand in the question; the document has all */

enum { ASK_RELEASE = 1, ASK_ACKNOWLEDGE };

struct run_state {
	struct run_view run;
	struct verification verified;
	bool open, was_verified, has_workspace;
	enum view view;
	struct document document;
};

static const struct key_binding run_bindings[] = {
	{ TYPED_UP, ACTION_UP, "scroll" }, { TYPED_DOWN, ACTION_DOWN, "" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL }, { ' ', ACTION_PAGE_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ '!', ACTION_ACKNOWLEDGE, "acknowledge" }, /* first: where it is offered at all, it is what is due */
	{ 't', ACTION_TRANSCRIPT, "transcript" }, { 'J', ACTION_RAW, "raw JSON" }, { 'v', ACTION_VERIFY, "verify" },
	{ 'a', ACTION_ATTACH, "its panes" }, { 'p', ACTION_REPLAY, "replay" }, { 'l', ACTION_AGAIN, "launch again" }, { 's', ACTION_STOP_RUN, NULL }, { 'D', ACTION_RELEASE, "release" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 }
};

static void build(struct run_state *s)
{
	document_clear(&s->document);
	if (s->view == VIEW_RAW)
		run_document_raw(&s->run, &s->document);
	else if (s->view == VIEW_TRANSCRIPT)
		run_document_transcript(&s->run, &s->document);
	else
		run_document(&s->run, s->was_verified ? &s->verified : NULL, &s->document);
}

static void look_for_workspace(struct app *app, struct run_state *s)
{
	struct workspace_entry entry = { 0 };
	struct error ignored = { 0 };

	s->has_workspace = s->run.row.run_id && store_workspace_open(app_engine(app)->places->state, s->run.row.run_id, &entry, &ignored);
	workspace_entry_clear(&entry);
}

static bool open_run(struct app *app, struct run_state *s, const char *argument, struct error *err)
{
	OWNED_MEM char *directory = NULL;

	if (argument[0] != '/' && !browse_find(app_engine(app)->places->state, argument, &directory, err))
		return false;
	run_view_clear(&s->run);
	verification_clear(&s->verified);
	s->was_verified = false;
	s->open = browse_open_known(app_engine(app)->places->state, directory ? directory : argument, &s->run, err);
	if (s->open) {
		browse_compare(app_engine(app)->places->state, &s->run);
		look_for_workspace(app, s);
	}
	return s->open;
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct run_state *s = state;
	struct error err = { 0 };

	if (!argument)
		return REDRAW;
	if (!open_run(app, s, argument, &err))
		return app_alert(app, "%s", err.text);
	s->view = VIEW_WORDS;
	build(s);
	return REDRAW;
}

static void close_screen(struct app *app, void *state)
{
	struct run_state *s = state;

	(void)app;
	run_view_clear(&s->run);
	verification_clear(&s->verified);
	document_clear(&s->document);
}

static unsigned has(const struct app *app, const void *state)
{
	const struct run_state *s = state;

	(void)app;
	if (!s->open)
		return 0;
	return NEEDS_RUN | (s->run.row.outcome == OUTCOME_RUNNING ? NEEDS_LIVE : 0u) | (s->has_workspace ? NEEDS_WORKSPACE : 0u) |
	       (s->run.row.alerts > 0 && !s->run.row.acknowledged ? NEEDS_ALERTS : 0u);
}

static unsigned show(struct run_state *s, enum view view)
{
	s->view = s->view == view ? VIEW_WORDS : view;
	build(s);
	return REDRAW;
}

static unsigned verify(struct app *app, struct run_state *s)
{
	struct error err = { 0 };

	verification_clear(&s->verified);
	if (!verify_run(app_engine(app)->places->state, s->run.row.directory, &s->verified, &err))
		return app_alert(app, "%s", err.text);
	s->was_verified = true;
	runs_note_verified(app, s->run.row.run_id, s->verified.holds);
	s->view = VIEW_WORDS;
	build(s);
	if (!s->verified.holds)
		return app_alert(app, "%s", s->verified.findings.items[0]);
	return app_say(app, "The record holds: transcript, proof, manifest and terminal logs are what was sealed.");
}

static unsigned ask_release(struct app *app, const struct run_state *s)
{
	struct ask ask = { .id = ASK_RELEASE, .title = str_copy("Release the workspace of this run") };

	strlist_add_format(&ask.lines,
			   "The worktree of %s and its branch are removed, each only if it is what was made for "
			   "this run.",
			   s->run.row.run_id);
	strlist_add(&ask.lines, "Nothing is removed if anything uncommitted, ignored or unreachable is in it; it is named then.");
	return app_ask(app, &ask);
}

static unsigned ask_acknowledge(struct app *app, const struct run_state *s)
{
	struct ask ask = { .id = ASK_ACKNOWLEDGE, .title = str_copy("Acknowledge the alerts of this run") };
	CLEARED(strlist) struct strlist alerts = { 0 };

	alerts_list(&s->run, &alerts);
	for (size_t i = 0; i < alerts.count && i < ALERTS_ASKED; i++)
		strlist_add(&ask.lines, alerts.items[i]);
	if (alerts.count > ALERTS_ASKED)
		strlist_add_format(&ask.lines, "and %zu more, which this screen lists.", alerts.count - ALERTS_ASKED);
	strlist_add(&ask.lines, "It is written down that you looked at them. The record stays as it is.");
	return app_ask(app, &ask);
}

static unsigned acknowledge(struct app *app, struct run_state *s)
{
	struct error err = { 0 };

	if (!alerts_acknowledge(app_engine(app)->places->state, &s->run, &err))
		return app_alert(app, "%s", err.text);
	build(s);
	return app_say(app, "Acknowledged.");
}

static unsigned release(struct app *app, struct run_state *s)
{
	const struct release_options options = { 0 };
	CLEARED(release_report) struct release_report report = { 0 };
	struct error err = { 0 };

	if (!engine_release(app_engine(app), s->run.row.run_id, &options, &report, &err))
		return app_alert(app, "%s", err.text);
	s->has_workspace = false;
	if (report.branch_kept_why)
		return app_say(app, "Released. The branch was kept: %s", report.branch_kept_why);
	return app_say(app, "Released: the worktree and its branch are gone.");
}

static unsigned answered(struct app *app, void *state, int id, bool yes)
{
	if (!yes)
		return REDRAW;
	return id == ASK_RELEASE ? release(app, state) : acknowledge(app, state);
}

static unsigned stop(struct app *app, const struct run_state *s)
{
	struct error err = { 0 };

	if (!engine_stop(app_engine(app), s->run.row.run_id, NULL, &err))
		return app_alert(app, "%s", err.text);
	return app_say(app, "The run was asked to stop.");
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct run_state *s = state;

	if (document_act(&s->document, action, app_body(app)))
		return REDRAW;
	switch ((int)action) {
	case ACTION_RAW: return show(s, VIEW_RAW);
	case ACTION_TRANSCRIPT: return show(s, VIEW_TRANSCRIPT);
	case ACTION_VERIFY: return verify(app, s);
	case ACTION_RELEASE: return ask_release(app, s);
	case ACTION_ACKNOWLEDGE: return ask_acknowledge(app, s);
	case ACTION_STOP_RUN: return stop(app, s);
	case ACTION_ATTACH: return app_go(app, "panes", s->run.row.run_id);
	case ACTION_AGAIN: return runs_launch_again(app, s->run.row.directory);
	case ACTION_REPLAY: return app_go(app, "replay", s->run.row.run_id);
	case ACTION_BACK: return s->view == VIEW_WORDS ? LEAVE : show(s, s->view);
	default: return NOTHING;
	}
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct run_state *s = state;

	(void)app;
	if (!s->open)
		(void)canvas_wrap(c, rect_inset(body, 2, 2), ROLE_DIM, "The run could not be opened.");
	else
		document_draw(&s->document, c, body);
}

const struct screen_ops run_screen = {
	.name = "run", .title = "Run", .bindings = run_bindings, .state_size = sizeof(struct run_state), .close = close_screen,
	.visit = visit, .act = act, .answered = answered, .draw = draw, .has = has,
};
