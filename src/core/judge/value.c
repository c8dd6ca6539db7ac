/*
 * value — a value somebody else chose, made fit to stand in a sentence.
 */
#include "core/judge/value.h"

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"

static bool is_continuation(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The head and the tail stay, because a path is told from its neighbours at either end. */
static char *without_middle(const char *clean, size_t len)
{
	size_t head = VALUE_SHOWN_BYTES / 2, tail = len - VALUE_SHOWN_BYTES / 2;

	while (head > 0 && is_continuation(clean[head]))
		head--;
	while (tail < len && is_continuation(clean[tail]))
		tail++;
	return str_format("%.*s…%s (%zu bytes)", (int)head, clean, clean + tail, len);
}

char *value_shown(const char *value)
{
	char *clean = sanitize_copy(value);
	size_t len = strlen(clean);
	char *shorter;

	if (len <= VALUE_SHOWN_BYTES)
		return clean;
	shorter = without_middle(clean, len);
	free(clean);
	return shorter;
}
