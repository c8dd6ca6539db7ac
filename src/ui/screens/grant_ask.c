/*
 * grant_ask — what the shared-repository grant costs, in this repository's own numbers, before it is turned on.
 */
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "ui/screens/launch.h"
#include "ui/words.h"

/* The repository's name as it can be typed on any keyboard; "grant" where it cannot. */
static char *word_to_type(const struct layout *layout)
{
	const char *path = layout->main_root ? layout->main_root : layout->top.path;
	const char *name = path ? path_base(path) : "";
	size_t len = strlen(name);

	for (size_t i = 0; i < len; i++) {
		if (name[i] <= ' ' || name[i] > '~')
			return str_copy("grant");
	}
	return str_copy(len > 0 && len <= 40 ? name : "grant");
}

static const struct layout no_layout;

unsigned grant_ask(const struct launch *l, struct app *app)
{
	const struct layout *layout = l->layout ? l->layout : &no_layout;
	CLEARED(strlist) struct strlist cost = { 0 };
	struct ask ask = { .id = ASK_GRANT, .title = str_copy("Write access to the shared repository"), .grave = true,
			   .word = word_to_type(layout), .purpose = str_copy("to grant it for this run") };

	words_grant_cost(layout, l->facts_known ? &l->facts : NULL, app_engine(app)->places->home, &cost);
	for (size_t i = 0; i < cost.count; i++) {
		if (i == 1)
			strlist_add(&ask.lines, "");
		strlist_add_format(&ask.lines, i == 0 ? "%s" : "  · %s", cost.items[i]);
	}
	strlist_add(&ask.lines, "");
	strlist_add(&ask.lines, words_grant_half());
	strlist_add(&ask.lines, words_grant_after());
	if (!l->facts_known && l->facts_why)
		strlist_add_format(&ask.lines, "! What is shared could not be counted: %s", l->facts_why);
	else if (!l->facts_known && l->layout && l->layout->gitdir.path)
		strlist_add(&ask.lines, "What is shared is still being counted.");
	return app_ask(app, &ask);
}
