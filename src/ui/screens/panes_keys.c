/*
 * panes_keys — the tables of Panes, and where a key goes: to the focused child, or after the prefix to the console.
 */
#include "core/base/mem.h"
#include "ui/screens/panes_give.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"

#define RESIZE_CELLS 1
#define RESIZE_MANY 5
#define REPEAT_MS 500

/* What arranges panes. tmux's keys where tmux has one. */
#define ARRANGING                                                                                                  \
	{ TYPED_LEFT, ACTION_PANE_LEFT, NULL }, { TYPED_RIGHT, ACTION_PANE_RIGHT, NULL }, { TYPED_UP, ACTION_PANE_UP, NULL }, \
	{ TYPED_DOWN, ACTION_PANE_DOWN, NULL }, { ';', ACTION_LAST_PANE, NULL }, { '}', ACTION_SWAP_NEXT, NULL },          \
	{ '{', ACTION_SWAP_PREVIOUS, NULL }, { '!', ACTION_LAYOUT_FULL, NULL }, { 'E', ACTION_EVEN, NULL },               \
	{ TYPED_ALT | '1', ACTION_LAYOUT_COLUMNS, NULL }, { TYPED_ALT | '2', ACTION_LAYOUT_STACK, NULL },                 \
	{ TYPED_ALT | '5', ACTION_LAYOUT_TILE, NULL }, { '%', ACTION_LAYOUT_COLUMNS, NULL }, { '"', ACTION_LAYOUT_STACK, NULL },           \
	{ TYPED_CONTROL | TYPED_LEFT, ACTION_RESIZE_LEFT, NULL },          \
	{ TYPED_CONTROL | TYPED_RIGHT, ACTION_RESIZE_RIGHT, NULL }, { TYPED_CONTROL | TYPED_UP, ACTION_RESIZE_UP, NULL }, \
	{ TYPED_CONTROL | TYPED_DOWN, ACTION_RESIZE_DOWN, NULL }, { TYPED_ALT | TYPED_LEFT, ACTION_RESIZE_LEFT, NULL },   \
	{ TYPED_ALT | TYPED_RIGHT, ACTION_RESIZE_RIGHT, NULL }, { TYPED_ALT | TYPED_UP, ACTION_RESIZE_UP, NULL },         \
	{ TYPED_ALT | TYPED_DOWN, ACTION_RESIZE_DOWN, NULL }, { '1', ACTION_SLOT, NULL }, { '2', ACTION_SLOT, NULL },     \
	{ '3', ACTION_SLOT, NULL }, { '4', ACTION_SLOT, NULL }, { '5', ACTION_SLOT, NULL }, { '6', ACTION_SLOT, NULL },   \
	{ '7', ACTION_SLOT, NULL }, { '8', ACTION_SLOT, NULL }, { '9', ACTION_SLOT, NULL }

