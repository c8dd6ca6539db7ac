/*
 * Specification of verify_run(): what holds, and that anything changed in a record afterwards is noticed and named.
 */
#include "spec/record/recording.h"

static struct verification verified(const struct scene *s, const struct run_record *r)
{
	struct verification v;

	must(verify_run(s->state, r->directory, &v, err));
	return v;
}

static void must_hold(const struct scene *s, const struct run_record *r)
{
	CLEARED(verification) struct verification v = verified(s, r);

	if (!v.holds)
		fail_msg("%s: %s", r->run_id, v.findings.items[0]);
	assert_true(v.checked.count >= 3);
}

static bool names(const struct verification *v, const char *wanted)
{
	for (size_t i = 0; i < v->findings.count; i++) {
		if (strstr(v->findings.items[i], wanted))
			return true;
	}
	return false;
}

static void must_name(const struct scene *s, const struct run_record *r, const char *says, const char *wanted)
{
	CLEARED(verification) struct verification v = verified(s, r);

	if (v.holds)
		fail_msg("rule broken: %s: nothing was noticed", says);
	if (!names(&v, wanted))
		fail_msg("rule broken: %s: \"%s\" does not name \"%s\"", says, v.findings.items[0], wanted);
}

static void records_as_they_were_written_hold(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record shared = { 0 }, worktree = { 0 }, failed = { 0 }, refused = { 0 };

	record_shared(s, &shared, "aaaaaa", POLICY_READ_ONLY);
	record_worktree(s, &worktree, "bbbbbb", true, "src");
	record_worktree(s, &failed, "cccccc", false, "");
	record_refused(s, &refused, "dddddd");
	must_hold(s, &shared);
	must_hold(s, &worktree);
	must_hold(s, &failed);
	must_hold(s, &refused);
}

