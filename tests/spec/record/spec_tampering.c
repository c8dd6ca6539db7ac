/*
 * Specification of what verification notices: every file of a record and of the ledger, changed in every way, at every
 * place. The table in docs/security.md is what this finds; it is compared, so that it cannot promise more.
 */
#include "spec/record/tampering.h"

#define WORKSPACE ".harnery/workspaces/" HARNERY_PROVIDER_ID
#define ALL_EACH 9 /* the other steps are tried against the run alone: verify reads every run */

/* Runs in the order of the ledger: an old one, the one that is changed, and two after it. */
struct runs { struct run_record before, run, after, last; };

static const struct {
	const char *column;
	change_make *make;
} changes[] = {
	{ "byte flipped", change_flip },     { "byte deleted", change_delete },  { "bytes inserted", change_insert },
	{ "cut", change_cut },               { "appended to", change_append },   { "lines moved", change_move },
	{ "another run's, or older", change_other }, { "removed", change_remove }, { "link, FIFO, directory", change_kind },
};

enum of { OF_RECORD, OF_WORKSPACE, OF_STATE };

static const struct {
	const char *name;
	enum of of;
	const char *naming; /* what the first sentence names */
} files[] = {
	{ "proof.json", OF_RECORD, "proof.json" },
	{ "run.json", OF_RECORD, "run.json" },
	{ "request.json", OF_RECORD, "request.json" },
	{ "workspace-request.json", OF_RECORD, "workspace-request.json" },
	{ "transcript.jsonl", OF_RECORD, "transcript.jsonl" },
	{ "children/a1.out", OF_RECORD, "terminal log of a1" },
	{ "children/a1.timing", OF_RECORD, "timing file of a1" },
	{ "children/a1.last-message.txt", OF_RECORD, "last message of a1" },
	{ "claim.json", OF_WORKSPACE, "claim.json" },
	{ "binding.json", OF_WORKSPACE, "binding.json" },
	{ "events.jsonl", OF_WORKSPACE, "of the workspace" },
	{ LEDGER_NAME, OF_STATE, "ledger" },
	{ LEDGER_HEAD_NAME, OF_STATE, "ledger" },
};

static void runs_record(const struct scene *s, struct runs *r)
{
	record_shared(s, &r->before, "aaaaaa", POLICY_READ_ONLY);
	record_worktree(s, &r->run, "bbbbbb", true, "");
	record_worktree(s, &r->after, "cccccc", false, "");
	record_shared(s, &r->last, "dddddd", POLICY_ABSENT);
}

static void runs_clear(struct runs *r)
{
	run_record_clear(&r->before);
	run_record_clear(&r->run);
	run_record_clear(&r->after);
	run_record_clear(&r->last);
}

static char *directory_of(const struct scene *s, const struct run_record *r, enum of of)
{
	if (of == OF_STATE)
		return str_copy(s->state);
	return of == OF_RECORD ? str_copy(r->directory) : path_of("%s/" WORKSPACE "/%s", s->repo, r->binding->binding_id);
}

/* As `bulkhead verify RUN` and `bulkhead verify` answer. What cannot be read is refused, which is noticed too. */
static bool run_holds(const struct scene *s, const struct run_record *r, char **ret_first)
{
	CLEARED(verification) struct verification run = { .holds = true }, ledger = { .holds = true };
	struct error refusal = { 0 };
	bool told = verify_run(s->state, r->directory, &run, &refusal) && verify_ledger(s->state, &ledger, &refusal);
	const struct verification *first = run.holds ? &ledger : &run;

	*ret_first = str_copy(!told ? refusal.text : first->holds ? NULL : first->findings.items[0]);
	return told && first->holds;
}

static bool all_hold(const struct scene *s, char **ret_first)
{
	CLEARED(verification) struct verification v = { .holds = true };
	struct error refusal = { 0 };
	bool told = verify_all(s->state, &v, &refusal);

	*ret_first = str_copy(!told ? refusal.text : v.holds ? NULL : v.findings.items[0]);
	return told && v.holds;
}

