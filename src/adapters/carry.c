/* carry — the last refusal before an argv exists; there is no way from here to a laxer rendering. */
#include "adapters/carry.h"

#include <string.h>

#include "core/base/path.h"
#include "core/base/sanitize.h"

bool carry_is_interactive(const struct invocation *in)
{
	return in->request->style == STYLE_INTERACTIVE;
}

static bool declares_nothing(const struct declaration *d)
{
	return !d->native_mode[POLICY_READ_ONLY] && !d->native_mode[POLICY_WORKSPACE_WRITE] && !d->carries_roots;
}

static bool projection_check(const struct adapter *self, const struct projection *p, struct error *err)
{
	const struct declaration *d = &self->declares;

	if (!p->applied)
		return true;
	if (declares_nothing(d))
		return error_set(
			err, REASON_NO_PROJECTION,
			"%s declares that it cannot carry a filesystem policy; choose an adapter that declares one, or leave the policy out",
			self->id);
	if (p->mode <= POLICY_ABSENT || p->mode >= POLICY_COUNT || !d->native_mode[p->mode])
		return error_set(err, REASON_MODE_UNREPRESENTABLE, "%s cannot represent the mode %s; choose a mode it declares", self->id,
				 policy_word(p->mode));
	if (p->rendered_roots.count && !d->carries_roots)
		return error_set(err, REASON_WRITABLE_ROOTS_UNREPRESENTABLE,
				 "%s cannot carry writable roots; drop the roots and the grant, or choose another adapter", self->id);
	return true;
}

static bool effort_check(const struct adapter *self, const char *effort, struct error *err)
{
	if (!effort)
		return true;
	for (const char *const *e = self->declares.efforts; e && *e; e++)
		if (strcmp(*e, effort) == 0)
			return true;
	return error_set(err, REASON_EFFORT_UNSUPPORTED, "%s does not list the effort '%s'", self->id, effort);
}

/* A model is one word after an option, so it must not be able to pass for another option. */
static bool model_check(const struct adapter *self, const char *model, struct error *err)
{
	if (!model)
		return true;
	if (!self->declares.takes_model)
		return error_set(err, REASON_REQUEST_INVALID, "%s takes no model; leave the model out", self->id);
	if (!*model || *model == '-' || !sanitize_is_clean(model, strlen(model)))
		return error_set(err, REASON_REQUEST_INVALID,
				 "the model is empty, starts with '-' or holds a control character; name a model of %s", self->id);
	return true;
}

static bool turns_check(const struct adapter *self, const struct invocation *in, struct error *err)
{
	int64_t max_turns = in->request->max_turns;

	if (max_turns && carry_is_interactive(in) && self->declares.max_turns_headless_only)
		return error_set(err, REASON_REQUEST_INVALID, "%s takes no turn ceiling in the interactive style; leave --max-turns out",
				 self->id);
	if (max_turns && !self->declares.takes_max_turns)
		return error_set(err, REASON_REQUEST_INVALID, "%s takes no turn ceiling; leave --max-turns out", self->id);
	if (max_turns < 0)
		return error_set(err, REASON_REQUEST_INVALID, "a turn ceiling of %lld is below 1", (long long)max_turns);
	return true;
}

/* A lone "-" makes codex read its prompt from stdin, also behind "--". */
static bool prompt_check(const struct adapter *self, const struct invocation *in, struct error *err)
{
	const char *prompt = carry_prompt(in);

	if (!prompt && carry_is_interactive(in) && self->declares.starts_without_prompt)
		return true;
	if (!prompt || !prompt[strspn(prompt, " \t\r\n\v\f")])
		return error_set(err, REASON_REQUEST_INVALID, "the prompt for %s is empty; say what the child is to do", self->id);
	if (strcmp(prompt, "-") == 0)
		return error_set(err, REASON_REQUEST_INVALID, "the prompt for %s is a lone '-', which would be read from stdin", self->id);
	return true;
}

static bool style_check(const struct adapter *self, const struct invocation *in, struct error *err)
{
	if (!carry_is_interactive(in) || self->declares.interactive)
		return true;
	return error_set(err, REASON_REQUEST_INVALID, "%s does not declare the interactive style; choose headless", self->id);
}

bool carry_check(const struct adapter *self, const struct invocation *in, struct error *err)
{
	const struct request *r = in->request;

	return style_check(self, in, err) && projection_check(self, in->projection, err) && effort_check(self, r->effort, err) &&
	       model_check(self, r->model, err) && turns_check(self, in, err) && prompt_check(self, in, err);
}

const char *carry_prompt(const struct invocation *in)
{
	return request_prompt(in->request, in->child);
}

void carry_add_prompt(const struct invocation *in, struct strlist *argv)
{
	if (!carry_prompt(in))
		return;
	strlist_add(argv, "--");
	strlist_add(argv, carry_prompt(in));
}

void carry_add_model(const struct invocation *in, struct strlist *argv)
{
	if (!in->request->model)
		return;
	strlist_add(argv, "--model");
	strlist_add(argv, in->request->model);
}

bool carry_private_tmp_check(const struct adapter *self, const struct invocation *in, struct error *err)
{
	if (in->private_tmp && path_is_absolute(in->private_tmp))
		return true;
	return error_set(err, REASON_WORKSPACE_UNAVAILABLE,
			 "%s needs a private temporary directory of the run to carry a policy, and there is none", self->id);
}

bool carry_roots(const struct adapter *self, const struct invocation *in, struct strlist *ret_roots, struct error *err)
{
	const struct strlist *rendered = &in->projection->rendered_roots;

	if (!carry_private_tmp_check(self, in, err))
		return false;
	if (in->projection->mode == POLICY_READ_ONLY && !rendered->count)
		return true;
	if (in->projection->mode == POLICY_READ_ONLY)
		return error_set(err, REASON_GRANT_INERT,
				 "%s would ignore writable roots in read-only; choose workspace-write, or drop them", self->id);
	strlist_add(ret_roots, in->private_tmp);
	for (size_t i = 0; i < rendered->count; i++) {
		if (!path_is_absolute(rendered->items[i]) || path_has_dotdot(rendered->items[i]))
			return error_set(err, REASON_WRITABLE_ROOT_INVALID,
					 "%s was handed a writable root that is relative or holds '..'; name the real directory", self->id);
		if (!strlist_has(ret_roots, rendered->items[i]))
			strlist_add(ret_roots, rendered->items[i]);
	}
	return true;
}
