/*
 * observe — see observe.h. Every statement in the vendor's record is compared; the first that differs decides, and one
 * that is not understood makes the whole unknown, because the policy may have been another in that turn.
 */
#include "core/run/observe.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/run/vendor_record.h"

static const char unknown_code[] = "projection_not_observed";

static void say_unknown(struct observation *o, char *taken_why)
{
	o->state = OBSERVED_UNKNOWN;
	free(o->why);
	o->why = taken_why;
}

/* A record that the child could write says what the child wanted it to say. */
static const char *reach_to(const struct run_record *r, const char *path)
{
	for (size_t i = 0; i < r->verdict.effective.count; i++)
		if (path_is_within(r->verdict.effective.items[i], path))
			return r->verdict.effective.items[i];
	return NULL;
}

/* next: one statement, or the outcome of one record, which counts its own. */
static void keep_heavier(struct observation *kept, struct observation *next)
{
	size_t statements = kept->statements + next->statements;

	if (kept->state == OBSERVED_NONE || observed_together(kept->state, next->state) != kept->state) {
		observation_clear(kept);
		*kept = *next;
		*next = (struct observation){ 0 };
	}
	kept->statements = statements;
}

/* Which turn it was, since a person may have changed something between two of them. */
static void say_turn(struct observation *o, size_t turn, bool after_match)
{
	OWNED_MEM char *why = NULL;

	if (o->state != OBSERVED_CONTRADICTED && o->state != OBSERVED_UNKNOWN)
		return;
	why = str_format("In turn %zu of the session%s: %s", turn,
			 after_match && o->state == OBSERVED_CONTRADICTED ? ", changed since a turn that was as rendered" : "", o->why);
	str_set(&o->why, why);
}

/* A session that was taken up again holds turns of before: they are not this child's. */
static void compare_all(const struct supervision *s, const struct child_record *c, const struct text *bytes, struct observation *ret)
{
	const struct run_record *r = &s->record;
	const struct rendered rendered = { .mode = r->verdict.projection.native_mode, .directory = r->binding->active.path,
		.writable = &r->verdict.effective };
	const bool interactive = r->request.style == STYLE_INTERACTIVE;
	struct observation next = { 0 };
	bool matched = false;
	size_t at = 0, turn = 0;

	while (s->adapter->observe(text_c(bytes), bytes->len, &at, &next)) {
		turn++;
		if (interactive && next.made_ms != 0 && next.made_ms < c->started_ms) {
			observation_clear(&next);
			continue;
		}
		observation_judge(&rendered, &next);
		if (interactive)
			say_turn(&next, turn, matched);
		matched |= next.state == OBSERVED_MATCHED;
		next.statements = 1;
		keep_heavier(ret, &next);
		observation_clear(&next);
	}
	observation_clear(&next);
}

static void observe_record(struct supervision *s, const struct child_record *c, struct observation *ret)
{
	struct run_record *r = &s->record;
	CLEARED(strlist) struct strlist env = { 0 };
	CLEARED(text) struct text bytes = { 0 };
	OWNED_MEM char *path = NULL;
	struct error err = { 0 };
	const char *reach;

	adapter_environment(s->adapter, &s->engine->places->environment, r->run_id, c->id, r->private_tmp, &env);
	if (!vendor_record_read(s->adapter->record, &env, c->session_id, c->started_ms, &path, &bytes, &err)) {
		say_unknown(ret, str_format("The policy in force was not read back: %s", err.text));
		return;
	}
	reach = reach_to(r, path);
	if (reach)
		say_unknown(ret, str_format("Its vendor's record %s lies in %s, where the child could write, so it proves nothing.", path,
					    reach));
	else
		compare_all(s, c, &bytes, ret);
	if (!reach && ret->statements == 0)
		say_unknown(ret, str_copy("Its vendor began a record and wrote no turn into it, so the policy in force is not known."));
	ret->record = path;
	path = NULL;
}

/* A program with a screen of its own may begin several sessions and name one at most: each that was recorded where it
   worked while it ran is looked at. */
struct looking {
	const struct supervision *s;
	const struct child_record *child;
	size_t strangers; /* sessions in the same directory that may have been somebody else's */
};

