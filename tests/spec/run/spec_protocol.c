/*
 * Specification of the frames between a supervisor and its viewers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/owned.h"
#include "core/run/protocol.h"

static void what_is_added_is_taken_in_order(void **unused)
{
	CLEARED(text) struct text wire = { 0 };
	const uint64_t numbers[] = { 24, UINT64_MAX };
	struct frame f = { 0 };
	size_t at = 0;

	(void)unused;
	frame_add(&wire, MESSAGE_OUTPUT, 1, "a\0b", 3);
	frame_add_numbers(&wire, MESSAGE_RESIZED, 2, numbers, 2);
	assert_int_equal(frame_take(&wire, &at, &f), 1);
	assert_int_equal(f.kind, MESSAGE_OUTPUT);
	assert_int_equal(f.child, 1);
	assert_int_equal(f.len, 3);
	assert_memory_equal(f.payload, "a\0b", 3);
	assert_int_equal(frame_take(&wire, &at, &f), 1);
	assert_int_equal(frame_number(&f, 0), 24);
	assert_true(frame_number(&f, 1) == UINT64_MAX);
	assert_int_equal(frame_number(&f, 2), 0);
	assert_int_equal(frame_take(&wire, &at, &f), 0);
}

static void every_cut_of_a_frame_waits_for_more(void **unused)
{
	CLEARED(text) struct text whole = { 0 };

	(void)unused;
	frame_add(&whole, MESSAGE_KEYS, 0, "hello", 5);
	for (size_t len = 0; len < whole.len; len++) {
		CLEARED(text) struct text part = { 0 };
		struct frame f = { 0 };
		size_t at = 0;

		text_add(&part, whole.bytes, len);
		assert_int_equal(frame_take(&part, &at, &f), 0);
		assert_int_equal(at, 0);
	}
}

static void a_frame_of_another_protocol_is_refused(void **unused)
{
	const struct { const char *says; unsigned char head[FRAME_HEAD_BYTES]; } cases[] = {
		{ "a length beyond the limit", { 0xff, 0xff, 0xff, 0x7f, 2, 0, 0, 0 } },
		{ "a reserved byte that is not zero", { 0, 0, 0, 0, 2, 0, 1, 0 } },
		{ "the other reserved byte", { 0, 0, 0, 0, 2, 0, 0, 1 } },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(text) struct text wire = { 0 };
		struct frame f = { 0 };
		size_t at = 0;

		text_add(&wire, cases[i].head, FRAME_HEAD_BYTES);
		if (frame_take(&wire, &at, &f) != -1)
			fail_msg("accepted: %s", cases[i].says);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_added_is_taken_in_order),
		cmocka_unit_test(every_cut_of_a_frame_waits_for_more),
		cmocka_unit_test(a_frame_of_another_protocol_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
