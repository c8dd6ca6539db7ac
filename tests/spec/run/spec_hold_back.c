/*
 * Specification of what a viewer gets of a child that floods: its screen instead of bytes, for as long as the log holds
 * everything; and how fast that child is read when it does not.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/run/session.h"

#define BEGAN 1000
#define WINDOW (64u * 1024) /* within 20 ms: a flood */
#define MIB (1024u * 1024)

struct world {
	char *scratch;
	int dir;
	struct session *s;
	struct run_record record;
	struct peer *p;
	struct session_child *c;
};

static char *scratch_new(void)
{
	const char *given = getenv("BULKHEAD_TEST_SCRATCH"), *home = getenv("HOME");
	OWNED_MEM char *base = given ? str_copy(given) : str_format("%s/.cache/bulkhead-check", home ? home : ".");
	char *path = str_format("%s/hold-back-XXXXXX", base);

	(void)mkdir(base, 0700);
	assert_non_null(mkdtemp(path));
	return path;
}

/* One child and one viewer that watches it and has everything. */
static void world_open(struct world *w)
{
	struct error err = { 0 };

	*w = (struct world){ .scratch = scratch_new(), .s = mem_new(1, sizeof *w->s) };
	w->dir = open(w->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(w->dir >= 0);
	w->s->record = &w->record;
	w->record.n_children = 1;
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
		w->s->peers[i].fd = -1;
	w->p = &w->s->peers[0];
	w->p->fd = w->dir; /* it is not written to here */
	w->p->watching = true;
	w->c = &w->s->children[0];
	w->c->child = (struct child *)w; /* that there is one is all that is asked */
	w->c->terminal = terminal_new(24, 80, 65536);
	assert_true(termlog_new(w->dir, "a1", TERMLOG_LIMIT_BYTES, &w->c->log, &err));
}

static void world_close(struct world *w)
{
	termlog_drop(&w->c->log);
	terminal_drop(&w->c->terminal);
	(void)unlinkat(w->dir, "a1.out", 0);
	(void)unlinkat(w->dir, "a1.timing", 0);
	(void)close(w->dir);
	(void)rmdir(w->scratch);
	free(w->scratch);
	free(w->s);
}

static void print(struct world *w, size_t bytes, uint64_t at_ms)
{
	OWNED_MEM char *zeros = mem_new(1, bytes);
	struct error err = { 0 };

	assert_true(termlog_add(w->c->log, zeros, bytes, at_ms, &err));
	pace_read(w->c, bytes, at_ms);
	hold_back_turn(w->s, w->p, 0, at_ms);
}

static bool held(struct world *w, uint64_t at_ms)
{
	hold_back_turn(w->s, w->p, 0, at_ms);
	return hold_back_is_on(w->s, w->p, 0, at_ms);
}

static void a_child_that_prints_little_is_heard_byte_by_byte(void **unused)
{
	struct world w;

	(void)unused;
	world_open(&w);
	for (uint64_t at = BEGAN; at < BEGAN + 1000; at += 10) {
		print(&w, WINDOW / 4, at);
		assert_false(held(&w, at));
		assert_false(hold_back_shows(w.s, w.p, 0, at));
	}
	assert_int_equal(hold_back_until_ms(w.s, 0, BEGAN + 1000), 0);
	world_close(&w);
}

static void of_a_flood_the_screen_is_shown_in_time_until_it_is_over(void **unused)
{
	struct world w;

	(void)unused;
	world_open(&w);
	print(&w, WINDOW, BEGAN);
	assert_true(held(&w, BEGAN));
	assert_true(hold_back_shows(w.s, w.p, 0, BEGAN));
	hold_back_shown(w.s, w.p, 0, 2000, BEGAN);
	assert_int_equal(hold_back_until_ms(w.s, 0, BEGAN), BEGAN + 40); /* the same screen is not shown twice */
	print(&w, WINDOW, BEGAN + 1);
	assert_false(hold_back_shows(w.s, w.p, 0, BEGAN + 15));
	assert_int_equal(hold_back_until_ms(w.s, 0, BEGAN + 1), BEGAN + 16);
	assert_true(hold_back_shows(w.s, w.p, 0, BEGAN + 16));
	assert_int_equal(pace_until_ms(w.s, 0, BEGAN + 2), 0); /* the child is not slowed for a viewer that sees it */
	hold_back_shown(w.s, w.p, 0, 2000, BEGAN + 16);
	assert_true(held(&w, BEGAN + 40));
	assert_false(held(&w, BEGAN + 41));
	assert_int_equal(hold_back_until_ms(w.s, 0, BEGAN + 41), 0); /* bytes are on their way */
	world_close(&w);
}

static void a_flood_comes_after_a_second_and_is_held_back_again_when_the_viewer_is_near(void **unused)
{
	struct world w;
	uint64_t at = BEGAN;

	(void)unused;
	world_open(&w);
	for (; at < BEGAN + 1000; at += 10) {
		print(&w, WINDOW, at);
		assert_true(held(&w, at));
	}
	print(&w, WINDOW, at);
	assert_false(held(&w, at));
	assert_true(hold_back_shows(w.s, w.p, 0, at)); /* it is far behind still */
	print(&w, WINDOW, at + 10);
	assert_false(held(&w, at + 10));
	w.p->offset[0] = termlog_total(w.c->log) - 2 * WINDOW + 1;
	assert_true(held(&w, at + 10));
	world_close(&w);
}

static void a_long_drawing_is_made_less_often_and_half_a_frame_waits(void **unused)
{
	struct world w;

	(void)unused;
	world_open(&w);
	print(&w, WINDOW, BEGAN);
	hold_back_shown(w.s, w.p, 0, 160 * 1024, BEGAN);
	print(&w, WINDOW, BEGAN + 1);
	assert_false(hold_back_shows(w.s, w.p, 0, BEGAN + 175));
	assert_true(hold_back_shows(w.s, w.p, 0, BEGAN + 176));
	hold_back_shown(w.s, w.p, 0, 2000, BEGAN + 176);
	terminal_feed(w.c->terminal, "\033[?2026h", 8);
	print(&w, WINDOW, BEGAN + 177);
	assert_false(hold_back_shows(w.s, w.p, 0, BEGAN + 325));
	assert_true(hold_back_shows(w.s, w.p, 0, BEGAN + 326));
	world_close(&w);
}

static void a_screen_that_cannot_be_drawn_is_not_waited_for(void **unused)
{
	struct world w;

	(void)unused;
	world_open(&w);
	print(&w, WINDOW, BEGAN);
	assert_true(held(&w, BEGAN));
	hold_back_shown(w.s, w.p, 0, 0, BEGAN);
	assert_false(held(&w, BEGAN + 1));
	world_close(&w);
}

static void before_the_log_is_full_a_child_is_read_as_fast_as_its_viewer_reads(void **unused)
{
	struct world w;
	uint64_t at = BEGAN;

	(void)unused;
	world_open(&w);
	while (termlog_total(w.c->log) + 5 * MIB <= TERMLOG_LIMIT_BYTES)
		print(&w, MIB, at++);
	assert_true(held(&w, at));
	assert_int_equal(pace_until_ms(w.s, 0, at), 0);
	print(&w, MIB, at);
	print(&w, WINDOW, at);
	assert_false(held(&w, at));
	assert_int_not_equal(pace_until_ms(w.s, 0, at), 0);
	w.p->offset[0] = termlog_total(w.c->log);
	assert_int_equal(pace_until_ms(w.s, 0, at), 0);
	w.p->offset[0] = 0;
	w.p->left_behind = true;
	assert_int_equal(pace_until_ms(w.s, 0, at), 0);
	world_close(&w);
}

static void of_a_child_that_is_gone_nothing_is_held_back(void **unused)
{
	struct world w;

	(void)unused;
	world_open(&w);
	print(&w, WINDOW, BEGAN);
	assert_true(held(&w, BEGAN));
	w.c->child = NULL;
	assert_false(held(&w, BEGAN));
	world_close(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_that_prints_little_is_heard_byte_by_byte),
		cmocka_unit_test(of_a_flood_the_screen_is_shown_in_time_until_it_is_over),
		cmocka_unit_test(a_flood_comes_after_a_second_and_is_held_back_again_when_the_viewer_is_near),
		cmocka_unit_test(a_long_drawing_is_made_less_often_and_half_a_frame_waits),
		cmocka_unit_test(a_screen_that_cannot_be_drawn_is_not_waited_for),
		cmocka_unit_test(before_the_log_is_full_a_child_is_read_as_fast_as_its_viewer_reads),
		cmocka_unit_test(of_a_child_that_is_gone_nothing_is_held_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