static bool is_noticed(const struct scene *s, const struct run_record *r, size_t file, size_t change, size_t step)
{
	OWNED_MEM char *by_run = NULL, *by_all = NULL;
	bool noticed = !run_holds(s, r, &by_run) && (step % ALL_EACH != 0 || !all_hold(s, &by_all));

	if (by_run && !strstr(by_run, files[file].naming))
		fail_msg("%s, %s %zu: \"%s\" does not name %s", files[file].name, changes[change].column, step, by_run, files[file].naming);
	if (by_all && !strstr(by_all, files[file].naming))
		fail_msg("%s, %s %zu: \"%s\" does not name %s", files[file].name, changes[change].column, step, by_all, files[file].naming);
	if (!noticed)
		print_message("%s, %s, step %zu: not noticed\n", files[file].name, changes[change].column, step);
	return noticed;
}

static const char *cell_of(const struct scene *s, const struct run_record *r, const struct target *t, size_t file, size_t change)
{
	size_t made = 0, noticed = 0;

	for (size_t step = 0;; step++) {
		enum made what = changes[change].make(t, step);

		if (what == NONE)
			break;
		made += what == MADE;
		noticed += what == MADE && is_noticed(s, r, file, change, step);
		target_put(t);
	}
	return made == 0 ? "–" : noticed == made ? "yes" : "no";
}

static void target_open(const struct scene *s, const struct runs *r, size_t file, const struct text *older, struct target *t)
{
	OWNED_MEM char *own = directory_of(s, &r->run, files[file].of), *others = directory_of(s, &r->after, files[file].of);
	OWNED_MEM char *other = path_of("%s/%s", others, files[file].name);

	t->path = path_of("%s/%s", own, files[file].name);
	t->aside = path_of("%s/aside", s->scratch);
	bytes_get(t->path, &t->whole);
	if (files[file].of == OF_STATE)
		text_add(&t->other, older->bytes, older->len);
	else
		bytes_get(other, &t->other);
}

static void add_header(struct text *out)
{
	text_add_string(out, "| file |");
	for (size_t i = 0; i < COUNT_OF(changes); i++)
		text_add_format(out, " %s |", changes[i].column);
	text_add_string(out, "\n|---|");
	for (size_t i = 0; i < COUNT_OF(changes); i++)
		text_add_string(out, "---|");
	text_add_string(out, "\n");
}

/* The part of the document between two marks is what was found. */
static void document_must_say(const char *mark, const struct text *found)
{
	OWNED_MEM char *docs = path_of("%s/../../docs", getenv("TEST_DATA")), *whole = file_get(docs, "security.md");
	OWNED_MEM char *begin = path_of("<!-- %s -->\n", mark), *end = path_of("<!-- end of %s -->", mark);
	const char *from = whole ? strstr(whole, begin) : NULL, *to = from ? strstr(from, end) : NULL;

	from += from ? strlen(begin) : 0;
	if (to && (size_t)(to - from) == found->len && memcmp(from, text_c(found), found->len) == 0)
		return;
	(void)fprintf(stderr, "%s%s%s\n", begin, text_c(found), end);
	fail_msg("docs/security.md does not say of %s what is printed above", mark);
}

