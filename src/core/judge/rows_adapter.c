/*
 * rows_adapter — the rows that compare the request with what the adapter declares, and with what was observed and found
 * of its program on this machine.
 */
#include "core/base/mem.h"
#include "core/judge/rows.h"
#include "core/judge/value.h"

bool row_style_undeclared(const struct request *request, const struct facts *facts, struct text *why)
{
	if (request->style != STYLE_INTERACTIVE || facts->adapter->interactive)
		return false;
	text_add_format(why, "the adapter %s does not declare the interactive style; use the headless style, or another adapter",
			facts->adapter->adapter);
	return true;
}

bool row_model_undeclared(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->model);

	if (!request->model || facts->adapter->takes_model)
		return false;
	text_add_format(why, "the adapter %s takes no model, so \"%s\" would be dropped; leave the model out, or choose another adapter",
			facts->adapter->adapter, shown);
	return true;
}

bool row_turns_undeclared(const struct request *request, const struct facts *facts, struct text *why)
{
	const bool headless_only = request->style == STYLE_INTERACTIVE && facts->adapter->max_turns_headless_only;

	if (!request->max_turns || (facts->adapter->takes_max_turns && !headless_only))
		return false;
	text_add_format(why,
			"the adapter %s takes no turn limit%s, so %lld would be dropped; leave the turn limit out, or choose another %s",
			facts->adapter->adapter, headless_only ? " in the interactive style" : "", (long long)request->max_turns,
			headless_only ? "style" : "adapter");
	return true;
}

static bool lists_effort(const struct declaration *adapter, const char *effort)
{
	for (const char *const *e = adapter->efforts; e && *e; e++)
		if (strcmp(*e, effort) == 0)
			return true;
	return false;
}

bool row_effort_unlisted(const struct request *request, const struct facts *facts, struct text *why)
{
	const struct declaration *adapter = facts->adapter;
	OWNED_MEM char *shown = value_shown(request->effort);

	if (!request->effort || lists_effort(adapter, request->effort))
		return false;
	if (!adapter->efforts || !*adapter->efforts) {
		text_add_format(why, "the adapter %s takes no effort, so \"%s\" would be dropped; leave the effort out", adapter->adapter,
				shown);
		return true;
	}
	text_add_format(why, "the adapter %s does not list the effort \"%s\"; it lists: ", adapter->adapter, shown);
	for (const char *const *e = adapter->efforts; *e; e++)
		text_add_format(why, "%s%s", e == adapter->efforts ? "" : ", ", *e);
	return true;
}

static void add_declared_modes(const struct declaration *adapter, struct text *out)
{
	const char *separator = "";

	for (int mode = POLICY_READ_ONLY; mode < POLICY_COUNT; mode++)
		if (adapter->native_mode[mode]) {
			text_add_format(out, "%s%s", separator, policy_word((enum policy_mode)mode));
			separator = ", ";
		}
}

static bool declares_a_mode(const struct declaration *adapter)
{
	CLEARED(text) struct text modes = { 0 };

	add_declared_modes(adapter, &modes);
	return modes.len > 0;
}

bool row_no_projection(const struct request *request, const struct facts *facts, struct text *why)
{
	if (request->mode == POLICY_ABSENT || declares_a_mode(facts->adapter))
		return false;
	text_add_format(why,
			"the adapter %s declares that it cannot carry a filesystem policy, so %s could not be enforced; choose an "
			"adapter that declares it, or leave the policy out",
			facts->adapter->adapter, policy_word(request->mode));
	return true;
}

bool row_mode_unrepresentable(const struct request *request, const struct facts *facts, struct text *why)
{
	if (request->mode == POLICY_ABSENT || facts->adapter->native_mode[request->mode])
		return false;
	text_add_format(why, "the adapter %s cannot represent the mode %s; choose another adapter, or a mode it declares: ",
			facts->adapter->adapter, policy_word(request->mode));
	add_declared_modes(facts->adapter, why);
	return true;
}

bool row_roots_unrepresentable(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->writable_roots.count ? request->writable_roots.items[0] : NULL);
	const char *adapter = facts->adapter->adapter;

	if (facts->adapter->carries_roots)
		return false;
	if (request->writable_roots.count)
		text_add_format(why,
				"the adapter %s cannot carry writable roots, so \"%s\" would be dropped; drop the roots, or choose "
				"another adapter",
				adapter, shown);
	else if (request->git_write != GIT_WRITE_NONE)
		text_add_format(why,
				"the adapter %s cannot carry writable roots, so the Git grant %s would be dropped; drop the grant, "
				"or choose another adapter",
				adapter, git_write_word(request->git_write));
	return request->writable_roots.count || request->git_write != GIT_WRITE_NONE;
}

bool row_contradicted(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *how = value_shown(facts->attested_how);

	if (request->mode == POLICY_ABSENT || facts->attested != ATTESTED_CONTRADICTED)
		return false;
	text_add_format(why, "the sandbox of %s was observed not to enforce %s on this machine", facts->adapter->adapter,
			policy_word(request->mode));
	if (facts->attested_how)
		text_add_format(why, " (%s)", how);
	text_add_string(why, "; use another adapter or program version, or attest it again");
	return true;
}

bool row_program_missing(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *program = value_shown(facts->program);

	(void)request;
	if (!facts->launching || facts->program_path)
		return false;
	text_add_format(why, "the program %s of the adapter %s is not on PATH; ", program, facts->adapter->adapter);
	if (facts->install_hint)
		text_add_format(why, "install it (%s)", facts->install_hint);
	else
		text_add_string(why, "install it, or choose another adapter");
	return true;
}
