/*
 * Specification of browse: every record opens with status, projection and grant or a sentence of damage, whoever wrote
 * it and whatever happened to it.
 */
#include "spec/record/recording.h"

#include <signal.h>

#define MODE_UNKNOWN POLICY_COUNT

/* The peer's records: what their rows must say. */
static const struct {
	const char *name;
	enum outcome outcome;
	enum topology topology;
	enum policy_mode mode; /* MODE_UNKNOWN: the peer keeps no trace of it */
	enum git_write grant;
	size_t children;
	bool damaged;
} peers[] = {
	{ "shared-succeeded", OUTCOME_DONE, TOPOLOGY_SHARED, POLICY_ABSENT, GIT_WRITE_NONE, 2, false },
	{ "shared-failed", OUTCOME_FAILED, TOPOLOGY_SHARED, POLICY_ABSENT, GIT_WRITE_NONE, 1, false },
	{ "shared-blocked-decision", OUTCOME_FAILED, TOPOLOGY_SHARED, POLICY_ABSENT, GIT_WRITE_NONE, 0, false },
	{ "shared-policy-read-only", OUTCOME_DONE, TOPOLOGY_SHARED, POLICY_READ_ONLY, GIT_WRITE_NONE, 2, false },
	{ "shared-policy-workspace-write", OUTCOME_DONE, TOPOLOGY_SHARED, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, 2, false },
	{ "worktree-no-policy", OUTCOME_DONE, TOPOLOGY_WORKTREE, POLICY_ABSENT, GIT_WRITE_NONE, 1, false },
	{ "worktree-read-only", OUTCOME_DONE, TOPOLOGY_WORKTREE, POLICY_READ_ONLY, GIT_WRITE_NONE, 2, false },
	{ "worktree-workspace-write", OUTCOME_DONE, TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, 1, false },
	{ "worktree-workspace-write-roots", OUTCOME_DONE, TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_NONE, 1, false },
	{ "worktree-gitwrite-shared", OUTCOME_DONE, TOPOLOGY_WORKTREE, POLICY_WORKSPACE_WRITE, GIT_WRITE_SHARED_REPOSITORY, 1, false },
	{ "worktree-fallback-provider-unsupported", OUTCOME_DONE, TOPOLOGY_SHARED, POLICY_ABSENT, GIT_WRITE_NONE, 2, false },
	{ "worktree-failed-dirty", OUTCOME_FAILED, TOPOLOGY_WORKTREE, POLICY_ABSENT, GIT_WRITE_NONE, 2, false },
	{ "parked-pending", OUTCOME_LOST, TOPOLOGY_SHARED, MODE_UNKNOWN, GIT_WRITE_NONE, 0, false },
	{ "worktree-root-escape-refused", OUTCOME_LOST, TOPOLOGY_COUNT, MODE_UNKNOWN, GIT_WRITE_NONE, 0, false },
};

static char *harnery_of(const char *name)
{
	return path_of("%s/harnery-records/%s/dot-harnery", getenv("TEST_DATA"), name);
}

/* A record that was checked out a moment ago is not running. */
static void age(const char *harnery)
{
	(void)program_run(harnery,
			  (const char *const[]){ "find", ".", "-name", "transcript.jsonl", "-exec", "touch", "-d", "2026-11-01", "{}", ";",
						 NULL },
			  NULL);
}

static void a_row_of_the_peer_says_what_its_record_says(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(peers); i++) {
		OWNED_MEM char *from = harnery_of(peers[i].name), *to = path_of("%s/%s", s->scratch, peers[i].name);
		CLEARED(run_list) struct run_list list = { 0 };
		const struct run_row *row;

		assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", from, to, NULL }, NULL), 0);
		age(to);
		must(browse_directory(to, &list, err));
		assert_int_equal(list.count, 1);
		row = &list.rows[0];
		if (row->outcome != peers[i].outcome || (row->damage != NULL) != peers[i].damaged)
			fail_msg("%s: %s, %s", peers[i].name, outcome_word(row->outcome), row->damage ? row->damage : "no damage");
		assert_int_equal(row->topology_known, peers[i].topology != TOPOLOGY_COUNT);
		if (row->topology_known)
			assert_int_equal(row->topology, peers[i].topology);
		if (row->mode_known != (peers[i].mode != MODE_UNKNOWN) || (row->mode_known && row->mode != peers[i].mode))
			fail_msg("%s: mode %d, known %d", peers[i].name, row->mode, row->mode_known);
		assert_int_equal(row->git_write, peers[i].grant);
		assert_int_equal(row->n_children, peers[i].children);
		assert_true(row->started_ms > 0);
	}
}

