/*
 * acknowledge — that somebody looked at the alerts of a run.
 */
#include "core/base/mem.h"
#include "core/record/alerts.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"

static void print_alerts(const char *run_id, const struct strlist *alerts, bool before)
{
	CLEARED(text) struct text out = { 0 };

	text_add_format(&out, "the alerts of run %s %s acknowledged:\n", run_id, before ? "were already" : "are");
	for (size_t i = 0; i < alerts->count; i++)
		say_field(&out, "alert", alerts->items[i]);
	say_result(&out);
}

static struct json *answer(const char *run_id, const struct strlist *alerts, bool before)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", run_id);
	json_set(o, "alerts", json_from_strlist(alerts));
	json_set_bool(o, "acknowledged_before", before);
	return o;
}

static int acknowledge(struct cli *cli, const char *run_id, struct run_view *view)
{
	CLEARED(strlist) struct strlist alerts = { 0 };
	struct error err = { 0 };

	browse_compare(cli->engine->places->state, view);
	const bool before = view->row.acknowledged;
	if (!alerts_acknowledge(cli->engine->places->state, view, &err)) {
		alerts_way_on(cli->engine->places->state, run_id, &err);
		return say_failure(cli, &err);
	}
	alerts_list(view, &alerts);
	if (cli->json)
		say_json(answer(run_id, &alerts, before));
	else
		print_alerts(run_id, &alerts, before);
	return EXIT_YES;
}

int acknowledge_command(struct cli *cli)
{
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	struct run_view view;
	struct error err = { 0 };
	int status;

	const char *word = cli->arguments.operands.items[0];
	if (!find_run(cli->engine, word, &found, &err) || !browse_open_known(cli->engine->places->state, found.directory, &view, &err)) {
		alerts_way_on(cli->engine->places->state, found.run_id ? found.run_id : word, &err);
		return say_failure(cli, &err);
	}
	status = acknowledge(cli, found.run_id, &view);
	run_view_clear(&view);
	return status;
}
