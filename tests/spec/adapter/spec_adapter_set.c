/* Specification of adapter_set: finding an adapter and saying which there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/adapter/adapter.h"
#include "core/base/mem.h"

static const struct adapter first = { .id = "first" }, second = { .id = "second" };
static const struct adapter *const items[] = { &first, &second };
static const struct adapter_set set = { items, COUNT_OF(items) };

static void an_adapter_is_found_by_its_whole_id(void **unused)
{
	(void)unused;
	assert_ptr_equal(adapter_find(&set, "second"), &second);
	assert_null(adapter_find(&set, "sec"));
	assert_null(adapter_find(&set, "Second"));
	assert_null(adapter_find(&set, ""));
	assert_null(adapter_find(&set, NULL));
	assert_null(adapter_find(&(struct adapter_set){ 0 }, "first"));
}

static void the_names_are_listed_in_display_order(void **unused)
{
	CLEARED(text) struct text out = { 0 };

	(void)unused;
	adapter_names(&set, &out);
	assert_string_equal(text_c(&out), "first, second");
}

static void a_cleared_result_can_be_used_again(void **unused)
{
	struct child_result r = { .succeeded = true, .text = str_copy("t"), .why = str_copy("w"), .session_id = str_copy("s") };

	(void)unused;
	child_result_clear(&r);
	assert_null(r.text);
	assert_false(r.succeeded);
	child_result_clear(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_adapter_is_found_by_its_whole_id),
		cmocka_unit_test(the_names_are_listed_in_display_order),
		cmocka_unit_test(a_cleared_result_can_be_used_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
