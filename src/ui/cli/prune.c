/*
 * prune — takes old records away, and says of the others why they stay.
 */
#include "core/record/prune.h"

#include <string.h>

#include "core/base/mem.h"
#include "ui/cli/commands.h"
#include "ui/cli/rows.h"
#include "ui/cli/say.h"

#define DAY_MS (24ull * 60 * 60 * 1000)
#define DAYS_MOST 36500u

/* "90d" or "90". */
static bool read_days(const char *text, uint64_t *ret_ms, struct error *err)
{
	uint64_t days = 0;
	size_t digits = strspn(text, "0123456789");

	for (size_t i = 0; i < digits && days <= DAYS_MOST; i++)
		days = days * 10 + (uint64_t)(text[i] - '0');
	if (digits == 0 || days > DAYS_MOST || (text[digits] && strcmp(text + digits, "d") != 0))
		return error_set(err, REASON_MISUSE, "--older-than takes a number of days from 0 to %u, as in 90d", DAYS_MOST);
	*ret_ms = days * DAY_MS;
	return true;
}

static bool read_options(const struct arguments *a, struct prune_options *ret, struct error *err)
{
	*ret = (struct prune_options){ .by_age = a->given[FLAG_OLDER_THAN], .by_count = a->given[FLAG_KEEP_NEWEST], .dry_run = a->given[FLAG_DRY_RUN] };
	if (!ret->by_age && !ret->by_count)
		return error_set(err, REASON_MISUSE, "say which records may go: --older-than 90d, --keep 100, or both");
	return (!ret->by_age || read_days(a->value[FLAG_OLDER_THAN], &ret->older_than_ms, err)) &&
	       arguments_number(a, FLAG_KEEP_NEWEST, 0, 1000000000, &ret->keep, err);
}

static struct json *entries_json(const struct prune_report *r, bool kept)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < r->count; i++) {
		const struct prune_entry *e = &r->entries[i];
		struct json *o;

		if ((e->why != NULL) != kept)
			continue;
		o = json_new_object();
		json_set_string(o, "run_id", e->run_id);
		json_set(o, "ended_at", time_json(e->ended_ms));
		json_set_string(o, "directory", e->directory);
		if (kept)
			json_set_string(o, "why", e->why);
		else
			json_set_int(o, "bytes", (int64_t)e->bytes);
		json_add(array, o);
	}
	return array;
}

static struct json *report_json(const struct prune_report *r, bool dry_run)
{
	struct json *o = json_new_object();

	json_set_bool(o, "dry_run", dry_run);
	json_set_int(o, "bytes", (int64_t)r->bytes);
	json_set(o, "pruned", entries_json(r, false));
	json_set(o, "kept", entries_json(r, true));
	return o;
}

/* Why the others stay, each reason once: behind a removal the list of all of them would hide what went. */
static void add_reasons(const struct prune_report *r, struct text *out)
{
	CLEARED(strlist) struct strlist reasons = { 0 };

	for (size_t i = 0; i < r->count; i++)
		if (r->entries[i].why && !strlist_has(&reasons, r->entries[i].why))
			strlist_add(&reasons, r->entries[i].why);
	for (size_t at = 0; at < reasons.count; at++) {
		size_t count = 0;

		for (size_t i = 0; i < r->count; i++)
			count += r->entries[i].why && strcmp(r->entries[i].why, reasons.items[at]) == 0;
		text_add_format(out, "%zu stay%s: %s\n", count, count == 1 ? "s" : "", reasons.items[at]);
	}
}

static void print_report(const struct prune_report *r, bool dry_run)
{
	CLEARED(text) struct text out = { 0 };

	for (size_t i = 0; i < r->count; i++) {
		const struct prune_entry *e = &r->entries[i];
		OWNED_MEM char *line = e->why ? str_format("stays: %s", e->why) : str_format("%llu bytes", (unsigned long long)e->bytes);

		if (e->why && !dry_run)
			continue;
		say_field(&out, e->why ? "kept" : dry_run ? "would go" : "pruned", e->run_id);
		say_field(&out, "", line);
	}
	add_reasons(r, &out);
	text_add_format(&out, "%zu of %zu runs' records %s, %llu bytes; every line of the ledger stands\n", r->went, r->count,
			dry_run ? "would be pruned" : "pruned", (unsigned long long)r->bytes);
	say_result(&out);
}

int prune_command(struct cli *cli)
{
	struct prune_options options;
	struct prune_report report = { 0 };
	struct error err = { 0 };
	int status;

	if (!read_options(&cli->arguments, &options, &err))
		return say_failure(cli, &err);
	if (!prune_runs(cli->engine->places->state, &options, &report, &err)) {
		status = say_failure(cli, &err);
	} else {
		if (cli->json)
			say_json(report_json(&report, options.dry_run));
		else
			print_report(&report, options.dry_run);
		status = EXIT_YES;
	}
	prune_report_clear(&report);
	return status;
}
