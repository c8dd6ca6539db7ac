/*
 * Specification of the Launch, Matrix, Help and picker screens on a real repository: the verdict follows every change, a
 * refusal offers what the same judgement accepts, the grant is a deliberate answer, and nothing is cut off.
 */
#include "launching.h"

static void the_default_is_the_narrowest_that_works(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);

	(void)unused;
	sees(d, "Repository");
	assert_null(launch_of(d)->layout); /* the first frame comes before the first look */
	settle(d);
	assert_int_equal(launch_of(d)->request.topology, TOPOLOGY_WORKTREE);
	assert_int_equal(launch_of(d)->request.mode, POLICY_WORKSPACE_WRITE);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
	sees(d, "▸boxed");
	sees(d, "waits for a prompt");
	sees(d, "nothing else");
	sees(d, "clean");
}

static void a_prompt_makes_it_ready_and_enter_tells_the_way(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	sees(d, "⏎ edit");
	press(d, TYPED_ENTER);
	type_words(d, "Mend it?:q");
	sees(d, "⏎ done");
	press(d, TYPED_ENTER);
	sees(d, "✔ accepted");
	sees(d, "Mend it?:q");
	sees(d, "⏎ launch");
	assert_true(launch_can_start(launch_of(d)));
}

static void a_refusal_names_its_reason_and_one_key_applies_what_would_be_accepted(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);

	(void)unused;
	settle(d);
	go_to_field(d, FIELD_ADAPTER);
	press(d, TYPED_RIGHT);
	sees(d, "✘ refused   no_projection");
	sees(d, "Nothing has been started.");
	sees(d, "1  boxed with workspace-write");
	sees(d, "open with no policy");
	sees(d, "unconstrained: it may write wherever");
	sees(d, "123 apply a change");
	assert_false(launch_can_start(launch_of(d)));
	press(d, '1');
	assert_string_equal(launch_of(d)->request.adapter, "boxed");
	sees_not(d, "refused");
}

static void every_refusal_offers_only_what_the_judgement_accepts_and_never_the_grant(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);
	struct launch *l = launch_of(d);

	(void)unused;
	settle(d);
	for (int at = 0; at < 2 * 3 * 2 * 3; at++) {
		l->request.topology = (enum topology)(at % 2);
		l->request.mode = (enum policy_mode)(at / 2 % 3);
		l->request.git_write = (enum git_write)(at / 6 % 2);
		str_set(&l->request.adapter, adapter_items[at / 12]->id);
		launch_judge(l, d->app);
		assert_true(l->check.verdict.accepted == (l->n_suggestions == 0));
		for (size_t i = 0; i < l->n_suggestions; i++) {
			struct check check = { 0 };
			struct error err = { 0 };

			assert_true(engine_check_layout(&d->engine, &l->suggestions[i].request, l->layout, &check, &err));
			assert_true(check.verdict.accepted);
			assert_true(l->suggestions[i].request.git_write <= l->request.git_write);
			check_clear(&check);
		}
	}
}

static void the_grant_is_turned_on_by_typing_the_name_of_what_is_shared(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'g');
	sees(d, "Write access to the shared repository");
	sees(d, "Half of it is not offered");
	sees(d, "Type  orders  and Enter");
	type_words(d, "order");
	press(d, TYPED_ENTER);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
	type_words(d, "s");
	press(d, TYPED_ENTER);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_SHARED_REPOSITORY);
	sees(d, "the shared repository");
	press(d, 'g');
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
}

/* Counting came to its end between the key and the frame: the question was asked anew and is not painted yet. */
static void escape_counts_while_the_question_is_asked_anew(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);
	const struct typed escape = { .kind = TYPED_KEY, .key = TYPED_ESCAPE };

	(void)unused;
	settle(d);
	press(d, 'g');
	(void)grant_ask(launch_of(d), d->app);
	assert_false(d->app->ask.painted);
	(void)app_type(d->app, &escape);
	assert_false(ask_open(&d->app->ask));
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
}

static void the_whole_verdict_offers_to_launch_only_what_can_be_launched(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);

	(void)unused;
	settle(d);
	press(d, 'v');
	sees(d, "back to the form");
	sees_not(d, " launch");
	press(d, 'v');
	press(d, 'p');
	type_words(d, "true");
	press(d, TYPED_ENTER);
	press(d, 'v');
	sees(d, " launch");
}

static void an_interactive_run_waits_for_no_prompt_and_says_what_can_be_changed_in_it(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(40, 120);
	struct launch *l = launch_of(d);

	(void)unused;
	settle(d);
	str_set(&l->request.adapter, "screen");
	launch_judge(l, d->app);
	sees(d, "waits for a prompt");
	sees_not(d, UNKNOWN_MUTABLE_IN_SESSION);
	l->request.style = STYLE_INTERACTIVE;
	launch_judge(l, d->app);
	assert_true(launch_can_start(l));
	assert_null(l->request.prompt);
	sees(d, "none: say it in its pane");
	sees(d, UNKNOWN_MUTABLE_IN_SESSION);
	sees(d, "its sandbox can be changed in the session");
	press(d, 'M');
	press(d, 's');
	for (int i = 0; i < 3; i++)
		press(d, TYPED_DOWN);
	press(d, TYPED_RIGHT);
	sees(d, "mutable");
	sees(d, UNKNOWN_MUTABLE_IN_SESSION);
}

