/*
 * attest — tries an adapter's sandbox and says what was seen, cell by cell. What goes through an agent spends tokens of the
 * user's own login, so it is asked for by a flag of its own.
 */
#include "core/run/attest.h"

#include "core/base/mem.h"
#include "core/host/ports.h"
#include "core/judge/value.h"
#include "ui/cli/commands.h"
#include "ui/cli/say.h"

static struct json *report_json(const struct adapter *adapter, enum attest_way way, const struct attest_report *report)
{
	struct json *o = report->tried ? sandbox_attestation_print(&report->made) : json_new_object();

	json_set_string(o, "asked_for", adapter->id);
	json_set_string(o, "adapter", report->subject ? report->subject->id : NULL);
	json_set_string(o, "path", attest_way_word(way));
	json_set_string(o, "result", attest_result_word(report->result));
	json_set_string(o, "sentence", report->sentence);
	json_set_bool(o, "stored", report->stored);
	return o;
}

static void add_cells(const struct cli *cli, const struct sandbox_attestation *a, struct text *out)
{
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		const struct attest_policy *policy = &attest_policies[cell];
		const enum attest_result result = a->cells[cell].result;
		OWNED_MEM char *name = str_format("  %s%s%s", policy_word(policy->mode), policy->roots ? " + roots" : "",
						  policy->git_write != GIT_WRITE_NONE ? " + grant" : "");

		text_add_format(out, "%-26s ", name);
		say_word(cli, out, result == ATTEST_ATTESTED ? STRESS_HEAD : STRESS_NO, attest_result_word(result));
		text_add_string(out, "  ");
		text_add_string(out, a->cells[cell].sentence);
		text_add_byte(out, '\n');
	}
}

static void print_report(const struct cli *cli, const struct attest_report *report)
{
	const struct sandbox_attestation *a = &report->made;
	CLEARED(text) struct text out = { 0 };
	OWNED_MEM char *took = str_format("%llu ms", (unsigned long long)a->took_ms);
	char when[TIME_TEXT_BYTES];

	say_word(cli, &out, report->result == ATTEST_ATTESTED ? STRESS_HEAD : STRESS_NO, attest_result_word(report->result));
	text_add_string(&out, "\n");
	if (report->tried) {
		time_print(a->at_ms, when);
		add_cells(cli, a, &out);
		say_field(&out, "adapter", a->adapter);
		say_field(&out, "program", a->program.path);
		say_field(&out, "version", a->version ? a->version : "not told");
		say_field(&out, "sha256", a->program.sha256);
		if (a->program.starts) {
			say_field(&out, "starts", a->program.starts->path);
			say_field(&out, "its sha256", a->program.starts->sha256);
		}
		if (a->program.unknown)
			say_field(&out, "not known", a->program.unknown);
		say_field(&out, "kernel", a->kernel);
		say_field(&out, "when", when);
		say_field(&out, "took", took);
		say_field(&out, "attestation", report->stored ? a->sha256 : "not kept");
	}
	say_result(&out);
	say_sentence(report->sentence);
}

static bool choose(const struct cli *cli, const struct adapter **ret_adapter, enum attest_way *ret_way, struct error *err)
{
	const char *id = cli->arguments.operands.items[0];
	const char *way = cli->arguments.value[FLAG_WAY];
	OWNED_MEM char *shown = value_shown(id), *shown_way = value_shown(way);

	*ret_adapter = adapter_find(cli->engine->adapters, id);
	if (!*ret_adapter)
		return error_set(err, REASON_NOT_FOUND, "there is no adapter \"%s\"; bulkhead adapters lists them", shown);
	if (way && !attest_way_from_word(way, ret_way))
		return error_set(err, REASON_MISUSE, "--path %s is unknown; known are sandbox and exec", shown_way);
	if (*ret_way == ATTEST_WAY_EXEC && !cli->arguments.given[FLAG_SPEND_TOKENS] && attest_subject(*ret_adapter, *ret_way, &id))
		return error_set(
			err, REASON_MISUSE,
			"--path exec starts %s four times with your own login, which spends tokens; say --spend-tokens if that is meant",
			(*ret_adapter)->id);
	return true;
}

int attest_command(struct cli *cli)
{
	const struct adapter *adapter = NULL;
	enum attest_way way = ATTEST_WAY_SANDBOX;
	CLEARED(attest_report) struct attest_report report = { 0 };
	struct error err = { 0 };

	if (!choose(cli, &adapter, &way, &err))
		return say_failure(cli, &err);
	engine_attest(cli->engine, adapter, way, NULL, &report);
	if (cli->json)
		say_json(report_json(adapter, way, &report));
	else
		print_report(cli, &report);
	return report.result == ATTEST_ATTESTED ? EXIT_YES : EXIT_RUN_FAILED;
}
