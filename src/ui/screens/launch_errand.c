/*
 * launch_errand — what takes time: counting what a repository shares, and starting a run. Each happens in a process of
 * its own and comes back as lines.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/browse.h"
#include "ui/screens/launch.h"

#define COUNTING_MS 60000
#define DIRTY_LIMIT 500

struct counting { const struct engine *engine; const struct layout *layout; };

static size_t live_here(const struct engine *e, const struct layout *layout)
{
	struct run_list list = { 0 };
	struct error err = { 0 };
	size_t n = 0;

	if (!browse_newest(e->places->state, 0, &list, &err))
		return 0;
	for (size_t i = 0; i < list.count; i++) {
		const struct run_row *row = &list.rows[i];

		n += row->outcome == OUTCOME_RUNNING && row->repository && layout->top.path &&
		     strcmp(row->repository, layout->top.path) == 0;
	}
	run_list_clear(&list);
	return n;
}

/* One line of numbers; or "!" and the sentence why there are none. */
static void count_repository(const void *argument, struct text *out)
{
	const struct counting *in = argument;
	struct repository_facts facts = { 0 };
	struct error err = { 0 };
	size_t others = live_here(in->engine, in->layout);

	if (in->layout->gitdir.path && !repository_read(in->layout, DIRTY_LIMIT, &facts, &err)) {
		text_add_format(out, "!%s", err.text);
		return;
	}
	text_add_format(out, "%zu %zu %zu %zu %zu %d %zu %d %zu\n", facts.branches, facts.stashes, facts.worktrees, facts.submodules,
			facts.tracked_files, facts.dirty_known, facts.dirty.count, facts.dirty_truncated, others);
	repository_facts_clear(&facts);
}

static void counted(struct launch *l)
{
	const char *line = text_c(&l->counting.result);
	struct repository_facts f = { 0 };
	size_t n[9] = { 0 };

	str_set(&l->facts_why, NULL);
	for (size_t i = 0; i < COUNT_OF(n); i++) {
		char *end = NULL;

		n[i] = (size_t)strtoull(line, &end, 10);
		if (end == line) {
			str_set(&l->facts_why, *line == '!' ? line + 1 : "The repository could not be counted in time.");
			return;
		}
		line = end;
	}
	f = (struct repository_facts){ .branches = n[0], .stashes = n[1], .worktrees = n[2], .submodules = n[3], .tracked_files = n[4],
				       .dirty_known = n[5] != 0, .dirty_truncated = n[7] != 0 };
	l->facts = f;
	l->dirty_count = n[6];
	l->others = n[8];
	l->facts_known = true;
}

void launch_open_repository(struct launch *l, struct app *app, const char *named)
{
	OWNED_MEM char *path = str_copy(named); /* named may be the draft's own string */
	struct error err = { 0 };
	struct counting counting = { .engine = app_engine(app) };

	str_set(&l->request.repository, path);
	l->request.git_write = GIT_WRITE_NONE; /* its cost was read for another repository */
	layout_drop(&l->layout);
	str_set(&l->layout_why, NULL);
	l->facts_known = false;
	l->others = 0;
	if (!layout_read(path, &l->layout, &err))
		str_set(&l->layout_why, err.text);
	form_defaults(l, app);
	launch_judge(l, app);
	counting.layout = l->layout;
	if (l->layout && !errand_start(&l->counting, count_repository, &counting, app_now_ms(app), COUNTING_MS, &err))
		str_set(&l->facts_why, err.text);
}

struct starting { const struct engine *engine; const struct request *request; };

/* "started" or the reason's slug, the run id, the sentence: one line each. */
static void start_run(const void *argument, struct text *out)
{
	const struct starting *in = argument;
	struct launched launched = { 0 };
	struct error err = { 0 };

	if (!engine_launch(in->engine, in->request, &launched, &err)) {
		text_add_format(out, "%s\n\n%s", reason_slug(err.reason), err.text);
		return;
	}
	text_add_format(out, "%s\n%s\n%s", launched.started ? "started" : reason_slug(launched.reason), launched.run_id,
			launched.message ? launched.message : "");
	launched_clear(&launched);
}

unsigned launch_start(struct launch *l, struct app *app)
{
	CLEARED(request) struct request asked;
	const struct starting starting = { app_engine(app), &asked };
	struct error err = { 0 };
	bool ok;

	request_init(&asked);
	if (errand_busy(&l->launching))
		return NOTHING;
	ok = form_gather(l, &err);
	request_copy(&asked, &l->request);
	asked.style = launch_style(l, l->check.adapter); /* what the form says is what is started */
	if (!ok || !errand_start(&l->launching, start_run, &starting, app_now_ms(app), 0, &err))
		return app_alert(app, "Nothing was started: %s", err.text);
	return REDRAW;
}

static unsigned started(struct launch *l, struct app *app)
{
	OWNED_MEM char *lines = str_copy(text_c(&l->launching.result));
	char *rest = lines;
	const char *word = strsep(&rest, "\n");
	const char *run_id = strsep(&rest, "\n");

	if (strcmp(word, "started") == 0 && run_id) {
		l->request.git_write = GIT_WRITE_NONE; /* it was granted for that run */
		recent_add(app_engine(app), l->request.repository);
		launch_judge(l, app);
		/* Who has gone elsewhere meanwhile is not pulled away: keys go where the eye is. */
		return app_is_on_top(app, l) ? app_go(app, "panes", run_id)
					     : app_say(app, "Run %s has started; Runs shows it, and a there its panes.", run_id);
	}
	launch_judge(l, app);
	if (!run_id)
		return app_alert(app, "The start could not be followed to its end. Runs shows whether there is a run.");
	return app_alert(app, "%s: %s", word, rest && *rest ? rest : "nothing was started");
}

unsigned launch_hear(struct launch *l, struct app *app, const struct news *news)
{
	unsigned todo = NOTHING;

	if (errand_hear(&l->counting, news->now_ms)) {
		counted(l);
		/* A cost that was read without its numbers is asked again, from the beginning. */
		todo |= app_is_asking(app, l, ASK_GRANT) ? grant_ask(l, app) : REDRAW;
	}
	if (errand_hear(&l->launching, news->now_ms))
		todo |= REDRAW | started(l, app);
	return todo;
}

static size_t lend(const struct errand *e, struct pollfd *fds, size_t n, size_t room)
{
	if (!errand_busy(e) || n >= room)
		return n;
	fds[n] = (struct pollfd){ .fd = e->fd, .events = POLLIN };
	return n + 1;
}

size_t launch_watch(const struct launch *l, struct pollfd *fds, size_t room)
{
	return lend(&l->launching, fds, lend(&l->counting, fds, 0, room), room);
}

uint64_t launch_deadline_ms(const struct launch *l)
{
	return l->counting.deadline_ms;
}
