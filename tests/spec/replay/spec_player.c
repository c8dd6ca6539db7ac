/*
 * Specification of the player: the same cells whichever way a time is reached, a clock that is paused, sped up and set,
 * idle time cut, and a log that grows.
 */
#include "recorded.h"

#include "core/replay/player.h"

#define NO_LIMIT TERMLOG_LIMIT_BYTES
#define WHOLE SIZE_MAX

static const char *const counting[] = { "0r:5x20", "1000o:one\r\n", "2000o:two\r\n", "2000o:and\r\n", "12000o:three", "13000e", NULL };

static void shown(struct player *p, struct text *out)
{
	int row, col;
	bool visible;
	enum terminal_cursor_shape shape;

	while (!player_settle(p, WHOLE))
		;
	text_add_format(out, "%dx%d ", terminal_rows(player_terminal(p)), terminal_cols(player_terminal(p)));
	terminal_cursor(player_terminal(p), &row, &col, &visible, &shape);
	text_add_format(out, "%d,%d ", row, col);
	terminal_print(player_terminal(p), out);
}

static void assert_shown(struct player *p, const char *words)
{
	CLEARED(text) struct text now = { 0 };

	while (!player_settle(p, WHOLE))
		;
	terminal_print(player_terminal(p), &now);
	while (now.len > 0 && now.bytes[now.len - 1] == '\n')
		now.bytes[--now.len] = '\0';
	for (size_t i = 0; i < now.len; i++)
		if (now.bytes[i] == '\n')
			now.bytes[i] = '|';
	assert_string_equal(text_c(&now), words);
}

static void a_position_shows_what_had_been_printed_by_then(void **unused)
{
	static const struct { uint64_t at_ms; const char *words; } cases[] = {
		{ 0, "" }, { 999, "" }, { 1000, "one" }, { 1999, "one" }, { 2000, "one|two|and" }, { 12000, "one|two|and|three" },
		{ 1500, "one" }, { 0, "" }, { 99999, "one|two|and|three" },
	};
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		player_seek(p, cases[i].at_ms);
		assert_shown(p, cases[i].words);
	}
	assert_int_equal(player_position_ms(p), 13000);
	assert_int_equal(terminal_cols(player_terminal(p)), 20);
	player_drop(&p);
	recorded_end(&r);
}

static void the_clock_runs_at_the_speed_it_was_given(void **unused)
{
	static const struct { unsigned halves; uint64_t steps, step_ms, position_ms; } cases[] = {
		{ 2, 10, 100, 1000 }, { 1, 10, 100, 500 }, { 1, 1001, 1, 500 }, { 4, 10, 100, 2000 }, { 32, 5, 100, 8000 }, { 32, 100, 100, 13000 },
	};
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		OWNED(player) struct player *p = player_new(r.recording, 65536);
		uint64_t now_ms = 77;

		player_set_speed(p, cases[i].halves);
		player_tick(p, now_ms);
		assert_int_equal(player_position_ms(p), 0);
		player_play(p, true, now_ms);
		for (uint64_t step = 0; step < cases[i].steps; step++)
			player_tick(p, now_ms += cases[i].step_ms);
		assert_int_equal(player_position_ms(p), cases[i].position_ms);
		assert_int_equal(player_is_playing(p), cases[i].position_ms < 13000);
	}
	recorded_end(&r);
}

static void the_end_stops_the_clock_however_it_is_reached(void **unused)
{
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	player_play(p, true, 0);
	player_seek_by(p, 60000);
	assert_false(player_is_playing(p));
	player_play(p, true, 0);
	assert_int_equal(player_position_ms(p), 0);
	player_seek(p, 12999);
	assert_true(player_is_playing(p));
	player_follow(p, true);
	player_seek(p, 13000);
	assert_true(player_is_playing(p));
	player_drop(&p);
	recorded_end(&r);
}

static void speeds_go_from_half_to_sixteen_and_no_further(void **unused)
{
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	player_faster(p, -1);
	assert_int_equal(player_speed(p), 1);
	player_faster(p, -1);
	assert_int_equal(player_speed(p), 1);
	for (int i = 0; i < 10; i++)
		player_faster(p, 1);
	assert_int_equal(player_speed(p), 32);
	player_drop(&p);
	recorded_end(&r);
}

static void the_wait_is_until_the_next_moment(void **unused)
{
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	assert_true(player_wait_ms(p) == UINT64_MAX);
	player_play(p, true, 5);
	assert_int_equal(player_wait_ms(p), 1000);
	player_set_speed(p, 8);
	assert_int_equal(player_wait_ms(p), 250);
	player_set_speed(p, 1);
	assert_int_equal(player_wait_ms(p), 2000);
	player_drop(&p);
	recorded_end(&r);
}