static void escape_leaves_the_grant_off_and_so_does_another_repository(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'g');
	press(d, TYPED_ESCAPE);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
	launch_of(d)->request.git_write = GIT_WRITE_SHARED_REPOSITORY;
	launch_open_repository(launch_of(d), d->app, d->scratch);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
}

static void a_directory_without_a_repository_is_said_in_words_and_works_where_it_can(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(30, 100);

	(void)unused;
	settle(d);
	launch_open_repository(launch_of(d), d->app, d->scratch);
	assert_int_equal(launch_of(d)->request.topology, TOPOLOGY_SHARED);
	launch_open_repository(launch_of(d), d->app, "/no/such/directory");
	assert_non_null(launch_of(d)->layout_why);
	assert_false(launch_of(d)->check.verdict.accepted);
	sees(d, "/no/such/directory");
}

static void the_matrix_shows_every_verdict_and_explains_the_one_under_the_cursor(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'M');
	sees(d, "workspace-write");
	sees(d, "✔ plain     ✔ declared  ✔ declared  ✔ declared  ✔ declared");
	sees(d, "✔ plain     ✘ refused   ✘ refused   ✘ refused   ✘ refused");
	press(d, TYPED_DOWN);
	press(d, TYPED_RIGHT);
	sees(d, "open · read-only   ✘ no_projection");
	sees(d, "There is no fallback to a laxer mode");
	press(d, TYPED_UP);
	press(d, 't');
	sees(d, "✔ plain     ✔ declared  ✔ declared  ✘ refused   ✘ refused");
}

static void a_cell_can_be_taken_to_launch_but_never_with_the_grant(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'M');
	for (int i = 0; i < 4; i++)
		press(d, TYPED_RIGHT);
	press(d, TYPED_ENTER);
	assert_string_equal(launch_of(d)->request.adapter, "boxed");
	assert_int_equal(launch_of(d)->request.mode, POLICY_WORKSPACE_WRITE);
	assert_int_equal(launch_of(d)->request.git_write, GIT_WRITE_NONE);
	sees(d, "Everything is taken over but the Git grant");
}

static void a_missing_program_comes_with_its_install_hint(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'A');
	press(d, TYPED_DOWN);
	press(d, TYPED_DOWN);
	sees(d, "fetch it from its vendor");
	sees(d, "missing");
}

static void the_picker_narrows_completes_and_says_what_is_there(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, 'o');
	sees(d, "orders");
	sees(d, "on main at");
	type_words(d, "zzz");
	sees(d, "Nothing fits.");
	press(d, CONTROL('u'));
	type_words(d, d->scratch);
	type_words(d, "/ord");
	press(d, TYPED_TAB);
	press(d, TYPED_ENTER);
	assert_string_equal(launch_of(d)->request.repository, d->repository);
	assert_int_equal(d->app->depth, 0);
}

static void help_lists_the_keys_of_the_screen_beneath_and_searches(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, '?');
	sees(d, "Keys on Launch");
	type_words(d, "grant");
	sees(d, "Turn the Git grant on");
	sees_not(d, "Leave the console");
	press(d, TYPED_ENTER);
	sees(d, "Write access to the shared repository");
}

static void the_palette_does_what_is_chosen(void **unused)
{
	OWNED(desk) struct desk *d = desk_new(24, 80);

	(void)unused;
	settle(d);
	press(d, ':');
	type_words(d, "matrix");
	press(d, TYPED_ENTER);
	sees(d, "What each adapter can be told");
}

static void every_screen_can_be_drawn_at_every_size(void **unused)
{
	static const uint32_t ways[] = { 'L', 'M', 'A', 'o', '?', ':', 'g', 'v' };

	(void)unused;
	for (size_t way = 0; way < COUNT_OF(ways); way++) {
		OWNED(desk) struct desk *d = desk_new(24, 80);

		settle(d);
		press(d, ways[way]);
		for (int rows = 24; rows < 70; rows += 7) {
			for (int cols = 80; cols < 260; cols += 23) {
				app_resize(d->app, rows, cols);
				app_draw(d->app);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_default_is_the_narrowest_that_works),
		cmocka_unit_test(a_prompt_makes_it_ready_and_enter_tells_the_way),
		cmocka_unit_test(a_refusal_names_its_reason_and_one_key_applies_what_would_be_accepted),
		cmocka_unit_test(every_refusal_offers_only_what_the_judgement_accepts_and_never_the_grant),
		cmocka_unit_test(the_grant_is_turned_on_by_typing_the_name_of_what_is_shared),
		cmocka_unit_test(escape_counts_while_the_question_is_asked_anew),
		cmocka_unit_test(the_whole_verdict_offers_to_launch_only_what_can_be_launched),
		cmocka_unit_test(an_interactive_run_waits_for_no_prompt_and_says_what_can_be_changed_in_it),
		cmocka_unit_test(escape_leaves_the_grant_off_and_so_does_another_repository),
		cmocka_unit_test(a_directory_without_a_repository_is_said_in_words_and_works_where_it_can),
		cmocka_unit_test(the_matrix_shows_every_verdict_and_explains_the_one_under_the_cursor),
		cmocka_unit_test(a_cell_can_be_taken_to_launch_but_never_with_the_grant),
		cmocka_unit_test(a_missing_program_comes_with_its_install_hint),
		cmocka_unit_test(the_picker_narrows_completes_and_says_what_is_there),
		cmocka_unit_test(help_lists_the_keys_of_the_screen_beneath_and_searches),
		cmocka_unit_test(the_palette_does_what_is_chosen),
		cmocka_unit_test(every_screen_can_be_drawn_at_every_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
