/*
 * compare — two recorded runs beside each other: what differs, or with --all everything.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/say.h"
#include "ui/run_compare.h"

static bool open_one(const struct cli *cli, size_t at, struct run_view *ret, struct error *err)
{
	CLEARED(found_run) struct found_run found = { NULL, NULL };

	if (!find_record(cli->engine, cli->arguments.operands.items[at], &found, err) ||
	    !browse_open_known(cli->engine->places->state, found.directory, ret, err))
		return false;
	browse_compare(cli->engine->places->state, ret);
	return true;
}

static void add_side(const struct cli *cli, const char *mark, const char *value, struct text *out)
{
	OWNED_MEM char *clean = value ? sanitize_copy(value) : NULL;

	text_add_format(out, "    %s ", mark);
	if (clean)
		text_add_string(out, clean);
	else
		say_word(cli, out, STRESS_QUIET, "not said");
	text_add_byte(out, '\n');
}

static void print_facts(const struct cli *cli, const struct comparison *c, bool all, struct text *out)
{
	const char *section = "";

	for (size_t i = 0; i < c->count; i++) {
		const struct compared *f = &c->facts[i];
		OWNED_MEM char *clean = f->left && !f->differs ? sanitize_copy(f->left) : NULL;

		if (!all && !f->differs)
			continue;
		if (strcmp(section, f->section) != 0) {
			text_add_byte(out, '\n');
			say_word(cli, out, STRESS_HEAD, f->section);
			text_add_byte(out, '\n');
		}
		section = f->section;
		if (!f->differs) {
			say_field(out, f->name, clean);
			continue;
		}
		text_add_format(out, "  %s\n", f->name);
		add_side(cli, "1", f->left, out);
		add_side(cli, "2", f->right, out);
	}
}

static struct json *facts_json(const struct comparison *c, bool all)
{
	struct json *array = json_new_array();

	for (size_t i = 0; i < c->count; i++) {
		struct json *o;

		if (!all && !c->facts[i].differs)
			continue;
		o = json_new_object();
		json_set_string(o, "section", c->facts[i].section);
		json_set_string(o, "name", c->facts[i].name);
		json_set_string(o, "left", c->facts[i].left);
		json_set_string(o, "right", c->facts[i].right);
		json_set_bool(o, "differs", c->facts[i].differs);
		json_add(array, o);
	}
	return array;
}

static void print_json(const struct run_view *left, const struct run_view *right, const struct comparison *c, bool all)
{
	struct json *o = json_new_object();

	json_set_string(o, "left", left->row.run_id);
	json_set_string(o, "right", right->row.run_id);
	json_set_int(o, "differing", (int64_t)c->differing);
	json_set(o, "facts", facts_json(c, all));
	say_json(o);
}

int compare_command(struct cli *cli)
{
	const bool all = cli->arguments.given[FLAG_ALL];
	CLEARED(run_view) struct run_view left = { .proof = NULL }, right = { .proof = NULL };
	CLEARED(comparison) struct comparison c = { 0 };
	CLEARED(text) struct text out = { 0 };
	struct error err = { 0 };

	if (!open_one(cli, 0, &left, &err) || !open_one(cli, 1, &right, &err))
		return say_failure(cli, &err);
	run_compare(&left, &right, &c);
	if (cli->json) {
		print_json(&left, &right, &c, all);
		return EXIT_YES;
	}
	text_add_format(&out, "1  %s\n2  %s\n", left.row.run_id, right.row.run_id);
	print_facts(cli, &c, all, &out);
	say_result(&out);
	say_sentence_of("%zu of %zu facts differ%s", c.differing, c.count, all ? "" : "; --all shows the others");
	return EXIT_YES;
}
