/*
 * styles — every combination of colours, attributes and hyperlink in use, once. A slot holds the 16-bit id.
 *
 * The child chooses the styles, so the table is bounded: when it is full, the ids that no slot uses any more are
 * thrown out and the slots renumbered. If nearly all are in use, new ones are drawn in the default style for a while,
 * so that a hostile stream cannot make every colour change cost a sweep of the screen.
 */
#include "core/terminal/engine.h"

#include "core/base/mem.h"

#define STYLES_FIRST_ROOM 64u
#define PROBES_MAX 128u /* a child can choose styles whose hashes collide: they must not make it expensive */

/* A look as numbers: sixteen bytes without a gap. */
struct look_bits { uint64_t colors, rest; };
_Static_assert(sizeof(struct look) == sizeof(struct look_bits), "every byte of a look says something");

static struct look_bits look_bits(const struct look *l)
{
	struct look_bits bits;

	memcpy(&bits, l, sizeof bits);
	return bits;
}

static bool look_same(const struct look *l, const struct look *m)
{
	struct look_bits a = look_bits(l), b = look_bits(m);

	return a.colors == b.colors && a.rest == b.rest;
}

static uint64_t bits_mix(uint64_t bits)
{
	bits = (bits ^ bits >> 32) * 0x9E3779B97F4A7C15u;
	return bits ^ bits >> 29;
}

/* Every bit of the input reaches the low bits, which are the index: colours differ in their high ones. */
static uint32_t look_hash(const struct look *l)
{
	struct look_bits bits = look_bits(l);

	return (uint32_t)bits_mix(bits_mix(bits.colors) + bits.rest);
}

/* Its place among the recent ones. */
static uint32_t recent_place(const struct look *l)
{
	struct look_bits bits = look_bits(l);

	return (uint32_t)((bits.colors ^ bits.rest * 31) * 0x9E3779B97F4A7C15u >> 56) % STYLES_RECENT;
}

/* Where the look is or could be put in the index; index_size: neither, within PROBES_MAX. */
static uint32_t index_place(const struct styles *s, const struct look *look)
{
	uint32_t start = look_hash(look);

	for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
		uint32_t at = (start + probe) & (s->index_size - 1);

		if (!s->index[at] || look_same(&s->items[s->index[at] - 1], look))
			return at;
	}
	return s->index_size;
}

/* A style that finds no place is not found again: it gets another id the next time. */
static void index_rebuild(struct styles *s, uint32_t size)
{
	free(s->index);
	s->index = mem_new(size, sizeof *s->index);
	s->index_size = size;
	for (uint32_t id = 0; id < s->count; id++) {
		uint32_t at = index_place(s, &s->items[id]);

		if (at < s->index_size)
			s->index[at] = (uint16_t)(id + 1);
	}
}

void styles_init(struct styles *s)
{
	*s = (struct styles){ .room = STYLES_FIRST_ROOM, .count = 1 };
	s->items = mem_new(s->room, sizeof *s->items);
	index_rebuild(s, s->room * 2);
}

void styles_clear(struct styles *s)
{
	free(s->items);
	free(s->index);
	*s = (struct styles){ 0 };
}

static void rows_mark_used(struct row *const *rows, int count, uint16_t *seen)
{
	for (int row = 0; row < count; row++) {
		seen[rows[row]->fill.style] = 1;
		for (int col = 0; col < rows[row]->used; col++)
			seen[rows[row]->slots[col].style] = 1;
	}
}

static void rows_renumber(struct row **rows, int count, const uint16_t *fresh)
{
	for (int row = 0; row < count; row++) {
		rows[row]->fill.style = fresh[rows[row]->fill.style];
		for (int col = 0; col < rows[row]->used; col++)
			rows[row]->slots[col].style = fresh[rows[row]->slots[col].style];
	}
}

/* Throw out what no slot uses; the slots get the new ids. */
void styles_sweep(struct terminal *t)
{
	struct styles *s = &t->styles;
	OWNED_MEM uint16_t *fresh = mem_new(s->count, sizeof *fresh);
	uint32_t kept = 1;

	fresh_settle(t);
	for (int i = 0; i < 2; i++)
		rows_mark_used(t->grids[i].rows, t->rows, fresh);
	rows_mark_used(t->loose.items, t->loose.count, fresh);
	fresh[0] = 0;
	for (uint32_t id = 1; id < s->count; id++) {
		if (!fresh[id])
			continue;
		s->items[kept] = s->items[id];
		fresh[id] = (uint16_t)kept++;
	}
	for (int i = 0; i < 2; i++)
		rows_renumber(t->grids[i].rows, t->rows, fresh);
	rows_renumber(t->loose.items, t->loose.count, fresh);
	s->count = kept;
	s->refusals = kept > STYLES_MAX / 4 * 3 ? STYLES_MAX / 4 : 0;
	t->pen_known = false;
	scrollback_forget_numbers(&t->scrollback);
	index_rebuild(s, s->index_size);
}

static bool styles_make_room(struct terminal *t)
{
	struct styles *s = &t->styles;

	if (s->count < s->room)
		return true;
	if (s->room < STYLES_MAX) {
		s->room = s->room * 2 < STYLES_MAX ? s->room * 2 : STYLES_MAX;
		s->items = mem_grow(s->items, s->room, sizeof *s->items);
		if (s->index_size < s->room * 2)
			index_rebuild(s, s->index_size * 2);
		return true;
	}
	if (s->refusals) {
		s->refusals--;
		return false;
	}
	styles_sweep(t);
	return s->count < s->room;
}

static uint16_t styles_find(struct terminal *t, const struct look *look)
{
	struct styles *s = &t->styles;
	uint32_t at = index_place(s, look);

	if (at < s->index_size && s->index[at])
		return (uint16_t)(s->index[at] - 1);
	if (at == s->index_size || !styles_make_room(t))
		return 0;
	at = index_place(s, look);
	if (at == s->index_size)
		return 0;
	s->items[s->count] = *look;
	s->index[at] = (uint16_t)(s->count + 1);
	return (uint16_t)s->count++;
}

uint16_t styles_intern(struct terminal *t, const struct look *look)
{
	struct styles *s = &t->styles;
	uint16_t *recent = &s->recent[recent_place(look)];

	if (*recent >= s->count || !look_same(&s->items[*recent], look))
		*recent = styles_find(t, look);
	return *recent;
}

uint16_t styles_pen(struct terminal *t)
{
	if (!t->pen_known) {
		t->pen_style = styles_intern(t, &(struct look){ t->pen, t->pen_link });
		t->pen_known = true;
	}
	return t->pen_style;
}

uint16_t styles_blank(struct terminal *t)
{
	struct look blank = { .style.bg = t->pen.bg };

	return blank.style.bg.kind == COLOR_DEFAULT ? 0 : styles_intern(t, &blank);
}