static void every_change_is_noticed_as_the_document_says(void **state)
{
	const struct scene *s = *state;
	struct runs r = { 0 };
	CLEARED(text) struct text table = { 0 };
	struct text older[2] = { { 0 }, { 0 } };
	OWNED_MEM char *ledger = path_of("%s/%s", s->state, LEDGER_NAME), *head = path_of("%s/%s", s->state, LEDGER_HEAD_NAME);

	record_shared(s, &r.before, "aaaaa0", POLICY_READ_ONLY);
	run_record_clear(&r.before);
	bytes_get(ledger, &older[0]);
	bytes_get(head, &older[1]);
	runs_record(s, &r);
	add_header(&table);
	for (size_t file = 0; file < COUNT_OF(files); file++) {
		struct target t = { 0 };

		target_open(s, &r, file, &older[strcmp(files[file].name, LEDGER_HEAD_NAME) == 0], &t);
		text_add_format(&table, "| `%s` |", files[file].name);
		for (size_t change = 0; change < COUNT_OF(changes); change++)
			text_add_format(&table, " %s |", cell_of(s, &r.run, &t, file, change));
		text_add_string(&table, "\n");
		target_clear(&t);
	}
	text_clear(&older[0]);
	text_clear(&older[1]);
	runs_clear(&r);
	document_must_say("files", &table);
}

/* What somebody does who knows the formats. */
static void act(const char *a, const char *b, const char *c)
{
	assert_int_equal(program_run("/", (const char *const[]){ a, b, c, NULL }, NULL), 0);
}

static void remove_record(const struct scene *s, const struct runs *r)
{
	(void)s;
	act("rm", "-rf", r->run.directory);
}

static void remove_as_pruned(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *name = path_of("pruned/%s.json", r->run.run_id);

	dir_put(s->state, "pruned");
	file_put(s->state, name, "{}");
	act("rm", "-rf", r->run.directory);
}

static void link_record(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *aside = path_of("%s/aside", s->scratch);

	act("mv", r->run.directory, aside);
	assert_int_equal(symlink(aside, r->run.directory), 0);
}

static void fifo_record(const struct scene *s, const struct runs *r)
{
	(void)s;
	act("rm", "-rf", r->run.directory);
	assert_int_equal(mkfifo(r->run.directory, 0600), 0);
}

static void exchange_records(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *aside = path_of("%s/aside", s->scratch);

	act("mv", r->run.directory, aside);
	act("mv", r->after.directory, r->run.directory);
	act("mv", aside, r->after.directory);
}

static void link_children(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *aside = path_of("%s/aside", s->scratch), *children = path_of("%s/children", r->run.directory);

	act("mv", children, aside);
	assert_int_equal(symlink(aside, children), 0);
}

static void add_log(const struct scene *s, const struct runs *r)
{
	(void)s;
	file_put(r->run.directory, "children/a2.out", "all is well");
}

static void add_file(const struct scene *s, const struct runs *r)
{
	(void)s;
	file_put(r->run.directory, "notes.txt", "all is well");
}

static void add_event(const struct scene *s, const struct runs *r)
{
	OWNED_FD int fd = open(r->run.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)s;
	must(transcript_add(fd, &r->run, &host_ports, "workspace.cleanup", false, json_new_object(), err));
}

static void touch_record(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *proof = path_of("%s/proof.json", r->run.directory);

	(void)s;
	assert_int_equal(utimensat(AT_FDCWD, proof, (const struct timespec[]){ { 1, 0 }, { 1, 0 } }, 0), 0);
	assert_int_equal(chmod(proof, 0644), 0);
}

static void forge_beside(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *elsewhere = path_of("%s/elsewhere", s->scratch);
	struct scene other = { .scratch = s->scratch, .state = elsewhere, .repo = s->repo };
	CLEARED(run_record) struct run_record forged = { 0 };

	(void)r;
	record_shared(&other, &forged, "eeeeee", POLICY_READ_ONLY);
}

static void forge_whole(const struct scene *s, const struct runs *r)
{
	CLEARED(run_record) struct run_record forged = { 0 };

	(void)r;
	record_shared(s, &forged, "eeeeee", POLICY_READ_ONLY);
}

static void remove_ledger(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *ledger = path_of("%s/%s", s->state, LEDGER_NAME);

	(void)r;
	assert_int_equal(unlink(ledger), 0);
}

static void remove_ledger_and_head(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *head = path_of("%s/%s", s->state, LEDGER_HEAD_NAME);

	remove_ledger(s, r);
	assert_int_equal(unlink(head), 0);
}

