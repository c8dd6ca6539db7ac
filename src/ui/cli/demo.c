/*
 * demo — the whole program in a few seconds on a repository of its own. Each step says what it does, does it, and
 * compares what happened with what must happen; the exit status is yes when all of it did.
 */
#include <stdarg.h>
#include <unistd.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/record/browse.h"
#include "ui/cli/commands.h"
#include "ui/cli/demo_repository.h"
#include "ui/cli/say.h"

#define RUN_DEADLINE_MS 120000
#define COMMIT_PROMPT "echo 40 >> totals.txt && git add totals.txt && " \
	"git -c user.name=demo -c user.email=demo@example.invalid commit -q -m 'Add a total'"

struct demo {
	struct engine engine;      /* the operator's, on the demonstration's own places */
	struct demo_place place;
	FILE *out;
	struct json *steps;        /* NULL: sentences */
	bool failed;
};

/* One line of a step: ok false makes the demonstration fail. */
static void say(struct demo *d, bool ok, const char *fmt, ...) PRINTF(3, 4);
static void say(struct demo *d, bool ok, const char *fmt, ...)
{
	CLEARED(text) struct text line = { 0 };
	char raw[2048];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(raw, sizeof raw, fmt, args);
	va_end(args);
	sanitize_add_lines(&line, raw, strlen(raw));
	d->failed |= !ok;
	if (d->steps) {
		struct json *step = json_new_object();

		json_set_bool(step, "ok", ok);
		json_set_string(step, "says", text_c(&line));
		json_add(d->steps, step);
		return;
	}
	(void)fprintf(d->out, "%s%s\n", ok ? "  " : "  NOT AS EXPECTED: ", text_c(&line));
	(void)fflush(d->out);
}

static void heading(struct demo *d, const char *words)
{
	if (!d->steps)
		(void)fprintf(d->out, "\n%s\n", words);
}

struct wish {
	const char *says, *adapter;
	enum topology topology;
	enum policy_mode mode;
	enum git_write git_write;
	const char *root;   /* NULL: none */
	enum reason expect; /* REASON_NONE: accepted */
};

static const struct wish wishes[] = {
	{ "codex, workspace-write in a worktree", "codex", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, NULL,
	  REASON_NONE },
	{ "the same with the Git grant", "codex", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY, NULL,
	  REASON_NONE },
	{ "claude-code with a policy", "claude-code", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, NULL,
	  REASON_NO_PROJECTION },
	{ "the grant in the shared checkout", "codex", TOPOLOGY_SHARED, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY, NULL,
	  REASON_GIT_GRANT_UNAVAILABLE },
	{ "read-only with the grant", "codex", TOPOLOGY_WORKTREE, POLICY_READ_ONLY, GIT_WRITE_SHARED_REPOSITORY, NULL,
	  REASON_GRANT_INERT },
	{ "a writable root outside the workspace", "codex", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, "/usr",
	  REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE },
};

static void wish_request(const struct demo *d, const struct wish *w, const char *prompt, struct request *ret)
{
	request_init(ret);
	ret->repository = str_copy(d->place.repository);
	ret->adapter = str_copy(w->adapter);
	ret->topology = w->topology;
	ret->mode = w->mode;
	ret->git_write = w->git_write;
	ret->prompt = str_copy(prompt);
	if (w->root)
		strlist_add(&ret->writable_roots, w->root);
}

static void show_verdicts(struct demo *d)
{
	heading(d, "Six verdicts, before anything is started:");
	for (size_t i = 0; i < COUNT_OF(wishes); i++) {
		CLEARED(request) struct request request;
		struct check check = { 0 };
		struct error err = { 0 };

		wish_request(d, &wishes[i], "Add a total.", &request);
		if (!engine_check(&d->engine, &request, &check, &err))
			say(d, false, "%s: %s", wishes[i].says, err.text);
		else
			say(d, check.verdict.reason == wishes[i].expect, "%s %s: %s%s%s\n      %s", check.verdict.accepted ? "+" : "x",
			    wishes[i].says, check.verdict.accepted ? "accepted" : "refused ",
			    check.verdict.accepted ? "" : reason_slug(check.verdict.reason), "", check.verdict.message);
		check_clear(&check);
	}
}