/* What begins to look back, besides [. */
#define LOOKING                                                                                                    \
	{ '/', ACTION_SEARCH_BACK, NULL }, { TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { 's', ACTION_SAVE, NULL },            \
	{ 'e', ACTION_EDITOR, NULL }, { 'v', ACTION_PAGER, NULL }

const struct key_binding panes_bindings[] = {
	{ PANES_PREFIX, ACTION_PREFIX, "then a key for the console" },
	{ 0 }
};

/* What follows the prefix wherever the focus is; the same key in tmux does the same, as far as there is the same. */
#define COMMANDS                                                                                                   \
	{ 'd', ACTION_QUIT, "detach" }, { '?', ACTION_HELP, "keys" }, { 'c', ACTION_GO_LAUNCH, "launch" },                 \
	{ 'r', ACTION_GO_RUNS, "runs" }, { 'n', ACTION_NEXT_SCREEN, "next screen" }, { 'p', ACTION_PREVIOUS_SCREEN, NULL }, \
	{ 'l', ACTION_GO_LAUNCH, NULL }, { 'q', ACTION_QUIT, NULL }, { 'Q', ACTION_QUIT_STOP, NULL },                     \
	{ 'W', ACTION_GO_ATTENTION, NULL }, { ':', ACTION_PALETTE, NULL }, { CONTROL('z'), ACTION_SUSPEND, NULL }

#define PANE_COMMANDS                                                                                              \
	{ ']', ACTION_PASTE, NULL }, { 't', ACTION_TAKE_KEYBOARD, NULL }, { 'X', ACTION_STOP_ALL, NULL },                  \
	{ '&', ACTION_STOP_ALL, NULL }, { 'H', ACTION_CLOSE_ENDED, NULL }, { 'O', ACTION_OTHER_BACK, NULL }, LOOKING,      \
	ARRANGING, { PANES_PREFIX, ACTION_PREFIX, NULL }

static const struct key_binding command_bindings[] = {
	{ 'o', ACTION_OTHER, "other" }, { 'z', ACTION_ZOOM, "zoom" }, { ' ', ACTION_NEXT_LAYOUT, "layout" },
	{ 'w', ACTION_PANE_LIST, "list" }, { '[', ACTION_SCROLL, "look back" }, { 'x', ACTION_STOP, "stop" }, COMMANDS,
	{ 'h', ACTION_CLOSE, "hide pane" }, PANE_COMMANDS,
	{ 0 }
};

/* There is nothing to stop any more: the same key takes the pane away. */
static const struct key_binding command_ended_bindings[] = {
	{ 'o', ACTION_OTHER, "other" }, { 'z', ACTION_ZOOM, "zoom" }, { ' ', ACTION_NEXT_LAYOUT, "layout" },
	{ 'w', ACTION_PANE_LIST, "list" }, { '[', ACTION_SCROLL, "look back" }, { 'x', ACTION_CLOSE, "close" }, COMMANDS,
	{ 'h', ACTION_CLOSE, NULL }, PANE_COMMANDS,
	{ 0 }
};

static const struct key_binding command_empty_bindings[] = {
	COMMANDS,
	{ 0 }
};

static const struct key_binding ended_bindings[] = {
	{ TYPED_ENTER, ACTION_OPEN, "open the run's record" }, { 'x', ACTION_CLOSE, "close pane" }, { 'o', ACTION_OTHER, "other" },
	{ 'z', ACTION_ZOOM, "zoom" }, { '[', ACTION_SCROLL, "look back" }, { 'H', ACTION_CLOSE_ENDED, "close all ended" },
	{ ' ', ACTION_NEXT_LAYOUT, "layout" }, { 'w', ACTION_PANE_LIST, "list" }, { 'h', ACTION_CLOSE, NULL },
	{ 'O', ACTION_OTHER_BACK, NULL }, LOOKING, ARRANGING, { PANES_PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

static const struct key_binding reading_bindings[] = {
	{ TYPED_ESCAPE, ACTION_CLOSE, "stop reading" }, { 'x', ACTION_CLOSE, NULL }, { 'o', ACTION_OTHER, "other" },
	{ 'w', ACTION_PANE_LIST, "list" }, { 'z', ACTION_ZOOM, NULL }, { TYPED_ENTER, ACTION_OPEN, "open the run's record" },
	{ ' ', ACTION_NEXT_LAYOUT, NULL }, { 'O', ACTION_OTHER_BACK, NULL }, ARRANGING, { PANES_PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

/* Nothing that is typed reaches a headless child, so no prefix is needed. */
static const struct key_binding headless_bindings[] = {
	{ 'o', ACTION_OTHER, "other" }, { 'z', ACTION_ZOOM, "zoom" }, { ' ', ACTION_NEXT_LAYOUT, "layout" },
	{ 'w', ACTION_PANE_LIST, "list" }, { '[', ACTION_SCROLL, "look back" }, { 'x', ACTION_STOP, "stop" },
	{ 'h', ACTION_CLOSE, "hide pane" }, { 'X', ACTION_STOP_ALL, "stop all" }, { 'H', ACTION_CLOSE_ENDED, NULL },
	{ 'O', ACTION_OTHER_BACK, NULL }, LOOKING, ARRANGING, { PANES_PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

static const struct key_binding list_bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { TYPED_ENTER, ACTION_OPEN, "give it the keys" },
	{ TYPED_ESCAPE, ACTION_BACK, "back" }, { 'k', ACTION_UP, NULL }, { 'j', ACTION_DOWN, NULL },
	{ TYPED_PAGE_UP, ACTION_PAGE_UP, NULL }, { TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL }, { TYPED_HOME, ACTION_FIRST, NULL },
	{ TYPED_END, ACTION_LAST, NULL }, { 'q', ACTION_BACK, NULL },
	{ 0 }
};

static const struct key_binding empty_bindings[] = {
	{ 'L', ACTION_GO_LAUNCH, "launch a run" }, { 'R', ACTION_GO_RUNS, "runs" }, { PANES_PREFIX, ACTION_PREFIX, NULL },
	{ 0 }
};

const struct key_binding *const panes_tables[] = {
	headless_bindings, ended_bindings, reading_bindings, look_bindings, look_chosen_bindings, look_prompt_bindings, look_save_bindings,
	list_bindings, empty_bindings,
	NULL
};

const struct key_binding *const panes_prefixed[] = { command_bindings, command_ended_bindings, command_empty_bindings, NULL };

/* What may follow the prefix. */
static const struct key_binding *command_bindings_now(const struct panes_state *s)
{
	const struct pane *p = panes_focused_const(s);

	if (!p)
		return command_empty_bindings;
	return pane_lives(p) ? command_bindings : command_ended_bindings;
}

const struct key_binding *panes_bindings_now(const struct app *app, const void *state)
{
	const struct panes_state *s = state;
	const struct pane *p = panes_focused_const(s);

	(void)app;
	if (s->mode == PANES_COMMAND)
		return command_bindings_now(s);
	if (!p)
		return empty_bindings;
	if (s->mode == PANES_LISTING)
		return list_bindings;
	if (p->look.on)
		return panes_look_bindings(p);
	if (p->log)
		return reading_bindings;
	if (!pane_lives(p))
		return ended_bindings;
	return p->interactive ? panes_bindings : headless_bindings;
}

/* What only the key itself says: which number, and how far. */
static unsigned perform(struct app *app, struct panes_state *s, enum action action, uint32_t key)
{
	if (action == ACTION_SLOT && s->count > 0)
		return panes_go_slot(app, s, key - '0');
	if (!panes_is_resize(action) || s->count == 0)
		return REDRAW | app_perform(app, action);
	s->repeat_until_ms = app_now_ms(app) + REPEAT_MS;
	return panes_resize(app, s, action, key & TYPED_ALT ? RESIZE_MANY : RESIZE_CELLS);
}

/* The key after the prefix. The prefix itself goes to the child. */
static unsigned command(struct app *app, struct panes_state *s, uint32_t key)
{
	enum action action = keymap_find(command_bindings_now(s), key);
	const char literal = (char)(PANES_PREFIX & 0x1f);

	s->mode = PANES_LIVE;
	if (action == ACTION_NONE)
		return app_say(app, "That key means nothing after the prefix; " PREFIX_NAME " ? lists what does.");
	if (action != ACTION_PREFIX)
		return perform(app, s, action, key);
	if (s->count > 0)
		panes_send(s, panes_focused(s), &literal, 1);
	return REDRAW;
}

static bool takes_keys(const struct panes_state *s)
{
	const struct pane *p = panes_focused_const(s);

	return p && pane_lives(p) && p->interactive && !p->look.on && s->mode == PANES_LIVE;
}

/* One resizing key follows another without the prefix for a moment. */
static bool repeats(const struct app *app, const struct panes_state *s, uint32_t key)
{
	return s->mode == PANES_LIVE && app_now_ms(app) < s->repeat_until_ms && panes_is_resize(keymap_find(command_bindings, key));
}

/* Without a child that takes keys the tables hold, but a number and a distance are known here only. */
static unsigned key_for_tables(struct app *app, struct panes_state *s, uint32_t key)
{
	enum action action = keymap_find(panes_bindings_now(app, s), key);

	return action == ACTION_SLOT || panes_is_resize(action) ? perform(app, s, action, key) : (unsigned)PASS;
}

static unsigned key_now(struct app *app, struct panes_state *s, const struct typed *typed)
{
	unsigned looked;

	if (typed->kind == TYPED_KEY && (s->mode == PANES_COMMAND || repeats(app, s, typed->key)))
		return command(app, s, typed->key);
	s->repeat_until_ms = 0;
	looked = panes_look_type(app, s, typed);
	if (!(looked & PASS))
		return looked;
	if (!takes_keys(s))
		return typed->kind == TYPED_KEY ? key_for_tables(app, s, typed->key) : (unsigned)PASS;
	if (typed->kind == TYPED_KEY && typed->key == PANES_PREFIX)
		return PASS;
	s->asked_slot = panes_focused(s)->slot;
	return panes_give(app, s, typed);
}

unsigned panes_key(struct app *app, void *state, const struct typed *typed)
{
	struct panes_state *s = state;
	unsigned reaction = NOTHING;

	if (typed->kind != TYPED_FOCUS)
		s->choose_until_ms = 0;
	if (typed->kind == TYPED_FOCUS)
		s->away = !typed->focused;
	else
		reaction = typed->kind == TYPED_MOUSE ? panes_mouse(app, s, typed) : key_now(app, s, typed);
	panes_give_focus(app, s);
	return reaction;
}
