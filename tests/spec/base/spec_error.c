/* Specification of error: the slugs that records depend on, and the one sentence an operator reads. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/error.h"
#include "core/base/sanitize.h"

/* Records hold these words. A row is never changed and never removed; new reasons get new rows. */
static const struct {
	enum reason reason;
	const char *slug;
	enum exit_status exit;
} golden[] = {
	{ REASON_NONE, "none", EXIT_YES },
	{ REASON_NO_PROJECTION, "no_projection", EXIT_REFUSED },
	{ REASON_MODE_UNREPRESENTABLE, "mode_unrepresentable", EXIT_REFUSED },
	{ REASON_WRITABLE_ROOTS_UNREPRESENTABLE, "writable_roots_unrepresentable", EXIT_REFUSED },
	{ REASON_WRITABLE_ROOT_INVALID, "writable_root_invalid", EXIT_REFUSED },
	{ REASON_WORKSPACE_REQUIRED, "workspace_required", EXIT_REFUSED },
	{ REASON_WRITABLE_ROOT_ESCAPES_WORKSPACE, "writable_root_escapes_workspace", EXIT_REFUSED },
	{ REASON_WORKSPACE_UNAVAILABLE, "workspace_unavailable", EXIT_REFUSED },
	{ REASON_REQUEST_INVALID, "request_invalid", EXIT_REFUSED },
	{ REASON_GRANT_WITHOUT_POLICY, "grant_without_policy", EXIT_REFUSED },
	{ REASON_GIT_GRANT_UNAVAILABLE, "git_grant_unavailable", EXIT_REFUSED },
	{ REASON_GRANT_INERT, "grant_inert", EXIT_REFUSED },
	{ REASON_EFFORT_UNSUPPORTED, "effort_unsupported", EXIT_REFUSED },
	{ REASON_ADAPTER_MISSING, "adapter_missing", EXIT_REFUSED },
	{ REASON_PROJECTION_CONTRADICTED, "projection_contradicted", EXIT_REFUSED },
	{ REASON_MISUSE, "misuse", EXIT_MISUSE },
	{ REASON_NOT_FOUND, "not_found", EXIT_MISUSE },
	{ REASON_CHILD_NOT_STARTED, "child_not_started", EXIT_MACHINE },
	{ REASON_CHILD_FAILED, "child_failed", EXIT_RUN_FAILED },
	{ REASON_CHILD_TIMEOUT, "child_timeout", EXIT_RUN_FAILED },
	{ REASON_CHILD_STOPPED, "child_stopped", EXIT_RUN_FAILED },
	{ REASON_RUN_LOST, "run_lost", EXIT_RUN_FAILED },
	{ REASON_WORKSPACE_NOT_RELEASED, "workspace_not_released", EXIT_RUN_FAILED },
	{ REASON_WORKSPACE_CHANGED, "workspace_changed", EXIT_RUN_FAILED },
	{ REASON_RECORD_DAMAGED, "record_damaged", EXIT_RUN_FAILED },
	{ REASON_RECORD_NOT_SAVED, "record_not_saved", EXIT_MACHINE },
	{ REASON_REPOSITORY_UNREADABLE, "repository_unreadable", EXIT_MACHINE },
	{ REASON_SUPERVISOR_FAILED, "supervisor_failed", EXIT_MACHINE },
	{ REASON_SYSTEM, "system", EXIT_MACHINE },
};

static void slugs_and_exit_statuses_are_never_changed(void **unused)
{
	(void)unused;
	assert_int_equal(COUNT_OF(golden), REASON_COUNT);
	for (size_t i = 0; i < COUNT_OF(golden); i++) {
		enum reason found = REASON_COUNT;

		assert_string_equal(reason_slug(golden[i].reason), golden[i].slug);
		assert_int_equal(reason_exit(golden[i].reason), golden[i].exit);
		assert_true(reason_from_slug(golden[i].slug, &found));
		assert_int_equal(found, golden[i].reason);
	}
}

static void no_slug_is_used_twice(void **unused)
{
	(void)unused;
	for (int a = 0; a < REASON_COUNT; a++)
		for (int b = 0; b < a; b++)
			assert_string_not_equal(reason_slug((enum reason)a), reason_slug((enum reason)b));
}

static void every_reason_says_what_it_means_and_how_to_go_on(void **unused)
{
	(void)unused;
	for (int i = 0; i < REASON_COUNT; i++) {
		assert_true(strlen(reason_meaning((enum reason)i)) > 0);
		assert_true(strlen(reason_way_on((enum reason)i)) > 0);
	}
}