/* Events after the proof, as releasing a workspace writes them, are no tampering. */
static void events_added_after_the_proof_are_said_and_hold(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(s, &r, "bbbbbb", true, "");
	OWNED_FD int fd = open(r.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(transcript_add(fd, &r, &host_ports, "workspace.cleanup", false, json_new_object(), err));
	must(store_provider_event(&r, "released", NULL, err));
	CLEARED(verification) struct verification v = verified(s, &r);
	assert_true(v.holds);
	bool said = false;
	for (size_t i = 0; i < v.checked.count; i++)
		said = said || strstr(v.checked.items[i], "added after the proof");
	assert_true(said);
}

/* Sealed without an end: nobody counted, so what is on the disk is what was sealed. */
static void the_honest_log_of_a_lost_run_holds_and_a_changed_one_does_not(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED(json) struct json *proof = NULL;
	char sha256[DIGEST_HEX_BYTES];
	int64_t bytes = 0, kept = 0;

	run_named(&r, s, "lost00");
	r.request.topology = TOPOLOGY_SHARED;
	run_permitted(&r, POLICY_ABSENT, GIT_WRITE_NONE);
	run_children(&r, 1);
	OWNED_FD int fd = record_begin(s, &r);
	record_start(&r, fd);
	r.outcome = OUTCOME_LOST;
	r.reason = REASON_RUN_LOST;
	r.children[0].state = CHILD_FAILED;
	record_end(s, &r, fd, sha256);
	must_hold(s, &r);
	proof = json_file(r.directory, "proof.json");
	const struct json *terminal = json_get(json_at(json_get(json_get(proof, "console"), "children"), 0), "terminal");
	assert_true(json_get_int(terminal, "bytes", &bytes) && json_get_int(terminal, "kept", &kept));
	assert_int_equal(bytes, 5);
	assert_int_equal(kept, 5);
	file_put(r.directory, "children/a1.out", "Hello");
	must_name(s, &r, "a changed log of a lost run", "terminal log of a1 is not what was sealed");
}

static void a_run_that_still_runs_is_not_said_to_be_broken(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	struct verification v = { 0 };
	struct error refusal;
	OWNED_FD int lock = -1;

	run_named(&r, s, "going0");
	run_children(&r, 1);
	OWNED_FD int fd = record_begin(s, &r);
	record_start(&r, fd);
	must(store_live_new(s->state, &r, &lock, err));
	/* the lock is this process's own, which is what a living supervisor looks like from another open file */
	assert_false(verify_run(s->state, r.directory, &v, &refusal));
	assert_int_equal(refusal.reason, REASON_NOT_FOUND);
	assert_non_null(strstr(refusal.text, "still going"));
}

/* What was appended is told apart from what was sealed, and from a writer that died. */
static void bytes_behind_a_sealed_transcript_are_said_to_be_added(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(run_view) struct run_view v = { 0 };
	OWNED_MEM char *whole = NULL, *longer = NULL;

	record_refused(s, &r, "dddddd");
	whole = file_get(r.directory, "transcript.jsonl");
	longer = path_of("%sx", whole);
	file_put(r.directory, "transcript.jsonl", longer);
	must_name(s, &r, "an added byte", "was added after the run was sealed and is not an event");
	must(browse_open(r.directory, &v, err));
	for (size_t i = 0; i < v.damage.count; i++)
		assert_null(strstr(v.damage.items[i], "lost"));
}

static bool is_damaged_by(const struct run_view *v, const char *wanted)
{
	for (size_t i = 0; i < v->damage.count; i++) {
		if (strstr(v->damage.items[i], wanted))
			return v->row.damage != NULL;
	}
	return false;
}

static void an_opened_run_says_what_the_ledger_and_the_proof_say_against_it(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(run_view) struct run_view honest = { 0 }, doctored = { 0 }, moved = { 0 };
	OWNED_MEM char *whole = NULL, *at = NULL;

	record_shared(s, &r, "aaaaaa", POLICY_READ_ONLY);
	must(browse_open(r.directory, &honest, err));
	browse_compare(s->state, &honest);
	assert_int_equal(honest.damage.count, 0);
	assert_non_null(honest.row.proof_sha256);
	whole = file_get(r.directory, "proof.json");
	*strstr(whole, "read-only") = 'R';
	file_put(r.directory, "proof.json", whole);
	must(browse_open(r.directory, &doctored, err));
	browse_compare(s->state, &doctored);
	assert_true(is_damaged_by(&doctored, "proof.json is not what the ledger sealed"));
	at = file_get(r.directory, "transcript.jsonl");
	*strstr(at, "run.start") = 'R';
	file_put(r.directory, "transcript.jsonl", at);
	must(browse_open(r.directory, &moved, err));
	assert_true(is_damaged_by(&moved, "transcript.jsonl is not what was sealed"));
}

static void must_be_lost(const struct scene *s, const struct run_record *r)
{
	OWNED_MEM char *without_ledger = path_of("%s/no-ledger", s->scratch);
	CLEARED(run_view) struct run_view v = { 0 };

	must(browse_open(r->directory, &v, err));
	assert_int_not_equal(v.row.outcome, OUTCOME_DONE);
	browse_compare(without_ledger, &v);
	assert_int_equal(v.row.outcome, OUTCOME_LOST);
	assert_string_equal(v.row.reason, "record_not_saved");
	assert_non_null(strstr(v.row.message, "proof.json"));
}

/* The ledger sealed it: that its proof went later does not change how it ended. */
static void must_be_done_by_the_ledger(const struct scene *s, const struct run_record *r)
{
	CLEARED(run_view) struct run_view v = { 0 };

	must(browse_open(r->directory, &v, err));
	browse_compare(s->state, &v);
	assert_int_equal(v.row.outcome, OUTCOME_DONE);
	assert_null(v.row.reason);
	assert_null(v.row.message);
	assert_non_null(strstr(v.damage.items[0], "the ledger sealed a proof.json"));
}

static int ends_in(const struct run_view *v)
{
	int ends = 0;

	for (size_t i = 0; i < json_count(v->events); i++)
		ends += strcmp(json_get_string(json_at(v->events, i), "event"), "run.end") == 0;
	return ends;
}

/* The disk was full: whatever the last event says, nothing seals it but the ledger. */
static void a_run_without_a_proof_is_done_only_by_the_ledger(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	CLEARED(run_view) struct run_view v = { 0 };
	OWNED_MEM char *proof = NULL, *whole = NULL;

	record_shared(s, &r, "aaaaaa", POLICY_ABSENT);
	proof = path_of("%s/proof.json", r.directory);
	assert_int_equal(unlink(proof), 0);
	must_be_lost(s, &r);
	must_be_done_by_the_ledger(s, &r);
	OWNED_FD int fd = open(r.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	r.outcome = OUTCOME_LOST;
	for (int tried = 0; tried < 3; tried++)
		must(transcript_run_end(fd, &r, &host_ports, err));
	must(browse_open(r.directory, &v, err));
	assert_non_null(strstr(v.row.message, "the run succeeded"));
	assert_int_equal(ends_in(&v), 2);
	whole = file_get(r.directory, "transcript.jsonl");
	*strstr(whole, "run.end") = 0;
	file_put(r.directory, "transcript.jsonl", whole);
	must_be_lost(s, &r);
}

/* One file of a record, changed in one way, and what the finding names. */
enum change { FLIP, CUT, EMPTY, REMOVE, DELETE_LINE, SWAP_LINES, APPEND, NUMBER, LINK, FIFO };

static const struct {
	const char *says, *file;
	enum change change;
	const char *naming;
} changes[] = {
	{ "a flipped byte in the proof", "proof.json", FLIP, "ledger" },
	{ "a cut proof", "proof.json", CUT, "is not what the ledger sealed" },
	{ "an empty proof", "proof.json", EMPTY, "there is no readable proof.json" },
	{ "a proof that is a number", "proof.json", NUMBER, "not a JSON object" },
	{ "a manifest that is a number", "run.json", NUMBER, "run.json" },
	{ "a transcript of numbers", "transcript.jsonl", NUMBER, "its end was removed" },
	{ "a request that is a number", "request.json", NUMBER, "request.json" },
	{ "a workspace request that is a number", "workspace-request.json", NUMBER, "workspace-request.json" },
	{ "a removed proof", "proof.json", REMOVE, "that is not there any more" },
	{ "bytes behind the proof", "proof.json", APPEND, "proof.json" },
	{ "a proof that is a link", "proof.json", LINK, "proof.json" },
	{ "a proof that is a FIFO", "proof.json", FIFO, "not a regular file" },
	{ "a flipped byte in the transcript", "transcript.jsonl", FLIP, "transcript.jsonl is not what was sealed" },
	{ "a cut transcript", "transcript.jsonl", CUT, "its end was removed" },
	{ "an empty transcript", "transcript.jsonl", EMPTY, "its end was removed" },
	{ "a removed transcript", "transcript.jsonl", REMOVE, "transcript.jsonl cannot be read" },
	{ "a deleted event", "transcript.jsonl", DELETE_LINE, "its end was removed" },
	{ "swapped events", "transcript.jsonl", SWAP_LINES, "transcript.jsonl is not what was sealed" },
	{ "a transcript that is a FIFO", "transcript.jsonl", FIFO, "transcript.jsonl" },
	{ "a flipped byte in the manifest", "run.json", FLIP, "run.json" },
	{ "a removed manifest", "run.json", REMOVE, "run.json is missing or damaged" },
	{ "a cut manifest", "run.json", CUT, "run.json" },
	{ "a flipped byte in the request", "request.json", FLIP, "request.json is not what run.json froze" },
	{ "a removed request", "request.json", REMOVE, "request.json cannot be read" },
	{ "a flipped byte in the workspace request", "workspace-request.json", FLIP, "workspace-request.json" },
	{ "a removed workspace request", "workspace-request.json", REMOVE, "workspace-request.json is missing" },
	{ "a flipped byte in the terminal log", "children/a1.out", FLIP, "terminal log of a1 is not what was sealed" },
	{ "a flipped byte in the arrival times", "children/a1.timing", FLIP, "timing file of a1 is not what was sealed" },
	{ "removed arrival times", "children/a1.timing", REMOVE, "timing file of a1 is missing" },
	{ "bytes behind the manifest", "run.json", APPEND, "run.json" },
	{ "bytes behind the workspace request", "workspace-request.json", APPEND, "workspace-request.json" },
	{ "a cut terminal log", "children/a1.out", CUT, "terminal log of a1" },
	{ "a longer terminal log", "children/a1.out", APPEND, "terminal log of a1" },
	{ "a removed terminal log", "children/a1.out", REMOVE, "terminal log of a1 is missing" },
};

static void swap_or_delete(const char *dir, const char *name, bool swap)
{
	CLEARED(strlist) struct strlist lines = { 0 };
	CLEARED(text) struct text bytes = { 0 };
	OWNED_MEM char *whole = file_get(dir, name), *first = NULL;

	for (char *save = NULL, *line = strtok_r(whole, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		strlist_add(&lines, line);
	assert_true(lines.count >= 3);
	first = str_copy(lines.items[1]);
	strlist_remove(&lines, 1);
	for (size_t i = 0; i < lines.count; i++) {
		text_add_format(&bytes, "%s\n", lines.items[i]);
		if (swap && i == 1)
			text_add_format(&bytes, "%s\n", first);
	}
	file_put(dir, name, text_c(&bytes));
}

static void change_file(const char *dir, const char *name, enum change change, size_t at)
{
	OWNED_MEM char *path = path_of("%s/%s", dir, name), *whole = file_get(dir, name), *longer = NULL;

	switch (change) {
	case FLIP:
		whole[at % strlen(whole)] ^= 1;
		file_put(dir, name, whole);
		return;
	case CUT:
		whole[strlen(whole) / 2] = 0;
		file_put(dir, name, whole);
		return;
	case EMPTY: file_put(dir, name, ""); return;
	case NUMBER: file_put(dir, name, "5\n"); return;
	case DELETE_LINE:
	case SWAP_LINES: swap_or_delete(dir, name, change == SWAP_LINES); return;
	case APPEND:
		longer = path_of("%s\n{}\n", whole);
		file_put(dir, name, longer);
		return;
	case REMOVE:
	case LINK:
	case FIFO: assert_int_equal(unlink(path), 0); break;
	}
	if (change == LINK)
		assert_int_equal(symlink("/etc/passwd", path), 0);
	if (change == FIFO)
		assert_int_equal(mkfifo(path, 0600), 0);
}

static void restore(const char *saved, const char *directory)
{
	OWNED_MEM char *from = path_of("%s/.", saved);

	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", directory, NULL }, NULL), 0);
	assert_int_equal(program_run("/", (const char *const[]){ "mkdir", directory, NULL }, NULL), 0);
	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", from, directory, NULL }, NULL), 0);
}

static void every_change_to_a_file_is_noticed_and_named(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *saved = path_of("%s/saved", s->scratch);

	record_worktree(s, &r, "bbbbbb", true, "");
	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", r.directory, saved, NULL }, NULL), 0);
	for (size_t i = 0; i < COUNT_OF(changes); i++) {
		change_file(r.directory, changes[i].file, changes[i].change, 40);
		must_name(s, &r, changes[i].says, changes[i].naming);
		restore(saved, r.directory);
	}
	must_hold(s, &r);
}

/* Wherever the byte is. */
static void a_flipped_byte_anywhere_is_noticed(void **state)
{
	static const char *const files[] = { "proof.json", "transcript.jsonl", "request.json",      "workspace-request.json",
					     "run.json",   "children/a1.out",  "children/a1.timing" };
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };

	record_worktree(s, &r, "bbbbbb", true, "");
	for (size_t file = 0; file < COUNT_OF(files); file++) {
		OWNED_MEM char *whole = file_get(r.directory, files[file]);
		OWNED_MEM char *says = str_format("a flipped byte in %s", files[file]);

		for (size_t at = 0; at < strlen(whole); at += strlen(whole) / 23 + 1) {
			whole[at] ^= 1;
			file_put(r.directory, files[file], whole);
			whole[at] ^= 1;
			must_name(s, &r, says, "");
		}
		file_put(r.directory, files[file], whole);
	}
	must_hold(s, &r);
}

static const struct {
	const char *says, *file, *naming;
	enum change change;
} workspace_changes[] = {
	{ "a flipped byte in the claim", "claim.json", "claim.json", CUT },
	{ "a claim that is a number", "claim.json", "claim.json", NUMBER },
	{ "a removed binding", "binding.json", "binding.json", REMOVE },
	{ "a binding that is a number", "binding.json", "binding.json", NUMBER },
	{ "a cut binding", "binding.json", "binding.json", CUT },
	{ "a flipped byte in an event", "events.jsonl", "event 1", FLIP },
	{ "events that are numbers", "events.jsonl", "event 1 of the workspace is not a record", NUMBER },
	{ "a deleted event", "events.jsonl", "event 2", DELETE_LINE },
	{ "swapped events", "events.jsonl", "event 2", SWAP_LINES },
	{ "emptied events", "events.jsonl", "events.jsonl of the workspace is empty", EMPTY },
	{ "removed events", "events.jsonl", "events of the workspace cannot be read", REMOVE },
};

static void every_change_to_the_workspace_records_is_noticed_and_named(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *saved = path_of("%s/saved", s->scratch), *directory = NULL;

	record_worktree(s, &r, "bbbbbb", true, "");
	directory = path_of("%s/.harnery/workspaces/local-git-worktree/%s", s->repo, r.binding->binding_id);
	assert_int_equal(program_run("/", (const char *const[]){ "cp", "-a", directory, saved, NULL }, NULL), 0);
	for (size_t i = 0; i < COUNT_OF(workspace_changes); i++) {
		change_file(directory, workspace_changes[i].file, workspace_changes[i].change, 40);
		must_name(s, &r, workspace_changes[i].says, workspace_changes[i].naming);
		restore(saved, directory);
	}
	must_hold(s, &r);
}

/* The whole record replaced by one that is right in itself: only the ledger can tell. */
static void a_forged_record_is_noticed_by_the_ledger(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 }, forged = { 0 };
	OWNED_MEM char *elsewhere = path_of("%s/elsewhere", s->scratch);
	struct scene other = { .scratch = s->scratch, .state = elsewhere, .repo = s->repo };

	record_refused(s, &r, "dddddd");
	assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", r.directory, NULL }, NULL), 0);
	record_shared(&other, &forged, "dddddd", POLICY_ABSENT);
	must_name(s, &forged, "a forged record is noticed", "is not what the ledger sealed");
}

static void a_record_of_this_program_that_no_ledger_knows_is_said(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *elsewhere = path_of("%s/elsewhere", s->scratch);
	struct scene other = { .scratch = s->scratch, .state = elsewhere, .repo = s->repo };

	record_shared(&other, &r, "dddddd", POLICY_ABSENT);
	must_name(s, &r, "an unknown record is noticed", "made elsewhere or by hand");
}

static void records_of_the_peer_hold_as_far_as_they_can(void **state)
{
	const struct scene *s = *state;
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *found = NULL;
	int seen = 0;

	assert_int_equal(program_run(root, (const char *const[]){ "find", ".", "-name", "proof.json", "-printf", "%h\n", NULL }, &found),
			 0);
	for (char *save = NULL, *name = strtok_r(found, "\n", &save); name; name = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *directory = path_of("%s/%s", root, name);
		CLEARED(verification) struct verification v = { 0 };

		must(verify_run(s->state, directory, &v, err));
		if (!v.holds)
			fail_msg("%s: %s", name, v.findings.items[0]);
		seen++;
	}
	assert_true(seen >= 20);
}

static void a_directory_that_is_not_there_is_not_found(void **state)
{
	const struct scene *s = *state;
	CLEARED(verification) struct verification v = { 0 };
	struct error refusal;

	assert_false(verify_run(s->state, "/nowhere/at/all", &v, &refusal));
	assert_int_equal(refusal.reason, REASON_NOT_FOUND);
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(records_as_they_were_written_hold),
		SCENE(events_added_after_the_proof_are_said_and_hold),
		SCENE(the_honest_log_of_a_lost_run_holds_and_a_changed_one_does_not),
		SCENE(a_run_that_still_runs_is_not_said_to_be_broken),
		SCENE(bytes_behind_a_sealed_transcript_are_said_to_be_added),
		SCENE(an_opened_run_says_what_the_ledger_and_the_proof_say_against_it),
		SCENE(a_run_without_a_proof_is_done_only_by_the_ledger),
		SCENE(every_change_to_a_file_is_noticed_and_named),
		SCENE(a_flipped_byte_anywhere_is_noticed),
		SCENE(every_change_to_the_workspace_records_is_noticed_and_named),
		SCENE(a_forged_record_is_noticed_by_the_ledger),
		SCENE(a_record_of_this_program_that_no_ledger_knows_is_said),
		SCENE(records_of_the_peer_hold_as_far_as_they_can),
		SCENE(a_directory_that_is_not_there_is_not_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
