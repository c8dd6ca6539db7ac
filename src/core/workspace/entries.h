/*
 * entries — names with values, sorted by name: refs and administrative files as a snapshot keeps them. Inner header of
 * core/workspace. Zero-initialised is empty.
 */
#ifndef CORE_WORKSPACE_ENTRIES_H
#define CORE_WORKSPACE_ENTRIES_H
#include <stddef.h>

struct entry { char *name; const char *value; }; /* one allocation: value lies behind name */
struct entries {
	struct entry *items;
	size_t count, room;
};

void entries_add(struct entries *e, const char *name, size_t name_len, const char *value, size_t value_len);
void entries_put(struct entries *e, const char *name, const char *value);
void entries_sort(struct entries *e);
/* over wins where both have a name; both are sorted before, and empty afterwards. */
void entries_overlay(struct entries *under, struct entries *over, struct entries *ret);
void entries_clear(struct entries *e);

/* Calls see once for every name whose value differs; before or after is NULL where it has none. Both sorted. */
typedef void entry_differs(void *self, const char *name, const char *before, const char *after);
void entries_compare(const struct entries *before, const struct entries *after, entry_differs *see, void *self);
#endif
