/*
 * runs — the recorded runs, newest first, filtered.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/judge/value.h"
#include "ui/cli/commands.h"
#include "ui/cli/live_states.h"
#include "ui/cli/look_texts.h"
#include "ui/cli/rows.h"
#include "ui/cli/runs_export.h"
#include "ui/cli/say.h"
#include "ui/run_filter.h"
#include "ui/table.h"
#include "ui/words.h"

#define LIMIT_TEXT 50
#define LIMIT_MOST 1000000

struct filter {
	const char *adapter;
	const char *repository; /* a name, or an absolute path */
	bool by_name;
	const enum outcome *outcome;
	struct run_filter *words;
	uint64_t limit;         /* 0: all */
};

static bool passes(const struct filter *f, const struct run_row *row)
{
	if (f->adapter && (!row->adapter || strcmp(f->adapter, row->adapter) != 0))
		return false;
	if (f->outcome && *f->outcome != row->outcome)
		return false;
	if (!run_filter_passes(f->words, row))
		return false;
	if (!f->repository)
		return true;
	if (!row->repository)
		return false;
	return strcmp(f->repository, f->by_name ? path_base(row->repository) : row->repository) == 0;
}

static bool read_outcome(const struct arguments *a, enum outcome *ret, struct error *err)
{
	OWNED_MEM char *shown = value_shown(a->value[FLAG_OUTCOME]);

	if (!a->given[FLAG_OUTCOME] || outcome_from_word(a->value[FLAG_OUTCOME], ret))
		return true;
	return error_set(err, REASON_MISUSE, "--outcome \"%s\" is unknown; known: running, done, failed, stopped, refused, lost", shown);
}

static void add_row(const struct engine *e, struct table *table, const struct run_row *row, uint64_t now_ms, uint64_t until_ms)
{
	CLEARED(text) struct text when = { 0 };
	CLEARED(text) struct text outcome = { 0 };
	CLEARED(text) struct text elapsed = { 0 };

	words_when(&when, row->started_ms, now_ms);
	words_outcome_cell(&outcome, row);
	if (row->outcome == OUTCOME_RUNNING) {
		text_add_string(&outcome, ": ");
		live_states_cell(e, row->run_id, until_ms, &outcome);
	}
	if (row->alerts > 0)
		text_add_format(&outcome, " ! %zu %s", row->alerts,
				row->acknowledged  ? "acknowledged"
				: row->alerts == 1 ? "alert"
						   : "alerts");
	if (row->damage)
		text_add_string(&outcome, " damaged");
	if (row->pruned)
		text_add_string(&outcome, " pruned");
	if (row->started_ms && row->ended_ms >= row->started_ms)
		words_duration(&elapsed, row->ended_ms - row->started_ms);
	table_add(table, text_c(&when));
	table_add(table, row->repository ? path_base(row->repository) : "?");
	table_add(table, row->adapter ? row->adapter : "?");
	table_add(table, words_topology_cell(row));
	table_add(table, words_mode_cell(row));
	table_add(table, words_grant_cell(row));
	table_add(table, text_c(&outcome));
	table_add(table, text_c(&elapsed));
	table_add(table, row->run_id ? row->run_id : "?");
}

static const struct table_column columns[] = {
	{ "when", 0, false }, { "repository", 24, false }, { "adapter", 16, false }, { "topology", 0, false }, { "mode", 0, false },
	{ "grant", 0, false }, { "outcome", 0, false }, { "took", 0, true }, { "run", 0, false },
};

/* An empty table alone does not say whether it is the runs or the question. */
static void say_none(const struct cli *cli, const struct filter *f, size_t recorded)
{
	bool known = !f->adapter || adapter_find(cli->engine->adapters, f->adapter);
	OWNED_MEM char *shown = value_shown(f->adapter);

	if (!known)
		say_sentence_of("none of the %zu recorded runs passes, and no adapter is called %s; bulkhead adapters lists them", recorded,
				shown);
	else
		say_sentence_of("none of the %zu recorded runs passes what was asked for", recorded);
}

