/* template_parts — the inside of a template, shared by its reader (template.c) and its renderer (template_render.c). */
#ifndef ADAPTERS_TEMPLATE_PARTS_H
#define ADAPTERS_TEMPLATE_PARTS_H
#include <stddef.h>

#include "adapters/template.h"

struct word {
	enum slot slot;      /* SLOT_COUNT: a literal, all of it in before */
	char *before, *after;
};

struct group {
	enum slot needs;     /* rendered only when this has a value; SLOT_COUNT: always */
	struct word *words;
	size_t n_words;
};

struct template {
	struct group *groups;
	size_t n_groups, n_words;
	unsigned counts[SLOT_COUNT];
};
#endif