static void remove_all_traces(const struct scene *s, const struct runs *r)
{
	remove_ledger_and_head(s, r);
	must(store_workspace_forget(s->state, r->run.run_id, err));
	must(store_workspace_forget(s->state, r->after.run_id, err));
}

static void lines_get(const struct scene *s, struct strlist *ret)
{
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);

	for (char *save = NULL, *line = strtok_r(whole, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		strlist_add(ret, line);
}

/* The lines chained anew from the first on, and a head for the last: as this program would have written them. */
static void lines_put(const struct scene *s, const struct strlist *lines, const char *key, const char *value)
{
	CLEARED(text) struct text bytes = { 0 }, head = { 0 };
	char previous[DIGEST_HEX_BYTES] = "", hex[DIGEST_HEX_BYTES];

	for (size_t i = 0; i < lines->count; i++) {
		OWNED(json) struct json *line = NULL;
		size_t begin = bytes.len;

		must(json_parse(lines->items[i], strlen(lines->items[i]), &line, err));
		if (i + 1 == lines->count && key)
			json_set_string(line, key, value);
		json_set_int(line, "seq", (int64_t)i + 1);
		json_set_string(line, "previous_sha256", *previous ? previous : NULL);
		json_unset(line, "line_sha256");
		json_digest(line, hex);
		json_set_string(line, "line_sha256", hex);
		json_write(line, JSON_CANONICAL, &bytes);
		digest_of(text_c(&bytes) + begin, bytes.len - begin, previous);
		text_add_byte(&bytes, '\n');
	}
	file_put(s->state, LEDGER_NAME, text_c(&bytes));
	text_add_format(&head, "{\"schema_version\":1,\"seq\":%zu,\"sha256\":\"%s\"}\n", lines->count, previous);
	file_put(s->state, LEDGER_HEAD_NAME, text_c(&head));
}

static void drop_lines(const struct scene *s, size_t from, size_t count)
{
	CLEARED(strlist) struct strlist lines = { 0 };

	lines_get(s, &lines);
	for (size_t i = 0; i < count; i++)
		strlist_remove(&lines, from);
	lines_put(s, &lines, NULL, NULL);
}

static void roll_back(const struct scene *s, const struct runs *r)
{
	(void)r;
	drop_lines(s, 1, 3);
}

static void roll_back_and_go_on(const struct scene *s, const struct runs *r)
{
	roll_back(s, r);
	forge_whole(s, r);
	act("rm", "-rf", r->run.directory);
	act("rm", "-rf", r->last.directory);
}

static void drop_line(const struct scene *s, const struct runs *r)
{
	(void)r;
	drop_lines(s, 0, 1);
}

static void drop_newest(const struct scene *s, const struct runs *r)
{
	drop_lines(s, 3, 1);
	act("rm", "-rf", r->last.directory);
}

static void rewrite_last(const struct scene *s, const char *key, const char *value)
{
	CLEARED(strlist) struct strlist lines = { 0 };

	lines_get(s, &lines);
	lines_put(s, &lines, key, value);
}

static void rewrite_outcome(const struct scene *s, const struct runs *r)
{
	(void)r;
	rewrite_last(s, "outcome", "failed");
}

static void rewrite_time(const struct scene *s, const struct runs *r)
{
	(void)r;
	rewrite_last(s, "recorded_at", "2026-01-01T00:00:00.000Z");
}

static void head_back(const struct scene *s, const struct runs *r)
{
	CLEARED(strlist) struct strlist lines = { 0 };
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME);

	(void)r;
	lines_get(s, &lines);
	strlist_remove(&lines, lines.count - 1);
	lines_put(s, &lines, NULL, NULL);
	file_put(s->state, LEDGER_NAME, whole);
}

static void begin_line(const struct scene *s, const struct runs *r)
{
	OWNED_MEM char *whole = file_get(s->state, LEDGER_NAME), *longer = path_of("%s{\"adapter\":\"co", whole);

	(void)r;
	file_put(s->state, LEDGER_NAME, longer);
}

