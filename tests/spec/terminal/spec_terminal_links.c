/*
 * Specification of hyperlinks: which cells name which address, which addresses are refused, and how many are kept.
 */
#include "core/base/mem.h"
#include "core/terminal/engine.h"
#include "spec/terminal/screen_support.h"

static void feed_text(struct terminal *t, const char *bytes)
{
	terminal_feed(t, bytes, strlen(bytes));
}

static const char *link_at(const struct terminal *t, int row, int col)
{
	struct cell cell;

	terminal_cell(t, row, col, &cell);
	return terminal_link(t, cell.link);
}

#define OPEN "\033]8;;https://example.org/a\033\\"
#define CLOSE "\033]8;;\033\\"

/* What the cell at 0,0 names after "x" or more was written. */
static const struct { const char *says, *bytes, *address; } cases[] = {
	{ "text without a link names nothing", "x", NULL },
	{ "text in a link names its address", OPEN "x" CLOSE, "https://example.org/a" },
	{ "a bell ends the sequence too", "\033]8;;https://example.org/a\ax", "https://example.org/a" },
	{ "the parameters are left out", "\033]8;id=1:x=2;file:///a;b\ax", "file:///a;b" },
	{ "text behind the link names nothing", OPEN CLOSE "x", NULL },
	{ "SGR 0 does not end a link", OPEN "\033[1m\033[mx", "https://example.org/a" },
	{ "RIS ends a link", OPEN "\033cx", NULL },
	{ "what is erased is no link", OPEN "x\033[44m\033[2J", NULL },
	{ "an address with a space is none", "\033]8;;https://example.org/a b\ax", NULL },
	{ "an address with other than ASCII is none", "\033]8;;https://example.org/ä\ax", NULL },
	{ "a sequence without an address is none", "\033]8;\ax", NULL },
};

static void cells_name_their_address(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(4, 20, 0);
		const char *address;

		feed_text(t, cases[i].bytes);
		address = link_at(t, 0, 0);
		if (!address != !cases[i].address || (address && strcmp(address, cases[i].address) != 0))
			fail_msg("%s: %s", cases[i].says, address ? address : "nothing");
	}
}

static void an_address_that_was_cut_is_none(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(4, 20, 0);

	(void)state;
	feed_text(t, "\033]8;;");
	for (int i = 0; i < OSC_BYTES; i++)
		feed_text(t, "a");
	feed_text(t, "\033\\x");
	assert_null(link_at(t, 0, 0));
}

/* Links from on to from + count, one letter each, on one row. */
static void feed_links(struct terminal *t, int from, int count)
{
	for (int i = from; i < from + count; i++) {
		char bytes[64];
		int len = snprintf(bytes, sizeof bytes, "\033]8;;https://example.org/%d\033\\x", i);

		terminal_feed(t, bytes, (size_t)len);
	}
}

static void many_links_are_bounded_and_stay_right(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(10, 100, 0);

	(void)state;
	for (int next = 100; next <= 20000; next += 100) {
		feed_links(t, next - 100, 100);
		assert_true(t->links.room <= LINKS_MAX);
		for (int col = 0; col < 100; col++) {
			OWNED_MEM char *wanted = str_format("https://example.org/%d", next - 100 + col);

			assert_string_equal(link_at(t, next / 100 < 10 ? next / 100 - 1 : 9, col), wanted);
		}
	}
}

static void more_links_than_the_table_holds_are_plain_text(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(50, 100, 0);

	(void)state;
	feed_links(t, 0, 5000);
	assert_string_equal(link_at(t, 0, 0), "https://example.org/0");
	assert_null(link_at(t, 49, 99));
	feed_text(t, "\033[2J\033[H");
	feed_links(t, 0, 2000);
	assert_string_equal(link_at(t, 19, 99), "https://example.org/1999");
}

static void lines_in_the_scrollback_keep_their_links(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(1, 100, 1 << 20);
	struct cell cells[100];

	(void)state;
	for (int next = 0; next < 1000; next += 10) {
		feed_links(t, next, 10);
		feed_text(t, "\r\n");
	}
	for (int i = 0; i < 5000; i++)
		feed_text(t, OPEN CLOSE);
	feed_links(t, 5000, 3000);
	for (size_t line = 0; line < 100; line++) {
		assert_int_equal(terminal_scrollback_cells(t, terminal_scrollback_lines(t) - 1 - line, cells, 100), 10);
		for (size_t col = 0; col < 10; col++) {
			OWNED_MEM char *wanted = str_format("https://example.org/%zu", line * 10 + col);

			assert_string_equal(terminal_link(t, cells[col].link), wanted);
		}
	}
}

/* A stream that is nothing but links costs the same for each of them, however many there are. */
static void a_link_costs_few_steps_however_many_came_before(void **state)
{
	enum { LINKS = 20000, STEPS_EACH = 16 };
	static const size_t scrollbacks[] = { 0, 1u << 20 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(scrollbacks); i++) {
		OWNED(terminal) struct terminal *t = terminal_new(10, 100, scrollbacks[i]);

		feed_links(t, 0, LINKS);
		assert_true(t->links.steps > 0);
		assert_in_range(t->links.steps, 1, (uint64_t)LINKS * STEPS_EACH);
	}
}

/* The same address has the same number also after others were thrown out around it. */
static void an_address_is_kept_once(void **state)
{
	OWNED(terminal) struct terminal *t = terminal_new(10, 100, 0);
	struct cell first, again;

	(void)state;
	feed_text(t, OPEN "x");
	feed_text(t, "\033[10;1H");
	for (int from = 0; from < 3 * LINKS_MAX; from += 90) {
		feed_text(t, CLOSE "\033[10;1H");
		feed_links(t, from, 90);
	}
	feed_text(t, "\033[2;1H" OPEN "x");
	terminal_cell(t, 0, 0, &first);
	terminal_cell(t, 1, 0, &again);
	assert_string_equal(terminal_link(t, first.link), "https://example.org/a");
	assert_int_equal(first.link, again.link);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_name_their_address),
		cmocka_unit_test(an_address_that_was_cut_is_none),
		cmocka_unit_test(many_links_are_bounded_and_stay_right),
		cmocka_unit_test(lines_in_the_scrollback_keep_their_links),
		cmocka_unit_test(a_link_costs_few_steps_however_many_came_before),
		cmocka_unit_test(an_address_is_kept_once),
		cmocka_unit_test(more_links_than_the_table_holds_are_plain_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
