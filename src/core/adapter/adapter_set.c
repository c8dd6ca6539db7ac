/* adapter_set — the adapters this program knows, in display order, and what of a child's result is owned. */
#include "core/adapter/adapter.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

bool adapter_unknown_holds(const struct adapter_unknown *u, const struct projection *p, enum style style)
{
	if (!p->applied || (u->with_grant && p->git_write == GIT_WRITE_NONE))
		return false;
	return u->style == STYLE_DEFAULT || (u->style == STYLE_INTERACTIVE) == (style == STYLE_INTERACTIVE);
}

const struct adapter *adapter_find(const struct adapter_set *set, const char *id)
{
	for (size_t i = 0; id && i < set->count; i++)
		if (strcmp(set->items[i]->id, id) == 0)
			return set->items[i];
	return NULL;
}

void adapter_names(const struct adapter_set *set, struct text *out)
{
	for (size_t i = 0; i < set->count; i++) {
		if (i)
			text_add_string(out, ", ");
		text_add_string(out, set->items[i]->id);
	}
}

void child_result_clear(struct child_result *r)
{
	free(r->text);
	free(r->why);
	free(r->session_id);
	*r = (struct child_result){ 0 };
}
