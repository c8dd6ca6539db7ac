/*
 * Specification of the order in which a proof becomes durable: everything that it digests first, then its name, then its
 * directory. This program's own fsync and linkat stand before the system's and note what they were asked.
 */
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "spec/record/recording.h"

#include "core/record/record_files.h"

#define CALLS_MAX 256

static struct {
	pthread_mutex_t lock;
	char *calls[CALLS_MAX]; /* "sync PATH", "name PATH" */
	size_t count;
	const char *refused;    /* an fsync of a path that ends so fails */
	size_t refusals;
} noted = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void note(const char *what, const char *path)
{
	(void)pthread_mutex_lock(&noted.lock);
	if (noted.count < CALLS_MAX)
		noted.calls[noted.count++] = str_format("%s %s", what, path);
	(void)pthread_mutex_unlock(&noted.lock);
}

static char *path_behind(int fd)
{
	OWNED_MEM char *link = str_format("/proc/self/fd/%d", fd);
	char path[4096];
	ssize_t len = readlink(link, path, sizeof path - 1);

	path[len > 0 ? len : 0] = '\0';
	return str_copy(path);
}

static bool ends_so(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n >= m && strcmp(path + n - m, end) == 0;
}

int fsync(int fd)
{
	OWNED_MEM char *path = path_behind(fd);

	if (noted.refused && ends_so(path, noted.refused)) {
		noted.refusals++;
		errno = EIO;
		return -1;
	}
	if (syscall(SYS_fsync, fd) != 0)
		return -1;
	note("sync", path);
	return 0;
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	if (syscall(SYS_linkat, from_dir, from, to_dir, to, flags) != 0)
		return -1;
	note("name", to);
	return 0;
}

static int drop_notes(void **state)
{
	for (size_t i = 0; i < noted.count; i++)
		free(noted.calls[i]);
	noted.count = noted.refusals = 0;
	noted.refused = NULL;
	return scene_drop(state);
}

/* The first from on that begins with what and ends with end; CALLS_MAX: none. */
static size_t call(size_t from, const char *what, const char *end)
{
	for (size_t i = from; i < noted.count; i++)
		if (strncmp(noted.calls[i], what, strlen(what)) == 0 && ends_so(noted.calls[i], end))
			return i;
	return CALLS_MAX;
}

/* The last name of a temporary of the proof is random, so it is looked for by its beginning. */
static size_t sync_of_temporary(size_t from)
{
	for (size_t i = from; i < noted.count; i++)
		if (strncmp(noted.calls[i], "sync ", 5) == 0 && strstr(noted.calls[i], "/proof.json.") && ends_so(noted.calls[i], ".new"))
			return i;
	return CALLS_MAX;
}

static void open_run(const struct scene *s, struct run_record *r, int *ret_fd)
{
	run_named(r, s, "aaaaaa");
	r->request.topology = TOPOLOGY_SHARED;
	run_permitted(r, POLICY_READ_ONLY, GIT_WRITE_NONE);
	run_children(r, 3);
	*ret_fd = record_begin(s, r);
	record_start(r, *ret_fd);
	for (size_t i = 0; i < 3; i++)
		child_ends(r, i, true);
	r->outcome = OUTCOME_DONE;
	r->ended_ms = STARTED_MS + 2000;
	repository_same(r);
}

