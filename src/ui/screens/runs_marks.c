/*
 * runs_marks — what is done with recorded runs: two are marked and compared, one is launched again, one is verified.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/workspace_request.h"
#include "ui/screens/runs_state.h"

#define VERIFY_MS 60000
#define HOLDS "holds"

static int mark_of(const struct runs_state *s, const char *run_id)
{
	for (int i = 0; run_id && i < 2; i++)
		if (s->marked[i] && strcmp(s->marked[i], run_id) == 0)
			return i + 1;
	return 0;
}

/* A third mark takes the place of the second: the first stays what others are compared with. */
unsigned runs_mark(struct app *app, struct runs_state *s)
{
	const struct run_row *row = runs_selected(s);
	int mark = row ? mark_of(s, row->run_id) : 0;

	if (!row || !row->run_id)
		return app_say(app, "There is no run here to mark.");
	if (mark > 0) {
		str_set(&s->marked[mark - 1], NULL);
		return REDRAW;
	}
	str_set(&s->marked[s->marked[0] ? 1 : 0], row->run_id);
	if (s->marked[0] && s->marked[1])
		return app_say(app, "Two runs are marked; c compares them.");
	return app_say(app, "Marked. c compares it with the run that is selected then, or with a second marked one.");
}

unsigned runs_compare(struct app *app, const struct runs_state *s)
{
	const struct run_row *row = runs_selected(s);
	const char *first = s->marked[0], *second = s->marked[1];
	OWNED_MEM char *both = NULL;

	if (!second)
		second = first && row && mark_of(s, row->run_id) == 0 ? row->run_id : NULL;
	if (!first && s->marked[1])
		first = row && mark_of(s, row->run_id) == 0 ? row->run_id : NULL;
	if (!first || !second)
		return app_say(app, "Two runs are compared: mark one with m, then select or mark another.");
	both = str_format("%s\n%s", first, second);
	return app_go(app, "compare", both);
}

/* Whatever the record says is judged as any request is; the grant is asked for anew. */
unsigned runs_launch_again(struct app *app, const char *directory)
{
	OWNED_MEM char *path = directory ? path_join(directory, RECORD_REQUEST_NAME) : NULL;
	CLEARED(text) struct text bytes = { 0 };
	struct error err = { 0 };

	if (!path)
		return app_alert(app, "This run does not say where its record lies, so there is no request to launch again.");
	if (!file_read_path(path, FROZEN_REQUEST_BYTES_MAX, &bytes, &err))
		return app_alert(app, "The record of this run holds no request that can be launched again: %s", err.text);
	if (text_c(&bytes)[0] != '{')
		return app_alert(app, "%s is no request.", path);
	return app_go(app, "launch", text_c(&bytes));
}

struct verify_errand { const char *state; char *directory; };

/* The word, or the first sentence of what does not hold. */
static void verify_errand(const void *argument, struct text *out)
{
	const struct verify_errand *job = argument;
	CLEARED(verification) struct verification verified = { 0 };
	struct error err = { 0 };

	if (!verify_run(job->state, job->directory, &verified, &err))
		text_add_string(out, err.text);
	else
		text_add_string(out, verified.holds ? HOLDS : verified.findings.items[0]);
}

unsigned runs_verify(struct app *app, struct runs_state *s)
{
	const struct run_row *row = runs_selected(s);
	const struct verify_errand job = { app_engine(app)->places->state, row ? row->directory : NULL };
	struct error err = { 0 };

	if (!row || !row->run_id || !row->directory)
		return app_alert(app, "This run does not say where its record lies: there is nothing to verify.");
	if (row->outcome == OUTCOME_RUNNING)
		return app_say(app, "The run is still going: nothing of it is sealed yet.");
	if (!errand_start(&s->verifying, verify_errand, &job, app_now_ms(app), VERIFY_MS, &err))
		return app_alert(app, "%s", err.text);
	str_set(&s->verified_id, row->run_id);
	return app_say(app, "Recomputing the record of %s.", row->run_id);
}

static void note(struct runs_state *s, const char *run_id, bool holds)
{
	struct strlist *lists[] = { &s->holding, &s->broken };

	for (size_t at = 0; at < COUNT_OF(lists); at++)
		for (size_t i = lists[at]->count; i > 0; i--)
			if (strcmp(lists[at]->items[i - 1], run_id) == 0)
				strlist_remove(lists[at], i - 1);
	strlist_add(holds ? &s->holding : &s->broken, run_id);
}

void runs_note_verified(struct app *app, const char *run_id, bool holds)
{
	struct runs_state *s = app_state_of(app, "runs");

	if (s && run_id)
		note(s, run_id, holds);
}

unsigned runs_verified(struct app *app, struct runs_state *s)
{
	OWNED_MEM char *id = NULL;
	bool holds;

	if (!s->verified_id || !errand_hear(&s->verifying, app_now_ms(app)))
		return NOTHING;
	id = s->verified_id;
	s->verified_id = NULL;
	if (s->verifying.timed_out || s->verifying.result.len == 0)
		return app_alert(app, "The record of %s could not be recomputed in a minute; bulkhead verify has no limit.", id);
	holds = strcmp(text_c(&s->verifying.result), HOLDS) == 0;
	note(s, id, holds);
	return holds ? app_say(app, "The record of %s holds.", id) : app_alert(app, "%s", text_c(&s->verifying.result));
}

struct row_look runs_look(const struct runs_state *s, const struct run_row *row)
{
	struct row_look look = { .mark = mark_of(s, row->run_id) };

	if (row->run_id && strlist_has(&s->broken, row->run_id))
		look.seen = RECORD_BROKEN;
	else if (row->run_id && strlist_has(&s->holding, row->run_id))
		look.seen = RECORD_HOLDS;
	return look;
}

void runs_marks_clear(struct runs_state *s)
{
	errand_give_up(&s->verifying);
	strlist_clear(&s->holding);
	strlist_clear(&s->broken);
	free(s->marked[0]);
	free(s->marked[1]);
	free(s->verified_id);
}
