#include "core/workspace/entries.h"

#include "core/base/mem.h"

static void append(struct entries *e, struct entry taken)
{
	if (e->count == e->room) {
		e->room = e->room ? e->room * 2 : 64;
		e->items = mem_grow(e->items, e->room, sizeof *e->items);
	}
	e->items[e->count++] = taken;
}

void entries_add(struct entries *e, const char *name, size_t name_len, const char *value, size_t value_len)
{
	char *both = mem_new(name_len + value_len + 2, 1);

	memcpy(both, name, name_len);
	memcpy(both + name_len + 1, value, value_len);
	append(e, (struct entry){ .name = both, .value = both + name_len + 1 });
}

void entries_put(struct entries *e, const char *name, const char *value)
{
	entries_add(e, name, strlen(name), value, strlen(value));
}

static int by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void entries_sort(struct entries *e)
{
	for (size_t i = 1; i < e->count; i++)
		if (strcmp(e->items[i - 1].name, e->items[i].name) > 0) {
			qsort(e->items, e->count, sizeof *e->items, by_name);
			return; /* packed-refs comes sorted: then there was nothing to do */
		}
}

void entries_overlay(struct entries *under, struct entries *over, struct entries *ret)
{
	size_t u = 0, o = 0;

	while (u < under->count || o < over->count) {
		int order = u == under->count ? 1 : o == over->count ? -1 : strcmp(under->items[u].name, over->items[o].name);

		if (order == 0)
			free(under->items[u++].name);
		else
			append(ret, order < 0 ? under->items[u++] : over->items[o++]);
	}
	under->count = over->count = 0;
}

void entries_clear(struct entries *e)
{
	for (size_t i = 0; i < e->count; i++)
		free(e->items[i].name);
	free(e->items);
	*e = (struct entries){0};
}

void entries_compare(const struct entries *before, const struct entries *after, entry_differs *see, void *self)
{
	size_t b = 0, a = 0;

	while (b < before->count || a < after->count) {
		const struct entry *old = b < before->count ? &before->items[b] : NULL;
		const struct entry *new = a < after->count ? &after->items[a] : NULL;
		int order = !old ? 1 : !new ? -1 : strcmp(old->name, new->name);

		if (order < 0)
			see(self, old->name, old->value, NULL);
		else if (order > 0)
			see(self, new->name, NULL, new->value);
		else if (strcmp(old->value, new->value) != 0)
			see(self, new->name, old->value, new->value);
		b += order <= 0;
		a += order >= 0;
	}
}
