/*
 * Any two files: the reader of a terminal log ends, believes nothing that is not there, and what it read is written by
 * the writer as the same bytes again. The input is the timing file up to its first zero byte, the output file after it.
 */
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/text.h"
#include "core/child/termlog.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void must(bool true_always)
{
	if (!true_always)
		abort();
}

static void put(int dir, const char *name, const uint8_t *bytes, size_t len)
{
	OWNED_FD int fd = openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	must(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
}

/* Owned; a directory of this process alone. */
static char *scratch(int *ret_dir)
{
	const char *base = getenv("BULKHEAD_TEST_SCRATCH");
	OWNED_MEM char *usual = str_format("%s/.cache/bulkhead-check", base ? base : getenv("HOME"));
	OWNED_MEM char *cache = str_format("%s/.cache", getenv("HOME"));
	char *path = str_format("%s/fuzz-termlog-%d", base ? base : usual, (int)getpid());

	if (!base) {
		(void)mkdir(cache, 0700);
		(void)mkdir(usual, 0700);
	}
	(void)mkdir(path, 0700);
	*ret_dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(*ret_dir >= 0);
	return path;
}

static bool write_again(struct termlog *t, const struct termlog_event *e)
{
	struct error err = { 0 };

	if (e->kind == 'o')
		must(termlog_add(t, e->bytes, e->len, e->at_ms, &err));
	if (e->kind == 'r')
		must(termlog_resized(t, e->rows, e->cols, e->at_ms, &err));
	if (e->kind == 'e')
		must(termlog_end(t, e->at_ms, &err));
	return e->kind != 'c';
}

static void read_all(int dir, size_t timing_len, size_t out_len, bool *ret_uncut)
{
	OWNED(termlog_reader) struct termlog_reader *r = NULL;
	OWNED(termlog) struct termlog *again = NULL;
	struct termlog_event e;
	struct error err = { 0 };
	size_t events = 0, printed = 0;

	must(termlog_open(dir, "in", &r, &err) && termlog_new(dir, "again", TERMLOG_LIMIT_BYTES, &again, &err));
	while (termlog_next(r, &e, &err)) {
		must(++events <= timing_len / 4);
		printed += e.kind == 'o' ? e.len : 0;
		must(printed <= out_len);
		*ret_uncut = write_again(again, &e) && *ret_uncut;
	}
	must(err.reason == REASON_NONE || (err.reason == REASON_RECORD_DAMAGED && sanitize_is_clean(err.text, strlen(err.text))));
}

static void must_be_a_prefix(int dir, const uint8_t *timing, size_t timing_len)
{
	OWNED_FD int fd = openat(dir, "again.timing", O_RDONLY | O_CLOEXEC);
	OWNED_MEM char *again = mem_new(timing_len + 1, 1);
	ssize_t len = read(fd, again, timing_len + 1);

	must(len >= 0 && (size_t)len <= timing_len && memcmp(again, timing, (size_t)len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const uint8_t *zero = len ? memchr(bytes, 0, len) : NULL;
	size_t timing_len = zero ? (size_t)(zero - bytes) : len;
	size_t out_len = zero ? len - timing_len - 1 : 0;
	bool uncut = true;
	OWNED_FD int dir = -1;
	OWNED_MEM char *path = scratch(&dir);

	put(dir, "in.timing", bytes, timing_len);
	put(dir, "in.out", zero ? zero + 1 : bytes, out_len);
	read_all(dir, timing_len, out_len, &uncut);
	if (uncut)
		must_be_a_prefix(dir, bytes, timing_len);
	for (const char *const *name = (const char *const[]){ "in.timing", "in.out", "again.timing", "again.out", NULL }; *name; name++)
		(void)unlinkat(dir, *name, 0);
	(void)rmdir(path);
	return 0;
}
