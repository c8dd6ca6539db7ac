/*
 * Specification of termlog: every byte with its time, bounded, saying where it was cut; read back while it grows, torn or
 * damaged.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sys/resource.h>

#include "core/base/text.h"
#include "core/child/termlog.h"
#include "support/repo.h"

struct place {
	char *scratch;
	int dir;
};

static int set_up(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	p->scratch = scratch_new("termlog");
	p->dir = open(p->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*state = p;
	return p->dir < 0;
}

static int tear_down(void **state)
{
	struct place *p = *state;

	close(p->dir);
	scratch_drop(&p->scratch);
	free(p);
	return 0;
}

static struct termlog *writer(const struct place *p, const char *name, uint64_t limit_bytes)
{
	struct termlog *t = NULL;
	struct error err = { 0 };

	if (!termlog_new(p->dir, name, limit_bytes, &t, &err))
		fail_msg("%s", err.text);
	return t;
}

static struct termlog_reader *reader(const struct place *p, const char *name)
{
	struct termlog_reader *r = NULL;
	struct error err = { 0 };

	if (!termlog_open(p->dir, name, &r, &err))
		fail_msg("%s", err.text);
	return r;
}

static void add(struct termlog *t, const char *s, uint64_t at_ms)
{
	struct error err = { 0 };

	if (!termlog_add(t, s, strlen(s), at_ms, &err))
		fail_msg("%s", err.text);
}

/* All events to come, as text: "o5 hello|r7 24x80|c9 5|e9|", and the error's sentence behind a "!". */
static void tell(struct termlog_reader *r, struct text *out)
{
	struct error err = { 0 };
	struct termlog_event e;

	while (termlog_next(r, &e, &err)) {
		text_add_format(out, "%c%llu", e.kind, (unsigned long long)e.at_ms);
		if (e.kind == 'o')
			text_add_format(out, " %.*s", (int)e.len, e.bytes);
		if (e.kind == 'r')
			text_add_format(out, " %dx%d", e.rows, e.cols);
		if (e.kind == 'c')
			text_add_format(out, " %zu", e.len);
		text_add_byte(out, '|');
	}
	if (err.reason != REASON_NONE)
		text_add_format(out, "!%s %s", reason_slug(err.reason), err.text);
}

static void assert_told(struct termlog_reader *r, const char *expected)
{
	CLEARED(text) struct text told = { 0 };

	tell(r, &told);
	assert_string_equal(text_c(&told), expected);
}

static void what_was_written_is_read_back_with_its_times(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	struct error err = { 0 };

	add(t, "hello", 5);
	assert_true(termlog_resized(t, 24, 80, 7, &err));
	add(t, "\n", 6); /* a clock that goes back does not take the log along */
	assert_true(termlog_end(t, 9, &err));
	assert_int_equal(termlog_total(t), 6);
	assert_int_equal(termlog_kept(t), 6);
	assert_told(r, "o5 hello|r7 24x80|o7 \n|e9|");
}

static void a_log_is_read_while_it_grows(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	struct error err = { 0 };

	assert_told(r, "");
	add(t, "one", 1);
	assert_told(r, "o1 one|");
	assert_told(r, "");
	add(t, "two", 2);
	assert_true(termlog_end(t, 3, &err));
	assert_told(r, "o2 two|e3|");
}

static void more_events_than_one_read_takes_are_all_read(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	struct error err = { 0 };
	struct termlog_event e;
	size_t n = 0;

	for (uint64_t i = 0; i < 5000; i++)
		add(t, "x", i * 1000);
	while (termlog_next(r, &e, &err))
		assert_int_equal(e.at_ms, n++ * 1000);
	assert_int_equal(n, 5000);
	assert_int_equal(err.reason, REASON_NONE);
}

static void a_long_output_is_split_into_events(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	OWNED_MEM char *bytes = calloc(1, 3 * TERMLOG_EVENT_BYTES);
	struct error err = { 0 };
	struct termlog_event e;
	size_t total = 0;

	assert_true(termlog_add(t, bytes, 2 * TERMLOG_EVENT_BYTES + 5, 1, &err));
	while (termlog_next(r, &e, &err))
		total += e.len;
	assert_int_equal(total, 2 * TERMLOG_EVENT_BYTES + 5);
	assert_int_equal(err.reason, REASON_NONE);
}

static void the_limit_cuts_the_log_and_says_where(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", 10);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	struct error err = { 0 };

	add(t, "0123456", 1);
	add(t, "789abc", 2);
	add(t, "def", 3);
	assert_true(termlog_resized(t, 30, 90, 4, &err));
	assert_true(termlog_end(t, 5, &err));
	assert_int_equal(termlog_total(t), 16);
	assert_int_equal(termlog_kept(t), 10);
	assert_told(r, "o1 0123456|o2 789|c2 10|r4 30x90|e5|");
}

