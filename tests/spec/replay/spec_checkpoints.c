/*
 * Specification of checkpoints: going back in a long recording feeds a small part of it again, shows the same, and costs
 * bounded memory whatever was printed.
 */
#include "recorded.h"

#include "core/replay/checkpoints.h"
#include "core/replay/player.h"

#define MOMENTS 2000
#define MOMENT_BYTES 5000 /* ten megabytes in all */
#define PROMPT_BYTES (1024u * 1024)

/* Lines that tell where they stand, in colours and with a moving region, as a program that repaints would. */
static void print_much(struct recorded *r)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error err = { 0 };

	recorded_event(r, "0r:24x80");
	for (unsigned i = 0; i < MOMENTS; i++) {
		text_empty(&bytes);
		text_add_format(&bytes, "\033[%u;%ur\033[%u;1H", i % 5 + 1, 20 + i % 4, i % 24 + 1);
		for (unsigned line = 0; bytes.len < MOMENT_BYTES; line++)
			text_add_format(&bytes, "\033[3%um%u.%u of what was printed\033[m e\u0301\r\n", line % 8, i, line);
		if (i % 500 == 0)
			must(termlog_resized(r->log, i % 1000 ? 40 : 24, 80, 10 + i * 10u, &err), &err);
		recorded_print(r, 10 + i * 10u, bytes.bytes, bytes.len);
	}
}

static void settle(struct player *p)
{
	while (!player_settle(p, SIZE_MAX))
		;
}

/* As one that was played there from the start. */
static void assert_shows_the_same(struct player *p, struct recording *again, uint64_t at_ms)
{
	OWNED(player) struct player *other = player_new(again, 1 << 18);
	CLEARED(text) struct text now = { 0 }, then = { 0 };

	player_seek(other, at_ms);
	settle(other);
	assert_true(terminal_redraw(player_terminal(p), SIZE_MAX / 2, &now));
	assert_true(terminal_redraw(player_terminal(other), SIZE_MAX / 2, &then));
	if (strcmp(text_c(&now), text_c(&then)) != 0)
		fail_msg("the screen at %llu ms is another", (unsigned long long)at_ms);
}

static void going_back_in_ten_megabytes_is_prompt_and_shows_the_same(void **unused)
{
	static const uint64_t places_ms[] = { 19000, 100, 15005, 9990, 9980, 20000, 1, 12345, 0, 5000 };
	struct recorded r;

	(void)unused;
	recorded_begin(&r, TERMLOG_LIMIT_BYTES, NULL);
	print_much(&r);
	OWNED(recording) struct recording *again = NULL;
	struct error err = { 0 };
	must(recording_open(&r.view, "a1", &r.recording, &err), &err);
	assert_true(recording_bytes(r.recording) >= (uint64_t)MOMENTS * MOMENT_BYTES);
	must(recording_open(&r.view, "a1", &again, &err), &err);
	OWNED(player) struct player *p = player_new(r.recording, 1 << 18);

	player_seek(p, UINT64_MAX);
	settle(p);
	for (size_t i = 0; i < COUNT_OF(places_ms); i++) {
		player_seek(p, places_ms[i]);
		if (!player_settle(p, PROMPT_BYTES))
			fail_msg("more than %u bytes are fed again to get to %llu ms", PROMPT_BYTES, (unsigned long long)places_ms[i]);
		if (i % 3 == 1)
			assert_shows_the_same(p, again, places_ms[i]);
	}
	player_drop(&p);
	recording_drop(&again);
	recorded_end(&r);
}

static void memory_is_bounded_whatever_is_printed(void **unused)
{
	static const struct { int rows, cols; size_t scrollback_bytes; } cases[] = { { 24, 80, 1 << 18 }, { 500, 1000, 1 << 22 }, { 1, 1, 0 } };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(checkpoints) struct checkpoints c = { .count = 0 };
		OWNED(terminal) struct terminal *t = terminal_new(cases[i].rows, cases[i].cols, cases[i].scrollback_bytes);

		for (size_t next = 1; next < 2000; next++) {
			terminal_feed(t, "a line, and another\r\n", 21);
			checkpoints_pass(&c, next, next * 100000, t);
			assert_true(c.count <= CHECKPOINTS_MAX && c.bytes <= CHECKPOINTS_BYTES_MAX);
		}
		assert_true(c.count > 0);
		for (size_t at = 1; at < c.count; at++)
			assert_true(c.items[at].next > c.items[at - 1].next);
	}
}

static void the_nearest_one_that_is_not_behind_is_found(void **unused)
{
	CLEARED(checkpoints) struct checkpoints c = { .count = 0 };
	OWNED(terminal) struct terminal *t = terminal_new(2, 5, 0);

	(void)unused;
	assert_null(checkpoints_before(&c, 1000));
	for (size_t next = 1; next <= 4; next++)
		checkpoints_pass(&c, next * 10, next * CHECKPOINTS_SPACE, t);
	assert_int_equal(c.count, 4);
	assert_null(checkpoints_before(&c, 9));
	assert_int_equal(checkpoints_before(&c, 10)->next, 10);
	assert_int_equal(checkpoints_before(&c, 29)->next, 20);
	assert_int_equal(checkpoints_before(&c, 9999)->next, 40);
	checkpoints_pass(&c, 5, CHECKPOINTS_SPACE / 2, t); /* passed again on the way from an earlier one */
	assert_int_equal(c.count, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(going_back_in_ten_megabytes_is_prompt_and_shows_the_same),
		cmocka_unit_test(memory_is_bounded_whatever_is_printed),
		cmocka_unit_test(the_nearest_one_that_is_not_behind_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
