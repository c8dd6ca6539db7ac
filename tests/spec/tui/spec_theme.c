/* Specification of theme and glyphs: every role readable on every terminal, no meaning lost without colour. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "ui/tui/glyphs.h"
#include "ui/tui/theme.h"

static void the_palette_follows_the_terminal_and_the_operator(void **unused)
{
	static const struct { int colors; bool no_color; enum palette palette; } cases[] = {
		{ 0, false, PALETTE_NONE }, { -1, false, PALETTE_NONE }, { 8, false, PALETTE_8 }, { 16, false, PALETTE_16 },
		{ 256, false, PALETTE_256 }, { 16777216, false, PALETTE_256 }, { 256, true, PALETTE_NONE },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(theme_palette(cases[i].colors, cases[i].no_color), cases[i].palette);
}

static void no_role_sets_a_background_or_a_colour_the_terminal_lacks(void **unused)
{
	static const int most[] = { [PALETTE_NONE] = -1, [PALETTE_8] = 7, [PALETTE_16] = 15, [PALETTE_256] = 255 };

	(void)unused;
	for (int palette = PALETTE_NONE; palette <= PALETTE_256; palette++) {
		for (int role = 0; role < ROLE_COUNT; role++) {
			struct look look = theme_role((enum palette)palette, (enum role)role);

			assert_int_equal(look.bg, -1);
			assert_true(look.fg <= most[palette]);
			assert_false(look.attrs & ATTR_BLINK);
		}
	}
}

static void without_colours_focus_and_grant_still_stand_out(void **unused)
{
	static const enum role roles[] = { ROLE_FOCUS, ROLE_FOCUS_ALERT, ROLE_SELECTED, ROLE_GRANT, ROLE_ALERT, ROLE_ACCENT };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(roles); i++)
		assert_true(theme_role(PALETTE_NONE, roles[i]).attrs != 0);
}

static double linear(double level)
{
	return level <= 10 ? level / 255 / 12.92 : pow((level / 255 + 0.055) / 1.055, 2.4);
}

/* Relative luminance of one of the 256 colours, as readability is usually measured. */
static double luminance(int index)
{
	static const int levels[] = { 0, 95, 135, 175, 215, 255 };
	const double grey = 8 + (index - 232) * 10.0;
	const double rgb[3] = {
		index < 232 ? levels[(index - 16) / 36] : grey, index < 232 ? levels[(index - 16) / 6 % 6] : grey,
		index < 232 ? levels[(index - 16) % 6] : grey,
	};

	return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

static double contrast(double one, double other)
{
	return one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);
}

static void colours_are_readable_on_dark_and_on_light(void **unused)
{
	(void)unused;
	for (int role = 0; role < ROLE_COUNT; role++) {
		int index = theme_role(PALETTE_256, (enum role)role).fg;

		if (index < 16 || role == ROLE_RULE) /* a line is not read */
			continue;
		if (contrast(luminance(index), linear(0x1e)) < 4 || contrast(luminance(index), 1) < 3.5)
			fail_msg("%s cannot be read on every background", role_name((enum role)role));
	}
}

static void a_childs_colours_are_folded_to_what_there_is(void **unused)
{
	const struct style_info red = { .fg = { COLOR_RGB, 255, 0, 0 }, .bg = { COLOR_INDEX, 21, 0, 0 }, .attrs = ATTR_BOLD };

	(void)unused;
	assert_int_equal(theme_style(PALETTE_256, &red).fg, 196);
	assert_int_equal(theme_style(PALETTE_256, &red).bg, 21);
	assert_int_equal(theme_style(PALETTE_8, &red).fg, 1);
	assert_int_equal(theme_style(PALETTE_8, &red).bg, 4);
	assert_int_equal(theme_style(PALETTE_NONE, &red).fg, -1);
	for (unsigned i = 0; i < 4096; i++) {
		const struct style_info any = { .fg = { (uint8_t)(i % 3), (uint8_t)(i * 7), (uint8_t)(i >> 3), (uint8_t)(i * 13) } };

		assert_in_range(theme_style(PALETTE_256, &any).fg + 1, 0, 256);
		assert_in_range(theme_style(PALETTE_16, &any).fg + 1, 0, 16);
		assert_in_range(theme_style(PALETTE_8, &any).fg + 1, 0, 8);
	}
}

static void every_mark_has_its_own_stand_in(void **unused)
{
	static const uint32_t marks[] = { 0x2714, 0x2718, 0x25B8, 0x25CF, 0x25CB, 0x2500, 0x2502, 0x2026 };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(marks); i++) {
		assert_true(glyph_ascii(marks[i]) != '?');
		for (size_t j = 0; j < i; j++)
			assert_true(glyph_ascii(marks[i]) != glyph_ascii(marks[j]));
	}
	assert_int_equal(glyph_ascii('a'), 'a');
	assert_int_equal(glyph_ascii(0x65E5), '?');
	assert_int_equal(glyph_ascii(0x1b), '?');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_palette_follows_the_terminal_and_the_operator),
		cmocka_unit_test(no_role_sets_a_background_or_a_colour_the_terminal_lacks),
		cmocka_unit_test(without_colours_focus_and_grant_still_stand_out),
		cmocka_unit_test(colours_are_readable_on_dark_and_on_light),
		cmocka_unit_test(a_childs_colours_are_folded_to_what_there_is),
		cmocka_unit_test(every_mark_has_its_own_stand_in),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
