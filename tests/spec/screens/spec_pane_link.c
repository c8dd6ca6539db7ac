/*
 * Specification of addresses in a pane: which one is at a place, and which may be opened.
 */
#include "spec/screens/looking.h"

#include "core/base/owned.h"
#include "ui/screens/pane_link.h"

static const struct {
	const char *says, *bytes;
	struct spot at;
	const char *address;
	bool hidden;
} cases[] = {
	{ "an address that stands there", "see https://a.example/x?y=z#w now", { 0, 8 }, "https://a.example/x?y=z#w", false },
	{ "without the sentence's end", "see http://a.example/x.", { 0, 8 }, "http://a.example/x", false },
	{ "without what stands around it", "(https://a.example/)", { 0, 8 }, "https://a.example/", false },
	{ "and before it", "url=https://a.example/", { 0, 1 }, "https://a.example/", false },
	{ "over a wrapped line", "https://a.example/0123456789012345678901234567890123456789", { 1, 3 },
	  "https://a.example/0123456789012345678901234567890123456789", false },
	{ "nothing beside it", "see https://a.example/", { 0, 1 }, NULL, false },
	{ "an address behind other words", "\033]8;;https://b.example/y\033\\here\033]8;;\033\\", { 0, 1 }, "https://b.example/y", true },
	{ "behind another address: the one behind", "\033]8;;https://b.example/y\033\\https://a.example\033]8;;\033\\", { 0, 9 },
	  "https://b.example/y", true },
	{ "of whatever scheme: it is not opened for that", "\033]8;;file:///etc/passwd\033\\here\033]8;;\033\\", { 0, 1 }, "file:///etc/passwd", true },
};

static void the_address_at_a_place_is_found(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = printed(4, 40, cases[i].bytes);
		CLEARED(pane_text) struct pane_text text = { 0 };
		OWNED_MEM char *address = NULL;
		bool hidden;

		pane_text_freeze(&text, t);
		address = link_at(&text, cases[i].at, &hidden);
		if (!address != !cases[i].address || (address && strcmp(address, cases[i].address) != 0) || hidden != cases[i].hidden)
			fail_msg("%s: %s", cases[i].says, address ? address : "none");
	}
}

static void the_address_stays_while_the_child_prints(void **unused)
{
	OWNED(terminal) struct terminal *t = printed(4, 40, "\033]8;;https://b.example/y\033\\here\033]8;;\033\\");
	CLEARED(pane_text) struct pane_text text = { 0 };
	char other[64];

	(void)unused;
	pane_text_freeze(&text, t);
	terminal_feed(t, "\033[2J", 4);
	for (int i = 0; i < 5000; i++)
		terminal_feed(t, other, (size_t)snprintf(other, sizeof other, "\033[H\033]8;;https://c.example/%d\033\\x", i));
	assert_string_equal(pane_text_link(&text, (struct spot){ text.edge, 1 }), "https://b.example/y");
}

static const struct { const char *address; bool may; } addresses[] = {
	{ "https://a.example/", true }, { "http://a.example", true }, { "HTTPS://a.example", true }, { "file:///etc/passwd", false },
	{ "javascript:alert(1)", false }, { "https://", false }, { "https:///x", false }, { "-https://a.example", false },
	{ "data:text/html,x", false }, { "ssh://a.example", false }, { "", false },
};

static void only_the_web_may_be_opened(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(addresses); i++)
		if (link_may_open(addresses[i].address) != addresses[i].may)
			fail_msg("\"%s\"", addresses[i].address);
}

static void a_link_is_shown_underlined(void **unused)
{
	struct cell linked = { .codepoint = 'x', .width = 1, .link = 1 }, curled = linked, plain = { .codepoint = 'x', .width = 1 };

	(void)unused;
	curled.style.attrs = ATTR_UNDERCURL;
	link_show(&linked);
	link_show(&curled);
	link_show(&plain);
	assert_int_equal(linked.style.attrs, ATTR_UNDERLINE);
	assert_int_equal(curled.style.attrs, ATTR_UNDERCURL);
	assert_int_equal(plain.style.attrs, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_address_at_a_place_is_found),
		cmocka_unit_test(the_address_stays_while_the_child_prints),
		cmocka_unit_test(only_the_web_may_be_opened),
		cmocka_unit_test(a_link_is_shown_underlined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
