/*
 * release — removes what a run made, and loses nothing.
 */
#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/judge/value.h"
#include "core/record/store.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"

/* A run whose making was interrupted may be in no list of runs, so the workspaces are asked for the word too. */
static bool find_workspace(const struct cli *cli, const char *word, struct found_run *ret, struct error *err)
{
	struct workspace_entry entry = { 0 };
	struct error not_found = { 0 };

	if (find_run(cli->engine, word, ret, err))
		return true;
	if (!run_id_valid(word) || !store_workspace_open(cli->engine->places->state, word, &entry, &not_found))
		return false;
	ret->run_id = str_copy(word);
	workspace_entry_clear(&entry);
	return true;
}

static struct json *report_json(const char *run_id, const struct release_report *report)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", run_id);
	json_set_bool(o, "released", true);
	json_set_bool(o, "already_gone", report->already_gone);
	json_set_bool(o, "worktree_removed", report->worktree_removed);
	json_set_int(o, "files_removed", (int64_t)report->files_removed);
	json_set_bool(o, "branch_deleted", report->branch_deleted);
	json_set_string(o, "branch_kept_why", report->branch_kept_why);
	json_set(o, "ignored", json_from_strlist(&report->ignored));
	json_set(o, "unreachable", json_from_strlist(&report->unreachable));
	return o;
}

static void print_report(const char *run_id, const struct release_report *report)
{
	CLEARED(text) struct text out = { 0 };
	CLEARED(text) struct text kept = { 0 };
	const char *deleted = report->unreachable.count == 0 ? "deleted; no commit became unreachable"
							     : "deleted; nothing leads to the commits on no branch any more";

	if (report->already_gone)
		text_add_format(&out, "the workspace of run %s was gone already\n", run_id);
	else
		text_add_format(&out, "the workspace of run %s is released: %llu file%s removed\n", run_id,
				(unsigned long long)report->files_removed, report->files_removed == 1 ? "" : "s");
	for (size_t i = 0; i < report->ignored.count; i++)
		say_field(&out, "was ignored", report->ignored.items[i]);
	for (size_t i = 0; i < report->unreachable.count; i++)
		say_field(&out, "on no branch", report->unreachable.items[i]);
	if (report->branch_deleted)
		say_field(&out, "branch", deleted);
	else if (report->branch_kept_why)
		text_add_format(&kept, "branch kept: %s", report->branch_kept_why);
	if (kept.len > 0) {
		text_add_string(&out, "  ");
		sanitize_add(&out, kept.bytes, kept.len);
		text_add_byte(&out, '\n');
	}
	say_result(&out);
}

int release_command(struct cli *cli)
{
	const struct arguments *a = &cli->arguments;
	const struct release_options options = { .discard_ignored = a->given[FLAG_DISCARD_IGNORED],
		.discard_unreachable = a->given[FLAG_DISCARD_UNREACHABLE], .keep_branch = a->given[FLAG_KEEP_BRANCH] };
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	CLEARED(release_report) struct release_report report = { .already_gone = false };
	struct error err = { 0 };

	if (!find_workspace(cli, a->operands.items[0], &found, &err) || !engine_release(cli->engine, found.run_id, &options, &report, &err))
		return say_failure(cli, &err);
	if (cli->json)
		say_json(report_json(found.run_id, &report));
	else
		print_report(found.run_id, &report);
	return EXIT_YES;
}
