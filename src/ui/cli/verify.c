/*
 * verify — does what is recorded still hold?
 */
#include "core/base/mem.h"
#include "core/record/browse.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"
#include "ui/words.h"

static void print_verification(const struct cli *cli, const char *what, const struct verification *v)
{
	CLEARED(text) struct text out = { 0 };
	CLEARED(text) struct text word = { 0 };

	text_add_format(&word, "%s %s", words_mark(v->holds), v->holds ? "holds" : "does not hold");
	say_word(cli, &out, v->holds ? STRESS_HEAD : STRESS_NO, text_c(&word));
	text_add_format(&out, "  %s\n", what);
	for (size_t i = 0; i < v->findings.count; i++)
		say_field(&out, "finding", v->findings.items[i]);
	for (size_t i = 0; i < v->checked.count; i++)
		say_field(&out, "checked", v->checked.items[i]);
	say_result(&out);
}

static struct json *verification_json(const char *run_id, const struct verification *v)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", run_id);
	json_set_bool(o, "holds", v->holds);
	json_set(o, "checked", json_from_strlist(&v->checked));
	json_set(o, "findings", json_from_strlist(&v->findings));
	return o;
}

/* A run is sealed by the ledger: when that does not hold, nothing vouches for the run either. */
static bool verify_with_ledger(const char *state, const char *directory, struct verification *ret, struct error *err)
{
	CLEARED(verification) struct verification ledger = { .holds = true };

	if (!verify_run(state, directory, ret, err) || !verify_ledger(state, &ledger, err))
		return false;
	ret->holds = ret->holds && ledger.holds;
	strlist_copy(&ret->findings, &ledger.findings);
	strlist_copy(&ret->checked, &ledger.checked);
	return true;
}

int verify_command(struct cli *cli)
{
	const struct strlist *operands = &cli->arguments.operands;
	const char *state = cli->engine->places->state;
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	CLEARED(verification) struct verification v = { .holds = false };
	struct error err = { 0 };

	if (operands->count > 0 && !find_record(cli->engine, operands->items[0], &found, &err))
		return say_failure(cli, &err);
	if (found.directory ? !verify_with_ledger(state, found.directory, &v, &err) : !verify_all(state, &v, &err))
		return say_failure(cli, &err);
	if (cli->json)
		say_json(verification_json(found.run_id, &v));
	else
		print_verification(cli, found.run_id ? found.run_id : "the ledger and every run in it", &v);
	return v.holds ? EXIT_YES : EXIT_RUN_FAILED;
}
