/*
 * Specification of pane_title: what a title says, and what it leaves out first where it is narrow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "ui/screens/pane_title.h"

#define MINUTE_MS 60000u
#define START_MS (1000 * MINUTE_MS)

static void pane_make(struct pane *p)
{
	struct run_record *run = mem_new(1, sizeof *run);

	request_init(&run->request);
	run->n_children = 1;
	run->request.mode = POLICY_WORKSPACE_WRITE;
	run->request.git_write = GIT_WRITE_SHARED_REPOSITORY;
	run->request.style = STYLE_INTERACTIVE;
	str_set(&run->request.adapter, "codex");
	str_set(&run->request.label, "invoices");
	memcpy(run->children[0].id, "a1", 3);
	pane_init(p, run, 0, 0);
	p->state = CHILD_RUNNING;
	p->attention = ATTENTION_WANTS_YOU;
	p->evidence = EVIDENCE_NOTICE;
	memcpy(p->attention_words, "Approve?", 9);
	p->started_ms = START_MS;
	p->attention_since_ms = START_MS + 9 * MINUTE_MS;
	p->clock_ms = START_MS + 12 * MINUTE_MS;
	p->changeable = true;
	p->skipped_bytes = 2048;
	p->behind = true;
	run_record_clear(run);
	free(run);
}

static char *title(const struct pane *p, int cols, bool focused, bool roles)
{
	struct canvas c = { 0 };
	struct text out = { 0 };

	canvas_size(&c, 1, cols);
	pane_title_draw(p, 7, focused, &c, canvas_rect(&c));
	if (roles)
		canvas_print_roles(&c, &out);
	else
		canvas_print(&c, &out);
	canvas_clear(&c);
	return text_take(&out);
}

static void everything_is_said_where_there_is_room(void **unused)
{
	static const char *const says[] = {
		" 7 a1 invoices codex · workspace-write · GRANT shared-repository · policy can be changed inside · ", "wants you 3m",
		"(notice: Approve?)", "12m", "catching up", "2.0 KiB not kept",
	};
	struct pane p;
	OWNED_MEM char *all = NULL;

	(void)unused;
	pane_make(&p);
	all = title(&p, 240, false, false);
	for (size_t i = 0; i < COUNT_OF(says); i++)
		if (!strstr(all, says[i]))
			fail_msg("\"%s\" is not in \"%s\"", says[i], all);
	pane_clear(&p);
}

static void in_any_width_it_stays_within_and_keeps_what_matters_most(void **unused)
{
	struct pane p;

	(void)unused;
	pane_make(&p);
	for (int cols = 1; cols <= 500; cols++) {
		OWNED_MEM char *words = title(&p, cols, cols & 1, false);

		assert_true(pane_title_cols(&p, 7, cols) <= cols);
		words[strcspn(words, "\n")] = '\0';
		assert_true(text_cols(words) <= cols);
		if (cols >= 40)
			assert_non_null(strstr(words, "wants you"));
		if (cols >= 20)
			assert_non_null(strstr(words, "GRANT"));
		if (cols >= 5)
			assert_non_null(strstr(words, " 7 "));
	}
	pane_clear(&p);
}

static const struct { int cols; const char *holds, *lacks; } widths[] = {
	{ 120, "codex · write · GRANT · changeable · wants you 3m (notice: Approve?) · 12m", "2.0 KiB" },
	{ 80, "7 a1 invoices · GRANT · changeable · wants you 3m (notice: Approve?) · 12m", "codex" },
	{ 70, "7 a1 · GRANT · changeable · wants you 3m (notice: Approve?)", "invoices" },
	{ 50, "7 a1 · GRANT · wants you 3m (notice)", "codex" },
	{ 39, "7 a1 · GRANT · wants you (notice)", "3m" },
	{ 30, "GRANT · wants you", "notice" },
	{ 20, "7 a1 · GRANT ", "wants" },
};

static void the_least_important_is_left_out_first(void **unused)
{
	struct pane p;

	(void)unused;
	pane_make(&p);
	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		OWNED_MEM char *words = title(&p, widths[i].cols, false, false);

		if (!strstr(words, widths[i].holds) || strstr(words, widths[i].lacks))
			fail_msg("in %d columns: %s", widths[i].cols, words);
	}
	pane_clear(&p);
}

/* Who looks back must see that this is not what the child shows now, whoever it calls. */
static void that_it_is_looked_back_on_outlasts_why_it_wants_you(void **unused)
{
	struct pane p;

	(void)unused;
	pane_make(&p);
	pane_look_back(&p, 5, false);
	for (int cols = 39; cols <= 200; cols++) {
		OWNED_MEM char *words = title(&p, cols, true, false);

		if (!strstr(words, "back"))
			fail_msg("in %d columns: %s", cols, words);
	}
	pane_clear(&p);
}

