/*
 * check — the verdict on a request, and nothing on the disk changes.
 */
#include "core/base/mem.h"
#include "ui/cli/commands.h"
#include "ui/cli/say.h"
#include "ui/cli/shell_words.h"
#include "ui/cli/verdict_json.h"
#include "ui/words.h"

static void add_head(const struct cli *cli, const struct verdict *v, struct text *out)
{
	OWNED_MEM char *message = words_sentence(v->message);
	CLEARED(text) struct text word = { 0 };

	text_add_format(&word, "%s %s", words_mark(v->accepted), words_verdict(v));
	say_word(cli, out, v->accepted ? STRESS_HEAD : STRESS_NO, text_c(&word));
	if (!v->accepted)
		text_add_format(out, "  %s", reason_slug(v->reason));
	text_add_format(out, "\n%s\n", message);
}

static void add_writable(const struct cli *cli, const struct check *check, struct text *out)
{
	CLEARED(strlist) struct strlist lines = { 0 };

	words_writable(&check->verdict, check->workspace_root, check->private_tmp, cli->engine->places->home, &lines);
	for (size_t i = 0; i < lines.count; i++)
		say_field(out, i == 0 ? "can write" : "", lines.items[i]);
	say_field(out, "commits", words_commits(&check->verdict));
}

/* What the policy does not close, by name. */
static void add_open(const struct check *check, enum style style, struct text *out)
{
	const char *name = "stays open";

	for (size_t i = 0; check->adapter && i < check->adapter->n_unknowns; i++) {
		const struct adapter_unknown *u = &check->adapter->unknowns[i];
		OWNED_MEM char *line = str_format("%s: %s", u->code, u->message);

		if (!adapter_unknown_holds(u, &check->verdict.projection, style))
			continue;
		say_field(out, name, line);
		name = "";
	}
}

static void add_cost(const struct cli *cli, const struct check *check, struct text *out)
{
	struct repository_facts facts = { 0 };
	CLEARED(strlist) struct strlist lines = { 0 };
	struct error err = { 0 };
	bool counted;

	if (check->verdict.projection.git_write == GIT_WRITE_NONE || !check->layout)
		return;
	counted = repository_read(check->layout, 0, &facts, &err);
	words_grant_cost(check->layout, counted ? &facts : NULL, cli->engine->places->home, &lines);
	repository_facts_clear(&facts);
	for (size_t i = 0; i < lines.count; i++)
		text_add_format(out, "%s%s\n", i == 0 ? "\n" : "  - ", lines.items[i]);
	text_add_format(out, "%s\n%s\n", words_grant_half(), words_grant_after());
}

static void print_check(const struct cli *cli, const struct check *check, enum style style)
{
	const struct verdict *v = &check->verdict;
	CLEARED(text) struct text out = { 0 };
	CLEARED(text) struct text line = { 0 };

	add_head(cli, v, &out);
	if (v->note)
		text_add_format(&out, "%s\n", v->note);
	if (check->layout)
		say_field(&out, "repository", check->layout->words);
	if (v->accepted) {
		say_field(&out, "new branch", check->branch);
		add_writable(cli, check, &out);
		shell_words(&line, &check->argv);
		say_field(&out, "argv", text_c(&line));
		add_open(check, style, &out);
		add_cost(cli, check, &out);
	}
	say_result(&out);
}

int check_command(struct cli *cli)
{
	CLEARED(request) struct request request = { .repository = NULL };
	CLEARED(check) struct check check = { .layout = NULL };
	struct error err = { 0 };

	if (!arguments_request(&cli->arguments, &request, &err))
		return say_refused_request(cli, &err);
	if (!engine_check(cli->engine, &request, &check, &err))
		return say_failure(cli, &err);
	if (cli->json)
		say_json(verdict_json(&request, &check));
	else
		print_check(cli, &check, request.style);
	return (int)reason_exit(check.verdict.reason);
}