static void steps_go_to_the_next_moment_and_back(void **unused)
{
	static const struct { int direction; uint64_t at_ms; } cases[] = {
		{ 1, 1000 }, { 1, 2000 }, { 1, 12000 }, { 1, 13000 }, { 1, 13000 }, { -1, 12000 }, { -1, 2000 }, { -1, 1000 }, { -1, 0 }, { -1, 0 },
	};
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		player_step(p, cases[i].direction);
		assert_int_equal(player_position_ms(p), cases[i].at_ms);
	}
	player_drop(&p);
	recorded_end(&r);
}

static void idle_time_is_cut_and_said_and_the_place_stays(void **unused)
{
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, counting);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	player_seek(p, 12500);
	player_set_idle(p, 2000);
	assert_int_equal(player_end_ms(p), 1000 + 1000 + 2000 + 1000);
	assert_int_equal(player_position_ms(p), 4500);
	assert_int_equal(player_recorded_ms(p), 12500);
	assert_int_equal(player_idle_ms(p), 0);
	player_seek(p, 3000);
	assert_int_equal(player_idle_ms(p), 10000);
	assert_shown(p, "one|two|and");
	player_seek(p, 4000);
	assert_shown(p, "one|two|and|three");
	player_set_idle(p, PLAYER_IDLE_NONE);
	assert_int_equal(player_position_ms(p), 12000);
	player_drop(&p);
	recorded_end(&r);
}

static void a_cut_is_known_where_it_lies(void **unused)
{
	static const char *const script[] = { "0r:5x20", "10o:0123456789\r\n", "20o:9876543210\r\n9876543210", "30r:6x30", "40e", NULL };
	struct recorded r;
	(void)unused;

	recorded_open(&r, 24, script);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	assert_true(recording_was_cut(r.recording));
	player_seek(p, 10);
	assert_false(player_past_cut(p));
	player_seek(p, 35);
	assert_true(player_past_cut(p));
	assert_shown(p, "0123456789|9876543210");
	assert_int_equal(terminal_cols(player_terminal(p)), 30);
	player_drop(&p);
	recorded_end(&r);
}

static void a_log_that_grows_is_followed_from_its_end(void **unused)
{
	static const char *const script[] = { "0r:5x20", "10o:one", NULL };
	struct recorded r;
	(void)unused;

	recorded_open(&r, NO_LIMIT, script);
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	player_follow(p, true);
	player_play(p, true, 0);
	player_tick(p, 5000);
	assert_shown(p, "one");
	assert_true(player_is_playing(p));
	assert_false(recording_more(r.recording));
	recorded_event(&r, "7000o:two");
	assert_true(recording_more(r.recording));
	player_extend(p);
	assert_shown(p, "onetwo");
	recorded_event(&r, "7000o:three"); /* the same millisecond, and what was fed is not fed again */
	recorded_event(&r, "7001e");
	assert_true(recording_more(r.recording));
	player_extend(p);
	assert_shown(p, "onetwothree");
	assert_true(recording_ended(r.recording));
	player_drop(&p);
	recorded_end(&r);
}

