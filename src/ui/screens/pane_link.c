/*
 * pane_link — see pane_link.h.
 */
#include "ui/screens/pane_link.h"

#include <string.h>
#include <strings.h>

#include "core/base/mem.h"
#include "ui/screens/pane_select.h"

#define UNDERLINES (ATTR_UNDERLINE | ATTR_UNDERCURL | ATTR_DOUBLE)

static const char *const schemes[] = { "https://", "http://" };

void link_show(struct cell *cell)
{
	if (cell->link && !(cell->style.attrs & UNDERLINES))
		cell->style.attrs |= ATTR_UNDERLINE;
}

bool link_may_open(const char *address)
{
	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		size_t len = strlen(schemes[i]);

		if (strncasecmp(address, schemes[i], len) == 0)
			return address[len] > ' ' && address[len] != '/';
	}
	return false;
}

/* The sentence goes on behind an address: its punctuation is no part of it. */
static char *trimmed(const char *from)
{
	size_t len = 0;

	while (from[len] > ' ' && from[len] < 0x7F)
		len++;
	while (len > 0 && strchr(".,:;!?", from[len - 1]))
		len--;
	return str_copy_n(from, len);
}

static char *in_word(const struct pane_text *t, struct spot spot)
{
	const struct selection word = selection_word(t, spot);
	CLEARED(text) struct text text = { 0 };

	if (letter_at(t, spot) != LETTER_WORD)
		return NULL;
	(void)selection_text(&word, t, SIZE_MAX, &text);
	for (size_t i = 0; i < COUNT_OF(schemes); i++) {
		const char *from = strstr(text_c(&text), schemes[i]);

		if (from)
			return trimmed(from);
	}
	return NULL;
}

char *link_at(const struct pane_text *t, struct spot spot, bool *ret_hidden)
{
	const char *address = pane_text_link(t, spot);

	*ret_hidden = address != NULL;
	return address ? str_copy(address) : in_word(t, spot);
}
