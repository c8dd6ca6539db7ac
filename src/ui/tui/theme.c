/*
 * theme — roles and the colours of children, mapped to what the terminal has.
 */
#include "ui/tui/theme.h"

#include <stddef.h>
#include <stdlib.h>

#include "core/base/owned.h"

static const struct { int color[PALETTE_256 + 1]; uint16_t with, without; const char *name; } roles[] = {
#define X(id, many, sixteen, eight, with, without) \
	[ROLE_##id] = { { [PALETTE_NONE] = -1, [PALETTE_8] = eight, [PALETTE_16] = sixteen, [PALETTE_256] = many }, with, without, #id },
	ROLES(X)
#undef X
};

_Static_assert(COUNT_OF(roles) == ROLE_COUNT, "one row per role");

enum palette theme_palette(int colors, bool no_color)
{
	if (no_color || colors < 8)
		return PALETTE_NONE;
	if (colors < 16)
		return PALETTE_8;
	return colors < 256 ? PALETTE_16 : PALETTE_256;
}

struct look theme_role(enum palette palette, enum role role)
{
	uint16_t attrs = palette == PALETTE_NONE ? roles[role].without : roles[role].with;

	return (struct look){ roles[role].color[palette], -1, attrs };
}

const char *role_name(enum role role)
{
	return roles[role].name;
}

/* One step of the 6x6x6 cube of the 256 colours. */
static int cube_step(int level)
{
	static const int levels[] = { 0, 95, 135, 175, 215, 255 };
	int best = 0;

	for (int i = 1; i < (int)COUNT_OF(levels); i++) {
		if (abs(levels[i] - level) < abs(levels[best] - level))
			best = i;
	}
	return best;
}

static int nearest_256(const struct color *c)
{
	int spread = abs(c->r - c->g) + abs(c->g - c->b);

	if (spread < 6 && c->r >= 8 && c->r < 248)
		return 232 + (c->r - 8) * 24 / 240;
	return 16 + 36 * cube_step(c->r) + 6 * cube_step(c->g) + cube_step(c->b);
}

static int nearest_8(int r, int g, int b)
{
	int brightest = r > g ? (r > b ? r : b) : (g > b ? g : b);

	if (brightest < 64)
		return 0;
	return (r > brightest / 2 ? 1 : 0) | (g > brightest / 2 ? 2 : 0) | (b > brightest / 2 ? 4 : 0);
}

/* A colour of the 256 as one of the first eight. */
static int fold_256(int index)
{
	static const int levels[] = { 0, 95, 135, 175, 215, 255 };

	if (index < 16)
		return index % 8;
	if (index >= 232)
		return index < 240 ? 0 : 7;
	index -= 16;
	return nearest_8(levels[index / 36], levels[index / 6 % 6], levels[index % 6]);
}

static int color_index(enum palette palette, const struct color *c)
{
	int index;

	if (palette == PALETTE_NONE || c->kind == COLOR_DEFAULT)
		return -1;
	index = c->kind == COLOR_INDEX ? c->r : nearest_256(c);
	if (palette == PALETTE_256 || (palette == PALETTE_16 && index < 16))
		return index;
	return fold_256(index);
}

struct look theme_style(enum palette palette, const struct style_info *style)
{
	return (struct look){ color_index(palette, &style->fg), color_index(palette, &style->bg), style->attrs };
}