static uint32_t chance(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* Text, wide characters cut in two, colours, moves, alternate screens, resizes. */
static void record_anything(struct recorded *r, uint32_t seed)
{
	static const char *const pieces[] = { "hello ",   "\r\n",    "\xE6\x97\xA5", "\xE6",        "\x97\xA5", "\033[3;4H",
					      "\033[31m", "\033[0m", "\033[?1049h",  "\033[?1049l", "\033[2J",  "\033[2;4r",
					      "\033[10A", "\t",      "\033[K",       "e\xCC\x81",   "\033M" };
	struct error err = { 0 };
	uint64_t at_ms = 0;

	for (int i = 0; i < 400; i++) {
		at_ms += chance(&seed) % 4 ? chance(&seed) % 20 : chance(&seed) % 9000;
		if (chance(&seed) % 40 == 0) {
			must(termlog_resized(r->log, 2 + (int)(chance(&seed) % 30), 4 + (int)(chance(&seed) % 90), at_ms, &err), &err);
			continue;
		}
		const char *piece = pieces[chance(&seed) % COUNT_OF(pieces)];
		recorded_print(r, at_ms, piece, strlen(piece));
	}
	must(termlog_end(r->log, at_ms, &err), &err);
}

static void reach_by_playing(struct player *p, uint64_t position_ms)
{
	uint64_t now_ms = 0;

	player_play(p, true, now_ms);
	while (player_position_ms(p) < position_ms && player_is_playing(p)) {
		uint64_t step = player_wait_ms(p), left = position_ms - player_position_ms(p);

		player_tick(p, now_ms += step < left ? step : left);
		(void)player_settle(p, 100);
	}
}

static void seeking_to_a_time_equals_playing_to_it(void **unused)
{
	(void)unused;
	for (uint32_t seed = 1; seed <= 20; seed++) {
		struct recorded r;
		uint32_t dice = seed * 7919;

		recorded_begin(&r, NO_LIMIT, NULL);
		record_anything(&r, seed);
		struct error err = { 0 };
		must(recording_open(&r.view, "a1", &r.recording, &err), &err);
		OWNED(player) struct player *sought = player_new(r.recording, 65536);
		player_set_idle(sought, seed % 2 ? 1000 : PLAYER_IDLE_NONE);
		for (int i = 0; i < 12; i++) {
			OWNED(player) struct player *played = player_new(r.recording, 65536);
			CLEARED(text) struct text one = { 0 };
			CLEARED(text) struct text other = { 0 };
			uint64_t at_ms = chance(&dice) % (player_end_ms(sought) + 1);

			player_set_idle(played, player_idle(sought));
			player_seek(sought, at_ms);
			reach_by_playing(played, at_ms);
			assert_int_equal(player_position_ms(played), player_position_ms(sought));
			assert_int_equal(player_recorded_ms(played), player_recorded_ms(sought));
			shown(sought, &one);
			shown(played, &other);
			assert_string_equal(text_c(&one), text_c(&other));
		}
		player_drop(&sought);
		recorded_end(&r);
	}
}

static void what_cannot_be_replayed_says_why(void **unused)
{
	struct recorded r;
	struct error err = { 0 };
	struct recording *none = NULL;
	(void)unused;

	recorded_begin(&r, NO_LIMIT, counting);
	assert_false(recording_open(&r.view, "a9", &none, &err));
	assert_int_equal(err.reason, REASON_NOT_FOUND);
	assert_non_null(strstr(err.text, "a1"));
	assert_false(recording_open(&r.view, "../a1", &none, &err));
	assert_int_equal(err.reason, REASON_NOT_FOUND);
	r.view.row.outcome = OUTCOME_REFUSED;
	assert_false(recording_open(&r.view, "a1", &none, &err));
	assert_non_null(strstr(err.text, "refused"));
	r.view.row.outcome = OUTCOME_LOST;
	assert_int_equal(unlinkat(r.children, "a1.timing", 0), 0);
	assert_false(recording_open(&r.view, "a1", &none, &err));
	assert_int_equal(err.reason, REASON_NOT_FOUND);
	assert_non_null(strstr(err.text, "no terminal log"));
	recorded_end(&r);
}

static void overwrite(const struct recorded *r, const char *name, const char *bytes)
{
	int fd = openat(r->children, name, O_WRONLY | O_TRUNC | O_CLOEXEC);

	assert_true(write(fd, bytes, strlen(bytes)) == (ssize_t)strlen(bytes));
	close(fd);
}

static void a_damaged_log_is_played_up_to_the_damage(void **unused)
{
	struct recorded r;
	struct error err = { 0 };
	(void)unused;

	recorded_begin(&r, NO_LIMIT, counting);
	overwrite(&r, "a1.timing", "r 0 5 20\no 1000 5\nx\n");
	must(recording_open(&r.view, "a1", &r.recording, &err), &err);
	assert_non_null(strstr(recording_damage(r.recording), "line 3"));
	OWNED(player) struct player *p = player_new(r.recording, 65536);
	player_seek(p, UINT64_MAX);
	assert_shown(p, "one");
	player_drop(&p);
	recording_drop(&r.recording);
	overwrite(&r, "a1.timing", "nothing\n");
	assert_false(recording_open(&r.view, "a1", &r.recording, &err));
	assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
	recorded_end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_shows_what_had_been_printed_by_then),
		cmocka_unit_test(the_clock_runs_at_the_speed_it_was_given),
		cmocka_unit_test(the_end_stops_the_clock_however_it_is_reached),
		cmocka_unit_test(speeds_go_from_half_to_sixteen_and_no_further),
		cmocka_unit_test(the_wait_is_until_the_next_moment),
		cmocka_unit_test(steps_go_to_the_next_moment_and_back),
		cmocka_unit_test(idle_time_is_cut_and_said_and_the_place_stays),
		cmocka_unit_test(a_cut_is_known_where_it_lies),
		cmocka_unit_test(a_log_that_grows_is_followed_from_its_end),
		cmocka_unit_test(seeking_to_a_time_equals_playing_to_it),
		cmocka_unit_test(what_cannot_be_replayed_says_why),
		cmocka_unit_test(a_damaged_log_is_played_up_to_the_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
