/* template_render — a template and an invocation become words; every value is one element, no shell in between. */
#include "adapters/template_parts.h"

#include "adapters/carry.h"
#include "adapters/toml.h"
#include "core/base/mem.h"

struct values {
	struct strlist roots; /* private temporary directory first; empty in read-only */
	struct text list, tmp;
};

static void values_clear(struct values *v)
{
	strlist_clear(&v->roots);
	text_clear(&v->list);
	text_clear(&v->tmp);
}

/* Owned: what the slot stands for; NULL when nothing was asked for. */
static char *slot_value(enum slot slot, const struct invocation *in, const struct values *v, const char *root)
{
	const struct request *r = in->request;

	switch (slot) {
	case SLOT_PROMPT: return str_copy(carry_prompt(in));
	case SLOT_MODEL: return str_copy(r->model);
	case SLOT_EFFORT: return str_copy(r->effort);
	case SLOT_MAX_TURNS: return r->max_turns ? str_format("%lld", (long long)r->max_turns) : NULL;
	case SLOT_LAST_MESSAGE: return str_copy(in->last_message_path);
	case SLOT_MODE: return str_copy(in->projection->native_mode);
	case SLOT_ROOTS: return str_copy(text_c(&v->list));
	case SLOT_ROOT: return str_copy(root);
	case SLOT_TMP: return str_copy(text_c(&v->tmp));
	case SLOT_COUNT: return NULL;
	}
	return NULL;
}

static bool word_render(const struct word *w, const struct invocation *in, const struct values *v, const char *root,
			struct strlist *argv, struct error *err)
{
	OWNED_MEM char *value = NULL;

	if (w->slot == SLOT_COUNT) {
		strlist_add(argv, w->before);
		return true;
	}
	value = slot_value(w->slot, in, v, root);
	if (!value)
		return error_set(err, REASON_REQUEST_INVALID, "there is no value for {%s} in this invocation", slot_word(w->slot));
	strlist_add_format(argv, "%s%s%s", w->before, value, w->after);
	return true;
}

static bool group_render(const struct group *g, const struct invocation *in, const struct values *v, const char *root,
			 struct strlist *argv, struct error *err)
{
	for (size_t i = 0; i < g->n_words; i++)
		if (!word_render(&g->words[i], in, v, root, argv, err))
			return false;
	return true;
}

static bool groups_render(const struct group *g, const struct invocation *in, const struct values *v, struct strlist *argv,
			  struct error *err)
{
	OWNED_MEM char *value = NULL;

	if (g->needs == SLOT_ROOT) {
		for (size_t i = 0; i < v->roots.count; i++)
			if (!group_render(g, in, v, v->roots.items[i], argv, err))
				return false;
		return true;
	}
	if (g->needs == SLOT_COUNT)
		return group_render(g, in, v, NULL, argv, err);
	value = slot_value(g->needs, in, v, NULL);
	return !value || group_render(g, in, v, NULL, argv, err);
}

static bool values_fill(const struct adapter *self, const struct invocation *in, struct values *v, struct error *err)
{
	if (!in->projection->applied)
		return true;
	if (!carry_roots(self, in, &v->roots, err))
		return false;
	if (toml_add_list(&v->list, &v->roots) && toml_add_string(&v->tmp, in->private_tmp))
		return true;
	return error_set(err, REASON_WRITABLE_ROOT_INVALID, "a writable root's name is not UTF-8; rename it");
}

bool template_render(const struct template *t, const struct adapter *self, const struct invocation *in, struct strlist *argv,
		     struct error *err)
{
	CLEARED(values) struct values v = { 0 };

	if (!values_fill(self, in, &v, err))
		return false;
	for (size_t i = 0; i < t->n_groups; i++)
		if (!groups_render(&t->groups[i], in, &v, argv, err))
			return false;
	return true;
}
