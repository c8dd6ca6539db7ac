/*
 * Specification of the transcript: the peer's vocabulary and order, bounded lines, and where the prompt is.
 */
#include "spec/record/recording.h"

#include "support/peer_record.h"

static struct json *transcript_of(const struct run_record *r)
{
	return peer_lines(r->directory, "transcript.jsonl");
}

static void must_be_events(const struct run_record *r, const char *wanted)
{
	OWNED(json) struct json *lines = transcript_of(r);
	CLEARED(text) struct text got = { 0 };

	for (size_t i = 0; i < json_count(lines); i++)
		text_add_format(&got, "%s%s", i ? " " : "", json_get_string(json_at(lines, i), "event"));
	assert_string_equal(text_c(&got), wanted);
}

static void the_events_of_each_run_come_in_this_order(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record shared = { 0 }, worktree = { 0 }, failed = { 0 }, refused = { 0 };

	record_shared(s, &shared, "aaaaaa", POLICY_ABSENT);
	must_be_events(&shared, "run.start agent.start console.prompt agent.start console.prompt agent.end agent.end run.end");
	record_worktree(s, &worktree, "bbbbbb", true, "");
	must_be_events(&worktree, "execution.allocate.start execution.allocate.end run.start agent.start console.prompt agent.end run.end");
	record_worktree(s, &failed, "cccccc", false, "");
	must_be_events(&failed,
		       "execution.allocate.start execution.allocate.end run.start agent.start console.prompt agent.failed run.end");
	record_refused(s, &refused, "dddddd");
	must_be_events(&refused, "run.start run.blocked run.end");
}

/* The fields that the peer writes for an event of this name, in its own records. */
static struct json *event_of_the_peer(const char *name)
{
	OWNED_MEM char *root = path_of("%s/harnery-records", getenv("TEST_DATA")), *found = NULL;

	assert_int_equal(program_run(root, (const char *const[]){ "find", ".", "-name", "transcript.jsonl", "-printf", "%h\n", NULL }, &found), 0);
	for (char *save = NULL, *dir = strtok_r(found, "\n", &save); dir; dir = strtok_r(NULL, "\n", &save)) {
		OWNED_MEM char *path = path_of("%s/%s", root, dir);
		OWNED(json) struct json *lines = peer_lines(path, "transcript.jsonl");

		for (size_t i = 0; i < json_count(lines); i++) {
			const char *event = json_get_string(json_at(lines, i), "event");

			if (event && strcmp(event, name) == 0)
				return json_copy(json_at(lines, i));
		}
	}
	fail_msg("the peer's records have no %s", name);
	return NULL;
}

static bool may_lack(const char *field)
{
	return strcmp(field, "attestation_sha256") == 0 || strcmp(field, "decision_id") == 0 || strcmp(field, "total_cost_usd") == 0;
}

static void every_event_has_the_fields_that_the_peer_writes(void **state)
{
	const struct scene *s = *state;
	struct run_record runs[3] = { 0 };

	record_worktree(s, &runs[0], "aaaaaa", true, "");
	record_worktree(s, &runs[1], "bbbbbb", false, "");
	record_refused(s, &runs[2], "cccccc");
	for (size_t run = 0; run < 3; run++) {
		OWNED(json) struct json *lines = transcript_of(&runs[run]);

		for (size_t i = 0; i < json_count(lines); i++) {
			const struct json *line = json_at(lines, i);
			const char *name = json_get_string(line, "event");
			CLEARED(strlist) struct strlist keys = { 0 }, own = { 0 };

			json_keys(line, &own);
			for (size_t k = 0; k < 4; k++)
				assert_string_equal(own.items[k], ((const char *[]){ "schema_version", "run_id", "ts", "event" })[k]);
			if (strncmp(name, "console.", 8) == 0)
				continue;
			OWNED(json) struct json *theirs = event_of_the_peer(name);
			json_keys(theirs, &keys);
			for (size_t k = 0; k < keys.count; k++) {
				if (!json_has(line, keys.items[k]) && !may_lack(keys.items[k]) && !(strcmp(name, "run.end") == 0))
					fail_msg("%s has no %s", name, keys.items[k]);
			}
		}
		run_record_clear(&runs[run]);
	}
}

static const struct {
	const char *says;
	char fill;
	size_t bytes;
	bool cut;
} prompts[] = {
	{ "a prompt that fits is whole", 'p', 14000, false },
	{ "a prompt that does not fit is cut", 'p', 60000, true },
	{ "a prompt of characters that are escaped fits by what is printed", '\001', 3000, true },
	{ "a vast prompt is cut", 'p', 1000000, true },
};

static void a_prompt_is_recorded_as_far_as_a_line_holds(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(prompts); i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *prompt = mem_new(prompts[i].bytes + 1, 1), *suffix = str_format("prompt%zu", i);
		const struct json *line;

		memset(prompt, prompts[i].fill, prompts[i].bytes);
		run_named(&r, s, suffix);
		run_children(&r, 1);
		str_set(&r.request.prompt, prompt);
		OWNED_FD int fd = record_begin(s, &r);
		must(transcript_child_start(fd, &r, &host_ports, 0, err));
		OWNED(json) struct json *lines = transcript_of(&r);
		line = json_at(lines, 1);
		assert_string_equal(json_get_string(line, "event"), "console.prompt");
		if (json_bool(json_get(line, "cut")) != prompts[i].cut)
			fail_msg("rule broken: %s", prompts[i].says);
		assert_false(json_has(line, "omitted_fields"));
		assert_true(strlen(json_get_string(line, "prompt")) > 1000);
		OWNED_MEM char *whole = file_get(r.directory, "transcript.jsonl");
		assert_true(strlen(strchr(whole, '\n') + 1) <= TRANSCRIPT_LINE_BYTES_MAX);
	}
}

