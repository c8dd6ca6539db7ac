/*
 * attach — the console, opened at the terminals of a live run, or of all that live.
 */
#include "core/base/mem.h"
#include "core/record/store.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"
#include "ui/words.h"

static bool anything_lives(const struct engine *e)
{
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0;
	bool lives = false;

	if (!store_live_list(e->places->state, &entries, &count, &err))
		return false;
	for (size_t i = 0; i < count; i++)
		lives |= entries[i].owned;
	store_live_free(entries, count);
	return lives;
}

/* A run that is over has no terminals any more, but a record of them. */
static bool is_live(const struct engine *e, const struct found_run *found, struct error *err)
{
	CLEARED(run_view) struct run_view view = { .proof = NULL };

	if (!browse_open(found->directory, &view, err))
		return false;
	browse_compare(e->places->state, &view);
	if (view.row.outcome == OUTCOME_RUNNING)
		return true;
	return error_set(err, REASON_MISUSE,
			 "run %s %s, so there is nothing to attach to; bulkhead replay %s a1 plays what its first child showed",
			 found->run_id, outcome_says(view.row.outcome), found->run_id);
}

int attach_command(struct cli *cli)
{
	const struct strlist *operands = &cli->arguments.operands;
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	struct error err = { 0 };

	if (cli->json)
		(void)error_set(&err, REASON_MISUSE,
				"attach opens the console and has no JSON answer; bulkhead show --json RUN tells the states");
	else if (operands->count == 0 && !anything_lives(cli->engine))
		(void)error_set(&err, REASON_NOT_FOUND,
				"no run is going on; bulkhead launch starts one, and bulkhead runs lists those that are over");
	if (err.reason ||
	    (operands->count > 0 && (!find_run(cli->engine, operands->items[0], &found, &err) || !is_live(cli->engine, &found, &err))))
		return say_failure(cli, &err);
	return cli->console(cli->engine, "panes", found.run_id);
}
