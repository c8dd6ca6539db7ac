/*
 * runs_filtering — the filter of the Runs screen while it is typed, kept, emptied and taken from the history.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "ui/screens/runs_state.h"

#define HISTORY_MOST 50
#define INDEX_MS 3000

const struct key_binding runs_filter_bindings[] = {
	{ TYPED_ENTER, ACTION_DONE, "keep" }, { TYPED_TAB, ACTION_COMPLETE, "complete" }, { TYPED_UP, ACTION_EARLIER, "earlier filters" },
	{ TYPED_DOWN, ACTION_LATER, "" }, { TYPED_ESCAPE, ACTION_BACK, "empty it" },
	{ 0 }
};
void runs_texts_clear(struct runs_state *s)
{
	run_texts_drop(&s->texts);
	str_set(&s->unsearched, NULL);
}

static void say_unsearched(struct runs_state *s)
{
	const size_t missing = run_texts_missing(s->texts), cut = run_texts_cut(s->texts);

	str_set(&s->unsearched, NULL);
	if (missing > 0)
		s->unsearched = str_format("prompts and results of %zu not searched", missing);
	else if (cut > 0)
		s->unsearched = str_format("prompts and results of %zu searched in part", cut);
}

/* When the operator is about to type, so that the first key does not wait for it. */
void runs_texts_open(struct runs_state *s)
{
	if (!s->texts && !s->records)
		s->texts = run_texts_open(s->state, &s->runs);
}

static void look_into_texts(struct runs_state *s, struct run_filter *filter)
{
	if (!run_filter_wants_text(filter) || s->records) {
		str_set(&s->unsearched, NULL);
		return;
	}
	runs_texts_open(s);
	run_filter_look(filter, &s->runs, s->texts);
	say_unsearched(s);
}

struct index_errand { const char *state; const struct run_list *list; uint64_t until_ms; };

static void index_errand(const void *argument, struct text *out)
{
	const struct index_errand *job = argument;

	text_add_format(out, "%zu", run_texts_fill(job->state, job->list, job->until_ms));
}

/* Until nothing is added any more: the rest does not fit. */
void runs_index(struct app *app, struct runs_state *s)
{
	const struct index_errand job = { s->state, &s->runs, app_now_ms(app) + INDEX_MS };
	struct error unused;

	if (!s->reading && s->texts && s->unsearched && run_texts_missing(s->texts) > 0 && !errand_busy(&s->indexing) &&
	    !errand_start(&s->indexing, index_errand, &job, app_now_ms(app), INDEX_MS * 4, &unused))
		errand_give_up(&s->indexing);
}

unsigned runs_indexed(struct app *app, struct runs_state *s)
{
	if (!errand_busy(&s->indexing) || !errand_hear(&s->indexing, app_now_ms(app)))
		return NOTHING;
	if (strtoull(text_c(&s->indexing.result), NULL, 10) == 0)
		return NOTHING;
	runs_texts_clear(s);
	(void)runs_apply_filter(s);
	runs_index(app, s);
	return REDRAW;
}

/* A word that is not understood, or not yet, is said and leaves the others in force. */
unsigned runs_apply_filter(struct runs_state *s)
{
	OWNED(run_filter) struct run_filter *filter = NULL;
	struct error err = { 0 };
	bool whole = run_filter_parse(field_value(&s->filter), &filter, &err);

	str_set(&s->doubt, whole ? NULL : err.text);
	look_into_texts(s, filter);
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
	look_into_texts(s, filter);
	run_statistics(&s->runs, filter, ret);
	return s->read && !s->reading;
}