static void a_log_that_is_exactly_full_is_not_cut(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", 10);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");

	add(t, "0123456789", 1);
	assert_told(r, "o1 0123456789|");
	add(t, "a", 2);
	assert_told(r, "c2 10|");
}

static void a_child_that_prints_byte_by_byte_cannot_fill_the_disk_with_times(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", 20000);
	struct place *p = *state;
	struct error err = { 0 };
	struct stat timing;

	for (uint64_t i = 0; i < 20000; i++)
		add(t, "x", i);
	for (int i = 0; i < 50000; i++)
		assert_true(termlog_resized(t, 24, 80 + i % 2, 20000, &err));
	assert_true(termlog_end(t, 20000, &err));
	assert_int_equal(fstatat(p->dir, "a1.timing", &timing, 0), 0);
	assert_in_range(timing.st_size, 20000, 20000 + 65536 + 100);
	assert_int_equal(termlog_total(t), 20000);
}

/* Everything from offset on that the writer still knows, in steps of step bytes. */
static uint64_t read_from(struct termlog *t, uint64_t offset, size_t step, struct text *out)
{
	OWNED_MEM char *bytes = calloc(1, step);
	size_t got = termlog_read(t, &offset, bytes, step);
	uint64_t first = offset;

	while (got > 0) {
		text_add(out, bytes, got);
		offset += got;
		got = termlog_read(t, &offset, bytes, step);
	}
	return first;
}

static char byte_at(uint64_t offset)
{
	return (char)('a' + offset * 31 % 23);
}

static void add_counted(struct termlog *t, size_t len)
{
	OWNED_MEM char *bytes = calloc(1, len + 1);
	struct error err = { 0 };

	for (size_t i = 0; i < len; i++)
		bytes[i] = byte_at(termlog_total(t) + i);
	assert_true(termlog_add(t, bytes, len, 1, &err));
}

static void assert_counted(const struct text *got, uint64_t first)
{
	for (size_t i = 0; i < got->len; i++) {
		if (got->bytes[i] != byte_at(first + i))
			fail_msg("byte %llu is not the one that was printed", (unsigned long long)(first + i));
	}
}

static const struct {
	const char *says;
	uint64_t limit;
	size_t parts[4];
	uint64_t from, first, last;
} readings[] = {
	{ "before the cut everything is in the file", 1000, { 500 }, 100, 100, 500 },
	{ "behind the cut the ring goes on where the file ends", 1000, { 500, 800, 3000 }, 0, 0, 4300 },
	{ "a reader behind the ring is moved to its oldest byte", 1000, { 300000, 200000 }, 1000, 500000 - TERMLOG_RING_BYTES, 500000 },
	{ "an output longer than the ring leaves its end", 10, { 600000 }, 10, 600000 - TERMLOG_RING_BYTES, 600000 },
	{ "a reader at the end waits there", 1000, { 300000 }, 300000, 300000, 300000 },
	{ "with no room at all the ring holds the present", 0, { 1, 2, 3 }, 0, 0, 6 },
};

static void a_viewer_reads_from_any_point_what_is_still_known(void **state)
{
	for (size_t i = 0; i < COUNT_OF(readings); i++) {
		OWNED_MEM char *name = path_of("r%zu", i);
		OWNED(termlog) struct termlog *t = writer(*state, name, readings[i].limit);
		CLEARED(text) struct text got = { 0 };

		for (size_t part = 0; part < 4 && readings[i].parts[part]; part++)
			add_counted(t, readings[i].parts[part]);
		uint64_t first = read_from(t, readings[i].from, 777, &got);
		if (first != readings[i].first || first + got.len != readings[i].last)
			fail_msg("%s, but: %llu to %llu", readings[i].says, (unsigned long long)first,
				 (unsigned long long)(first + got.len));
		assert_counted(&got, first);
	}
}

static void a_name_in_use_is_refused(void **state)
{
	struct place *p = *state;
	OWNED(termlog) struct termlog *t = writer(p, "a1", 100);
	struct termlog *second = NULL;
	struct error err = { 0 };

	assert_false(termlog_new(p->dir, "a1", 10, &second, &err));
	assert_int_equal(err.reason, REASON_RECORD_NOT_SAVED);
	assert_non_null(strstr(err.text, "a1.out"));
	assert_null(second);
	add(t, "the first goes on", 1);
}

