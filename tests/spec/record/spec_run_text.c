/*
 * Specification of the index of prompts and results: what was written is found, what is missing is counted and filled from
 * the records, and a damaged or foreign index finds nothing wrong.
 */
#include "core/record/run_text.h"
#include "spec/record/recording.h"

#define SOON(ms) (host_ports.steady_ms(host_ports.self) + (ms))

static char ids[][8] = { "wf-a", "wf-b", "wf-c", "wf-d" };

static struct run_row rows[] = {
	{ .run_id = ids[0], .outcome = OUTCOME_DONE }, { .run_id = ids[1], .outcome = OUTCOME_DONE },
	{ .run_id = ids[2], .outcome = OUTCOME_RUNNING }, { .run_id = ids[3], .outcome = OUTCOME_FAILED },
};
static const struct run_list list = { .rows = rows, .count = COUNT_OF(rows) };

static void note(const char *state, const char *run_id, const char *prompt, const char *result)
{
	CLEARED(run_record) struct run_record r = { 0 };

	(void)snprintf(r.run_id, sizeof r.run_id, "%s", run_id);
	request_init(&r.request);
	str_set(&r.request.prompt, prompt);
	r.n_children = 1;
	r.children[0].result = str_copy(result);
	run_text_note(state, &r);
}

/* The runs that hold needle, a letter each. */
static const char *found(const char *state, const char *needle, char room[static COUNT_OF(rows) + 1])
{
	struct run_texts *t = run_texts_open(state, &list);
	bool hits[COUNT_OF(rows)] = { false };
	size_t n = 0;

	run_texts_find(t, needle, hits);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (hits[i])
			room[n++] = (char)('a' + i);
	room[n] = '\0';
	run_texts_drop(&t);
	return room;
}

static size_t missing(const char *state, size_t *ret_cut)
{
	struct run_texts *t = run_texts_open(state, &list);
	size_t count = run_texts_missing(t);

	*ret_cut = run_texts_cut(t);
	run_texts_drop(&t);
	return count;
}

static const struct { const char *needle, *runs; } searches[] = {
	{ "rounding", "a" }, { "the", "ab" }, { "two lines", "b" }, { "mended", "a" }, { "nothing of it", "" }, { "wf-a", "" }, { "whole", "" },
	{ "whole\tfix", "" }, { "\xc3\xbc", "b" }, { "", "ab" }, { "fix the rounding mended", "a" },
};

static void what_was_asked_and_answered_is_found(void **state_of)
{
	const struct scene *scene = *state_of;
	const char *state = scene->state;
	char room[COUNT_OF(rows) + 1];
	size_t cut;

	assert_int_equal(mkdir(state, 0700), 0);
	assert_string_equal(found(state, "x", room), "");
	note(state, ids[0], "FIX the Rounding", "Mended.");
	note(state, ids[1], "the  two\nlines \x1b[31m", "gr\xc3\xbcn");
	note(state, "wf-other", "the rounding of a run that is not listed", NULL);
	for (size_t i = 0; i < COUNT_OF(searches); i++)
		if (strcmp(found(state, searches[i].needle, room), searches[i].runs) != 0)
			fail_msg("\"%s\" is in %s and not in %s", searches[i].needle, room, searches[i].runs);
	assert_int_equal(missing(state, &cut), 1);
	assert_int_equal(cut, 0);
}

static void a_long_text_is_kept_in_its_beginning_and_counted_as_cut(void **state_of)
{
	const struct scene *scene = *state_of;
	const char *state = scene->state;
	char room[COUNT_OF(rows) + 1], longest[5000];
	size_t cut;

	assert_int_equal(mkdir(state, 0700), 0);
	memset(longest, 'x', sizeof longest);
	(void)snprintf(longest + sizeof longest - 5, 5, "end.");
	memcpy(longest, "begin ", 6);
	note(state, ids[0], longest, longest);
	assert_string_equal(found(state, "begin", room), "a");
	assert_string_equal(found(state, "end.", room), "");
	(void)missing(state, &cut);
	assert_int_equal(cut, 1);
}

static void put(const char *state, const char *bytes, size_t len)
{
	OWNED_MEM char *path = path_join(state, RUN_TEXT_NAME);
	OWNED_FD int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0 && write_all(fd, bytes, len));
}

static void damage_hides_its_own_line_only(void **state_of)
{
	const struct scene *scene = *state_of;
	const char *state = scene->state;
	static const char *const damages[] = { "wf-a\twhole\thid", "wf-a", "\t\t\n", "wf-a\t\n\n\n", "wf-b\twhole" };
	char room[COUNT_OF(rows) + 1];

	assert_int_equal(mkdir(state, 0700), 0);
	for (size_t i = 0; i < COUNT_OF(damages); i++) {
		put(state, damages[i], strlen(damages[i]));
		note(state, ids[1], "here", NULL);
		assert_string_equal(found(state, "here", room), "b");
	}
	put(state, "wf-a\0x\twhole\thid\nwf-b\twhole\there\n", 34);
	assert_string_equal(found(state, "here", room), "b");
	assert_string_equal(found(state, "hid", room), "");
}

static void an_index_that_is_no_file_finds_nothing_and_is_left_alone(void **state_of)
{
	const struct scene *scene = *state_of;
	const char *state = scene->state;
	char room[COUNT_OF(rows) + 1];
	OWNED_MEM char *path = NULL;
	struct stat st;

	assert_int_equal(mkdir(state, 0700), 0);
	path = path_join(state, RUN_TEXT_NAME);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	note(state, ids[0], "root", NULL);
	assert_string_equal(found(state, "root", room), "");
	assert_int_equal(lstat(path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_string_equal(found(state, "root", room), "");
}

static void what_is_missing_is_filled_from_the_records(void **state_of)
{
	const struct scene *scene = *state_of;
	const char *state = scene->state;
	OWNED_MEM char *harnery = str_format("%s/harnery-records/shared-succeeded/dot-harnery", getenv("TEST_DATA"));
	CLEARED(run_list) struct run_list peers = { 0 };
	struct run_texts *t;
	bool hit = false;
	size_t cut;

	assert_int_equal(mkdir(state, 0700), 0);
	must(browse_directory(harnery, &peers, err));
	assert_int_equal(peers.count, 1);
	assert_int_equal(run_texts_fill(state, &peers, SOON(0)), 0);
	assert_int_equal(run_texts_fill(state, &peers, SOON(60000)), 1);
	assert_int_equal(run_texts_fill(state, &peers, SOON(60000)), 0);
	t = run_texts_open(state, &peers);
	run_texts_find(t, "codex done: say bye", &hit);
	assert_true(hit);
	assert_int_equal(run_texts_missing(t), 0);
	run_texts_drop(&t);
	assert_int_equal(run_texts_fill(state, &list, SOON(60000)), 3);
	assert_int_equal(missing(state, &cut), 0);
	assert_int_equal(cut, 3); /* their records cannot be read, and that is said */
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(what_was_asked_and_answered_is_found),
		SCENE(a_long_text_is_kept_in_its_beginning_and_counted_as_cut),
		SCENE(damage_hides_its_own_line_only),
		SCENE(an_index_that_is_no_file_finds_nothing_and_is_left_alone),
		SCENE(what_is_missing_is_filled_from_the_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
