/*
 * panes_look — see panes_look.h. The keys are those of less and of tmux's copy mode, where the two agree.
 */
#include "ui/screens/panes_look.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "ui/screens/panes_give.h"

#define MOVES                                                                                                       \
	{ TYPED_LEFT, ACTION_LEFT, NULL }, { TYPED_RIGHT, ACTION_RIGHT, NULL }, { 'k', ACTION_UP, NULL },                   \
	{ 'j', ACTION_DOWN, NULL }, { 'h', ACTION_LEFT, NULL }, { 'l', ACTION_RIGHT, NULL },                              \
	{ CONTROL('u'), ACTION_HALF_UP, NULL }, { CONTROL('d'), ACTION_HALF_DOWN, NULL }, { 'g', ACTION_FIRST, NULL },      \
	{ 'G', ACTION_LAST, NULL }, { TYPED_CONTROL | TYPED_HOME, ACTION_FIRST, NULL },                                   \
	{ TYPED_CONTROL | TYPED_END, ACTION_LAST, NULL }, { TYPED_HOME, ACTION_LINE_BEGIN, NULL },                        \
	{ TYPED_END, ACTION_LINE_END, NULL }, { '0', ACTION_LINE_BEGIN, NULL }, { '$', ACTION_LINE_END, NULL },             \
	{ 'w', ACTION_WORD, NULL }, { 'b', ACTION_WORD_BACK, NULL }

#define OTHERS                                                                                                      \
	{ ' ', ACTION_SELECT, NULL }, { 'V', ACTION_SELECT_LINES, NULL }, { CONTROL('v'), ACTION_SELECT_BLOCK, NULL },      \
	{ TYPED_ENTER, ACTION_COPY, NULL }, { 'q', ACTION_BACK, NULL }, { CONTROL('c'), ACTION_BACK, NULL },                \
	{ CONTROL('b'), ACTION_PREFIX, NULL }