static void print_rows(const struct cli *cli, const struct run_list *list, const struct filter *f)
{
	const struct ports *ports = cli->engine->ports;
	const uint64_t now_ms = ports->wall_ms(ports->self), until_ms = live_states_until_ms(cli->engine);
	CLEARED(table) struct table table = { .columns = columns, .n_columns = COUNT_OF(columns) };
	CLEARED(text) struct text out = { 0 };
	size_t passed = 0, shown = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (!passes(f, &list->rows[i]))
			continue;
		passed++;
		if (f->limit == 0 || passed <= f->limit) {
			add_row(cli->engine, &table, &list->rows[i], now_ms, until_ms);
			shown++;
		}
	}
	table_print(&table, &out);
	say_result(&out);
	if (list->count == 0 && !list->ledger_note)
		say_sentence("no run is recorded yet; bulkhead launch makes one");
	else if (passed == 0 && list->count > 0)
		say_none(cli, f, list->count);
	else if (shown < passed)
		say_sentence_of("%zu of %zu runs; --limit 0 shows all", shown, passed);
}

static void print_json(const struct cli *cli, const struct run_list *list, const struct filter *f)
{
	const uint64_t until_ms = live_states_until_ms(cli->engine);
	struct json *array = json_new_array();

	for (size_t i = 0; i < list->count; i++) {
		const struct run_row *row = &list->rows[i];
		struct json *object;

		if (!passes(f, row) || (f->limit > 0 && json_count(array) >= f->limit))
			continue;
		object = row_json(row);
		json_set(object, "attention",
			 row->outcome == OUTCOME_RUNNING ? live_states_json(cli->engine, row->run_id, until_ms) : NULL);
		json_add(array, object);
	}
	say_json(array);
}

static void print_export(const struct run_list *list, const struct filter *f, enum runs_format format)
{
	CLEARED(text) struct text out = { 0 };
	size_t passed = 0;

	runs_export_head(format, &out);
	for (size_t i = 0; i < list->count; i++) {
		if (!passes(f, &list->rows[i]))
			continue;
		passed++;
		if (f->limit > 0 && passed > f->limit)
			break;
		runs_export_row(format, &list->rows[i], &out);
	}
	say_result(&out);
}

static bool read_records(const char *place, struct run_list *ret, struct error *err)
{
	OWNED_MEM char *records = browse_records_of(place), *shown = value_shown(place);

	if (!records)
		return error_set(err, REASON_NOT_FOUND, "there are no records in %s: it holds neither .harnery nor workflows", shown);
	return browse_directory(records, ret, err);
}

static int print_runs(struct cli *cli, const struct filter *f, enum runs_format format)
{
	CLEARED(run_list) struct run_list list = { 0 };
	const char *records = cli->arguments.value[FLAG_RECORDS];
	struct error err = { 0 };

	if (records ? !read_records(records, &list, &err) : !browse_runs(cli->engine->places->state, &list, &err))
		return say_failure(cli, &err);
	if (!records) /* the index of texts is of this account's runs: others would stand in it under the same ids */
		look_texts(cli, &list, f->words);
	if (cli->arguments.given[FLAG_FORMAT])
		print_export(&list, f, format);
	else if (cli->json)
		print_json(cli, &list, f);
	else
		print_rows(cli, &list, f);
	if (list.ledger_note)
		say_sentence(list.ledger_note);
	return EXIT_YES;
}

int runs_command(struct cli *cli)
{
	const struct arguments *a = &cli->arguments;
	const char *words = a->value[FLAG_FILTER];
	OWNED(run_filter) struct run_filter *filter = NULL;
	enum outcome outcome = OUTCOME_RUNNING;
	enum runs_format format = RUNS_FORMAT_JSONL;
	struct filter f = { .adapter = a->value[FLAG_ADAPTER], .repository = a->value[FLAG_REPOSITORY] };
	OWNED_MEM char *real = f.repository ? real_path(f.repository) : NULL;
	struct error err = { 0 };

	f.limit = cli->json || a->given[FLAG_FORMAT] ? 0 : LIMIT_TEXT;
	if (!read_outcome(a, &outcome, &err) || !runs_format_read(a, &format, &err) ||
	    !arguments_number(a, FLAG_LIMIT, 0, LIMIT_MOST, &f.limit, &err) || !run_filter_parse(words ? words : "", &filter, &err))
		return say_failure(cli, &err);
	f.words = filter;
	f.outcome = a->given[FLAG_OUTCOME] ? &outcome : NULL;
	f.by_name = f.repository && !strchr(f.repository, '/') && strcmp(f.repository, ".") != 0;
	if (f.repository && !f.by_name && real)
		f.repository = real;
	return print_runs(cli, &f, format);
}
