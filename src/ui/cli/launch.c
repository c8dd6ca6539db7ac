/*
 * launch — starts a run and waits for it. The run belongs to its supervisor: whatever happens to this process, it is
 * ended in order and sealed.
 */
#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/record/browse.h"
#include "core/record/harnery.h"
#include "ui/cli/commands.h"
#include "ui/cli/say.h"
#include "ui/cli/show_output.h"
#include "ui/cli/show_run.h"
#include "ui/cli/verdict_json.h"
#include "ui/table.h"
#include "ui/words.h"

#define HEAR_EVERY_MS 300 /* how long an interrupt may go unheard */

/* Interrupts wait in a file descriptor from before the launch until the end, so that none can end this process while a
   run starts. */
static bool hold_interrupts(int *ret_fd, struct error *err)
{
	sigset_t held;

	(void)sigemptyset(&held);
	(void)sigaddset(&held, SIGINT);
	(void)sigaddset(&held, SIGTERM);
	*ret_fd = sigprocmask(SIG_BLOCK, &held, NULL) == 0 ? signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
	return *ret_fd >= 0 || error_set_sys(err, REASON_SYSTEM, "cannot listen for interrupts");
}

static bool was_interrupted(int signals)
{
	struct signalfd_siginfo heard;

	return read(signals, &heard, sizeof heard) == (ssize_t)sizeof heard;
}

static void stop(const struct cli *cli, const char *run_id, unsigned times)
{
	struct error err = { 0 };

	if (!engine_stop(cli->engine, run_id, NULL, &err))
		say_sentence(err.text);
	else if (times == 1)
		say_sentence_of("stopping run %s; interrupt again to kill its children at once", run_id);
	else
		say_sentence_of("killing the children of run %s", run_id);
}

static void wait_for_end(const struct cli *cli, const char *run_id, int signals)
{
	struct error err = { 0 };
	unsigned interrupts = 0;

	while (!engine_wait(cli->engine, run_id, HEAR_EVERY_MS, &err))
		if (was_interrupted(signals))
			stop(cli, run_id, ++interrupts);
}

static const char *child_ending(const struct json *child, struct text *room)
{
	const char *error = json_get_string(child, "error");
	int64_t status;

	if (error)
		return error;
	if (!json_get_int(child, "exit_status", &status))
		return "";
	text_empty(room);
	text_add_format(room, "exit status %lld", (long long)status);
	return text_c(room);
}

static void add_children(const struct json *children, struct text *out)
{
	static const struct table_column columns[] = { { "child", 40, false }, { "state", 0, false }, { "ended", 200, false } };
	CLEARED(table) struct table table = { .columns = columns, .n_columns = COUNT_OF(columns) };
	CLEARED(text) struct text room = { 0 };

	for (size_t i = 0; i < json_count(children); i++) {
		const struct json *child = json_at(children, i);
		const char *label = json_get_string(child, "label");

		table_add(&table, label ? label : json_get_string(child, "id"));
		table_add(&table, json_get_string(child, "state"));
		table_add(&table, child_ending(child, &room));
	}
	table_print(&table, out);
}

static void print_end(const struct cli *cli, const struct launched *launched, const struct run_view *view)
{
	const struct json *children = json_get(json_get(view->proof, "console"), "children");
	const struct run_row *row = &view->row;
	const bool done = row->outcome == OUTCOME_DONE;
	CLEARED(text) struct text out = { 0 };
	CLEARED(text) struct text word = { 0 };

	text_add_format(&word, "%s %s", words_mark(done), outcome_word(row->outcome));
	say_word(cli, &out, done ? STRESS_HEAD : STRESS_NO, text_c(&word));
	text_add_string(&out, "  ");
	if (row->ended_ms >= row->started_ms)
		words_duration(&out, row->ended_ms - row->started_ms);
	text_add_format(&out, "  %s\n", launched->run_id);
	if (json_count(children) > 0)
		add_children(children, &out);
	for (size_t i = 0; i < json_count(children); i++) {
		const char *state = json_get_string(json_at(children, i), "state");

		if (state && strcmp(state, child_state_word(CHILD_SUCCEEDED)) != 0)
			show_log_name(launched->directory, json_at(children, i), &out);
	}
	say_field(&out, "record", launched->directory);
	show_answers(cli, view->events, &out);
	say_result(&out);
	if (!done && row->message)
		say_sentence(row->message);
	if (row->alerts > 0)
		say_sentence_of(
			"%zu alert%s of this run wait%s for somebody to look: bulkhead show %s lists them, and bulkhead acknowledge "
			"%s says that you have seen them",
			row->alerts, row->alerts == 1 ? "" : "s", row->alerts == 1 ? "s" : "", launched->run_id, launched->run_id);
}

static int say_unreadable(const struct cli *cli, const struct launched *launched, const struct error *why)
{
	struct error err = { 0 };

	(void)error_set(&err, REASON_RECORD_NOT_SAVED, "the record of run %s cannot be read, and nothing else says how the run ended: %s",
			launched->run_id, why->text);
	return say_failure(cli, &err);
}

