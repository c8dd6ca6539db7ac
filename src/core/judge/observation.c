/*
 * observation — the comparison of what was rendered with what the vendor says was in force. A difference in either
 * direction is one: less than was rendered means that the record of what was permitted would be wrong as well.
 */
#include "core/judge/observation.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

static const char *const words[] = {
	[OBSERVED_NONE] = "none",
	[OBSERVED_UNKNOWN] = "unknown",
	[OBSERVED_MATCHED] = "matched",
	[OBSERVED_CONTRADICTED] = "contradicted",
};
_Static_assert(COUNT_OF(words) == OBSERVED_COUNT, "one word per state");

const char *observed_word(enum observed o)
{
	return words[o];
}

void observation_clear(struct observation *o)
{
	free(o->why);
	free(o->directory);
	free(o->mode);
	free(o->approval);
	free(o->extract);
	free(o->record);
	strlist_clear(&o->writable);
	*o = (struct observation){ 0 };
}

static void begin_difference(struct text *out)
{
	text_add_string(out, out->len ? "; " : "What its vendor recorded as in force is not what was rendered: ");
}

static void compare_words(const char *what, const char *rendered, const char *observed, struct text *out)
{
	if (rendered && strcmp(rendered, observed) == 0)
		return;
	begin_difference(out);
	text_add_format(out, "%s is %s instead of %s", what, observed, rendered ? rendered : "nothing");
}

static void compare_writable(const struct strlist *rendered, const struct strlist *observed, struct text *out)
{
	for (size_t i = 0; i < observed->count; i++) {
		if (strlist_has(rendered, observed->items[i]))
			continue;
		begin_difference(out);
		text_add_format(out, "%s was writable and not rendered", observed->items[i]);
	}
	for (size_t i = 0; i < rendered->count && !strlist_has(observed, "/"); i++) {
		if (strlist_has(observed, rendered->items[i]))
			continue;
		begin_difference(out);
		text_add_format(out, "%s was rendered and not writable", rendered->items[i]);
	}
}

static void compare(const struct rendered *rendered, const struct observation *o, struct text *out)
{
	compare_words("the mode", rendered->mode, o->mode, out);
	compare_words("the working directory", rendered->directory, o->directory, out);
	compare_writable(rendered->writable, &o->writable, out);
	if (o->network) {
		begin_difference(out);
		text_add_string(out, "the network was open and not asked for");
	}
	if (o->approvals) {
		begin_difference(out);
		text_add_format(out, "something could be approved to run outside the sandbox (%s)", o->approval);
	}
}

void observation_judge(const struct rendered *rendered, struct observation *o)
{
	CLEARED(text) struct text differences = { 0 };

	o->state = OBSERVED_UNKNOWN;
	if (!o->understood)
		return;
	compare(rendered, o, &differences);
	o->state = differences.len ? OBSERVED_CONTRADICTED : OBSERVED_MATCHED;
	if (!differences.len) {
		str_set(&o->why, NULL);
		return;
	}
	text_add_byte(&differences, '.');
	str_set(&o->why, text_c(&differences));
}

enum observed observed_together(enum observed a, enum observed b)
{
	static const int weight[] = { [OBSERVED_NONE] = 0, [OBSERVED_MATCHED] = 1, [OBSERVED_UNKNOWN] = 2, [OBSERVED_CONTRADICTED] = 3 };

	return weight[a] >= weight[b] ? a : b;
}