/* A machine that has no room: files may not grow beyond bytes. */
static void limit_files(rlim_t bytes)
{
	struct rlimit limit = { bytes, RLIM_INFINITY };

	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_said_once_and_the_log_goes_on_in_memory(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	CLEARED(text) struct text got = { 0 };
	CLEARED(text) struct text told = { 0 };
	OWNED_MEM char *bytes = calloc(1, 5000);
	struct error err = { 0 };

	memset(bytes, 'y', 5000);
	add(t, "before", 1);
	limit_files(4096);
	bool added = termlog_add(t, bytes, 5000, 2, &err);
	limit_files(RLIM_INFINITY);
	assert_false(added);
	assert_int_equal(err.reason, REASON_RECORD_NOT_SAVED);
	assert_int_equal(err.sys, EFBIG);
	assert_non_null(strstr(err.text, "the terminal log a1.out cannot be continued behind byte 6"));
	add(t, "after", 3);
	assert_int_equal(termlog_total(t), 5011);
	assert_int_equal(termlog_kept(t), 6);
	assert_int_equal(read_from(t, 0, 999, &got), 0);
	assert_int_equal(got.len, 5011);
	assert_true(termlog_end(t, 4, &err));
	tell(r, &told);
	assert_string_equal(text_c(&told), "o1 before|c2 6|e4|");
}

static void a_full_disk_for_the_times_leaves_no_half_line(void **state)
{
	OWNED(termlog) struct termlog *t = writer(*state, "a1", TERMLOG_LIMIT_BYTES);
	OWNED(termlog_reader) struct termlog_reader *r = reader(*state, "a1");
	struct error err = { 0 };
	struct termlog_event e;
	uint64_t told = 0, cut_at = 0;
	bool ok = true;

	limit_files(1000);
	for (uint64_t i = 0; ok && i < 5000; i++)
		ok = termlog_add(t, "x", 1, i, &err);
	limit_files(RLIM_INFINITY);
	assert_false(ok);
	assert_non_null(strstr(err.text, "a1.timing"));
	OWNED_MEM char *lines = file_get(((struct place *)*state)->scratch, "a1.timing");
	assert_int_equal(lines[strlen(lines) - 1], '\n');
	add(t, "more", 6000);
	err = (struct error){ 0 };
	assert_true(termlog_end(t, 7000, &err));
	while (termlog_next(r, &e, &err)) {
		told += e.kind == 'o';
		cut_at += e.kind == 'c' ? e.len : 0;
	}
	assert_int_equal(err.reason, REASON_NONE);
	assert_int_equal(e.kind, 'e');
	assert_int_equal(cut_at, termlog_kept(t));
	assert_int_equal(told, termlog_kept(t));
}

static const struct {
	const char *says, *out, *timing, *told;
} files[] = {
	{ "an empty log has no events", "", "", "" },
	{ "a torn last line is no event", "ab", "o 1 2\no 2 ", "o1 ab|" },
	{ "bytes without a line are not shown", "abcd", "o 1 2\n", "o1 ab|" },
	{ "a line of no known kind is damage", "", "x 1 2\n", "!line 1 of the terminal log d.timing is of no known kind" },
	{ "an empty line is damage", "", "\n", "!line 1 of the terminal log d.timing is of no known kind" },
	{ "bytes that are not there are damage", "ab", "o 1 2\no 2 1\n", "o1 ab|!line 2 of the terminal log d.timing speaks of bytes" },
	{ "a length beyond any event is damage", "ab", "o 1 99999999999999999999\n", "!line 1 of the terminal log d.timing does not say" },
	{ "a length just beyond 64 bits is damage", "ab", "o 1 18446744073709551617\n", "!line 1 of the terminal log d.timing does not say" },
	{ "a time just beyond 64 bits is damage", "ab", "o 18446744073709551617 1\n", "!line 1 of the terminal log d.timing has no time" },
	{ "a negative length is damage", "ab", "o 1 -1\n", "!line 1 of the terminal log d.timing does not say" },
	{ "no length is damage", "ab", "o 1\n", "!line 1 of the terminal log d.timing does not say" },
	{ "a length of nothing is damage", "ab", "o 1 0\n", "!line 1 of the terminal log d.timing does not say" },
	{ "a time that goes back is damage", "ab", "o 5 1\no 4 1\n", "o5 a|!line 2 of the terminal log d.timing has no time" },
	{ "a size of nothing is damage", "", "r 1 0 80\n", "!line 1 of the terminal log d.timing does not hold a size" },
	{ "a size with one number is damage", "", "r 1 80\n", "!line 1 of the terminal log d.timing does not hold a size" },
	{ "a cut at another place is damage", "ab", "o 1 2\nc 1 3\n", "o1 ab|!line 2 of the terminal log d.timing does not name" },
	{ "output behind the cut is damage", "ab", "o 1 1\nc 1 1\no 1 1\n", "o1 a|c1 1|!line 3 of the terminal log d.timing speaks of output" },
	{ "anything behind the end is damage", "", "e 1\nr 1 2 2\n", "e1|!line 2 of the terminal log d.timing stands behind the end" },
	{ "a line without an end is damage", "",
	  "o 1 111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111",
	  "!line 1 of the terminal log d.timing is longer than any line" },
};

static void a_damaged_log_gives_a_sentence_that_names_the_line(void **state)
{
	struct place *p = *state;

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		CLEARED(text) struct text told = { 0 };
		const char *bang = strchr(files[i].told, '!');
		size_t before = bang ? (size_t)(bang - files[i].told) : strlen(files[i].told);

		file_put(p->scratch, "d.out", files[i].out);
		file_put(p->scratch, "d.timing", files[i].timing);
		OWNED(termlog_reader) struct termlog_reader *r = reader(p, "d");
		tell(r, &told);
		if (strncmp(text_c(&told), files[i].told, before) != 0 || (!bang && told.len != before) ||
		    (bang && !strstr(text_c(&told), "!record_damaged")) || (bang && !strstr(text_c(&told), bang + 1)))
			fail_msg("%s, but: %s", files[i].says, text_c(&told));
	}
}

