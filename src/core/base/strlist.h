/*
 * strlist — an ordered list of owned strings, always ended by a NULL element so that it can serve as an argv.
 * Zero-initialised is empty (items is NULL then).
 */
#ifndef CORE_BASE_STRLIST_H
#define CORE_BASE_STRLIST_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/owned.h"

struct strlist {
	char **items;
	size_t count, room;
};

void strlist_clear(struct strlist *l);
void strlist_add(struct strlist *l, const char *s);              /* copies s */
void strlist_add_format(struct strlist *l, const char *fmt, ...) PRINTF(2, 3);
void strlist_take(struct strlist *l, char *s);                   /* takes ownership of s */
void strlist_copy(struct strlist *to, const struct strlist *from); /* appends copies */
bool strlist_has(const struct strlist *l, const char *s);
void strlist_remove(struct strlist *l, size_t at);
void strlist_sort(struct strlist *l);                            /* by bytes */
#endif
