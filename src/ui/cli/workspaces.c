/*
 * workspaces — what runs have made and nobody has released.
 */
#include "core/base/mem.h"
#include "core/record/store.h"
#include "ui/cli/commands.h"
#include "ui/cli/rows.h"
#include "ui/cli/say.h"
#include "ui/table.h"
#include "ui/words.h"

static const char *branch_of(const struct workspace_entry *entry)
{
	return entry->binding ? entry->binding->branch : NULL;
}

static const char *path_of(const struct workspace_entry *entry)
{
	return entry->binding ? entry->binding->workspace.path : NULL;
}

/* An entry without a readable binding cannot be released by identity; the state says so rather than the list hiding it. */
static const char *state_of(const struct workspace_entry *entry)
{
	if (!entry->binding)
		return "damaged";
	if (entry->gone)
		return "gone";
	return entry->bound ? "bound" : "interrupted";
}

static void print_entries(const struct cli *cli, const struct workspace_entry *entries, size_t count)
{
	static const struct table_column columns[] = {
		{ "made", 0, false }, { "state", 0, false }, { "run", 0, false }, { "branch", 60, false }, { "workspace", 0, false },
	};
	const struct ports *ports = cli->engine->ports;
	CLEARED(table) struct table table = { .columns = columns, .n_columns = COUNT_OF(columns) };
	CLEARED(text) struct text out = { 0 };

	for (size_t i = 0; i < count; i++) {
		CLEARED(text) struct text when = { 0 };

		words_when(&when, entries[i].binding ? entries[i].binding->created_ms : 0, ports->wall_ms(ports->self));
		table_add(&table, text_c(&when));
		table_add(&table, state_of(&entries[i]));
		table_add(&table, entries[i].run_id);
		table_add(&table, branch_of(&entries[i]));
		table_add(&table, path_of(&entries[i]));
	}
	table_print(&table, &out);
	say_result(&out);
}

static struct json *entry_json(const struct workspace_entry *entry)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", entry->run_id);
	json_set_string(o, "state", state_of(entry));
	json_set_string(o, "workspace", path_of(entry));
	json_set_string(o, "branch", branch_of(entry));
	json_set_string(o, "source", entry->binding ? entry->binding->source.path : NULL);
	json_set_string(o, "base_commit", entry->binding ? entry->binding->base_commit : NULL);
	json_set(o, "created_at", time_json(entry->binding ? entry->binding->created_ms : 0));
	json_set_string(o, "directory", entry->directory);
	return o;
}

int workspaces_command(struct cli *cli)
{
	struct workspace_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0;

	if (!store_workspace_list(cli->engine->places->state, &entries, &count, &err))
		return say_failure(cli, &err);
	if (cli->json) {
		struct json *array = json_new_array();

		for (size_t i = 0; i < count; i++)
			json_add(array, entry_json(&entries[i]));
		say_json(array);
	} else if (count == 0) {
		say_sentence("no run has left a workspace");
	} else {
		print_entries(cli, entries, count);
	}
	store_workspace_free(entries, count);
	return EXIT_YES;
}
