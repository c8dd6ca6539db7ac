/*
 * window — what is left of XTWINOPS: the size is told, and the title is put away and taken back, so that a program that
 * names the window leaves it as it was. Nothing moves, nothing tells the title.
 */
#include "core/terminal/engine.h"

#define CELL_HEIGHT 16 /* pixels; nominal, as the operator's cells are not known: they only have to fit together */
#define CELL_WIDTH 8

static void size_pixels(struct terminal *t)
{
	replies_add(t, "\033[4;%d;%dt", t->rows * CELL_HEIGHT, t->cols * CELL_WIDTH);
}

static void size_cell(struct terminal *t)
{
	replies_add(t, "\033[6;%d;%dt", CELL_HEIGHT, CELL_WIDTH);
}

static void size_screen(struct terminal *t)
{
	replies_add(t, "\033[8;%d;%dt", t->rows, t->cols);
}

static void size_display(struct terminal *t)
{
	replies_add(t, "\033[9;%d;%dt", t->rows, t->cols);
}

/* 0 is both titles, 1 the icon's, which is not kept here. */
static bool title_is_meant(const struct terminal *t)
{
	return csi_value(t, 1, 0) != 1;
}

/* A full stack forgets its oldest entry. */
static void title_push(struct terminal *t)
{
	struct titles *kept = &t->titles;

	if (!title_is_meant(t))
		return;
	if (kept->count == TITLES_KEPT)
		memmove(kept->items[0], kept->items[1], (size_t)--kept->count * sizeof kept->items[0]);
	memcpy(kept->items[kept->count++], t->title, sizeof t->title);
}

static void title_pop(struct terminal *t)
{
	if (!title_is_meant(t) || t->titles.count == 0)
		return;
	memcpy(t->title, t->titles.items[--t->titles.count], sizeof t->title);
	t->signals.titles++;
}

static const struct {
	int number;
	void (*run)(struct terminal *t);
} operations[] = {
	{ 14, size_pixels }, { 16, size_cell }, { 18, size_screen }, { 19, size_display }, { 22, title_push }, { 23, title_pop },
};

void window_operate(struct terminal *t)
{
	for (size_t i = 0; i < COUNT_OF(operations); i++)
		if (operations[i].number == csi_value(t, 0, 0))
			operations[i].run(t);
}
