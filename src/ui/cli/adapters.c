/*
 * adapters — what each declares, whether its program is here, and what of it was attested. Declared is not attested: that
 * is said.
 */
#include "core/base/mem.h"
#include "core/host/ports.h"
#include "core/run/attest.h"
#include "core/run/probe.h"
#include "ui/cli/commands.h"
#include "ui/cli/say.h"

#define VERSION_LIMIT_MS 5000

struct found_adapter { char *path, *version; }; /* owned; NULL: not on PATH, not told */

static struct found_adapter look(const struct engine *e, const struct adapter *adapter)
{
	struct found_adapter found = { .path = program_find(e->places->path, adapter->program) };

	if (found.path)
		found.version = probe_version(e, adapter, found.path, VERSION_LIMIT_MS);
	return found;
}

static struct json *modes_json(const struct declaration *declares)
{
	struct json *o = json_new_object();

	for (int mode = POLICY_READ_ONLY; mode < POLICY_COUNT; mode++)
		json_set_string(o, policy_word((enum policy_mode)mode), declares->native_mode[mode]);
	return o;
}

static struct json *efforts_json(const struct declaration *declares)
{
	struct json *array = json_new_array();

	for (const char *const *e = declares->efforts; e && *e; e++)
		json_add_string(array, *e);
	return array;
}

static struct json *declares_json(const struct declaration *declares)
{
	struct json *o = json_new_object();

	json_set(o, "modes", modes_json(declares));
	json_set_bool(o, "writable_roots", declares->carries_roots);
	json_set_bool(o, "interactive", declares->interactive);
	json_set_bool(o, "model", declares->takes_model);
	json_set_bool(o, "max_turns", declares->takes_max_turns);
	json_set(o, "efforts", efforts_json(declares));
	return o;
}

/* One attestation in short; NULL: none counts here. */
static struct json *attestation_json(const struct sandbox_attestation *a)
{
	struct json *o = json_new_object(), *cells = json_new_array();
	char when[TIME_TEXT_BYTES];

	time_print(a->at_ms, when);
	json_set_string(o, "result", attest_result_word(sandbox_attestation_result(a)));
	json_set_string(o, "path", attest_way_word(a->way));
	json_set_string(o, "attested_at", when);
	json_set_string(o, "version", a->version);
	json_set_string(o, "program_sha256", a->program.sha256);
	json_set_string(o, "starts_sha256", a->program.starts ? a->program.starts->sha256 : NULL);
	json_set_string(o, "starts_unknown", a->program.unknown);
	json_set_string(o, "sha256", a->sha256);
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		struct json *one = json_new_object();

		json_set_string(one, "mode", policy_word(attest_policies[cell].mode));
		json_set_string(one, "git_write", git_write_word(attest_policies[cell].git_write));
		json_set_string(one, "roots", attest_policies[cell].roots ? "named" : "none");
		json_set_string(one, "result", attest_result_word(a->cells[cell].result));
		json_add(cells, one);
	}
	json_set(o, "cells", cells);
	return o;
}

static void set_attestation(const struct engine *e, const struct adapter *adapter, struct json *o)
{
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;
	const bool known = attest_known(e, adapter, NULL, &a, &why);

	json_set(o, "attestation", known ? attestation_json(&a) : NULL);
	json_set_string(o, "attestation_note", why);
	json_set_string(o, "sandbox", adapter->sandbox ? adapter->sandbox->id : NULL);
}

static void add_attestation(const struct engine *e, const struct adapter *adapter, struct text *out)
{
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL, *words = NULL;
	char when[TIME_TEXT_BYTES];

	if (!adapter->declares.native_mode[POLICY_READ_ONLY] && !adapter->declares.native_mode[POLICY_WORKSPACE_WRITE])
		return;
	if (attest_known(e, adapter, NULL, &a, &why)) {
		time_print(a.at_ms, when);
		words = str_format("%s %s, through %s, program sha256 %.12s", attest_result_word(sandbox_attestation_result(&a)), when,
				   attest_way_words(a.way), a.program.sha256);
	} else {
		words = str_format("declared only%s%s%s%s", why ? ": " : "", why ? why : "",
				   adapter->sandbox ? "; its program's sandbox: see " : "", adapter->sandbox ? adapter->sandbox->id : "");
	}
	say_field(out, "sandbox", words);
}

static struct json *adapter_json(const struct engine *e, const struct adapter *adapter, const struct found_adapter *found)
{
	struct json *o = json_new_object();

	json_set_string(o, "id", adapter->id);
	json_set_string(o, "title", adapter->title);
	json_set_string(o, "program", adapter->program);
	json_set_bool(o, "found", found->path != NULL);
	json_set_string(o, "path", found->path);
	json_set_string(o, "version", found->version);
	json_set(o, "declares", declares_json(&adapter->declares));
	set_attestation(e, adapter, o);
	json_set_string(o, "install", adapter->install_hint);
	json_set_string(o, "login", adapter->login_hint);
	json_set_string(o, "defined_in", adapter->defined_in);
	return o;
}

static void add_declared(const struct declaration *declares, struct text *out)
{
	CLEARED(text) struct text efforts = { 0 };

	for (int mode = POLICY_READ_ONLY; mode < POLICY_COUNT; mode++) {
		const char *native = declares->native_mode[mode];

		say_field(out, policy_word((enum policy_mode)mode), native ? native : "not representable");
	}
	say_field(out, "roots", declares->carries_roots ? "carried, so the Git grant can be too" : "not representable");
	for (const char *const *e = declares->efforts; e && *e; e++)
		text_add_format(&efforts, "%s%s", e == declares->efforts ? "" : ", ", *e);
	say_field(out, "efforts", efforts.len ? text_c(&efforts) : NULL);
}

static void add_adapter(const struct cli *cli, const struct adapter *adapter, const struct found_adapter *found, struct text *out)
{
	say_word(cli, out, STRESS_HEAD, adapter->id);
	text_add_format(out, "  %s\n", found->path ? "found" : "not on PATH");
	say_field(out, "program", found->path ? found->path : adapter->program);
	if (found->path)
		say_field(out, "version", found->version ? found->version : "not told");
	else
		say_field(out, "install", adapter->install_hint);
	add_declared(&adapter->declares, out);
	add_attestation(cli->engine, adapter, out);
	say_field(out, "login", adapter->login_hint);
	say_field(out, "defined in", adapter->defined_in);
}

int adapters_command(struct cli *cli)
{
	const struct adapter_set *set = cli->engine->adapters;
	struct json *array = json_new_array();
	CLEARED(text) struct text out = { 0 };

	for (size_t i = 0; i < set->count; i++) {
		struct found_adapter found = look(cli->engine, set->items[i]);

		if (cli->json)
			json_add(array, adapter_json(cli->engine, set->items[i], &found));
		else
			add_adapter(cli, set->items[i], &found, &out);
		free(found.path);
		free(found.version);
	}
	if (!cli->json) {
		json_drop(&array);
		say_result(&out);
		return EXIT_YES;
	}
	say_json(array);
	return EXIT_YES;
}
