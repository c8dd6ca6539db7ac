/*
 * show — one run from its record: what it was permitted, what it did, and how that is known.
 */
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/live_states.h"
#include "ui/cli/say.h"
#include "ui/cli/show_output.h"
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

static int print_running(const struct cli *cli, const char *run_id)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", run_id);
	json_set_string(o, "outcome", outcome_word(OUTCOME_RUNNING));
	json_set(o, "attention", live_states_json(cli->engine, run_id, live_states_until_ms(cli->engine)));
	say_json(o);
	return EXIT_YES;
}

static int print_proof(const struct cli *cli, const struct run_view *view, const char *run_id)
{
	struct error err = { 0 };

	if (!view->proof && view->row.outcome == OUTCOME_RUNNING)
		return print_running(cli, run_id);
	if (!view->proof) {
		(void)error_set(&err, REASON_NOT_FOUND, "run %s %s, and has no proof that can be read", run_id,
				outcome_says(view->row.outcome));
		return say_failure(cli, &err);
	}
	say_json(json_copy(view->proof));
	return EXIT_YES;
}

/* What no reader has seen yet: logs and frozen files against the digests in the proof. */
static void look_closer(struct run_view *view)
{
	CLEARED(verification) struct verification v = { .holds = true };
	struct error unused;

	if (!view->proof || !verify_parts(view->row.directory, &v, &unused))
		return;
	for (size_t i = 0; i < v.findings.count; i++)
		if (!strlist_has(&view->damage, v.findings.items[i]))
			strlist_add(&view->damage, v.findings.items[i]);
}

/* Before anything of a record is believed: on top of the summary, and beside an answer that a program reads. */
static void warn(const struct cli *cli, const struct run_view *view, bool summary, struct text *out)
{
	for (size_t i = 0; i < view->damage.count; i++) {
		CLEARED(text) struct text line = { 0 };

		if (!summary) {
			say_sentence_of("the record of run %s is damaged: %s", view->row.run_id, view->damage.items[i]);
			continue;
		}
		text_add_format(&line, "%s damaged record: ", words_mark(false));
		sanitize_add(&line, view->damage.items[i], strlen(view->damage.items[i]));
		say_word(cli, out, STRESS_NO, text_c(&line));
		text_add_byte(out, '\n');
	}
}

static int print_summary(const struct cli *cli, const struct found_run *found, const struct run_view *view, struct text *out)
{
	show_run(cli, found->run_id, found->directory, view, out);
	say_result(out);
	return EXIT_YES;
}

int show_command(struct cli *cli)
{
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	CLEARED(text) struct text out = { 0 };
	struct error err = { 0 };

	const char *child = cli->arguments.value[FLAG_OUTPUT];
	const bool transcript = cli->arguments.given[FLAG_TRANSCRIPT];

	if (child && transcript)
		(void)error_set(&err, REASON_MISUSE, "--output and --transcript are two answers; ask for one of them");
	if (err.reason || !find_record(cli->engine, cli->arguments.operands.items[0], &found, &err) ||
	    !browse_open_known(cli->engine->places->state, found.directory, &view, &err))
		return say_failure(cli, &err);
	browse_compare(cli->engine->places->state, &view);
	look_closer(&view);
	warn(cli, &view, !cli->json && !transcript && !child, &out);
	if (child)
		return show_output(cli, &view, child);
	if (transcript) {
		print_transcript(cli, &view);
		return EXIT_YES;
	}
	return cli->json ? print_proof(cli, &view, found.run_id) : print_summary(cli, &found, &view, &out);
}