static void the_largest_fields_of_a_long_line_are_replaced_by_their_digests(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *large = mem_new(20001, 1), *medium = mem_new(9001, 1);
	struct json *fields = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	memset(large, 'x', 20000);
	memset(medium, 'y', 9000);
	json_set_string(fields, "small", "s");
	json_set_string(fields, "large", large);
	json_set_string(fields, "medium", medium);
	run_named(&r, s, "aaaaaa");
	OWNED_FD int fd = record_begin(s, &r);
	must(transcript_add(fd, &r, &host_ports, "console.test", true, fields, err));
	OWNED(json) struct json *lines = transcript_of(&r), *value = json_new_string(large);
	const struct json *line = json_at(lines, 0), *omitted = json_get(line, "omitted_fields");
	json_digest(value, hex);
	assert_false(json_has(line, "large"));
	assert_string_equal(json_get_string(line, "medium"), medium);
	assert_string_equal(json_get_string(line, "small"), "s");
	assert_int_equal(json_count(omitted), 1);
	assert_string_equal(json_get_string(json_at(omitted, 0), "field"), "large");
	assert_string_equal(json_get_string(json_at(omitted, 0), "sha256"), hex);
}

static void many_fields_beyond_a_line_are_refused_or_bounded(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	struct json *fields = json_new_object();
	struct error refusal;
	struct stat st;

	for (int i = 0; i < 900; i++) {
		OWNED_MEM char *key = str_format("a field with a long name, number %d", i);

		json_set_string(fields, key, "value");
	}
	run_named(&r, s, "aaaaaa");
	OWNED_FD int fd = record_begin(s, &r);
	if (transcript_add(fd, &r, &host_ports, "console.test", true, fields, &refusal)) {
		assert_int_equal(fstatat(fd, "transcript.jsonl", &st, 0), 0);
		assert_true(st.st_size <= (off_t)TRANSCRIPT_LINE_BYTES_MAX);
	} else {
		assert_int_equal(refusal.reason, REASON_RECORD_NOT_SAVED);
	}
}

static void a_large_answer_is_recorded_by_its_digest(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_MEM char *answer = mem_new(100001, 1);

	memset(answer, 'r', 100000);
	run_named(&r, s, "aaaaaa");
	run_children(&r, 1);
	child_ends(&r, 0, true);
	str_set(&r.children[0].result, answer);
	OWNED_FD int fd = record_begin(s, &r);
	must(transcript_child_end(fd, &r, &host_ports, 0, err));
	OWNED(json) struct json *lines = transcript_of(&r);
	int64_t bytes = 0;
	assert_true(json_get_int(json_get(json_at(lines, 0), "result_digest"), "bytes", &bytes) && bytes == 100000);
	assert_false(json_has(json_at(lines, 0), "result"));
}

static const struct {
	const char *says;
	bool first_reports, second_reports;
	const char *first_total, *run_total; /* as printed; NULL: the field is absent */
} costs[] = {
	{ "what nobody reported is absent and not zero", false, false, NULL, NULL },
	{ "what one of two reported is the sum of what is known", true, false, "0.25", "0.25" },
	{ "what each reported is added up", true, true, "0.25", "0.75" },
};

static void must_cost(const struct json *line, const char *key, const char *wanted, const char *says)
{
	CLEARED(text) struct text got = { 0 };

	if (json_has(line, key) != (wanted != NULL))
		fail_msg("rule broken: %s: %s", says, key);
	json_write(json_get(line, key), JSON_COMPACT, &got);
	if (wanted)
		assert_string_equal(text_c(&got), wanted);
}

static void a_cost_that_was_not_reported_is_never_zero(void **state)
{
	const struct scene *s = *state;

	for (size_t i = 0; i < COUNT_OF(costs); i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *suffix = str_format("cost%zu", i);

		run_named(&r, s, suffix);
		run_children(&r, 2);
		for (size_t child = 0; child < 2; child++) {
			child_ends(&r, child, true);
			r.children[child].cost_known = child == 0 ? costs[i].first_reports : costs[i].second_reports;
			r.children[child].cost_usd = child == 0 ? 0.25 : 0.5;
		}
		OWNED_FD int fd = record_begin(s, &r);
		must(transcript_child_end(fd, &r, &host_ports, 0, err));
		must(transcript_run_end(fd, &r, &host_ports, err));
		OWNED(json) struct json *lines = transcript_of(&r);
		must_cost(json_at(lines, 0), "total_cost_usd", costs[i].first_total, costs[i].says);
		must_cost(json_at(lines, 0), "cost_usd", costs[i].first_total, costs[i].says);
		must_cost(json_at(lines, 1), "cost_usd", costs[i].run_total, costs[i].says);
	}
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(the_events_of_each_run_come_in_this_order),
		SCENE(every_event_has_the_fields_that_the_peer_writes),
		SCENE(a_prompt_is_recorded_as_far_as_a_line_holds),
		SCENE(the_largest_fields_of_a_long_line_are_replaced_by_their_digests),
		SCENE(many_fields_beyond_a_line_are_refused_or_bounded),
		SCENE(a_large_answer_is_recorded_by_its_digest),
		SCENE(a_cost_that_was_not_reported_is_never_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
