/*
 * stop — asks the supervisor of a run to end its children.
 */
#include "core/base/mem.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"

int stop_command(struct cli *cli)
{
	const struct strlist *operands = &cli->arguments.operands;
	const char *child = operands->count > 1 ? operands->items[1] : NULL;
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	struct error err = { 0 };
	struct json *answer;

	if (!find_run(cli->engine, operands->items[0], &found, &err) || !engine_stop(cli->engine, found.run_id, child, &err))
		return say_failure(cli, &err);
	if (!cli->json) {
		say_sentence_of("asked %s%s of run %s to end; bulkhead show %s says how it ended", child ? "child " : "the children",
				child ? child : "", found.run_id, found.run_id);
		return EXIT_YES;
	}
	answer = json_new_object();
	json_set_string(answer, "run_id", found.run_id);
	json_set_string(answer, "child", child);
	json_set_bool(answer, "asked", true);
	say_json(answer);
	return EXIT_YES;
}
