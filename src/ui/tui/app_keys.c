/*
 * app_keys — from something typed to what it does: the question first, then the screen's text entry, then the tables.
 */
#include <stdlib.h>
#include <string.h>

#include "ui/tui/app_parts.h"

#define WHEEL_ROWS 3

static unsigned to_screen(struct app *app, enum action action)
{
	struct screen *s = app_top(app);

	return s->ops->act && s->state ? s->ops->act(app, s->state, action) : NOTHING;
}

static unsigned go_by(struct app *app, size_t steps)
{
	size_t to = (app->tab + steps) % app->n_tabs;

	return app_go(app, app->tabs[to].ops->name, NULL);
}

static unsigned do_next(struct app *app) { return go_by(app, 1); }
static unsigned do_previous(struct app *app) { return go_by(app, app->n_tabs - 1); }
static unsigned do_launch(struct app *app) { return app_go(app, "launch", NULL); }
static unsigned do_panes(struct app *app) { return app_go(app, "panes", NULL); }
static unsigned do_runs(struct app *app) { return app_go(app, "runs", NULL); }
static unsigned do_matrix(struct app *app) { return app_go(app, "matrix", NULL); }
static unsigned do_adapters(struct app *app) { return app_go(app, "adapters", NULL); }
static unsigned do_help(struct app *app) { return app_go(app, "help", NULL); }
static unsigned do_palette(struct app *app) { return app_go(app, "palette", NULL); }
static unsigned do_back(struct app *app) { return app->depth ? LEAVE : to_screen(app, ACTION_BACK); }
static unsigned do_quit(struct app *app) { (void)app; return QUIT; }

static unsigned do_suspend(struct app *app)
{
	loop_suspend(app);
	return REDRAW;
}

static unsigned do_repaint(struct app *app)
{
	if (app->term)
		term_repaint(app->term);
	return REDRAW;
}

/* What the console does itself on every screen, whichever key is bound to it; going back is the screen's where it binds
   it. */
static const struct { enum action action; unsigned (*perform)(struct app *app); } own[] = {
	{ ACTION_GO_LAUNCH, do_launch }, { ACTION_GO_PANES, do_panes }, { ACTION_GO_RUNS, do_runs },
	{ ACTION_GO_MATRIX, do_matrix }, { ACTION_GO_ADAPTERS, do_adapters }, { ACTION_NEXT_SCREEN, do_next },
	{ ACTION_PREVIOUS_SCREEN, do_previous }, { ACTION_HELP, do_help }, { ACTION_PALETTE, do_palette },
	{ ACTION_BACK, do_back }, { ACTION_SUSPEND, do_suspend }, { ACTION_REPAINT, do_repaint }, { ACTION_QUIT, do_quit },
	{ ACTION_GO_ATTENTION, app_go_attention }, { ACTION_QUIT_STOP, app_ask_quit_stop },
};

unsigned app_perform(struct app *app, enum action action)
{
	struct screen *s = app_top(app);
	unsigned missing = action_info[action].need & ~screen_has(app, s);

	if (missing)
		return app_say(app, "%s needs %s.", action_info[action].name, need_words(missing));
	if (action == ACTION_BACK && keymap_key(screen_bindings(app, s), action))
		return to_screen(app, action);
	for (size_t i = 0; i < COUNT_OF(own); i++) {
		if (own[i].action == action)
			return own[i].perform(app);
	}
	return to_screen(app, action);
}

static unsigned answer(struct app *app, const struct typed *t)
{
	struct screen *s = app_top(app);
	enum answer answer = ask_type(&app->ask, t);
	int id = app->ask.id;

	if (answer == ANSWER_NOT_YET)
		return REDRAW;
	ask_clear(&app->ask);
	if (!app->asker)
		return app_answered_quit_stop(app, answer == ANSWER_YES);
	if (s->ops != app->asker || !s->ops->answered)
		return REDRAW;
	return REDRAW | s->ops->answered(app, s->state, id, answer == ANSWER_YES);
}

static unsigned head_clicked(struct app *app, const struct typed *t)
{
	size_t tab = app_tab_at(app, t->col);

	if (tab >= app->n_tabs || !t->pressed || t->moved || t->button != BUTTON_LEFT)
		return NOTHING;
	return app_go(app, app->tabs[tab].ops->name, NULL);
}

static unsigned key_pressed(struct app *app, uint32_t key)
{
	struct screen *s = app_top(app);
	char name[KEY_NAME_BYTES];
	enum action action = keymap_find(screen_bindings(app, s), key);

	if (action == ACTION_NONE)
		action = keymap_find(common_bindings, key);
	if (action == ACTION_NONE)
		return app_say(app, "%s does nothing here; ? lists the keys.", typed_name(key, name));
	return app_perform(app, action);
}

static bool is_wheel(const struct typed *t)
{
	return t->kind == TYPED_MOUSE && (t->button == BUTTON_WHEEL_UP || t->button == BUTTON_WHEEL_DOWN);
}

static unsigned wheel_turned(struct app *app, const struct typed *t)
{
	struct screen *s = app_top(app);
	enum action action = t->button == BUTTON_WHEEL_UP ? ACTION_UP : ACTION_DOWN;
	bool typing = s->ops->typing && s->state && s->ops->typing(app, s->state);
	unsigned reaction = NOTHING;

	if (!t->pressed || typing || keymap_key(screen_bindings(app, s), action) == 0)
		return NOTHING;
	for (int i = 0; i < WHEEL_ROWS; i++)
		reaction |= app_perform(app, action);
	return reaction;
}

static unsigned type_now(struct app *app, const struct typed *t)
{
	struct screen *s = app_top(app);
	unsigned reaction;

	if (ask_open(&app->ask))
		return answer(app, t);
	if (t->kind == TYPED_MOUSE && t->row == 0)
		return head_clicked(app, t);
	if (is_wheel(t) && !s->ops->own_wheel)
		return wheel_turned(app, t);
	reaction = s->ops->key && s->state ? s->ops->key(app, s->state, t) : PASS;
	if (!(reaction & PASS))
		return reaction;
	return t->kind == TYPED_KEY ? key_pressed(app, t->key) : reaction;
}

/* Nobody sees what it would do: leaving is all that is possible. */
static unsigned type_unseen(const struct typed *t)
{
	return t->kind == TYPED_KEY && (t->key == 'q' || t->key == CONTROL('c')) ? QUIT : NOTHING;
}

unsigned app_type(struct app *app, const struct typed *t)
{
	unsigned reaction = NOTHING;
	bool said = app->notice != NULL;

	if ((app->unseen || app_too_small(app)) && t->kind != TYPED_FOCUS)
		return type_unseen(t);
	if (said && (t->kind == TYPED_KEY || t->kind == TYPED_PASTE)) {
		free(app->notice);
		app->notice = NULL;
		reaction = REDRAW;
	}
	return app_settle(app, reaction | type_now(app, t));
}