static void everything_that_a_proof_digests_is_durable_before_it_has_its_name(void **state)
{
	static const char *const parts[] = {
		"/transcript.jsonl", "/children", "/children/a1.out", "/children/a1.timing", "/children/a1.last-message.txt",
		"/children/a2.out", "/children/a2.timing", "/children/a2.last-message.txt", "/children/a3.out", "/children/a3.timing",
		"/children/a3.last-message.txt",
	};
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];
	OWNED_FD int fd = -1;
	size_t from, named;

	open_run(s, &r, &fd);
	for (size_t i = 0; i < r.n_children; i++)
		must(transcript_child_end(fd, &r, &host_ports, i, err));
	must(transcript_run_end(fd, &r, &host_ports, err));
	from = noted.count;
	must(proof_seal(fd, &r, sha256, err));
	named = call(from, "name", " proof.json");
	assert_true(named < CALLS_MAX);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (call(from, "sync", parts[i]) > named)
			fail_msg("%s was not durable when the proof got its name", parts[i]);
	assert_true(sync_of_temporary(from) < named);
	assert_true(call(named, "sync", r.run_id) < CALLS_MAX); /* and the name itself, in the directory */
	assert_int_equal(noted.count, from + COUNT_OF(parts) + 3);
}

static void the_ends_in_the_transcript_wait_for_the_proof_and_no_longer(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	OWNED_FD int fd = -1;
	size_t from;

	open_run(s, &r, &fd);
	from = noted.count;
	must(transcript_child_end(fd, &r, &host_ports, 0, err));
	assert_int_equal(noted.count, from);
	must(transcript_save(fd, err));
	assert_true(call(from, "sync", "/transcript.jsonl") < CALLS_MAX);
}

static void a_part_that_cannot_be_saved_is_in_the_proof_as_unknown(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];
	OWNED_FD int fd = -1;

	open_run(s, &r, &fd);
	must(transcript_run_end(fd, &r, &host_ports, err));
	noted.refused = "/children/a2.out";
	must(proof_seal(fd, &r, sha256, err));
	assert_true(noted.refusals > 0);
	OWNED(json) struct json *proof = json_file(r.directory, "proof.json");
	OWNED_MEM char *said = file_get(r.directory, "proof.json");
	char hex[DIGEST_HEX_BYTES];
	assert_non_null(proof);
	assert_non_null(strstr(said, "\"parts_not_durable\""));
	assert_non_null(strstr(said, "children/a2.out could not be made durable: Input/output error"));
	digest_of(said, strlen(said), hex);
	assert_string_equal(hex, sha256); /* of the proof that lies there, not of the one that was given up */
	assert_true(run_record_has_unknown(&r, "parts_not_durable"));
}

static void a_proof_that_cannot_be_saved_itself_leaves_none(void **state)
{
	const struct scene *s = *state;
	CLEARED(run_record) struct run_record r = { 0 };
	char sha256[DIGEST_HEX_BYTES];
	struct error why = { 0 };
	OWNED_FD int fd = -1;
	size_t from;

	open_run(s, &r, &fd);
	must(transcript_run_end(fd, &r, &host_ports, err));
	noted.refused = ".new";
	from = noted.count;
	assert_false(proof_seal(fd, &r, sha256, &why));
	assert_int_equal(why.reason, REASON_RECORD_NOT_SAVED);
	assert_int_equal(call(from, "name", " proof.json"), CALLS_MAX);
	assert_int_equal(faccessat(fd, "proof.json", F_OK, 0), -1);
	noted.refused = NULL;
	must(proof_seal(fd, &r, sha256, err)); /* whoever comes next can seal it */
}

#define LONG_BYTES (2u << 20) /* a log of so much is not read again when nobody touched it */

static const struct {
	const char *says, *shell;
	size_t bytes, alerts;
} logs[] = {
	{ "a short log that nobody touched", "true", 5, 0 },
	{ "a long log that nobody touched", "true", LONG_BYTES, 0 },
	{ "a short log with other bytes and its old time", "touch -r a1.out t; printf H | dd of=a1.out conv=notrunc status=none; touch -r t a1.out; rm t", 5, 1 },
	{ "a long log with other bytes and its old time", "touch -r a1.out t; printf H | dd of=a1.out conv=notrunc status=none; touch -r t a1.out; rm t",
	  LONG_BYTES, 1 },
	{ "a long log that was only touched", "touch a1.out", LONG_BYTES, 0 },
	{ "a long log in whose place another lies", "cp a1.out t; printf H | dd of=t conv=notrunc status=none; mv t a1.out", LONG_BYTES, 1 },
	{ "a log that is gone", "rm a1.out", LONG_BYTES, 1 },
	{ "a log behind a symbolic link", "mv a1.out ../elsewhere; ln -s ../elsewhere a1.out", LONG_BYTES, 1 },
};

