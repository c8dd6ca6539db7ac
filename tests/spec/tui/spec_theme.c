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
	static const struct { const char *name, *color_term; int colors; bool direct, in_tmux, no_color; enum palette palette; } cases[] = {
		{ "vt100", NULL, -1, false, false, false, PALETTE_NONE },
		{ "vt100", "truecolor", -1, false, false, false, PALETTE_NONE },
		{ "linux", NULL, 8, false, false, false, PALETTE_8 },
		{ "linux", "truecolor", 8, false, false, false, PALETTE_8 },
		{ "xterm-16color", NULL, 16, false, false, false, PALETTE_16 },
		{ "xterm-256color", NULL, 256, false, false, false, PALETTE_256 },
		{ "xterm-256color", "", 256, false, false, false, PALETTE_256 },
		{ "xterm-256color", "yes", 256, false, false, false, PALETTE_256 },
		{ "xterm-256color", "truecolor", 256, false, false, false, PALETTE_DIRECT },
		{ "xterm-256color", "24bit", 256, false, false, false, PALETTE_DIRECT },
		{ "xterm-256color", "truecolor", 256, false, false, true, PALETTE_NONE },
		{ "xterm-direct", NULL, 16777216, true, false, false, PALETTE_DIRECT },
		{ "screen-256color", "truecolor", 256, false, false, false, PALETTE_256 },
		{ "screen-256color", "truecolor", 256, false, true, false, PALETTE_DIRECT },
		{ "tmux-256color", "truecolor", 256, false, true, false, PALETTE_DIRECT },
		{ NULL, NULL, 0, false, false, false, PALETTE_NONE },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct color_facts facts = { cases[i].name, cases[i].color_term, cases[i].colors, cases[i].direct,
						   cases[i].in_tmux, cases[i].no_color };

		if (theme_palette(&facts) != cases[i].palette)
			fail_msg("case %zu: palette %d", i, (int)theme_palette(&facts));
	}
}

static void a_direct_colour_becomes_the_nearest_the_terminal_has(void **unused)
{
	static const struct { struct color color; int direct, many, sixteen, eight; } cases[] = {
		{ { COLOR_RGB, 255, 0, 0 }, LOOK_RGB | 0xff0000, 196, 9, 1 },
		{ { COLOR_RGB, 0, 0, 0 }, LOOK_RGB, 16, 0, 0 },
		{ { COLOR_RGB, 255, 255, 255 }, LOOK_RGB | 0xffffff, 231, 15, 7 },
		{ { COLOR_RGB, 128, 128, 128 }, LOOK_RGB | 0x808080, 244, 8, 7 },
		{ { COLOR_RGB, 30, 30, 30 }, LOOK_RGB | 0x1e1e1e, 234, 0, 0 },
		{ { COLOR_RGB, 95, 135, 175 }, LOOK_RGB | 0x5f87af, 67, 8, 6 },
		{ { COLOR_RGB, 240, 240, 0 }, LOOK_RGB | 0xf0f000, 226, 11, 3 },
		{ { COLOR_INDEX, 9, 0, 0 }, 9, 9, 9, 1 },
		{ { COLOR_INDEX, 21, 0, 0 }, 21, 21, 4, 4 },
		{ { COLOR_INDEX, 250, 0, 0 }, 250, 250, 7, 7 },
		{ { COLOR_DEFAULT, 0, 0, 0 }, -1, -1, -1, -1 },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct style_info style = { .fg = cases[i].color };
		const int expected[] = { [PALETTE_NONE] = -1, [PALETTE_8] = cases[i].eight, [PALETTE_16] = cases[i].sixteen,
					 [PALETTE_256] = cases[i].many, [PALETTE_DIRECT] = cases[i].direct };

		for (int palette = PALETTE_NONE; palette <= PALETTE_DIRECT; palette++) {
			int got = theme_style((enum palette)palette, &style).fg;

			if (got != expected[palette])
				fail_msg("case %zu: palette %d gives %x instead of %x", i, palette, got, expected[palette]);
		}
	}
}

static void two_colours_never_become_one_and_hide_the_text(void **unused)
{
	static const enum palette palettes[] = { PALETTE_8, PALETTE_16, PALETTE_256 };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(palettes); i++) {
		for (unsigned value = 0; value < 0x1000; value++) {
			const uint8_t r = (uint8_t)(value >> 4 & 0xf0), g = (uint8_t)(value & 0xf0), b = (uint8_t)(value << 4 & 0xf0);
			const struct style_info style = { .fg = { COLOR_RGB, r, g, b }, .bg = { COLOR_RGB, (uint8_t)(r + 3), g, b } };
			struct look look = theme_style(palettes[i], &style);

			assert_int_not_equal(look.fg, look.bg);
		}
	}
}

static void no_role_sets_a_background_or_a_colour_the_terminal_lacks(void **unused)
{
	static const int most[] = { [PALETTE_NONE] = -1, [PALETTE_8] = 7, [PALETTE_16] = 15, [PALETTE_256] = 255, [PALETTE_DIRECT] = 255 };

	(void)unused;
	for (int palette = PALETTE_NONE; palette <= PALETTE_DIRECT; palette++) {
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
		cmocka_unit_test(a_direct_colour_becomes_the_nearest_the_terminal_has),
		cmocka_unit_test(two_colours_never_become_one_and_hide_the_text),
		cmocka_unit_test(no_role_sets_a_background_or_a_colour_the_terminal_lacks),
		cmocka_unit_test(without_colours_focus_and_grant_still_stand_out),
		cmocka_unit_test(colours_are_readable_on_dark_and_on_light),
		cmocka_unit_test(a_childs_colours_are_folded_to_what_there_is),
		cmocka_unit_test(every_mark_has_its_own_stand_in),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