/* Launches, waits, and opens what was recorded. false: it could not even be launched; then said. */
static bool perform(struct demo *d, const struct request *request, struct launched *launched, struct run_view *view)
{
	struct error err = { 0 };

	if (!engine_launch(&d->engine, request, launched, &err) ||
	    (launched->started && !engine_wait(&d->engine, launched->run_id, RUN_DEADLINE_MS, &err)) || !launched->directory ||
	    !browse_open(launched->directory, view, &err)) {
		say(d, false, "The run could not be carried out: %s", err.text[0] ? err.text : launched->message);
		return false;
	}
	return true;
}

static void say_outcome(struct demo *d, const struct run_view *view, enum outcome expect)
{
	say(d, view->row.outcome == expect, "%s: %s%s%s", view->row.run_id, outcome_word(view->row.outcome), view->row.reason ? ", " : "",
	    view->row.reason ? view->row.reason : "");
}

static void launch_two(struct demo *d, char **ret_run_id)
{
	struct wish plain = { "", "shell", TOPOLOGY_WORKTREE, POLICY_ABSENT, GIT_WRITE_NONE, NULL, REASON_NONE };
	CLEARED(request) struct request request;
	struct launched launched = { 0 };
	struct run_view view = { 0 };

	heading(d, "Two shell children in a linked worktree, without a policy:");
	wish_request(d, &plain, NULL, &request);
	request.n_children = 2;
	request.children[0].prompt = str_copy("wc -l < totals.txt");
	request.children[1].prompt = str_copy("sort -rn totals.txt > sorted.txt; rm sorted.txt; git rev-parse --abbrev-ref HEAD");
	if (perform(d, &request, &launched, &view)) {
		say_outcome(d, &view, OUTCOME_DONE);
		say(d, !json_has(view.proof, "sandbox_projection"), "The proof has no sandbox_projection: no policy was applied.");
		*ret_run_id = str_copy(launched.run_id);
	}
	run_view_clear(&view);
	launched_clear(&launched);
}

static void record_refusal(struct demo *d)
{
	struct wish refused = { "", "claude-code", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, NULL, REASON_NONE };
	CLEARED(request) struct request request;
	struct launched launched = { 0 };
	struct run_view view = { 0 };

	heading(d, "A launch that is refused, and recorded:");
	wish_request(d, &refused, "Add a total.", &request);
	if (perform(d, &request, &launched, &view)) {
		say_outcome(d, &view, OUTCOME_REFUSED);
		say(d, !launched.started, "%s", launched.message);
	}
	run_view_clear(&view);
	launched_clear(&launched);
}

static void show_projection(struct demo *d, const struct run_view *view)
{
	const struct json *projection = json_get(view->proof, "sandbox_projection");
	CLEARED(text) struct text printed = { 0 };

	json_write(projection, JSON_COMPACT, &printed);
	say(d, projection != NULL, "proof, sandbox_projection: %s", text_c(&printed));
}

/* One commit attempt inside the vendor's sandbox; succeeded must be what the grant makes it. */
static void try_commit(struct demo *d, enum git_write grant, struct strlist *runs)
{
	struct wish w = { "", "codex-sandbox", TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, grant, NULL, REASON_NONE };
	CLEARED(request) struct request request;
	struct launched launched = { 0 };
	struct run_view view = { 0 };
	const struct json *before, *after;

	wish_request(d, &w, COMMIT_PROMPT, &request);
	if (perform(d, &request, &launched, &view)) {
		before = json_get(json_get(view.proof, "repository"), "before");
		after = json_get(json_get(view.proof, "repository"), "after");
		const char *was = json_get_string(before, "head"), *is = json_get_string(after, "head");
		bool moved = was && is && strcmp(was, is) != 0;

		say_outcome(d, &view, grant == GIT_WRITE_NONE ? OUTCOME_FAILED : OUTCOME_DONE);
		say(d, moved == (grant != GIT_WRITE_NONE), "grant %s: the branch %s.", git_write_word(grant),
		    moved ? "moved, the commit landed" : "did not move, the commit failed");
		show_projection(d, &view);
		strlist_add(runs, launched.run_id);
	}
	run_view_clear(&view);
	launched_clear(&launched);
}

static void show_codex(struct demo *d, struct strlist *runs)
{
	OWNED_MEM char *codex = program_find(d->engine.places->path, "codex");

	heading(d, "A commit inside codex's own sandbox, without and with the grant:");
	if (!codex) {
		say(d, true,
		    "Skipped: codex is not on PATH, so no sandbox of a vendor was exercised here. "
		    "`npm install -g @openai/codex` brings it; no login is needed.");
		return;
	}
	try_commit(d, GIT_WRITE_NONE, runs);
	try_commit(d, GIT_WRITE_SHARED_REPOSITORY, runs);
}

