/*
 * Specification of what a child gets: keys, pastes and the mouse, as it asked for them.
 */
#include "spec/screens/looking.h"

#include "core/base/owned.h"
#include "ui/screens/pane_input.h"

static const struct { const char *says, *asked; uint32_t key; const char *bytes; } keys[] = {
	{ "a letter", "", 'a', "a" },
	{ "beyond ASCII", "", 0xE9, "\xc3\xa9" },
	{ "Ctrl-C", "", CONTROL('c'), "\003" },
	{ "Alt and a letter", "", TYPED_ALT | 'x', "\033x" },
	{ "an arrow", "", TYPED_UP, "\033[A" },
	{ "an arrow in application mode", "\033[?1h", TYPED_UP, "\033OA" },
	{ "Shift-Tab", "", TYPED_SHIFT | TYPED_TAB, "\033[Z" },
	{ "Ctrl-Left", "", TYPED_CONTROL | TYPED_LEFT, "\033[1;5D" },
	{ "Escape, told apart where that is asked for", "\033[>1u", TYPED_ESCAPE, "\033[27u" },
};

static void keys_arrive_as_the_child_asked(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 20, keys[i].asked);
		const struct pane p = { .terminal = t };
		const struct typed typed = { .kind = TYPED_KEY, .key = keys[i].key };
		CLEARED(text) struct text out = { 0 };

		pane_encode(&p, &typed, &out);
		if (strcmp(text_c(&out), keys[i].bytes) != 0)
			fail_msg("%s: %zu bytes", keys[i].says, out.len);
	}
}

static const struct { const char *says, *asked, *paste; bool acts; size_t lines; const char *bytes; } pastes[] = {
	{ "one line", "", "one", false, 1, "one" },
	{ "a line end is Enter", "", "one\ntwo", true, 2, "one\rtwo" },
	{ "a line end at the end too", "", "one\n", true, 1, "one\r" },
	{ "in brackets it does not act", "\033[?2004h", "one\ntwo", false, 2, NULL },
	{ "it cannot leave the brackets", "\033[?2004h", "a\033[201~b", false, 1, "\033[200~ab\033[201~" },
	{ "line ends of DOS count once", "", "one\r\ntwo\r\n", true, 2, NULL },
	{ "nothing", "", "", false, 0, "" },
};

static void pastes_that_act_are_known(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(pastes); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 20, pastes[i].asked);
		const struct pane p = { .terminal = t };
		const struct typed typed = { .kind = TYPED_PASTE, .bytes = pastes[i].paste, .len = strlen(pastes[i].paste) };
		CLEARED(text) struct text out = { 0 };

		pane_encode(&p, &typed, &out);
		if (pane_paste_acts(&p, typed.bytes, typed.len) != pastes[i].acts || paste_lines(typed.bytes, typed.len) != pastes[i].lines)
			fail_msg("%s: %zu lines", pastes[i].says, paste_lines(typed.bytes, typed.len));
		if (pastes[i].bytes && strcmp(text_c(&out), pastes[i].bytes) != 0)
			fail_msg("%s: \"%s\"", pastes[i].says, text_c(&out));
	}
}

static const struct { const char *says, *asked; struct typed typed; const char *bytes; } mice[] = {
	{ "a child that did not ask gets nothing", "", { .button = BUTTON_LEFT, .pressed = true, .row = 5, .col = 12 }, "" },
	{ "places are the child's own", "\033[?1000;1006h", { .button = BUTTON_LEFT, .pressed = true, .row = 5, .col = 12 }, "\033[<0;3;2M" },
	{ "letting go", "\033[?1000;1006h", { .button = BUTTON_LEFT, .row = 5, .col = 12 }, "\033[<0;3;2m" },
	{ "Shift is the console's", "\033[?1000;1006h", { .key = TYPED_SHIFT, .button = BUTTON_LEFT, .pressed = true, .row = 5, .col = 12 }, "" },
	{ "outside its cells is nothing", "\033[?1000;1006h", { .button = BUTTON_LEFT, .pressed = true, .row = 3, .col = 12 }, "" },
	{ "the wheel", "\033[?1000;1006h", { .button = BUTTON_WHEEL_UP, .pressed = true, .row = 5, .col = 12 }, "\033[<64;3;2M" },
	{ "the wheel is arrows on the other screen", "\033[?1049h", { .button = BUTTON_WHEEL_UP, .pressed = true, .row = 5, .col = 12 }, "\033[A\033[A\033[A" },
};

static void the_mouse_arrives_where_it_was_asked_for(void **unused)
{
	const struct rect area = { 4, 10, 4, 20 };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(mice); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 20, mice[i].asked);
		const struct pane p = { .terminal = t };
		CLEARED(text) struct text out = { 0 };

		pane_encode_mouse(&p, area, &mice[i].typed, &out);
		if (strcmp(text_c(&out), mice[i].bytes) != 0)
			fail_msg("%s: \"%s\"", mice[i].says, text_c(&out));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_arrive_as_the_child_asked),
		cmocka_unit_test(pastes_that_act_are_known),
		cmocka_unit_test(the_mouse_arrives_where_it_was_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