/* Of a run that ended and that its supervisor could not put into the ledger; NULL: it is there, or the run goes on. */
static char *why_unsealed(const struct launched *launched, const struct run_view *view)
{
	if (!view->proof || view->row.proof_sha256 || view->row.outcome == OUTCOME_RUNNING)
		return NULL;
	return str_format("run %s %s, but its line is not in the ledger, so nothing outside its record vouches for it; the next command "
			  "that can write the ledger adds it, and bulkhead verify %s says whether it did",
			  launched->run_id, outcome_says(view->row.outcome), launched->run_id);
}

static int status_of(const struct cli *cli, const struct launched *launched, const struct run_view *view)
{
	enum reason reason = launched->reason;

	if (!launched->started)
		return (int)reason_exit(launched->reason);
	if (cli->arguments.given[FLAG_DETACH] || view->row.outcome == OUTCOME_DONE)
		return EXIT_YES;
	(void)reason_from_slug(view->row.reason ? view->row.reason : "child_failed", &reason);
	/* It was started, so it failed: a reason that also refuses is no refusal here. */
	return reason_exit(reason) == EXIT_MACHINE ? EXIT_MACHINE : EXIT_RUN_FAILED;
}

/* What the record says in the end; a damaged or missing one is said too, and is no success. */
static int tell(const struct cli *cli, const struct request *request, const struct launched *launched)
{
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	struct error err = { 0 };
	const bool opened = launched->directory && browse_open(launched->directory, &view, &err);
	const bool detached = cli->arguments.given[FLAG_DETACH];
	OWNED_MEM char *unsealed = NULL;

	if (launched->started && !opened)
		return say_unreadable(cli, launched, &err);
	if (opened)
		browse_compare(cli->engine->places->state, &view);
	unsealed = detached ? NULL : why_unsealed(launched, &view);
	if (cli->json)
		say_json(launch_json(request, launched, &view, unsealed));
	else if (!launched->started)
		say_sentence(launched->message);
	else if (detached)
		(void)printf("%s\n", launched->run_id);
	else
		print_end(cli, launched, &view);
	if (unsealed && launched->started && !cli->json)
		say_sentence(unsealed);
	if (!launched->started && !cli->json && view.row.proof_sha256)
		say_sentence_of("the refusal is recorded: bulkhead show %s", launched->run_id);
	return unsealed && launched->started ? EXIT_MACHINE : status_of(cli, launched, &view);
}

/* A trial takes seconds before the run starts; and a run whose trial told nothing rests on what the adapter declares. */
static void say_trial(const struct launched *launched)
{
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	struct error unused;

	if (!browse_open(launched->directory, &view, &unused))
		return;
	const struct json *console = json_get(view.manifest, "console"), *unknowns = json_get(console, "unknowns");
	const struct json *attestation = json_get(json_get(console, "adapter"), "sandbox_attestation");

	if (harnery_time_read(attestation, "attested_at") >= view.row.started_ms && json_get_string(attestation, "result"))
		say_sentence_of("the sandbox was tried here first, since nothing counted for this program yet: %s",
				json_get_string(attestation, "result"));
	for (size_t i = 0; i < json_count(unknowns); i++) {
		const char *code = json_get_string(json_at(unknowns, i), "code"), *said = json_get_string(json_at(unknowns, i), "message");

		if (code && said && strcmp(code, "attestation_inconclusive") == 0)
			say_sentence_of("%s The run rests on what the adapter declares", said);
	}
}

static void say_started(const struct cli *cli, const struct request *request, const struct launched *launched)
{
	const struct adapter *adapter = adapter_find(cli->engine->adapters, request->adapter);

	if (cli->json || cli->arguments.given[FLAG_DETACH])
		return;
	say_sentence_of("run %s has started: %s, mode %s, grant %s, %s", launched->run_id, request->adapter, policy_word(request->mode),
			git_write_word(request->git_write), topology_word(request->topology));
	if (request->git_write == GIT_WRITE_SHARED_REPOSITORY)
		say_sentence(words_git_write(request->git_write));
	if (adapter && adapter->declares.mutable_in_session && request->style == STYLE_INTERACTIVE && request->mode != POLICY_ABSENT)
		say_sentence("a person can change the sandbox within the session (" UNKNOWN_MUTABLE_IN_SESSION ")");
	say_trial(launched);
}

int launch_command(struct cli *cli)
{
	CLEARED(request) struct request request = { .repository = NULL };
	CLEARED(launched) struct launched launched = { .started = false };
	struct engine engine = *cli->engine;
	OWNED_FD int signals = -1;
	struct error err = { 0 };

	engine.no_attest = cli->arguments.given[FLAG_NO_ATTEST];
	if (!arguments_request(&cli->arguments, &request, &err))
		return say_refused_request(cli, &err);
	if (!hold_interrupts(&signals, &err) || !engine_launch(&engine, &request, &launched, &err))
		return say_failure(cli, &err);
	if (launched.started)
		say_started(cli, &request, &launched);
	if (launched.started && !cli->arguments.given[FLAG_DETACH])
		wait_for_end(cli, launched.run_id, signals);
	return tell(cli, &request, &launched);
}