static void a_log_that_is_missing_or_no_file_is_refused(void **state)
{
	struct place *p = *state;
	struct termlog_reader *r = NULL;
	struct error err = { 0 };

	assert_false(termlog_open(p->dir, "none", &r, &err));
	assert_int_equal(err.reason, REASON_NOT_FOUND);
	file_put(p->scratch, "l.timing", "");
	assert_int_equal(symlinkat("l.timing", p->dir, "l.out"), 0);
	assert_false(termlog_open(p->dir, "l", &r, &err));
	assert_int_equal(mkfifoat(p->dir, "f.timing", 0600), 0);
	assert_false(termlog_open(p->dir, "f", &r, &err));
	assert_int_equal(err.reason, REASON_RECORD_DAMAGED);
	assert_null(r);
}

static void digest_of_file(const struct place *p, const char *name, char ret_hex[DIGEST_HEX_BYTES])
{
	OWNED_MEM char *bytes = file_get(p->scratch, name);

	assert_non_null(bytes);
	digest_of(bytes, strlen(bytes), ret_hex);
}

static void the_digest_of_what_was_written_is_known_at_the_end_whatever_lies_there(void **state)
{
	const struct place *p = *state;
	struct termlog *t = writer(p, "a1", 8);
	struct termlog_file out, timing;
	char hex[DIGEST_HEX_BYTES], honest[DIGEST_HEX_BYTES];
	struct error err = { 0 };

	assert_true(termlog_add(t, "hello", 5, 1, &err) && termlog_add(t, "world", 5, 2, &err)); /* cut behind 8 */
	assert_false(termlog_written(t, &out, &timing));
	digest_of_file(p, "a1.out", honest);
	file_put(p->scratch, "a1.out", "HELLOWOR");
	assert_true(termlog_end(t, 3, &err));
	assert_true(termlog_written(t, &out, &timing));
	digest_of_file(p, "a1.timing", hex);
	assert_string_equal(timing.sha256, hex);
	assert_string_equal(out.sha256, honest);
	assert_int_equal(out.at_end.st_size, 8);
	termlog_drop(&t);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(what_was_written_is_read_back_with_its_times),
		CASE(a_log_is_read_while_it_grows),
		CASE(more_events_than_one_read_takes_are_all_read),
		CASE(a_long_output_is_split_into_events),
		CASE(the_limit_cuts_the_log_and_says_where),
		CASE(a_log_that_is_exactly_full_is_not_cut),
		CASE(a_child_that_prints_byte_by_byte_cannot_fill_the_disk_with_times),
		CASE(a_viewer_reads_from_any_point_what_is_still_known),
		CASE(a_name_in_use_is_refused),
		CASE(a_full_disk_is_said_once_and_the_log_goes_on_in_memory),
		CASE(a_full_disk_for_the_times_leaves_no_half_line),
		CASE(a_damaged_log_gives_a_sentence_that_names_the_line),
		CASE(a_log_that_is_missing_or_no_file_is_refused),
		CASE(the_digest_of_what_was_written_is_known_at_the_end_whatever_lies_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
