/*
 * runs_filtering — the filter of the Runs screen while it is typed, kept, emptied and taken from the history.
 */
#include "core/base/mem.h"
#include "ui/screens/runs_state.h"

#define HISTORY_MOST 50

const struct key_binding runs_filter_bindings[] = {
	{ TYPED_ENTER, ACTION_DONE, "keep" }, { TYPED_TAB, ACTION_COMPLETE, "complete" }, { TYPED_UP, ACTION_EARLIER, "earlier filters" },
	{ TYPED_DOWN, ACTION_LATER, "" }, { TYPED_ESCAPE, ACTION_BACK, "empty it" },
	{ 0 }
};
/* A word that is not understood, or not yet, is said and leaves the others in force. */
unsigned runs_apply_filter(struct runs_state *s)
{
	OWNED(run_filter) struct run_filter *filter = NULL;
	struct error err = { 0 };
	bool whole = run_filter_parse(field_value(&s->filter), &filter, &err);

	str_set(&s->doubt, whole ? NULL : err.text);
	runs_arrange(&s->runs, field_is_empty(&s->filter) ? NULL : filter, s->sort, s->group, &s->lines);
	list_count(&s->list, s->lines.count);
	return REDRAW;
}

static unsigned keep_filter(struct app *app, struct runs_state *s)
{
	s->filtering = false;
	if (!field_is_empty(&s->filter)) {
		for (size_t i = s->history.count; i > 0; i--)
			if (strcmp(s->history.items[i - 1], field_value(&s->filter)) == 0)
				strlist_remove(&s->history, i - 1);
		strlist_add(&s->history, field_value(&s->filter));
	}
	if (s->history.count > HISTORY_MOST)
		strlist_remove(&s->history, 0);
	(void)runs_apply_filter(s);
	return s->doubt ? app_alert(app, "%s", s->doubt) : REDRAW;
}

static unsigned empty_filter(struct runs_state *s)
{
	s->filtering = false;
	field_set(&s->filter, NULL);
	return runs_apply_filter(s);
}

static unsigned move_in_history(struct runs_state *s, size_t to)
{
	if (to > s->history.count)
		return NOTHING;
	s->at = to;
	field_set(&s->filter, to < s->history.count ? s->history.items[to] : NULL);
	return runs_apply_filter(s);
}

static unsigned complete(struct app *app, struct runs_state *s)
{
	CLEARED(strlist) struct strlist words = { 0 };
	CLEARED(text) struct text all = { 0 };
	OWNED_MEM char *completed = run_filter_complete(field_value(&s->filter), &s->runs, &words);

	field_set(&s->filter, completed);
	for (size_t i = 0; i < words.count; i++)
		text_add_format(&all, "%s%s", i > 0 ? "  " : "", words.items[i]);
	if (words.count > 1)
		(void)app_say(app, "%s", text_c(&all));
	return runs_apply_filter(s);
}

unsigned runs_act_on_filter(struct app *app, struct runs_state *s, enum action action)
{
	switch ((int)action) {
	case ACTION_DONE: return keep_filter(app, s);
	case ACTION_BACK: return empty_filter(s);
	case ACTION_COMPLETE: return complete(app, s);
	case ACTION_EARLIER: return move_in_history(s, s->at - 1);
	case ACTION_LATER: return move_in_history(s, s->at + 1);
	default: return NOTHING;
	}
}


bool runs_count(struct app *app, struct run_statistics *ret)
{
	struct runs_state *s = app_state_of(app, "runs");
	OWNED(run_filter) struct run_filter *filter = NULL;
	struct error err = { 0 };

	*ret = (struct run_statistics){ 0 };
	if (!s)
		return true;
	if (!run_filter_parse(field_value(&s->filter), &filter, &err))
		str_set(&s->doubt, err.text); /* the words that are understood hold, as in the list */
	run_statistics(&s->runs, filter, ret);
	return s->read && !s->reading;
}