/* Without codex no run of this demonstration carried a policy; the projection shown is then the one that would be. */
static void show_preview(struct demo *d)
{
	CLEARED(request) struct request request;
	struct check check = { 0 };
	struct error err = { 0 };

	heading(d, "What a proof of codex with the grant would say was permitted (a preview, nothing was started):");
	wish_request(d, &wishes[1], "Add a total.", &request);
	if (engine_check(&d->engine, &request, &check, &err))
		for (size_t i = 0; i < check.verdict.projection.writable_roots.count; i++)
			say(d, true, "%s, git_grant %s: %s", check.verdict.projection.native_mode,
			    git_write_word(check.verdict.projection.git_write), check.verdict.projection.writable_roots.items[i]);
	check_clear(&check);
}

static void list_runs(struct demo *d)
{
	struct run_list list = { 0 };
	struct error err = { 0 };

	heading(d, "The runs, newest first:");
	if (!browse_runs(d->engine.places->state, &list, &err))
		say(d, false, "%s", err.text);
	for (size_t i = 0; i < list.count; i++) {
		const struct run_row *row = &list.rows[i];

		say(d, true, "%s  %-13s %-9s %-15s %-17s %s %s", row->run_id, row->adapter ? row->adapter : "?",
		    topology_word(row->topology), policy_word(row->mode), git_write_word(row->git_write), outcome_word(row->outcome),
		    row->reason ? row->reason : "");
	}
	run_list_clear(&list);
}

static void verify(struct demo *d)
{
	struct verification v = { 0 };
	struct error err = { 0 };

	heading(d, "The ledger:");
	if (!verify_ledger(d->engine.places->state, &v, &err))
		say(d, false, "%s", err.text);
	else
		say(d, v.holds, "%s", v.holds ? "Every line and the chain hold." : v.findings.items[0]);
	verification_clear(&v);
}

static void release(struct demo *d, const char *run_id)
{
	const struct release_options options = { 0 };
	struct release_report report = { 0 };
	struct error err = { 0 };

	if (engine_release(&d->engine, run_id, &options, &report, &err))
		say(d, true, "%s: released%s", run_id, report.branch_kept_why ? ", branch kept" : ", branch deleted");
	else
		say(d, err.reason == REASON_WORKSPACE_NOT_RELEASED, "%s: kept. %s", run_id, err.text);
	release_report_clear(&report);
}

static void perform_all(struct demo *d)
{
	CLEARED(strlist) struct strlist runs = { 0 };
	OWNED_MEM char *first = NULL;

	show_verdicts(d);
	launch_two(d, &first);
	record_refusal(d);
	show_codex(d, &runs);
	if (runs.count == 0)
		show_preview(d);
	list_runs(d);
	verify(d);
	heading(d, "Releasing what was made (work that would be lost is kept and named):");
	if (first)
		release(d, first);
	for (size_t i = 0; i < runs.count; i++)
		release(d, runs.items[i]);
}

static void end(struct demo *d, bool keep)
{
	struct error err = { 0 };

	if (keep)
		say(d, true, "Everything is left in %s.", d->place.folder);
	else if (d->place.folder && !demo_place_remove(&d->place, &err))
		say(d, false, "%s", err.text);
	if (!d->steps)
		(void)fprintf(d->out, "\n%s\n",
			      d->failed ? "Something was not as expected; see above." : "Everything happened as it must.");
}

static int demo_perform(const struct engine *e, bool keep, bool json, FILE *out)
{
	struct demo d = { .engine = *e, .out = out, .steps = json ? json_new_array() : NULL };
	struct error err = { 0 };

	if (!json)
		(void)fprintf(out, "Bulkhead, demonstrated on a repository of its own.\n");
	if (demo_place_make(e, &d.place, &err)) {
		d.engine.places = &d.place.places;
		perform_all(&d);
	} else {
		say(&d, false, "%s", err.text);
	}
	end(&d, keep);
	if (json) {
		CLEARED(text) struct text printed = { 0 };

		json_write(d.steps, JSON_INDENTED, &printed);
		(void)fprintf(out, "%s\n", text_c(&printed));
		json_drop(&d.steps);
	}
	demo_place_clear(&d.place);
	return d.failed ? EXIT_RUN_FAILED : EXIT_YES;
}

int demo_command(struct cli *cli)
{
	return demo_perform(cli->engine, cli->arguments.given[FLAG_KEEP], cli->json, stdout);
}