/* Does a turn of this record speak of where the child worked? */
static bool is_about(const struct looking *in, const struct text *bytes)
{
	struct observation next = { 0 };
	bool found = false;
	size_t at = 0;

	while (!found && in->s->adapter->observe(text_c(bytes), bytes->len, &at, &next)) {
		found = next.directory && strcmp(next.directory, in->s->record.binding->active.path) == 0 &&
			(next.made_ms == 0 || next.made_ms >= in->child->started_ms);
		observation_clear(&next);
	}
	return found;
}

static void look_at(struct looking *in, const char *path, struct observation *ret)
{
	const struct run_record *r = &in->s->record;
	OWNED_MEM char *parent = path_parent(path);
	CLEARED(text) struct text bytes = { 0 };
	struct observation one = { 0 };
	OWNED_FD int dir = -1;
	struct error err = { 0 };
	bool own =
		r->binding->isolated || (in->child->session_id && vendor_record_is_of(in->s->adapter->record, path, in->child->session_id));

	if (!dir_open(parent, &dir, &err) || !file_read(dir, path_base(path), VENDOR_RECORD_MAX_BYTES, &bytes, &err))
		say_unknown(&one, str_format("A session's record was not read: %s", err.text));
	else if (!is_about(in, &bytes))
		return;
	else if (reach_to(r, path))
		say_unknown(&one, str_format("Its vendor's record %s lies in %s, where the child could write, so it proves nothing.", path,
					     reach_to(r, path)));
	else if (own)
		compare_all(in->s, in->child, &bytes, &one);
	else
		in->strangers++;
	if (one.state == OBSERVED_NONE)
		return;
	str_set(&one.record, path);
	keep_heavier(ret, &one);
	observation_clear(&one);
}

static void observe_sessions(struct supervision *s, struct child_record *c, struct observation *ret)
{
	const char *directory = s->record.binding->active.path;
	struct looking in = { .s = s, .child = c };
	CLEARED(strlist) struct strlist env = { 0 };
	CLEARED(strlist) struct strlist paths = { 0 };
	struct observation more = { 0 };
	struct error err = { 0 };
	bool cut = false;

	adapter_environment(s->adapter, &s->engine->places->environment, s->record.run_id, c->id, s->record.private_tmp, &env);
	if (!vendor_records_written(s->adapter->record, &env, c->started_ms, wall_now(s->engine), &paths, &cut, &err)) {
		say_unknown(ret, str_format("The policy in force was not read back: %s", err.text));
		return;
	}
	for (size_t i = 0; i < paths.count; i++)
		look_at(&in, paths.items[i], ret);
	if (in.strangers > 0 || cut)
		say_unknown(&more, str_format("%zu%s sessions were recorded in %s while it ran, and nothing says whose they are.",
					      in.strangers, cut ? " or more" : "", directory));
	else if (ret->state == OBSERVED_NONE)
		say_unknown(&more,
			    str_format("Its vendor recorded no turn in %s while it ran, so no policy in force was read back.", directory));
	if (more.state != OBSERVED_NONE && observed_together(ret->state, more.state) != ret->state)
		keep_heavier(ret, &more);
	observation_clear(&more);
}

void observe_child(struct supervision *s, size_t child)
{
	struct run_record *r = &s->record;
	struct child_record *c = &r->children[child];
	struct observation *o = &c->observation;

	if (!r->verdict.projection.applied)
		return;
	if (!s->adapter->record || !s->adapter->observe)
		say_unknown(o, str_format("%s keeps no record of the policy in force that is known here: it was declared, not observed.",
					  s->adapter->id));
	else if (r->request.style == STYLE_INTERACTIVE)
		observe_sessions(s, c, o);
	else if (!c->session_id)
		say_unknown(o, str_format("%s did not say which session was its own, so its record of the policy in force was not found.",
					  s->adapter->id));
	else
		observe_record(s, c, o);
	if (o->state == OBSERVED_UNKNOWN)
		run_record_unknown(r, unknown_code, o->why, c->id);
}

void observe_lost(struct run_record *r)
{
	static const char why[] = "The supervisor died before the policy in force could be read back.";

	for (size_t i = 0; i < r->n_children && r->verdict.projection.applied; i++) {
		struct child_record *c = &r->children[i];

		if (c->started_ms == 0 || c->observation.state != OBSERVED_NONE)
			continue;
		say_unknown(&c->observation, str_copy(why));
		run_record_unknown(r, unknown_code, why, c->id);
	}
}
