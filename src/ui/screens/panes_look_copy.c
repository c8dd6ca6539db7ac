/*
 * panes_look_copy — what is chosen goes to the clipboard of the operator's own terminal, and is kept for a paste here.
 */
#include "ui/screens/panes_look.h"

#define COPY_BYTES_MAX (100u * 1024) /* terminals refuse longer ones without a word */

static void count(const struct text *t, size_t *ret_lines, size_t *ret_characters)
{
	*ret_lines = t->len > 0 && t->bytes[t->len - 1] != '\n';
	*ret_characters = 0;
	for (size_t i = 0; i < t->len; i++) {
		*ret_lines += t->bytes[i] == '\n';
		*ret_characters += ((unsigned char)t->bytes[i] & 0xC0) != 0x80 && t->bytes[i] != '\n';
	}
}

unsigned look_copy(struct app *app, struct panes_state *s, struct pane *p)
{
	CLEARED(text) struct text chosen = { 0 };
	size_t lines, characters;

	if (p->look.selection.kind == SELECT_NOTHING)
		return app_say(app, "Nothing is chosen: v begins to choose, V takes whole lines, Ctrl-V a rectangle.");
	if (!selection_text(&p->look.selection, &p->look.text, COPY_BYTES_MAX, &chosen))
		return app_say(app, "That is more than %u KiB, which terminals do not take; nothing was copied. s saves it to a file.",
			       COPY_BYTES_MAX / 1024);
	count(&chosen, &lines, &characters);
	if (characters == 0)
		return app_say(app, "Only blanks are chosen; nothing was copied.");
	if (!app_copy(app, chosen.bytes, chosen.len))
		return app_say(app, "This terminal cannot be written to; nothing was copied.");
	text_empty(&s->copied);
	text_add(&s->copied, chosen.bytes, chosen.len);
	look_leave(&p->look);
	return app_say(app, "Copied %zu line%s, %zu characters. Whether the terminal took them cannot be known.", lines,
		       lines == 1 ? "" : "s", characters);
}
