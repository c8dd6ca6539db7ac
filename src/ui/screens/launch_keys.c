/*
 * launch_keys — which keys hold on the Launch screen at which moment: the foot says no others.
 */
#include "ui/screens/launch.h"

const struct key_binding launch_bindings[] = {
	{ TYPED_ENTER, ACTION_LAUNCH, "launch" },
	{ TYPED_UP, ACTION_UP, "field" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_LEFT, ACTION_LEFT, "choose" }, { TYPED_RIGHT, ACTION_RIGHT, "" },
	{ 'g', ACTION_GRANT, "grant" },
	{ 'p', ACTION_PROMPT, "prompt" },
	{ 'o', ACTION_PICK, "repository" },
	{ 'v', ACTION_WHOLE, "verdict" },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL }, { 'h', ACTION_LEFT, NULL }, { 'l', ACTION_RIGHT, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ 'e', ACTION_EDIT, NULL },
	{ 0 },
};
/* On a field of text Enter edits it; on a prompt that is there it launches. */
static const struct key_binding on_text[] = {
	{ TYPED_ENTER, ACTION_EDIT, "edit" },
	{ TYPED_UP, ACTION_UP, "field" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ 'g', ACTION_GRANT, "grant" },
	{ 'p', ACTION_PROMPT, "prompt" },
	{ 'o', ACTION_PICK, "repository" },
	{ 'v', ACTION_WHOLE, "verdict" },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ 'e', ACTION_EDIT, NULL },
	{ 0 },
};
/* Elsewhere, while the prompt is missing: Enter goes where it is typed. */
static const struct key_binding on_waiting[] = {
	{ TYPED_ENTER, ACTION_PROMPT, "to the prompt" },
	{ TYPED_UP, ACTION_UP, "field" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ TYPED_LEFT, ACTION_LEFT, "choose" }, { TYPED_RIGHT, ACTION_RIGHT, "" },
	{ 'g', ACTION_GRANT, "grant" },
	{ 'o', ACTION_PICK, "repository" },
	{ 'v', ACTION_WHOLE, "verdict" },
	{ 'p', ACTION_PROMPT, NULL },
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL }, { 'h', ACTION_LEFT, NULL }, { 'l', ACTION_RIGHT, NULL },
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },
	{ 'e', ACTION_EDIT, NULL },
	{ 0 },
};
/* As many keys as there are changes that would be accepted. */
#define REST_OF_REFUSED                                                                                           \
	{ TYPED_UP, ACTION_UP, "field" }, { TYPED_DOWN, ACTION_DOWN, "" },                                        \
	{ TYPED_LEFT, ACTION_LEFT, "choose" }, { TYPED_RIGHT, ACTION_RIGHT, "" },                                 \
	{ TYPED_ENTER, ACTION_EDIT, NULL }, { 'e', ACTION_EDIT, NULL },                                           \
	{ 'v', ACTION_WHOLE, "verdict" }, { 'g', ACTION_GRANT, NULL }, { 'p', ACTION_PROMPT, NULL }, { 'o', ACTION_PICK, NULL }, \
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL }, { 'h', ACTION_LEFT, NULL }, { 'l', ACTION_RIGHT, NULL }, \
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL }, { 0 }
static const struct key_binding on_refused_1[] = { { '1', ACTION_APPLY_1, "apply the change" }, REST_OF_REFUSED };
static const struct key_binding on_refused_2[] = {
	{ '1', ACTION_APPLY_1, "apply a change" }, { '2', ACTION_APPLY_2, "" }, REST_OF_REFUSED
};
static const struct key_binding on_refused_3[] = {
	{ '1', ACTION_APPLY_1, "apply a change" }, { '2', ACTION_APPLY_2, "" }, { '3', ACTION_APPLY_3, "" }, REST_OF_REFUSED
};
static const struct key_binding *const on_refused[SUGGESTIONS_MAX + 1] = { launch_bindings, on_refused_1, on_refused_2, on_refused_3 };

const struct key_binding launch_editing[] = {
	{ TYPED_ENTER, ACTION_DONE, "done" },
	{ TYPED_ALT | TYPED_ENTER, ACTION_NEW_LINE, NULL },
	{ CONTROL('j'), ACTION_NEW_LINE, "new line" },
	{ TYPED_ESCAPE, ACTION_DONE, NULL },
	{ 0 },
};
/* The verdict has the whole screen. */
#define REST_OF_WHOLE                                                                                             \
	{ TYPED_UP, ACTION_UP, "scroll" }, { TYPED_DOWN, ACTION_DOWN, "" },                                       \
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL },                     \
	{ 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },                                                     \
	{ TYPED_HOME, ACTION_FIRST, NULL }, { TYPED_END, ACTION_LAST, NULL },                                     \
	{ 'v', ACTION_WHOLE, "back to the form" }, { TYPED_ESCAPE, ACTION_WHOLE, NULL }, { 0 }
static const struct key_binding on_whole[] = { { TYPED_ENTER, ACTION_LAUNCH, "launch" }, REST_OF_WHOLE };
static const struct key_binding on_whole_waiting[] = { REST_OF_WHOLE }; /* nothing can be started yet */
const struct key_binding *const launch_more[] = { on_text, on_waiting, on_refused_3, launch_editing, on_whole, NULL };

const struct key_binding *launch_bindings_now(const struct app *app, const void *state)
{
	const struct launch *l = state;

	(void)app;
	if (l->editing)
		return launch_editing;
	if (l->whole_shown)
		return launch_can_start(l) ? on_whole : on_whole_waiting;
	if (l->judged && !l->check.verdict.accepted && l->n_suggestions)
		return on_refused[l->n_suggestions];
	if (l->focus == FIELD_REPOSITORY || l->focus == FIELD_ROOTS || l->focus == FIELD_MODEL || l->focus == FIELD_TIMEOUT)
		return on_text;
	if (l->focus == FIELD_PROMPT && !launch_has_prompt(l))
		return on_text;
	return launch_waits(l) ? on_waiting : launch_bindings;
}
