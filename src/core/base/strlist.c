/*
 * strlist — the ordered list of owned strings.
 */
#include "core/base/strlist.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

void strlist_clear(struct strlist *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->items[i]);
	free(l->items);
	*l = (struct strlist){0};
}

void strlist_add(struct strlist *l, const char *s)
{
	strlist_take(l, str_copy(s));
}

void strlist_add_format(struct strlist *l, const char *fmt, ...)
{
	struct text t = {0};
	va_list args;

	va_start(args, fmt);
	text_add_args(&t, fmt, args);
	va_end(args);
	strlist_take(l, text_take(&t));
}

void strlist_take(struct strlist *l, char *s)
{
	assert(s); /* a NULL element would end the list early for everyone who reads it as an argv */
	if (l->count + 1 >= l->room) {
		l->room = l->room > 0 ? l->room * 2 : 8;
		l->items = mem_grow(l->items, l->room, sizeof *l->items);
	}
	l->items[l->count++] = s;
	l->items[l->count] = NULL;
}

void strlist_copy(struct strlist *to, const struct strlist *from)
{
	size_t count = from->count; /* from may be to */

	for (size_t i = 0; i < count; i++)
		strlist_add(to, from->items[i]);
}

bool strlist_has(const struct strlist *l, const char *s)
{
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->items[i], s) == 0)
			return true;
	return false;
}

void strlist_remove(struct strlist *l, size_t at)
{
	assert(at < l->count);
	free(l->items[at]);
	memmove(l->items + at, l->items + at + 1, (l->count - at) * sizeof *l->items); /* the NULL moves along */
	l->count--;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void strlist_sort(struct strlist *l)
{
	if (l->count > 1)
		qsort(l->items, l->count, sizeof *l->items, by_bytes);
}