static void every_record_of_the_peer_opens(void **unused)
{
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *cases = NULL;
	size_t seen = 0;

	(void)unused;
	assert_int_equal(program_run(root, (const char *const[]){ "ls", NULL }, &cases), 0);
	for (char *save = NULL, *name = strtok_r(cases, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *harnery = harnery_of(name);
		CLEARED(run_list) struct run_list list = { 0 };

		must(browse_directory(harnery, &list, err));
		for (size_t i = 0; i < list.count; i++) {
			CLEARED(run_view) struct run_view v = { 0 };

			must(browse_open(list.rows[i].directory, &v, err));
			assert_true(v.row.damage || !v.proof || (v.row.mode_known && v.row.grant_known && v.proof_text));
			assert_true(json_count(v.events) > 0);
			seen++;
		}
	}
	assert_true(seen >= 28);
}

static const struct run_row *row_of(const struct run_list *list, const char *suffix)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strstr(list->rows[i].run_id, suffix))
			return &list->rows[i];
	}
	fail_msg("no row of %s", suffix);
	return NULL;
}

static void ledger_and_record_say_the_same_of_our_runs(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record shared = { 0 }, worktree = { 0 }, refused = { 0 };
	OWNED_MEM char *harnery = path_of("%s/.harnery", s->repo);
	CLEARED(run_list) struct run_list ledger = { 0 }, directory = { 0 };

	record_shared(s, &shared, "aaaaaa", POLICY_READ_ONLY);
	record_worktree(s, &worktree, "bbbbbb", false, "");
	record_refused(s, &refused, "cccccc");
	must(browse_runs(s->state, &ledger, err));
	must(browse_directory(harnery, &directory, err));
	assert_int_equal(ledger.count, 3);
	assert_int_equal(directory.count, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct run_row *a = &ledger.rows[i], *b = row_of(&directory, strrchr(a->run_id, '-'));

		assert_null(a->damage);
		assert_null(b->damage);
		assert_int_equal(a->outcome, b->outcome);
		assert_int_equal(a->topology, b->topology);
		assert_true(a->mode_known && b->mode_known && a->mode == b->mode);
		assert_true(a->grant_known && b->grant_known && a->git_write == b->git_write);
		assert_int_equal(a->grant_used_known, b->grant_used_known);
		assert_int_equal(a->grant_used, b->grant_used);
		assert_int_equal(a->started_ms, b->started_ms);
		assert_int_equal(a->ended_ms, b->ended_ms);
		assert_string_equal(a->adapter, b->adapter);
		assert_string_equal(a->repository, b->repository);
		assert_string_equal(a->directory, b->directory);
		assert_string_equal(a->message ? a->message : "", b->message ? b->message : "");
		assert_string_equal(a->reason ? a->reason : "", b->reason ? b->reason : "");
	}
	assert_int_equal(row_of(&ledger, "cccccc")->mode, POLICY_READ_ONLY);
	assert_int_equal(row_of(&ledger, "cccccc")->outcome, OUTCOME_REFUSED);
}

static void live_runs_come_first_and_dead_ones_are_lost(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record sealed = { 0 }, live = { 0 };
	CLEARED(run_list) struct run_list owned = { 0 }, dead = { 0 };
	int lock = -1;

	record_shared(s, &sealed, "aaaaaa", POLICY_ABSENT);
	run_named(&live, s, "bbbbbb");
	live.request.topology = TOPOLOGY_SHARED;
	run_permitted(&live, POLICY_READ_ONLY, GIT_WRITE_NONE);
	OWNED_FD int fd = record_begin(s, &live);
	assert_true(fd >= 0);
	must(store_live_new(s->state, &live, &lock, err));
	must(browse_runs(s->state, &owned, err));
	assert_int_equal(owned.count, 2);
	assert_string_equal(owned.rows[0].run_id, live.run_id);
	assert_int_equal(owned.rows[0].outcome, OUTCOME_RUNNING);
	assert_true(owned.rows[0].mode_known && owned.rows[0].mode == POLICY_READ_ONLY);
	assert_true(owned.rows[0].topology_known && owned.rows[0].topology == TOPOLOGY_SHARED);
	assert_string_equal(owned.rows[0].directory, live.directory);
	owned_fd_close(&lock);
	must(browse_runs(s->state, &dead, err));
	assert_int_equal(dead.rows[0].outcome, OUTCOME_LOST);
	assert_non_null(dead.rows[0].message);
}

