/*
 * theme — roles and the colours of children, mapped to what the terminal has.
 */
#include "ui/tui/theme.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/owned.h"

static const struct { int color[PALETTE_DIRECT + 1]; uint16_t with, without; const char *name; } roles[] = {
#define X(id, many, sixteen, eight, with, without) \
	[ROLE_##id] = { { [PALETTE_NONE] = -1, [PALETTE_8] = eight, [PALETTE_16] = sixteen, [PALETTE_256] = many, [PALETTE_DIRECT] = many }, \
			with, without, #id },
	ROLES(X)
#undef X
};

_Static_assert(COUNT_OF(roles) == ROLE_COUNT, "one row per role");

/* $COLORTERM travels further than the terminal that set it: GNU screen, for one, passes it on and shows no such colour. */
static bool takes_direct(const struct color_facts *facts)
{
	const char *term = facts->color_term ? facts->color_term : "";

	if (facts->direct)
		return true;
	if (facts->colors < 256 || (strncmp(facts->name ? facts->name : "", "screen", 6) == 0 && !facts->in_tmux))
		return false;
	return strcmp(term, "truecolor") == 0 || strcmp(term, "24bit") == 0;
}

enum palette theme_palette(const struct color_facts *facts)
{
	if (facts->no_color || facts->colors < 8)
		return PALETTE_NONE;
	if (takes_direct(facts))
		return PALETTE_DIRECT;
	if (facts->colors < 16)
		return PALETTE_8;
	return facts->colors < 256 ? PALETTE_16 : PALETTE_256;
}

struct look theme_role(enum palette palette, enum role role)
{
	uint16_t attrs = palette == PALETTE_NONE ? roles[role].without : roles[role].with;

	return (struct look){ roles[role].color[palette], -1, -1, attrs };
}

const char *role_name(enum role role)
{
	return roles[role].name;
}

/* The first sixteen as terminals show them unless told otherwise. */
static const struct color sixteen[] = {
	{ COLOR_RGB, 0, 0, 0 }, { COLOR_RGB, 205, 0, 0 }, { COLOR_RGB, 0, 205, 0 }, { COLOR_RGB, 205, 205, 0 },
	{ COLOR_RGB, 0, 0, 238 }, { COLOR_RGB, 205, 0, 205 }, { COLOR_RGB, 0, 205, 205 }, { COLOR_RGB, 229, 229, 229 },
	{ COLOR_RGB, 127, 127, 127 }, { COLOR_RGB, 255, 0, 0 }, { COLOR_RGB, 0, 255, 0 }, { COLOR_RGB, 255, 255, 0 },
	{ COLOR_RGB, 92, 92, 255 }, { COLOR_RGB, 255, 0, 255 }, { COLOR_RGB, 0, 255, 255 }, { COLOR_RGB, 255, 255, 255 },
};
static const uint8_t levels[] = { 0, 95, 135, 175, 215, 255 };

static int distance(const struct color *a, const struct color *b)
{
	int r = a->r - b->r, g = a->g - b->g, blue = a->b - b->b;

	return 3 * r * r + 4 * g * g + 2 * blue * blue;
}

/* One step of the 6x6x6 cube of the 256 colours. */
static int cube_step(int level)
{
	int best = 0;

	for (int i = 1; i < (int)COUNT_OF(levels); i++) {
		if (abs(levels[i] - level) < abs(levels[best] - level))
			best = i;
	}
	return best;
}

static struct color color_of_256(int index)
{
	uint8_t grey = (uint8_t)(8 + (index - 232) * 10);

	if (index < 16)
		return sixteen[index];
	if (index >= 232)
		return (struct color){ COLOR_RGB, grey, grey, grey };
	index -= 16;
	return (struct color){ COLOR_RGB, levels[index / 36], levels[index / 6 % 6], levels[index % 6] };
}

static int nearest_256(const struct color *c)
{
	int cube = 16 + 36 * cube_step(c->r) + 6 * cube_step(c->g) + cube_step(c->b);
	int mean = (c->r + c->g + c->b) / 3;
	int grey = mean < 8 ? 232 : mean > 238 ? 255 : 232 + (mean - 3) / 10;
	struct color in_cube = color_of_256(cube), in_ramp = color_of_256(grey);

	return distance(c, &in_ramp) < distance(c, &in_cube) ? grey : cube;
}

static bool is_grey(const struct color *c)
{
	int most = c->r > c->g ? (c->r > c->b ? c->r : c->b) : (c->g > c->b ? c->g : c->b);
	int least = c->r < c->g ? (c->r < c->b ? c->r : c->b) : (c->g < c->b ? c->g : c->b);

	return most - least < 16;
}

/* A grey stays grey: the nearest by distance may be a loud colour. */
static int nearest_of_first(const struct color *c, int count)
{
	int best = 0, best_distance = INT_MAX;

	for (int i = 0; i < count; i++) {
		int far = distance(c, &sixteen[i]);

		if (far >= best_distance || (is_grey(c) && !is_grey(&sixteen[i])))
			continue;
		best = i;
		best_distance = far;
	}
	return best;
}

static int color_index(enum palette palette, const struct color *c)
{
	const int count = palette == PALETTE_8 ? 8 : 16;
	struct color wanted = *c;

	if (palette == PALETTE_NONE || c->kind == COLOR_DEFAULT)
		return -1;
	if (palette == PALETTE_DIRECT && c->kind == COLOR_RGB)
		return LOOK_RGB | c->r << 16 | c->g << 8 | c->b;
	if (palette >= PALETTE_256)
		return c->kind == COLOR_INDEX ? c->r : nearest_256(c);
	if (c->kind == COLOR_INDEX && c->r < 16)
		return c->r % count;
	if (c->kind == COLOR_INDEX)
		wanted = color_of_256(c->r);
	return nearest_of_first(&wanted, count);
}

static bool same_color(const struct color *a, const struct color *b)
{
	return a->kind == b->kind && a->r == b->r && a->g == b->g && a->b == b->b;
}

struct look theme_style(enum palette palette, const struct style_info *style)
{
	struct look look = { color_index(palette, &style->fg), color_index(palette, &style->bg), color_index(palette, &style->underline),
			     style->attrs };

	/* Two colours that became one would hide the text: black or white instead, whichever is further away. */
	if (look.fg >= 0 && look.fg == look.bg && !same_color(&style->fg, &style->bg) && palette < PALETTE_DIRECT) {
		struct color ground = color_of_256(look.bg);

		look.fg = distance(&ground, &sixteen[0]) > distance(&ground, &sixteen[7]) ? 0 : 7;
	}
	return look;
}