const struct key_binding look_bindings[] = {
	{ TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" }, { TYPED_PAGE_UP, ACTION_PAGE_UP, "page" },
	{ TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, "" }, { TYPED_ESCAPE, ACTION_BACK, "back to the child" },
	{ '/', ACTION_SEARCH, "look for" }, { '?', ACTION_SEARCH_BACK, "" }, { 'n', ACTION_NEXT_MATCH, "next" },
	{ 'N', ACTION_PREVIOUS_MATCH, "" }, { 'v', ACTION_SELECT, "choose" }, { 's', ACTION_SAVE, "save" },
	{ 'p', ACTION_PAGER, "pager" }, { 'e', ACTION_EDITOR, "editor" }, { 'o', ACTION_FOLLOW, "open address" },
	{ 'y', ACTION_COPY, NULL }, MOVES, OTHERS,
	{ 0 }
};

/* The same keys; the foot says what can be done with what is chosen. */
const struct key_binding look_chosen_bindings[] = {
	{ 'y', ACTION_COPY, "copy" }, { 's', ACTION_SAVE, "save" }, { 'p', ACTION_PAGER, "pager" }, { 'e', ACTION_EDITOR, "editor" },
	{ TYPED_ESCAPE, ACTION_BACK, "let go" }, { TYPED_UP, ACTION_UP, "move" }, { TYPED_DOWN, ACTION_DOWN, "" },
	{ '/', ACTION_SEARCH, "look for" }, { '?', ACTION_SEARCH_BACK, "" }, { 'n', ACTION_NEXT_MATCH, NULL },
	{ 'N', ACTION_PREVIOUS_MATCH, NULL }, { 'v', ACTION_SELECT, NULL }, { TYPED_PAGE_UP, ACTION_PAGE_UP, NULL },
	{ TYPED_PAGE_DOWN, ACTION_PAGE_DOWN, NULL }, { 'o', ACTION_FOLLOW, NULL }, MOVES, OTHERS,
	{ 0 }
};

const struct key_binding look_save_bindings[] = {
	{ TYPED_ENTER, ACTION_DONE, "save" }, { TYPED_ESCAPE, ACTION_BACK, "give up" },
	{ 0 }
};

const struct key_binding look_prompt_bindings[] = {
	{ TYPED_ENTER, ACTION_DONE, "go there" }, { TYPED_ESCAPE, ACTION_BACK, "give up" },
	{ 0 }
};

static const struct { enum action action; enum motion motion; } motions[] = {
	{ ACTION_UP, MOVE_UP }, { ACTION_DOWN, MOVE_DOWN }, { ACTION_LEFT, MOVE_LEFT }, { ACTION_RIGHT, MOVE_RIGHT },
	{ ACTION_PAGE_UP, MOVE_PAGE_UP }, { ACTION_PAGE_DOWN, MOVE_PAGE_DOWN }, { ACTION_HALF_UP, MOVE_HALF_UP },
	{ ACTION_HALF_DOWN, MOVE_HALF_DOWN }, { ACTION_FIRST, MOVE_OLDEST }, { ACTION_LAST, MOVE_NEWEST },
	{ ACTION_LINE_BEGIN, MOVE_LINE_BEGIN }, { ACTION_LINE_END, MOVE_LINE_END }, { ACTION_WORD, MOVE_WORD },
	{ ACTION_WORD_BACK, MOVE_WORD_BACK },
};

const struct key_binding *panes_look_bindings(const struct pane *p)
{
	if (!p->look.on)
		return NULL;
	if (p->look.prompt == PROMPT_NONE)
		return p->look.selection.kind == SELECT_NOTHING ? look_bindings : look_chosen_bindings;
	return p->look.prompt == PROMPT_SAVE ? look_save_bindings : look_prompt_bindings;
}

struct rect panes_look_area(const struct app *app, const struct panes_state *s, size_t at)
{
	return rect_below(panes_area(s, app_body(app), at), PANE_TITLE_ROWS);
}

void panes_look_fit(const struct app *app, struct panes_state *s)
{
	for (size_t i = 0; i < s->count; i++)
		look_fit(&s->panes[i].look, panes_look_area(app, s, i).rows);
}

static void begin(struct app *app, struct panes_state *s)
{
	pane_look_back(panes_focused(s), panes_look_area(app, s, s->focus).rows, false);
}

static unsigned ask_words(struct pane *p, enum look_prompt prompt)
{
	struct pane_look *l = &p->look;

	l->prompt = prompt;
	l->before = l->cursor;
	field_clear(&l->field);
	l->field.limit_bytes = SEARCH_WORDS_BYTES;
	return REDRAW;
}

static unsigned say_found(struct app *app, const struct pane_look *l, bool found, bool around, bool back)
{
	if (!found)
		return app_say(app, "\"%s\" is nowhere in what this pane printed.", l->words);
	if (around)
		return app_say(app, "Went round to the %s match.", back ? "newest" : "oldest");
	return REDRAW;
}

static unsigned go_on(struct app *app, struct pane *p, bool turned)
{
	struct pane_look *l = &p->look;
	bool back = l->backward != turned, around = false, found;

	if (!l->words)
		return app_say(app, "Nothing was looked for yet; / looks for words.");
	if (!l->search.made)
		look_search(l, l->words);
	found = search_go(&l->search, &l->text, l->cursor, back, &around);
	if (found)
		look_go(l, l->search.items[l->search.current - 1].from);
	return say_found(app, l, found, around, back);
}

static unsigned leave(struct pane *p)
{
	/* One step at a time: what was chosen is let go first. */
	if (p->look.selection.kind != SELECT_NOTHING)
		p->look.selection = (struct selection){ 0 };
	else
		look_leave(&p->look);
	return REDRAW;
}

static unsigned prompt_given_up(struct pane *p)
{
	struct pane_look *l = &p->look;

	if (l->prompt != PROMPT_SAVE) {
		search_clear(&l->search);
		l->search_due = false;
		look_go(l, l->before);
	}
	l->prompt = PROMPT_NONE;
	return REDRAW;
}

static unsigned prompt_done(struct app *app, struct pane *p)
{
	struct pane_look *l = &p->look;
	enum look_prompt prompt = l->prompt;
	OWNED_MEM char *typed = str_copy(field_value(&l->field));
	bool around = false, found;

	l->prompt = PROMPT_NONE;
	if (prompt == PROMPT_SAVE)
		return look_save(app, p, typed);
	if (typed[0])
		str_set(&l->words, typed);
	if (!l->words)
		return prompt_given_up(p);
	found = look_find(l, l->words, prompt == PROMPT_SEARCH_BACK, l->before, &around);
	return say_found(app, l, found, around, prompt == PROMPT_SEARCH_BACK);
}

static unsigned act_looking(struct app *app, struct panes_state *s, struct pane *p, enum action action)
{
	switch ((int)action) {
	case ACTION_SEARCH: return ask_words(p, PROMPT_SEARCH);
	case ACTION_SEARCH_BACK: return ask_words(p, PROMPT_SEARCH_BACK);
	case ACTION_NEXT_MATCH: return go_on(app, p, false);
	case ACTION_PREVIOUS_MATCH: return go_on(app, p, true);
	case ACTION_SELECT: look_select(&p->look, SELECT_CHARACTERS); return REDRAW;
	case ACTION_SELECT_LINES: look_select(&p->look, SELECT_LINES); return REDRAW;
	case ACTION_SELECT_BLOCK: look_select(&p->look, SELECT_BLOCK); return REDRAW;
	case ACTION_COPY: return look_copy(app, s, p);
	case ACTION_SAVE: return look_ask_path(app, p);
	case ACTION_PAGER:
	case ACTION_EDITOR: return look_open(app, p, action);
	case ACTION_FOLLOW: return look_ask_link(app, p, &p->look.text, p->look.cursor);
	case ACTION_BACK: return leave(p);
	case ACTION_SCROLL: return REDRAW;
	default: return PASS;
	}
}

/* These begin looking back where it is not on yet. */
static bool begins(enum action action)
{
	return action == ACTION_SCROLL || action == ACTION_SEARCH || action == ACTION_SEARCH_BACK || action == ACTION_SAVE ||
	       action == ACTION_PAGER || action == ACTION_EDITOR;
}

unsigned panes_look_act(struct app *app, struct panes_state *s, enum action action)
{
	struct pane *p = panes_focused(s);

	if (!p || (!p->look.on && !begins(action)))
		return PASS;
	begin(app, s);
	if (p->look.prompt != PROMPT_NONE)
		return action == ACTION_DONE ? prompt_done(app, p) : action == ACTION_BACK ? prompt_given_up(p) : PASS;
	for (size_t i = 0; i < COUNT_OF(motions); i++)
		if (motions[i].action == action) {
			look_move(&p->look, motions[i].motion);
			return REDRAW;
		}
	return act_looking(app, s, p, action);
}

unsigned panes_look_type(struct app *app, struct panes_state *s, const struct typed *typed)
{
	struct pane *p = panes_focused(s);
	struct pane_look *l = p ? &p->look : NULL;

	(void)app;
	if (!l || !l->on || l->prompt == PROMPT_NONE || (typed->kind != TYPED_KEY && typed->kind != TYPED_PASTE))
		return PASS;
	if (typed->kind == TYPED_KEY && keymap_find(look_prompt_bindings, typed->key) != ACTION_NONE)
		return PASS;
	if (field_type(&l->field, typed) && l->prompt != PROMPT_SAVE)
		l->search_due = true;
	return REDRAW;
}

unsigned panes_look_answered(struct app *app, struct panes_state *s, int id, bool yes)
{
	struct pane *p = panes_focused(s);

	if (!p || !yes)
		return REDRAW;
	switch (id) {
	case ASK_PASTE: return panes_give_paste(app, s);
	case ASK_LINK: return look_open_link(app, p);
	default: return look_replace(app, p);
	}
}