static void a_run_in_both_indexes_is_listed_once(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(run_list) struct run_list list = { 0 };
	int lock = -1;

	record_shared(s, &r, "aaaaaa", POLICY_ABSENT);
	must(store_live_new(s->state, &r, &lock, err));
	must(browse_runs(s->state, &list, err));
	assert_int_equal(list.count, 1);
	assert_int_equal(list.rows[0].outcome, OUTCOME_DONE);
	owned_fd_close(&lock);
}

static void a_run_is_found_by_its_id_or_the_beginning_of_it(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record a = { 0 }, b = { 0 };
	OWNED_MEM char *whole = NULL, *begun = NULL, *unused = NULL;
	struct error refusal;

	record_shared(s, &a, "aaaaaa", POLICY_ABSENT);
	record_shared(s, &b, "bbbbbb", POLICY_ABSENT);
	must(browse_find(s->state, a.run_id, &whole, err));
	assert_string_equal(whole, a.directory);
	must(browse_find(s->state, "wf-2026-11-30T18-18-45-046Z-b", &begun, err));
	assert_string_equal(begun, b.directory);
	assert_false(browse_find(s->state, "wf-", &unused, &refusal));
	assert_int_equal(refusal.reason, REASON_NOT_FOUND);
	assert_false(browse_find(s->state, "", &unused, &refusal));
	assert_false(browse_find(s->state, "zz", &unused, &refusal));
}

static char *deep(char open, char close, size_t depth)
{
	CLEARED(text) struct text t = { 0 };

	for (size_t i = 0; i < depth; i++)
		text_add_byte(&t, open);
	for (size_t i = 0; i < depth; i++)
		text_add_byte(&t, close);
	return text_take(&t);
}

static const char *const hostile[] = {
	"", "{", "null", "[]", "{}", "42", "\"\"", "\xef\xbb\xbf{}", "{\"schema_version\":1}", "{\"schema_version\":\"1\",\"run\":[]}",
	"{\"schema_version\":1,\"run\":{\"id\":7,\"status\":{}},\"agents\":{},\"console\":[],\"sandbox_projection\":3}",
	"{\"schema_version\":1,\"run\":{\"id\":\"hurt\",\"status\":\"succeeded\"},\"sandbox_projection\":{\"mode\":\"full-access\",\"git_grant\":1}}",
	"{\"console\":{\"children\":{},\"grant_audit\":{\"admin\":7},\"effective\":{\"applied\":true},\"outcome\":\"weird\"},\"execution\":null}",
	"{\"run_id\":\"\\ud800\\u0000\\u001b[2J\",\"name\":\"\\u202e\",\"execution\":{\"isolation\":9,\"workspace_binding\":[]}}",
	"\xff\xfe\x00", "{\"run\":{\"started_at\":1e999,\"ended_at\":\"yesterday\"}}",
};

static void hostile_files_give_sentences_and_nothing_worse(void **state)
{
	static const char *const files[] = { "proof.json", "run.json", "request.json", "transcript.jsonl" };
	const struct scene *s = *state;
	OWNED_MEM char *directory = path_of("%s/h/workflows/hurt", s->scratch), *harnery = path_of("%s/h", s->scratch);

	dir_put(s->scratch, "h/workflows/hurt");
	for (size_t i = 0; i < COUNT_OF(hostile); i++) {
		CLEARED(run_view) struct run_view v = { 0 };
		CLEARED(run_list) struct run_list list = { 0 };
		CLEARED(verification) struct verification verified = { 0 };

		for (size_t file = 0; file < COUNT_OF(files); file++)
			file_put(directory, files[file], hostile[i]);
		must(browse_open(directory, &v, err));
		assert_non_null(v.row.damage);
		must(browse_directory(harnery, &list, err));
		assert_int_equal(list.count, 1);
		must(verify_run(s->state, directory, &verified, err));
		assert_false(verified.holds);
	}
}

