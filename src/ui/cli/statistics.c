/*
 * statistics — the recorded runs counted: a page of bars, JSON, or a table for another program.
 */
#include <langinfo.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/judge/value.h"
#include "ui/chart.h"
#include "ui/cli/commands.h"
#include "ui/cli/look_texts.h"
#include "ui/cli/rows.h"
#include "ui/cli/runs_export.h"
#include "ui/cli/say.h"
#include "ui/run_statistics.h"
#include "ui/words.h"

#define NAME_COLS 32
#define BAR_COLS 40

/* What is counted under which name; the screen has the same five. */
struct counted { const char *key, *title; const struct tallies *tallies; };
#define COUNTED_MOST 5

static void counted_of(const struct run_statistics *s, struct counted ret[static COUNTED_MOST])
{
	ret[0] = (struct counted){ "outcomes", "Outcomes", &s->outcomes };
	ret[1] = (struct counted){ "refusals", "Refused because", &s->refusals };
	ret[2] = (struct counted){ "grants", "Git grant", &s->grants };
	ret[3] = (struct counted){ "adapters", "Adapters", &s->adapters };
	ret[4] = (struct counted){ "repositories", "Repositories", &s->repositories };
}

static void moment(uint64_t at_ms, struct text *out)
{
	const size_t len = sizeof "2026-11-30 14:02" - 1;

	words_moment(out, at_ms);
	out->len = out->len < len ? out->len : len;
	out->bytes[out->len] = '\0';
}

static void add_bar(struct text *out, const char *name, size_t runs, size_t most)
{
	const bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	OWNED_MEM char *clean = sanitize_copy(name);

	text_add_format(out, "  %-*s %8zu  ", NAME_COLS, clean, runs);
	chart_bar(out, runs, most, BAR_COLS, ascii);
	text_add_byte(out, '\n');
}

static void print_time(const struct cli *cli, const struct run_statistics *s, struct text *out)
{
	CLEARED(text) struct text title = { 0 };
	size_t most = 0;

	if (s->n_over_time == 0)
		return;
	for (size_t i = 0; i < s->n_over_time; i++)
		most = s->over_time[i].runs > most ? s->over_time[i].runs : most;
	text_add_format(&title, "\nRuns per %s", period_word(s->unit));
	say_word(cli, out, STRESS_HEAD, text_c(&title));
	text_add_byte(out, '\n');
	for (size_t i = 0; i < s->n_over_time; i++) {
		CLEARED(text) struct text from = { 0 };

		moment(s->over_time[i].from_ms, &from);
		add_bar(out, text_c(&from), s->over_time[i].runs, most);
	}
}

static void print_words(const struct cli *cli, const struct run_statistics *s)
{
	struct counted counted[COUNTED_MOST];
	CLEARED(text) struct text out = { 0 };

	counted_of(s, counted);
	words_count(&out, s->runs, "run", "runs");
	text_add_byte(&out, '\n');
	print_time(cli, s, &out);
	for (size_t i = 0; i < COUNTED_MOST; i++) {
		const struct tallies *t = counted[i].tallies;

		if (t->count == 0)
			continue;
		text_add_byte(&out, '\n');
		say_word(cli, &out, STRESS_HEAD, counted[i].title);
		text_add_byte(&out, '\n');
		for (size_t at = 0; at < t->count; at++)
			add_bar(&out, t->items[at].name, t->items[at].runs, t->items[0].runs);
	}
	say_result(&out);
	if (s->without_time > 0)
		say_sentence_of("%zu of them do not say when they started and are in no chart of time", s->without_time);
}

static struct json *tallies_json(const struct tallies *t)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < t->count; i++) {
		struct json *o = json_new_object();

		json_set_string(o, "name", t->items[i].name);
		json_set_int(o, "runs", (int64_t)t->items[i].runs);
		json_add(array, o);
	}
	return array;
}

static struct json *statistics_json(const struct run_statistics *s)
{
	struct json *o = json_new_object(), *over_time = json_new_array();
	struct counted counted[COUNTED_MOST];

	for (size_t i = 0; i < s->n_over_time; i++) {
		struct json *one = json_new_object();

		json_set(one, "from", time_json(s->over_time[i].from_ms));
		json_set_int(one, "runs", (int64_t)s->over_time[i].runs);
		json_add(over_time, one);
	}
	json_set_int(o, "runs", (int64_t)s->runs);
	json_set(o, "first_at", time_json(s->first_ms));
	json_set(o, "last_at", time_json(s->last_ms));
	json_set_int(o, "without_time", (int64_t)s->without_time);
	json_set_string(o, "unit", period_word(s->unit));
	json_set(o, "over_time", over_time);
	counted_of(s, counted);
	for (size_t i = 0; i < COUNTED_MOST; i++)
		json_set(o, counted[i].key, tallies_json(counted[i].tallies));
	return o;
}

static void add_count(enum runs_format format, const char *what, const char *name, size_t runs, struct text *out)
{
	CLEARED(text) struct text number = { 0 };
	OWNED(json) struct json *o = json_new_object();

	text_add_format(&number, "%zu", runs);
	if (format != RUNS_FORMAT_JSONL) {
		export_cells(format, (const char *const[]){ what, name, text_c(&number) }, 3, out);
		return;
	}
	json_set_string(o, "counted", what);
	json_set_string(o, "name", name);
	json_set_int(o, "runs", (int64_t)runs);
	json_write(o, JSON_COMPACT, out);
	text_add_byte(out, '\n');
}

static void print_export(const struct run_statistics *s, enum runs_format format)
{
	struct counted counted[COUNTED_MOST];
	CLEARED(text) struct text out = { 0 };

	if (format == RUNS_FORMAT_MARKDOWN)
		text_add_string(&out, "# Runs, counted\n\n");
	if (format != RUNS_FORMAT_JSONL)
		export_cells(format, (const char *const[]){ "counted", "name", "runs" }, 3, &out);
	if (format == RUNS_FORMAT_MARKDOWN)
		text_add_string(&out, "|---|---|---|\n");
	for (size_t i = 0; i < s->n_over_time; i++) {
		CLEARED(text) struct text from = { 0 };

		moment(s->over_time[i].from_ms, &from);
		add_count(format, period_word(s->unit), text_c(&from), s->over_time[i].runs, &out);
	}
	counted_of(s, counted);
	for (size_t i = 0; i < COUNTED_MOST; i++)
		for (size_t at = 0; at < counted[i].tallies->count; at++)
			add_count(format, counted[i].key, counted[i].tallies->items[at].name, counted[i].tallies->items[at].runs, &out);
	say_result(&out);
}

int statistics_command(struct cli *cli)
{
	const struct arguments *a = &cli->arguments;
	CLEARED(run_list) struct run_list list = { 0 };
	CLEARED(run_statistics) struct run_statistics counted = { 0 };
	OWNED(run_filter) struct run_filter *filter = NULL;
	enum runs_format format = RUNS_FORMAT_JSONL;
	struct error err = { 0 };

	if (!runs_format_read(a, &format, &err) || !run_filter_parse(a->given[FLAG_FILTER] ? a->value[FLAG_FILTER] : "", &filter, &err) ||
	    !browse_runs(cli->engine->places->state, &list, &err))
		return say_failure(cli, &err);
	look_texts(cli, &list, filter);
	run_statistics(&list, filter, &counted);
	if (a->given[FLAG_FORMAT])
		print_export(&counted, format);
	else if (cli->json)
		say_json(statistics_json(&counted));
	else
		print_words(cli, &counted);
	if (list.ledger_note)
		say_sentence(list.ledger_note);
	return EXIT_YES;
}