/* As the supervisor that wrote the log notes it. */
static void note_written(struct written_file *w, const char *directory, const char *name, const struct text *bytes)
{
	OWNED_MEM char *path = path_join(directory, name);
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	digest_of(text_c(bytes), bytes->len, w->sha256);
	w->device = st.st_dev;
	w->inode = st.st_ino;
	w->bytes = (uint64_t)st.st_size;
	w->changed_ns = (uint64_t)st.st_ctim.tv_sec * 1000000000u + (uint64_t)st.st_ctim.tv_nsec;
}

static void write_log(struct run_record *r, int fd, size_t len)
{
	struct child_record *c = &r->children[0];
	CLEARED(text) struct text out = { 0 }, timing = { 0 };

	while (out.len < len)
		text_add(&out, "x", 1);
	text_add(&timing, "r 0 24 80\n", 10);
	must(file_replace(fd, "children/a1.out", text_c(&out), out.len, err));
	must(file_replace(fd, "children/a1.timing", text_c(&timing), timing.len, err));
	note_written(&c->output_written, r->directory, "children/a1.out", &out);
	note_written(&c->timing_written, r->directory, "children/a1.timing", &timing);
	c->output_bytes = c->output_kept = out.len;
	c->log_written = true;
}

/* A change within the same tick of the kernel's clock leaves no other time. */
static void wait_for_another_time(const struct scene *s)
{
	OWNED_MEM char *path = path_join(s->scratch, "clock");
	struct stat first = { 0 }, now = { 0 };

	do {
		file_put(s->scratch, "clock", "x");
		assert_int_equal(stat(path, &now), 0);
		if (first.st_ino == 0)
			first = now;
	} while (now.st_ctim.tv_sec == first.st_ctim.tv_sec && now.st_ctim.tv_nsec == first.st_ctim.tv_nsec);
}

static void a_terminal_log_is_sealed_as_it_was_written(void **state)
{
	for (size_t i = 0; i < COUNT_OF(logs); i++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_FD int fd = -1;

		open_run(*state, &r, &fd);
		write_log(&r, fd, logs[i].bytes);
		wait_for_another_time(*state);
		OWNED_MEM char *children = path_join(r.directory, "children");
		assert_int_equal(program_run(children, (const char *const[]){ "sh", "-c", logs[i].shell, NULL }, NULL), 0);
		record_files_terminals(fd, &r);
		if (r.audit.alerts.count != logs[i].alerts)
			fail_msg("%s: %zu alerts", logs[i].says, r.audit.alerts.count);
		assert_string_equal(r.children[0].output_sha256, r.children[0].output_written.sha256);
		assert_int_equal(program_run("/", (const char *const[]){ "rm", "-rf", r.directory, NULL }, NULL), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(everything_that_a_proof_digests_is_durable_before_it_has_its_name, scene_make, drop_notes),
		cmocka_unit_test_setup_teardown(the_ends_in_the_transcript_wait_for_the_proof_and_no_longer, scene_make, drop_notes),
		cmocka_unit_test_setup_teardown(a_part_that_cannot_be_saved_is_in_the_proof_as_unknown, scene_make, drop_notes),
		cmocka_unit_test_setup_teardown(a_proof_that_cannot_be_saved_itself_leaves_none, scene_make, drop_notes),
		cmocka_unit_test_setup_teardown(a_terminal_log_is_sealed_as_it_was_written, scene_make, drop_notes),
	};

	return cmocka_run_group_tests_name("sealing", tests, NULL, NULL);
}
