/*
 * show — one run from its record: what it was permitted, what it did, and how that is known.
 */
#include "core/base/mem.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"
#include "ui/cli/show_run.h"
#include "ui/words.h"

static void print_transcript(const struct cli *cli, const struct run_view *view)
{
	CLEARED(text) struct text out = { 0 };

	if (cli->json) {
		say_json(view->events ? json_copy(view->events) : json_new_array());
		return;
	}
	for (size_t i = 0; i < json_count(view->events); i++)
		show_event(json_at(view->events, i), &out);
	say_result(&out);
}

static int print_proof(const struct cli *cli, const struct run_view *view, const char *run_id)
{
	struct error err = { 0 };

	if (!view->proof) {
		(void)error_set(&err, REASON_NOT_FOUND, "run %s has no proof that can be read; it is %s", run_id,
				outcome_word(view->row.outcome));
		return say_failure(cli, &err);
	}
	say_json(json_copy(view->proof));
	return EXIT_YES;
}

int show_command(struct cli *cli)
{
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	CLEARED(text) struct text out = { 0 };
	struct error err = { 0 };

	if (!find_run(cli->engine, cli->arguments.operands.items[0], &found, &err) || !browse_open(found.directory, &view, &err))
		return say_failure(cli, &err);
	if (cli->arguments.given[FLAG_TRANSCRIPT]) {
		print_transcript(cli, &view);
		return EXIT_YES;
	}
	if (cli->json)
		return print_proof(cli, &view, found.run_id);
	show_run(cli, found.run_id, found.directory, &view, &out);
	say_result(&out);
	return EXIT_YES;
}
