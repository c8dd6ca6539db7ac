/* Specification of observation: any difference between what was rendered and what was in force is one, by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/judge/observation.h"

#define HEAD "What its vendor recorded as in force is not what was rendered: "

static const struct {
	const char *says;
	const char *mode, *directory, *writable[4]; /* as observed; rendered: workspace-write in /ws, /ws and /tmp-of-run */
	bool network, approvals, unreadable;
	enum observed state;
	const char *why;
} cases[] = {
	{ "the same is a match", "workspace-write", "/ws", { "/ws", "/tmp-of-run" }, .state = OBSERVED_MATCHED },
	{ "the order does not matter", "workspace-write", "/ws", { "/tmp-of-run", "/ws" }, .state = OBSERVED_MATCHED },
	{ "an entry more", "workspace-write", "/ws", { "/ws", "/tmp-of-run", "/etc" }, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "/etc was writable and not rendered." },
	{ "an entry less", "workspace-write", "/ws", { "/ws" }, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "/tmp-of-run was rendered and not writable." },
	{ "a neighbour of an entry is another", "workspace-write", "/ws", { "/ws/", "/tmp-of-run" }, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "/ws/ was writable and not rendered; /ws was rendered and not writable." },
	{ "another mode", "read-only", "/ws", { "/ws", "/tmp-of-run" }, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "the mode is read-only instead of workspace-write." },
	{ "another directory", "workspace-write", "/ws2", { "/ws", "/tmp-of-run" }, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "the working directory is /ws2 instead of /ws." },
	{ "an open network", "workspace-write", "/ws", { "/ws", "/tmp-of-run" }, .network = true, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "the network was open and not asked for." },
	{ "an approval that may be given", "workspace-write", "/ws", { "/ws", "/tmp-of-run" }, .approvals = true,
	  .state = OBSERVED_CONTRADICTED, .why = HEAD "something could be approved to run outside the sandbox (on-request)." },
	{ "everything is said at once", "danger", "/ws", { "/" }, .network = true, .state = OBSERVED_CONTRADICTED,
	  .why = HEAD "the mode is danger instead of workspace-write; / was writable and not rendered; the network was open and not asked for." },
	{ "what was not understood is never a match", "workspace-write", "/ws", { "/ws", "/tmp-of-run" }, .unreadable = true,
	  .state = OBSERVED_UNKNOWN, .why = "not read" },
};

static void observe(size_t i, struct observation *ret)
{
	ret->understood = !cases[i].unreadable;
	ret->why = cases[i].unreadable ? str_copy("not read") : NULL;
	ret->mode = str_copy(cases[i].mode);
	ret->directory = str_copy(cases[i].directory);
	ret->approval = str_copy("on-request");
	ret->network = cases[i].network;
	ret->approvals = cases[i].approvals;
	for (size_t k = 0; k < COUNT_OF(cases[i].writable) && cases[i].writable[k]; k++)
		strlist_add(&ret->writable, cases[i].writable[k]);
}

static void what_was_in_force_is_what_was_rendered_or_the_difference_is_named(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		CLEARED(strlist) struct strlist writable = { 0 };
		CLEARED(observation) struct observation o = { 0 };
		const struct rendered rendered = { .mode = "workspace-write", .directory = "/ws", .writable = &writable };

		strlist_add(&writable, "/ws");
		strlist_add(&writable, "/tmp-of-run");
		observe(i, &o);
		observation_judge(&rendered, &o);
		if (o.state != cases[i].state)
			fail_msg("%s: %s", cases[i].says, observed_word(o.state));
		if ((o.why || cases[i].why) && (!o.why || !cases[i].why || strcmp(o.why, cases[i].why) != 0))
			fail_msg("%s: %s", cases[i].says, o.why ? o.why : "no sentence");
	}
}

static void a_mode_that_was_not_rendered_is_never_a_match(void **unused)
{
	CLEARED(strlist) struct strlist writable = { 0 };
	CLEARED(observation) struct observation o = { .understood = true, .mode = str_copy("read-only"), .directory = str_copy("/ws") };

	(void)unused;
	observation_judge(&(struct rendered){ .mode = NULL, .directory = "/ws", .writable = &writable }, &o);
	assert_int_equal(o.state, OBSERVED_CONTRADICTED);
}

static void a_run_is_as_well_known_as_its_least_known_child(void **unused)
{
	static const enum observed table[][3] = {
		{ OBSERVED_NONE, OBSERVED_NONE, OBSERVED_NONE },
		{ OBSERVED_NONE, OBSERVED_MATCHED, OBSERVED_MATCHED },
		{ OBSERVED_MATCHED, OBSERVED_UNKNOWN, OBSERVED_UNKNOWN },
		{ OBSERVED_UNKNOWN, OBSERVED_CONTRADICTED, OBSERVED_CONTRADICTED },
		{ OBSERVED_MATCHED, OBSERVED_CONTRADICTED, OBSERVED_CONTRADICTED },
	};

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		assert_int_equal(observed_together(table[i][0], table[i][1]), table[i][2]);
		assert_int_equal(observed_together(table[i][1], table[i][0]), table[i][2]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_in_force_is_what_was_rendered_or_the_difference_is_named),
		cmocka_unit_test(a_mode_that_was_not_rendered_is_never_a_match),
		cmocka_unit_test(a_run_is_as_well_known_as_its_least_known_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
