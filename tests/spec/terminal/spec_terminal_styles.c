/*
 * Specification of SGR: which colours and attributes the next sign gets. Every case is followed by an 'x', whose cell
 * is looked at.
 */
#include "spec/terminal/screen_support.h"

#define DEFAULT { COLOR_DEFAULT, 0, 0, 0 }
#define INDEX(n) { COLOR_INDEX, n, 0, 0 }
#define RGB(r, g, b) { COLOR_RGB, r, g, b }

static const struct {
	const char *says, *bytes;
	struct color fg, bg, underline;
	uint16_t attrs;
} cases[] = {
	{ "nothing is the default", "", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "1 is bold", "\033[1m", DEFAULT, DEFAULT, DEFAULT, ATTR_BOLD },
	{ "2 is dim", "\033[2m", DEFAULT, DEFAULT, DEFAULT, ATTR_DIM },
	{ "22 ends bold and dim", "\033[1;2;22m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "3 is italic, 23 ends it", "\033[3;23;3m", DEFAULT, DEFAULT, DEFAULT, ATTR_ITALIC },
	{ "4 is underlined", "\033[4m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERLINE },
	{ "4:3 is a curl", "\033[4:3m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERCURL },
	{ "4:2 and 21 are double", "\033[4:2;21m", DEFAULT, DEFAULT, DEFAULT, ATTR_DOUBLE },
	{ "one underline replaces another", "\033[4:3;4m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERLINE },
	{ "4:0 ends the underline", "\033[4:3;4:0m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "24 ends every underline", "\033[21;24m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "an underline nobody defined changes nothing", "\033[4;4:9m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERLINE },
	{ "5, 7, 8 and 9 blink, reverse, hide and strike", "\033[5;7;8;9m", DEFAULT, DEFAULT, DEFAULT,
	  ATTR_BLINK | ATTR_REVERSE | ATTR_HIDDEN | ATTR_STRIKE },
	{ "25, 27, 28 and 29 end them", "\033[5;7;8;9;25;27;28;29m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "53 is overlined", "\033[53m", DEFAULT, DEFAULT, DEFAULT, ATTR_OVERLINE },
	{ "55 ends it", "\033[53;1;55m", DEFAULT, DEFAULT, DEFAULT, ATTR_BOLD },
	{ "4:1, 4:4 and 4:5 are lines", "\033[4:1;4:4;4:5m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERLINE },
	{ "58 with colons, with and without a colour space", "\033[58:2::1:2:3;4;58:2:1:2:3m", DEFAULT, DEFAULT, RGB(1, 2, 3),
	  ATTR_UNDERLINE },
	{ "58;5 is one of 256", "\033[58;5;9;1m", DEFAULT, DEFAULT, INDEX(9), ATTR_BOLD },
	{ "reverse video reverses what is not", "\033[?5h", DEFAULT, DEFAULT, DEFAULT, ATTR_REVERSE },
	{ "reverse video turns round what is reversed", "\033[7;31m\033[?5h", INDEX(1), DEFAULT, DEFAULT, 0 },
	{ "reverse video ends", "\033[?5h\033[?5l\033[?5h\033c", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "30 to 37 and 40 to 47 are the eight colours", "\033[31;44m", INDEX(1), INDEX(4), DEFAULT, 0 },
	{ "90 to 97 and 100 to 107 are the bright ones", "\033[91;107m", INDEX(9), INDEX(15), DEFAULT, 0 },
	{ "39 and 49 are the default", "\033[31;44;39;49m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "98, 99 and 54 mean nothing", "\033[31;98;99;54m", INDEX(1), DEFAULT, DEFAULT, 0 },
	{ "38;5 is one of 256", "\033[38;5;246;48;5;17m", INDEX(246), INDEX(17), DEFAULT, 0 },
	{ "38:5 is the same with colons", "\033[38:5:246m", INDEX(246), DEFAULT, DEFAULT, 0 },
	{ "a colour beyond 255 is none", "\033[31;38;5;256;1m", INDEX(1), DEFAULT, DEFAULT, ATTR_BOLD },
	{ "38;2 is a true colour", "\033[38;2;1;2;3;48;2;4;5;6m", RGB(1, 2, 3), RGB(4, 5, 6), DEFAULT, 0 },
	{ "38:2 without a colour space", "\033[38:2:1:2:3m", RGB(1, 2, 3), DEFAULT, DEFAULT, 0 },
	{ "38:2 with an empty colour space", "\033[38:2::1:2:3m", RGB(1, 2, 3), DEFAULT, DEFAULT, 0 },
	{ "channels are clamped", "\033[38;2;999;0;256m", RGB(255, 0, 255), DEFAULT, DEFAULT, 0 },
	{ "what follows a colour still counts", "\033[38;5;1;1m", INDEX(1), DEFAULT, DEFAULT, ATTR_BOLD },
	{ "what follows a colour with colons still counts", "\033[38:2::1:2:3;4m", RGB(1, 2, 3), DEFAULT, DEFAULT,
	  ATTR_UNDERLINE },
	{ "58 colours the underline and strikes nothing", "\033[4:3;58;2;9;9;9m", DEFAULT, DEFAULT, RGB(9, 9, 9),
	  ATTR_UNDERCURL },
	{ "59 ends the underline's colour", "\033[4;58:5:1;59m", DEFAULT, DEFAULT, DEFAULT, ATTR_UNDERLINE },
	{ "a colour joined by colons takes nothing behind them", "\033[38:5;7m", DEFAULT, DEFAULT, DEFAULT, ATTR_REVERSE },
	{ "a colour that breaks off is none", "\033[38;2;1m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "0 and an empty sequence reset all", "\033[1;31;4:3m\033[m\033[2m\033[0m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "an empty parameter is 0", "\033[1;m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "parameters beyond the thirty-second are forgotten",
	  "\033[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;1;1m\033[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;31m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "XTMODKEYS is no SGR", "\033[>4;1m\033[?4m", DEFAULT, DEFAULT, DEFAULT, 0 },
	{ "DECRC brings the style back", "\033[1;31m\0337\033[m\0338", INDEX(1), DEFAULT, DEFAULT, ATTR_BOLD },
	{ "DECSTR resets the style", "\033[1;31m\033[!p", DEFAULT, DEFAULT, DEFAULT, 0 },
};

static void every_rendition_gives_its_style(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(2, 4, 0);
		struct cell cell, wanted = { .codepoint = 'x', .width = 1 };

		wanted.style = (struct style_info){ cases[i].fg, cases[i].bg, cases[i].underline, cases[i].attrs };
		feed_in(t, cases[i].bytes, strlen(cases[i].bytes), 1);
		terminal_feed(t, "x", 1);
		terminal_cell(t, 0, 0, &cell);
		if (!cell_equal(&cell, &wanted))
			fail_msg("rule broken: %s", cases[i].says);
	}
}

static void erasing_keeps_the_background_only(void **state)
{
	static const char *const erasers[] = {
		"\033[K", "\033[2K", "\033[2J", "\033[4X", "\033[4@", "\033[4P", "\033[L", "\033[2M", "\033[4S", "\033[4T",
		"\033[?1049h\033[K",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(erasers); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(2, 4, 0);
		struct cell cell, wanted = { .width = 1, .style.bg = INDEX(4) };

		terminal_feed(t, "\033[1;31;44m\033[H", 13);
		feed_in(t, erasers[i], strlen(erasers[i]), 100);
		terminal_cell(t, 0, 3, &cell);
		if (!cell_equal(&cell, &wanted))
			fail_msg("the blanks of %s are not in the background colour", erasers[i] + 1);
	}
}

static void a_scrolled_in_line_has_the_background(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(2, 4, 0);
	struct cell cell, wanted = { .width = 1, .style.bg = RGB(1, 2, 3) };

	(void)state;
	terminal_feed(t, "\033[48;2;1;2;3m\n\n", 15);
	terminal_cell(t, 1, 2, &cell);
	assert_true(cell_equal(&cell, &wanted));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rendition_gives_its_style),
		cmocka_unit_test(erasing_keeps_the_background_only),
		cmocka_unit_test(a_scrolled_in_line_has_the_background),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
