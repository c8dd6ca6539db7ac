/*
 * verdict_json — the answer of check and launch.
 */
#include "ui/cli/verdict_json.h"

#include "core/base/mem.h"
#include "ui/words.h"

static struct json *print_projection(const struct projection *p)
{
	struct json *o;

	if (!p->applied)
		return NULL;
	o = json_new_object();
	json_set_string(o, "mode", policy_word(p->mode));
	json_set_string(o, "native_mode", p->native_mode);
	json_set(o, "writable_roots", json_from_strlist(&p->writable_roots));
	json_set_string(o, "git_grant", git_write_word(p->git_write));
	return o;
}

static struct json *head(const struct request *request, bool accepted, enum reason reason, const char *message)
{
	OWNED_MEM char *sentence = words_sentence(message);
	struct json *o = json_new_object();

	json_set_string(o, "verdict", accepted ? "accepted" : "refused");
	json_set_string(o, "reason", accepted ? NULL : reason_slug(reason));
	json_set_string(o, "message", sentence);
	json_set_string(o, "note", NULL);
	json_set_string(o, "adapter", request ? request->adapter : NULL);
	json_set_string(o, "topology", request ? topology_word(request->topology) : NULL);
	json_set(o, "projection", NULL);
	json_set(o, "effective_writable", json_new_array());
	json_set(o, "commits", NULL);
	json_set(o, "argv", json_new_array());
	json_set(o, "unknowns", json_new_array());
	return o;
}

/* What stays open with this policy in this style, by name, as the proof of a launch would hold it. */
static struct json *print_unknowns(const struct request *request, const struct check *check)
{
	struct json *array = json_new_array();

	for (size_t i = 0; check->adapter && i < check->adapter->n_unknowns; i++) {
		const struct adapter_unknown *u = &check->adapter->unknowns[i];
		struct json *o;

		if (!adapter_unknown_holds(u, &check->verdict.projection, request->style))
			continue;
		o = json_new_object();
		json_set_string(o, "code", u->code);
		json_set_string(o, "message", u->message);
		json_add(array, o);
	}
	return array;
}

struct json *verdict_json(const struct request *request, const struct check *check)
{
	const struct verdict *v = &check->verdict;
	struct json *o = head(request, v->accepted, v->reason, v->message);

	json_set_string(o, "note", v->note);
	if (!v->accepted)
		return o;
	json_set(o, "projection", print_projection(&v->projection));
	json_set(o, "effective_writable", json_from_strlist(&v->effective));
	if (v->projection.applied)
		json_set_bool(o, "commits", v->commits);
	json_set(o, "argv", json_from_strlist(&check->argv));
	json_set(o, "unknowns", print_unknowns(request, check));
	return o;
}

int say_refused_request(const struct cli *cli, const struct error *err)
{
	if (!cli->json || reason_exit(err->reason) != EXIT_REFUSED)
		return say_failure(cli, err);
	say_json(head(NULL, false, err->reason, err->text));
	return EXIT_REFUSED;
}

static struct json *copy_of(const struct json *object, const char *key)
{
	const struct json *value = json_get(object, key);

	return value ? json_copy(value) : NULL;
}

static const struct json *console_of(const struct run_view *view)
{
	const struct json *console = json_get(view->proof, "console");

	return console ? console : json_get(view->manifest, "console");
}

static void set_effective(struct json *o, const struct json *effective)
{
	static const char *const keys[] = { "mode", "native_mode", "writable_roots", "git_grant" };
	struct json *projection;

	if (!effective)
		return;
	json_set(o, "note", copy_of(effective, "note"));
	json_set(o, "effective_writable", copy_of(effective, "writable"));
	if (!json_get_bool(effective, "applied", false))
		return;
	projection = json_new_object();
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		json_set(projection, keys[i], copy_of(effective, keys[i]));
	json_set(o, "projection", projection);
	json_set(o, "commits", copy_of(effective, "commits"));
}

struct json *launch_json(const struct request *request, const struct launched *launched, const struct run_view *view, const char *unsealed)
{
	const bool refused = !launched->started && reason_exit(launched->reason) == EXIT_REFUSED;
	const struct run_row *row = &view->row;
	const char *message = row->message ? row->message : launched->message;
	const char *reason = row->reason ? row->reason : launched->reason ? reason_slug(launched->reason) : NULL;
	const struct json *console = console_of(view);
	const struct json *first = json_at(json_get(console, "children"), 0);
	OWNED_MEM char *proof = view->proof ? str_format("%s/proof.json", launched->directory) : NULL;
	struct json *o = head(request, !refused, launched->reason, message);

	json_set_string(o, "reason", reason);
	set_effective(o, json_get(console, "effective"));
	if (json_get(first, "argv"))
		json_set(o, "argv", copy_of(first, "argv"));
	if (json_get(console, "unknowns"))
		json_set(o, "unknowns", copy_of(console, "unknowns"));
	json_set_string(o, "run_id", launched->run_id);
	json_set_string(o, "status", outcome_word(view->manifest || view->proof || launched->started ? row->outcome : OUTCOME_REFUSED));
	json_set_string(o, "directory", launched->directory);
	json_set_string(o, "proof", proof);
	json_set_int(o, "alerts", (int64_t)row->alerts);
	json_set_string(o, "unsealed", unsealed);
	return o;
}