static void the_grant_and_who_wants_you_are_loud_with_and_without_the_focus(void **unused)
{
	struct pane p;
	OWNED_MEM char *plain = NULL, *focused = NULL;

	(void)unused;
	pane_make(&p);
	plain = title(&p, 100, false, true);
	focused = title(&p, 100, true, true);
	assert_non_null(strstr(plain, "GRANT{GRANT}"));
	assert_non_null(strstr(plain, "ALERT{wants you"));
	assert_non_null(strstr(focused, "GRANT{GRANT}"));
	assert_non_null(strstr(focused, "FOCUS_ALERT{wants you"));
	pane_clear(&p);
}

static const struct {
	const char *says, *words;
	enum child_state state;
	enum attention attention;
	int exit_status, signal;
	bool gone;
} ends[] = {
	{ "what nobody judged yet is what its process is", "running", CHILD_RUNNING, ATTENTION_UNKNOWN, 0, 0, false },
	{ "a status is said", "failed with exit 3", CHILD_FAILED, ATTENTION_FAILED, 3, 0, true },
	{ "a signal is said", "ended by signal 11", CHILD_FAILED, ATTENTION_FAILED, -1, 11, true },
	{ "a signal that is not ours is said as any", "ended by signal 15", CHILD_FAILED, ATTENTION_KILLED, -1, 15, true },
	{ "done is done", "done", CHILD_SUCCEEDED, ATTENTION_DONE, 0, 0, true },
	{ "a child without its supervisor is not said to run", "its supervisor is gone", CHILD_RUNNING, ATTENTION_WORKING, 0, 0, true },
};

static void a_state_says_no_more_than_was_seen(void **unused)
{
	struct pane p;

	(void)unused;
	pane_make(&p);
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		CLEARED(text) struct text words = { 0 };

		p.state = ends[i].state;
		p.attention = ends[i].attention;
		p.exit_status = ends[i].exit_status;
		p.signal = ends[i].signal;
		p.gone = ends[i].gone;
		pane_state_add(&p, &words);
		if (strcmp(text_c(&words), ends[i].words) != 0)
			fail_msg("%s: \"%s\"", ends[i].says, text_c(&words));
	}
	pane_clear(&p);
}

static void who_ended_it_and_what_it_left_behind_is_said(void **unused)
{
	struct pane p;
	OWNED_MEM char *wide = NULL, *narrow = NULL;

	(void)unused;
	pane_make(&p);
	p.state = CHILD_FAILED;
	p.gone = p.stopped = p.killed = true;
	p.exit_status = -1;
	p.signal = 15;
	p.swept = 3;
	wide = title(&p, 240, false, false);
	narrow = title(&p, 50, false, false);
	assert_non_null(strstr(wide, "· stopped by the operator (TERM)"));
	assert_non_null(strstr(wide, "3 processes that it left behind were ended"));
	assert_non_null(strstr(narrow, "· stopped"));
	assert_null(strstr(narrow, "left behind"));
	pane_clear(&p);
}

static void hostile_names_are_no_more_than_cells(void **unused)
{
	struct pane p;
	OWNED_MEM char *words = NULL;

	(void)unused;
	pane_make(&p);
	str_set(&p.label, "\033[31mred\007\xff\xe2\x80\xae");
	words = title(&p, 200, true, false);
	for (const char *s = words; *s; s++)
		assert_true((unsigned char)*s >= 0x20 || *s == '\n');
	pane_clear(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_said_where_there_is_room),
		cmocka_unit_test(in_any_width_it_stays_within_and_keeps_what_matters_most),
		cmocka_unit_test(the_least_important_is_left_out_first),
		cmocka_unit_test(that_it_is_looked_back_on_outlasts_why_it_wants_you),
		cmocka_unit_test(the_grant_and_who_wants_you_are_loud_with_and_without_the_focus),
		cmocka_unit_test(a_state_says_no_more_than_was_seen),
		cmocka_unit_test(who_ended_it_and_what_it_left_behind_is_said),
		cmocka_unit_test(hostile_names_are_no_more_than_cells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
