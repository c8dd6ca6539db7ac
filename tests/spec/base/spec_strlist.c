/* Specification of strlist: ordered, owned strings that can always serve as an argv. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/strlist.h"

static void assert_list(const struct strlist *l, size_t count, const char *const *expected)
{
	assert_int_equal(l->count, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(l->items[i], expected[i]);
	if (l->items)
		assert_null(l->items[count]);
}

static void it_is_ended_by_null_at_every_length(void **unused)
{
	CLEARED(strlist) struct strlist l = {0};

	(void)unused;
	assert_null(l.items);
	for (size_t i = 0; i < 100; i++) {
		strlist_add_format(&l, "%zu", i);
		assert_int_equal(l.count, i + 1);
		assert_null(l.items[l.count]);
	}
	assert_string_equal(l.items[42], "42");
}

static void strings_are_copied_or_taken(void **unused)
{
	CLEARED(strlist) struct strlist l = {0};
	char word[] = "word";

	(void)unused;
	strlist_add(&l, word);
	word[0] = 'W';
	strlist_take(&l, str_copy("taken"));
	assert_list(&l, 2, (const char *const[]){ "word", "taken" });
}

static void copies_are_appended_even_of_itself(void **unused)
{
	CLEARED(strlist) struct strlist from = {0};
	CLEARED(strlist) struct strlist to = {0};

	(void)unused;
	strlist_copy(&to, &from);
	assert_list(&to, 0, NULL);
	strlist_add(&from, "a");
	strlist_add(&from, "b");
	strlist_copy(&to, &from);
	strlist_copy(&to, &to);
	assert_list(&to, 4, (const char *const[]){ "a", "b", "a", "b" });
}

static void removing_closes_the_gap(void **unused)
{
	CLEARED(strlist) struct strlist l = {0};

	(void)unused;
	strlist_add(&l, "a");
	strlist_add(&l, "b");
	strlist_add(&l, "c");
	strlist_remove(&l, 1);
	assert_list(&l, 2, (const char *const[]){ "a", "c" });
	strlist_remove(&l, 1);
	strlist_remove(&l, 0);
	assert_list(&l, 0, NULL);
}

static void sorting_is_by_bytes(void **unused)
{
	CLEARED(strlist) struct strlist l = {0};

	(void)unused;
	strlist_sort(&l);
	strlist_add(&l, "\xc3\xa4");
	strlist_add(&l, "b");
	strlist_add(&l, "B");
	strlist_add(&l, "_");
	strlist_sort(&l);
	assert_list(&l, 4, (const char *const[]){ "B", "_", "b", "\xc3\xa4" });
}

static void a_cleared_list_can_be_used_again(void **unused)
{
	struct strlist l = {0};

	(void)unused;
	strlist_add(&l, "old");
	strlist_clear(&l);
	assert_null(l.items);
	assert_false(strlist_has(&l, "old"));
	strlist_add(&l, "new");
	assert_true(strlist_has(&l, "new"));
	strlist_clear(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_ended_by_null_at_every_length),
		cmocka_unit_test(strings_are_copied_or_taken),
		cmocka_unit_test(copies_are_appended_even_of_itself),
		cmocka_unit_test(removing_closes_the_gap),
		cmocka_unit_test(sorting_is_by_bytes),
		cmocka_unit_test(a_cleared_list_can_be_used_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
