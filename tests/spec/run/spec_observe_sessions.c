/*
 * Specification of observe for a program with a screen of its own: every session that was recorded where it worked while
 * it ran counts, each turn of it is compared, and one that differs is named by its number, never passed over.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/run/observe.h"
#include "support/repo.h"

/* A vendor whose record is one line a turn: "moment mode directory". */
static bool observe_line(const char *record, size_t len, size_t *at, struct observation *ret)
{
	char mode[40] = "", directory[400] = "";
	unsigned long long moment = 0;
	const char *newline;

	*ret = (struct observation){ 0 };
	if (*at >= len || sscanf(record + *at, "%llu %39s %399s", &moment, mode, directory) != 3)
		return false;
	newline = strchr(record + *at, '\n');
	*at = newline ? (size_t)(newline - record) + 1 : len;
	*ret = (struct observation){ .understood = true, .made_ms = moment, .mode = str_copy(mode), .directory = str_copy(directory),
		.approval = str_copy("never") };
	return true;
}

#define WORK "/srv/w/wt"
#define OWN "01a22e35-9748-7400-a3b5-dcd08b6896ae"
#define OTHER "01a22e35-9748-7400-a3b5-dcd08b6896af"
#define NOW_TURN(mode) "9000000000000 " mode " " WORK "\n"

static const struct vendor_record kept = {
	.home_variable = "V_HOME", .home_default = ".v", .directory = "sessions", .prefix = "rollout-", .suffix = ".jsonl",
};
static const struct adapter vendor = { .id = "v", .record = &kept, .observe = observe_line };

static uint64_t real_now(void *self)
{
	(void)self;
	return (uint64_t)time(NULL) * 1000;
}

static const struct {
	const char *says, *own, *other; /* NULL: no such record */
	bool shared, named;             /* named: the child said that OWN is its session */
	enum observed state;
	size_t statements;
	const char *why;                /* NULL: matched */
} cases[] = {
	{ "one session as rendered", NOW_TURN("ro") NOW_TURN("ro"), NULL, false, true, OBSERVED_MATCHED, 2, NULL },
	{ "a turn that was changed is named, and that one before it was not", NOW_TURN("ro") NOW_TURN("full"), NULL, false, true,
	  OBSERVED_CONTRADICTED, 2, "In turn 2 of the session, changed since a turn that was as rendered: What its vendor" },
	{ "the first turn already", NOW_TURN("full"), NULL, false, true, OBSERVED_CONTRADICTED, 1, "In turn 1 of the session: What its" },
	{ "a session that the child did not name counts in a worktree", NOW_TURN("ro"), NOW_TURN("full"), false, true, OBSERVED_CONTRADICTED,
	  2, "In turn 1 of the session" },
	{ "so does one of a child that named none", NOW_TURN("full"), NULL, false, false, OBSERVED_CONTRADICTED, 1, "In turn 1" },
	{ "in the shared checkout a session that it did not name may be another's", NOW_TURN("ro"), NOW_TURN("full"), true, true,
	  OBSERVED_UNKNOWN, 1, "1 sessions were recorded in " WORK },
	{ "in the shared checkout its own counts", NOW_TURN("full"), NULL, true, true, OBSERVED_CONTRADICTED, 1, "In turn 1" },
	{ "turns of before are not this child's", "5 full " WORK "\n" NOW_TURN("ro"), NULL, false, true, OBSERVED_MATCHED, 1, NULL },
	{ "a session of another directory is not this child's", "9000000000000 full /elsewhere\n", NULL, false, true, OBSERVED_UNKNOWN, 0,
	  "recorded no turn in " WORK },
	{ "no turn at all", "", NULL, false, true, OBSERVED_UNKNOWN, 0, "recorded no turn" },
	{ "no record at all", NULL, NULL, false, true, OBSERVED_UNKNOWN, 0, "not read back" },
};

static void put(const char *home, const char *session, const char *bytes)
{
	time_t now = time(NULL);
	struct tm day = { 0 };
	OWNED_MEM char *path = NULL;
	OWNED_MEM char *name = str_format("rollout-x-%s.jsonl", session);
	OWNED_FD int dir = -1;
	struct error err = { 0 };

	if (!bytes)
		return;
	assert_non_null(gmtime_r(&now, &day));
	path = str_format("%s/sessions/%04d/%02d/%02d", home, day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
	assert_true(dir_make(path, &dir, &err));
	assert_true(file_replace(dir, name, bytes, strlen(bytes), &err));
}

static void case_run(size_t at, const char *scratch)
{
	static const struct ports ports = { .wall_ms = real_now };
	OWNED_MEM char *home = str_format("%s/%zu", scratch, at);
	struct places places = { 0 };
	const struct engine engine = { .ports = &ports, .places = &places };
	struct supervision s = { .engine = &engine, .adapter = &vendor };
	struct run_record *r = &s.record;
	struct binding binding = { .isolated = !cases[at].shared, .active = { .path = (char *)(uintptr_t)WORK } };
	const struct observation *o = &r->children[0].observation;

	strlist_add_format(&places.environment, "V_HOME=%s", home);
	put(home, OWN, cases[at].own);
	put(home, OTHER, cases[at].other);
	r->n_children = 1;
	r->binding = &binding;
	r->request.style = STYLE_INTERACTIVE;
	r->verdict.projection.applied = true;
	r->verdict.projection.native_mode = "ro";
	memcpy(r->children[0].id, "a1", 3);
	r->children[0].started_ms = real_now(NULL) - 1000;
	r->children[0].session_id = cases[at].named ? str_copy(OWN) : NULL;
	observe_child(&s, 0);
	if (o->state != cases[at].state || o->statements != cases[at].statements)
		fail_msg("rule broken: %s: %s after %zu: %s", cases[at].says, observed_word(o->state), o->statements, o->why);
	if ((cases[at].why == NULL) != (o->why == NULL) || (o->why && !strstr(o->why, cases[at].why)))
		fail_msg("%s: %s", cases[at].says, o->why ? o->why : "no sentence");
	assert_int_equal(run_record_has_unknown(r, "projection_not_observed"), o->state == OBSERVED_UNKNOWN);
	r->binding = NULL;
	run_record_clear(r);
	strlist_clear(&places.environment);
}

static void every_session_where_the_child_worked_is_compared_turn_by_turn(void **unused)
{
	char *scratch = scratch_new("observe-sessions");

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		case_run(i, scratch);
	scratch_drop(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_session_where_the_child_worked_is_compared_turn_by_turn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
