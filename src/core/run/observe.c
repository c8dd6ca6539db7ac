/*
 * observe — see observe.h. Every statement in the vendor's record is compared; the first that differs decides, and one
 * that is not understood makes the whole unknown, because the policy may have been another in that turn.
 */
#include "core/run/observe.h"

#include "core/base/mem.h"
#include "core/base/path.h"
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

static void keep_heavier(struct observation *kept, struct observation *next)
{
	size_t statements = kept->statements + 1;

	if (kept->state == OBSERVED_NONE || observed_together(kept->state, next->state) != kept->state) {
		observation_clear(kept);
		*kept = *next;
		*next = (struct observation){ 0 };
	}
	kept->statements = statements;
}

static void compare_all(const struct supervision *s, const struct text *bytes, struct observation *ret)
{
	const struct run_record *r = &s->record;
	const struct rendered rendered = { .mode = r->verdict.projection.native_mode, .directory = r->binding->active.path,
		.writable = &r->verdict.effective };
	struct observation next = { 0 };
	size_t at = 0;

	while (s->adapter->observe(text_c(bytes), bytes->len, &at, &next)) {
		observation_judge(&rendered, &next);
		keep_heavier(ret, &next);
		observation_clear(&next);
	}
	observation_clear(&next);
	if (ret->statements == 0)
		say_unknown(ret, str_copy("Its vendor began a record and wrote no turn into it, so the policy in force is not known."));
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
		compare_all(s, &bytes, ret);
	ret->record = path;
	path = NULL;
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