static void deep_and_huge_files_are_refused_quickly(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *directory = path_of("%s/hurt", s->scratch), *arrays = deep('[', ']', 200000);
	CLEARED(run_view) struct run_view nested = { 0 }, huge = { 0 };

	dir_put(s->scratch, "hurt");
	file_put(directory, "proof.json", arrays);
	must(browse_open(directory, &nested, err));
	assert_non_null(nested.row.damage);
	assert_int_equal(program_run(directory, (const char *const[]){ "truncate", "-s", "3G", "proof.json", NULL }, NULL), 0);
	assert_int_equal(program_run(directory, (const char *const[]){ "truncate", "-s", "3G", "run.json", NULL }, NULL), 0);
	assert_int_equal(program_run(directory, (const char *const[]){ "truncate", "-s", "3G", "transcript.jsonl", NULL }, NULL), 0);
	must(browse_open(directory, &huge, err));
	assert_true(huge.damage.count >= 3);
}

static void links_and_fifos_are_not_followed_nor_waited_for(void **state)
{
	static const char *const files[] = { "proof.json", "run.json", "request.json", "transcript.jsonl" };
	const struct scene *s = *state;
	OWNED_MEM char *directory = path_of("%s/hurt", s->scratch);

	(void)alarm(60); /* a hang ends the test program */
	dir_put(s->scratch, "hurt");
	for (int fifo = 0; fifo < 2; fifo++) {
		CLEARED(run_view) struct run_view v = { 0 };

		for (size_t i = 0; i < COUNT_OF(files); i++) {
			OWNED_MEM char *path = path_of("%s/%s", directory, files[i]);

			(void)unlink(path);
			assert_int_equal(fifo ? mkfifo(path, 0600) : symlink("/etc/passwd", path), 0);
		}
		must(browse_open(directory, &v, err));
		assert_int_equal(v.damage.count, COUNT_OF(files));
		assert_null(v.proof_text);
	}
	(void)alarm(0);
}

static void a_transcript_cut_anywhere_opens_with_what_is_whole(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *whole = NULL;
	size_t len;

	record_shared(s, &r, "aaaaaa", POLICY_ABSENT);
	whole = file_get(r.directory, "transcript.jsonl");
	len = strlen(whole);
	for (size_t cut = 0; cut < len; cut += 13) {
		CLEARED(run_view) struct run_view v = { 0 };
		OWNED_MEM char *torn = str_copy_n(whole, cut);

		file_put(r.directory, "transcript.jsonl", torn);
		must(browse_open(r.directory, &v, err));
		if (cut > 0 && torn[cut - 1] != '\n' && torn[cut - 1] != '}')
			assert_non_null(v.row.damage);
	}
}

static void what_is_no_record_is_said(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_view) struct run_view v = { 0 };
	CLEARED(run_list) struct run_list list = { 0 };
	struct error refusal;

	assert_false(browse_open("/nowhere/at/all", &v, &refusal));
	assert_int_equal(refusal.reason, REASON_NOT_FOUND);
	must(browse_open(s->repo, &v, err));
	assert_non_null(v.row.damage);
	must(browse_directory(s->repo, &list, err));
	assert_int_equal(list.count, 0);
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(a_row_of_the_peer_says_what_its_record_says),
		cmocka_unit_test(every_record_of_the_peer_opens),
		SCENE(ledger_and_record_say_the_same_of_our_runs),
		SCENE(live_runs_come_first_and_dead_ones_are_lost),
		SCENE(a_run_in_both_indexes_is_listed_once),
		SCENE(a_run_is_found_by_its_id_or_the_beginning_of_it),
		SCENE(hostile_files_give_sentences_and_nothing_worse),
		SCENE(deep_and_huge_files_are_refused_quickly),
		SCENE(links_and_fifos_are_not_followed_nor_waited_for),
		SCENE(a_transcript_cut_anywhere_opens_with_what_is_whole),
		SCENE(what_is_no_record_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