static void an_unknown_slug_is_no_reason(void **unused)
{
	enum reason found = REASON_MISUSE;

	(void)unused;
	assert_false(reason_from_slug("no_such_thing", &found));
	assert_false(reason_from_slug("", &found));
	assert_int_equal(found, REASON_MISUSE);
}

static void a_refusal_is_one_line(void **unused)
{
	struct error err = { .sys = 99 };

	(void)unused;
	assert_false(error_set(&err, REASON_MISUSE, "no command %s", "fly"));
	assert_int_equal(err.reason, REASON_MISUSE);
	assert_int_equal(err.sys, 0);
	assert_string_equal(err.text, "no command fly");
}

static void a_failed_call_keeps_errno_and_names_it(void **unused)
{
	struct error err = {0};

	(void)unused;
	errno = ENOENT;
	assert_false(error_set_sys(&err, REASON_SYSTEM, "cannot enter %s", "/w/41"));
	assert_int_equal(err.sys, ENOENT);
	assert_string_equal(err.text, "cannot enter /w/41: No such file or directory");
}

static void context_goes_in_front_and_the_reason_stays(void **unused)
{
	struct error err = {0};

	(void)unused;
	errno = EACCES;
	(void)error_set_sys(&err, REASON_CHILD_NOT_STARTED, "cannot run x");
	assert_false(error_wrap(&err, "run %d", 41));
	assert_int_equal(err.reason, REASON_CHILD_NOT_STARTED);
	assert_int_equal(err.sys, EACCES);
	assert_string_equal(err.text, "run 41: cannot run x: Permission denied");
}

static void its_own_text_may_be_an_argument(void **unused)
{
	struct error err = {0};

	(void)unused;
	(void)error_set(&err, REASON_SYSTEM, "inner");
	(void)error_set(&err, REASON_MISUSE, "outer and %s", err.text);
	assert_string_equal(err.text, "outer and inner");
}

static void a_hostile_path_carries_no_control_bytes(void **unused)
{
	struct error err = {0};

	(void)unused;
	(void)error_set(&err, REASON_SYSTEM, "cannot open %s", "/x\x1b]0;gone\a\n\xe2\x80\xae\xff");
	assert_string_equal(err.text, "cannot open /x^[]0;gone^G^J<U+202E>\\xFF");
	assert_true(sanitize_is_clean(err.text, strlen(err.text)));
}

static void over_long_text_is_cut_between_characters(void **unused)
{
	(void)unused;
	for (int lead = 0; lead < 8; lead++) {
		struct error err = {0};
		char wide[4 * ERROR_TEXT_BYTES];
		size_t len = 0;

		for (int i = 0; i < lead; i++)
			wide[len++] = 'a';
		while (len + 5 < sizeof wide) {
			memcpy(wide + len, "\xf0\x9f\x9a\xa2", 4);
			len += 4;
		}
		wide[len] = '\0';
		(void)error_set(&err, REASON_SYSTEM, "%s", wide);
		len = strlen(err.text);
		assert_true(len < ERROR_TEXT_BYTES && len >= ERROR_TEXT_BYTES - 8);
		assert_true(sanitize_is_clean(err.text, len));
		assert_string_equal(err.text + len - 3, "\xe2\x80\xa6");
	}
}

static void text_that_just_fits_is_not_cut(void **unused)
{
	struct error err = {0};

	(void)unused;
	(void)error_set(&err, REASON_SYSTEM, "%0*d", ERROR_TEXT_BYTES - 1, 0);
	assert_int_equal(strlen(err.text), ERROR_TEXT_BYTES - 1);
	assert_int_equal(err.text[ERROR_TEXT_BYTES - 2], '0');
	(void)error_set(&err, REASON_SYSTEM, "%0*d", ERROR_TEXT_BYTES, 0);
	assert_string_equal(err.text + strlen(err.text) - 3, "\xe2\x80\xa6");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slugs_and_exit_statuses_are_never_changed),
		cmocka_unit_test(no_slug_is_used_twice),
		cmocka_unit_test(every_reason_says_what_it_means_and_how_to_go_on),
		cmocka_unit_test(an_unknown_slug_is_no_reason),
		cmocka_unit_test(a_refusal_is_one_line),
		cmocka_unit_test(a_failed_call_keeps_errno_and_names_it),
		cmocka_unit_test(context_goes_in_front_and_the_reason_stays),
		cmocka_unit_test(its_own_text_may_be_an_argument),
		cmocka_unit_test(a_hostile_path_carries_no_control_bytes),
		cmocka_unit_test(over_long_text_is_cut_between_characters),
		cmocka_unit_test(text_that_just_fits_is_not_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
