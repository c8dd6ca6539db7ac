/* Specification of ports: times and run ids as text, and that the real clocks and the real chance work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "core/host/ports.h"

static const struct {
	uint64_t wall_ms;
	const char *text;
} times[] = {
	{ 0, "1970-01-01T00:00:00.000Z" },
	{ 1, "1970-01-01T00:00:00.001Z" },
	{ 951782400000, "2000-02-29T00:00:00.000Z" },
	{ 1796060426083, "2026-11-30T17:40:26.083Z" },
	{ 4107542399999, "2100-02-28T23:59:59.999Z" },
	{ 253402300799999, "9999-12-31T23:59:59.999Z" },
};

static void times_are_printed_as_iso_and_read_back(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(times); i++) {
		char text[TIME_TEXT_BYTES];
		uint64_t back = 7;

		time_print(times[i].wall_ms, text);
		assert_string_equal(text, times[i].text);
		assert_true(time_read(text, &back));
		assert_int_equal(back, times[i].wall_ms);
	}
}

static void a_time_beyond_four_digits_of_year_is_the_last_one(void **unused)
{
	char text[TIME_TEXT_BYTES];

	(void)unused;
	time_print(UINT64_MAX, text);
	assert_string_equal(text, "9999-12-31T23:59:59.999Z");
}

static void a_date_alone_is_its_first_moment(void **unused)
{
	uint64_t ms = 0;

	(void)unused;
	assert_true(time_read("2026-01-01", &ms));
	assert_int_equal(ms, 1767225600000);
}

static void anything_else_is_no_time(void **unused)
{
	static const char *const wrong[] = {
		"", "2026", "2026-1-1", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000", "2026-01-01T00:00:00.000Z ",
		" 2026-01-01", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-32", "2026-01-01T24:00:00.000Z",
		"2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z", "2026-01-01t00:00:00.000z", "1969-12-31",
		"-026-01-01", "20x6-01-01", "2026-01-01T00:00:00.00xZ",
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		uint64_t ms = 7;

		if (time_read(wrong[i], &ms) || ms != 7)
			fail_msg("read as a time: %s", wrong[i]);
	}
}

static void the_real_clocks_run(void **unused)
{
	uint64_t first = host_ports.steady_ms(host_ports.self);

	(void)unused;
	assert_true(host_ports.wall_ms(host_ports.self) > UINT64_C(1700000000000));
	assert_true(host_ports.steady_ms(host_ports.self) >= first);
	assert_in_range(host_ports.wall_ms(host_ports.self) / 1000, (uintmax_t)time(NULL) - 2, (uintmax_t)time(NULL) + 2);
}

static void chance_differs(void **unused)
{
	unsigned char a[32] = {0}, b[32] = {0};

	(void)unused;
	assert_true(host_ports.random(host_ports.self, a, sizeof a));
	assert_true(host_ports.random(host_ports.self, b, sizeof b));
	assert_memory_not_equal(a, b, sizeof a);
}

static uint64_t fixed_wall(void *self)
{
	(void)self;
	return 1796060426083;
}

static bool fixed_random(void *self, void *ret_bytes, size_t len)
{
	memcpy(ret_bytes, "\xd0\xb2\x71", len);
	return *(bool *)self;
}

static void a_run_id_has_the_peers_form(void **unused)
{
	bool works = true;
	struct ports ports = { .wall_ms = fixed_wall, .steady_ms = fixed_wall, .random = fixed_random, .self = &works };
	char id[RUN_ID_BYTES];

	(void)unused;
	assert_true(run_id_new(&ports, id));
	assert_string_equal(id, "wf-2026-11-30T17-40-26-083Z-d0b271");
	assert_true(run_id_valid(id));
	works = false;
	assert_false(run_id_new(&ports, id));
}

static void run_ids_are_safe_as_file_names(void **unused)
{
	static const struct {
		const char *id;
		bool valid;
	} ids[] = {
		{ "a", true },    { "0", true },         { "A.b_c-d", true },    { "a..b", true }, { "", false },    { ".", false },
		{ "..", false },  { ".a", false },       { "-a", false },        { "_a", false },  { "a/b", false }, { "a b", false },
		{ "a\n", false }, { "\xc3\xa4", false }, { "a\xc3\xa4", false }, { "a:b", false },
	};
	char longest[RUN_ID_BYTES + 1];

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(ids); i++)
		if (run_id_valid(ids[i].id) != ids[i].valid)
			fail_msg("rule broken for %s", ids[i].id);
	memset(longest, 'a', sizeof longest);
	longest[RUN_ID_BYTES - 1] = '\0';
	assert_true(run_id_valid(longest));
	longest[RUN_ID_BYTES - 1] = 'a';
	longest[RUN_ID_BYTES] = '\0';
	assert_false(run_id_valid(longest));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_printed_as_iso_and_read_back),
		cmocka_unit_test(a_time_beyond_four_digits_of_year_is_the_last_one),
		cmocka_unit_test(a_date_alone_is_its_first_moment),
		cmocka_unit_test(anything_else_is_no_time),
		cmocka_unit_test(the_real_clocks_run),
		cmocka_unit_test(chance_differs),
		cmocka_unit_test(a_run_id_has_the_peers_form),
		cmocka_unit_test(run_ids_are_safe_as_file_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