static const struct {
	const char *says;
	void (*make)(const struct scene *s, const struct runs *r);
	const char *why;
} acts[] = {
	{ "a record's directory removed", remove_record, "its line in the ledger stands" },
	{ "the same, with an entry that says it was pruned", remove_as_pruned, "`prune` writes such entries; it is said, with its date" },
	{ "a record's directory replaced by a link to the same", link_record, "no record is read through a link" },
	{ "a record's directory replaced by a FIFO", fifo_record, "nothing is waited for" },
	{ "the directories of two runs exchanged", exchange_records, "each file says of which run it is" },
	{ "`children/` replaced by a link to the same", link_children, "no record is read through a link" },
	{ "a log of a child that there never was", add_log, "the proof lists the children" },
	{ "an event of the peer's behind the proof", add_event, "the peer's commands add such events; how many bytes they are is said" },
	{ "a file of another name in the directory", add_file, "nothing reads it" },
	{ "times and permissions changed", touch_record, "they are not recorded" },
	{ "a record by hand beside the ledger", forge_beside, "the ledger has no line for it" },
	{ "the ledger removed", remove_ledger, "its head stands" },
	{ "ledger and head removed", remove_ledger_and_head, "records lie where workspaces are not released yet" },
	{ "the same, and every entry of a workspace", remove_all_traces, "nothing says any more that there was a run, or where records lie" },
	{ "ledger and head as they were three runs earlier", roll_back, "the records of these runs say what the ledger's end was" },
	{ "the same, with a new run since and two of these records removed", roll_back_and_go_on,
	  "the record that is left says what the ledger's end was" },
	{ "a line taken out, the rest chained anew, a new head", drop_line, "later proofs hold digests of the old lines" },
	{ "the last line rewritten with another outcome, a new head", rewrite_outcome, "the proof says another one" },
	{ "the last line rewritten in what the proof does not repeat, a new head", rewrite_time,
	  "no proof was sealed after it: the next run's proof makes it fast" },
	{ "the head put back by one line", head_back, "a crash leaves it so; every line is there" },
	{ "the beginning of a line added at the ledger's end", begin_line, "a crash leaves it so; it is said" },
	{ "the newest run removed whole: line, head and record", drop_newest, "no proof was sealed after it" },
	{ "a run added whole: record, line and head", forge_whole, "it is what this program writes, and there is no secret in it" },
};

static const char *answer_of(const struct scene *s, const struct run_record *r)
{
	OWNED_MEM char *found = NULL, *first = NULL;
	struct error unused;

	if (!browse_find(s->state, r->run_id, &found, &unused))
		return "not found";
	return run_holds(s, r, &first) ? "no" : "yes";
}

static void every_act_is_noticed_as_the_document_says(void **state)
{
	CLEARED(text) struct text table = { 0 };

	(void)state;
	text_add_string(&table, "| act | `verify RUN` | `verify` | why |\n|---|---|---|---|\n");
	for (size_t i = 0; i < COUNT_OF(acts); i++) {
		OWNED_MEM char *first = NULL;
		void *fresh = NULL;
		struct runs r = { 0 };
		const char *by_run;

		scene_make(&fresh);
		runs_record(fresh, &r);
		acts[i].make(fresh, &r);
		by_run = answer_of(fresh, strstr(acts[i].says, "last") || strstr(acts[i].says, "line") ? &r.last : &r.run);
		text_add_format(&table, "| %s | %s | %s | %s |\n", acts[i].says, by_run, all_hold(fresh, &first) ? "no" : "yes",
				acts[i].why);
		runs_clear(&r);
		scene_drop(&fresh);
	}
	document_must_say("acts", &table);
}

#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_make, scene_drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCENE(every_change_is_noticed_as_the_document_says),
		SCENE(every_act_is_noticed_as_the_document_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
