/*
 * tampering — one way to change one file of a record or of the ledger, tried at every place where it can be tried.
 */
#ifndef TESTS_SPEC_RECORD_TAMPERING_H
#define TESTS_SPEC_RECORD_TAMPERING_H
#include "spec/record/recording.h"

/* A file as it was, and as another run or an earlier time has it. */
struct target {
	char *path, *aside; /* aside: somewhere that nothing reads */
	struct text whole, other;
};

static inline void bytes_put(const char *path, const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		fail_msg("cannot write %s: %s", path, strerror(errno));
	assert_true(write_all(fd, bytes, len));
	close(fd);
}

static inline void bytes_get(const char *path, struct text *ret)
{
	must(file_read_path(path, 64u << 20, ret, err));
}

static inline void target_put(const struct target *t)
{
	(void)unlink(t->path);
	(void)rmdir(t->path);
	bytes_put(t->path, t->whole.bytes, t->whole.len);
}

static inline void target_clear(struct target *t)
{
	free(t->path);
	free(t->aside);
	text_clear(&t->whole);
	text_clear(&t->other);
}

/* The changes. Each makes the step-th variant of itself. SAME: this one would change nothing. */
enum made { NONE, SAME, MADE };
typedef enum made change_make(const struct target *t, size_t step);

/* Every place of a small file, and some of a large one. */
static inline size_t place_of(const struct target *t, size_t step)
{
	return t->whole.len <= 300 ? step : step * (t->whole.len / 19 + 1);
}

/* The whole with what stands from first to rest replaced. */
static inline enum made put_two(const struct target *t, size_t first, const char *between, size_t len, size_t rest)
{
	CLEARED(text) struct text bytes = { 0 };

	text_add(&bytes, t->whole.bytes, first);
	text_add(&bytes, between, len);
	text_add(&bytes, t->whole.bytes + rest, t->whole.len - rest);
	bytes_put(t->path, text_c(&bytes), bytes.len);
	return bytes.len == t->whole.len && memcmp(bytes.bytes, t->whole.bytes, bytes.len) == 0 ? SAME : MADE;
}

static inline enum made change_flip(const struct target *t, size_t step)
{
	static const char bits[] = { 1, 32 };
	size_t at = place_of(t, step / COUNT_OF(bits));
	char flipped;

	if (at >= t->whole.len)
		return NONE;
	flipped = (char)(t->whole.bytes[at] ^ bits[step % COUNT_OF(bits)]);
	return put_two(t, at, &flipped, 1, at + 1);
}

static inline enum made change_delete(const struct target *t, size_t step)
{
	size_t at = place_of(t, step);

	return at < t->whole.len ? put_two(t, at, "", 0, at + 1) : NONE;
}

static inline enum made change_insert(const struct target *t, size_t step)
{
	static const char *const inserted[] = { " ", "\n", "x", "{}\n" };
	size_t at = place_of(t, step / COUNT_OF(inserted) * 7);
	const char *what = inserted[step % COUNT_OF(inserted)];

	return at < t->whole.len ? put_two(t, at, what, strlen(what), at) : NONE;
}

/* From nothing to all but the last byte. */
static inline enum made change_cut(const struct target *t, size_t step)
{
	size_t at = place_of(t, step * 3);

	if (at >= t->whole.len + 3)
		return NONE;
	at = at < t->whole.len ? at : t->whole.len - 1;
	return put_two(t, at, "", 0, t->whole.len);
}

/* What reads as an event of the run, and what does not. */
static inline enum made change_append(const struct target *t, size_t step)
{
	static const char *const added[] = { " ", "\n", "x\n", "{}\n", "\n{\"event\":\"agent.end\",\"id\":\"a1\",\"result\":\"paid\"}\n",
		"{\"schema_version\":1,\"event\":\"run.end\",\"ok\":true}\n" };

	return step < COUNT_OF(added) ? put_two(t, t->whole.len, added[step], strlen(added[step]), t->whole.len) : NONE;
}

static inline const char *line_end(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));

	return newline ? newline + 1 : end;
}

/* The step-th line and the one behind it. */
static inline enum made change_move(const struct target *t, size_t step)
{
	const char *whole = t->whole.bytes, *end = whole + t->whole.len, *first = whole, *second, *rest;
	CLEARED(text) struct text swapped = { 0 };

	for (; step > 0 && first < end; step--)
		first = line_end(first, end);
	second = line_end(first, end);
	if (second >= end || end[-1] != '\n')
		return NONE;
	rest = line_end(second, end);
	text_add(&swapped, second, (size_t)(rest - second));
	text_add(&swapped, first, (size_t)(second - first));
	return put_two(t, (size_t)(first - whole), text_c(&swapped), swapped.len, (size_t)(rest - whole));
}

static inline enum made change_other(const struct target *t, size_t step)
{
	return step == 0 ? put_two(t, 0, t->other.bytes, t->other.len, t->whole.len) : NONE;
}

static inline enum made change_remove(const struct target *t, size_t step)
{
	if (step == 0)
		assert_int_equal(unlink(t->path), 0);
	return step == 0 ? MADE : NONE;
}

/* A link to the very same bytes, a FIFO that nobody writes, a directory. */
static inline enum made change_kind(const struct target *t, size_t step)
{
	if (step > 2)
		return NONE;
	assert_int_equal(unlink(t->path), 0);
	bytes_put(t->aside, t->whole.bytes, t->whole.len);
	if (step == 0)
		assert_int_equal(symlink(t->aside, t->path), 0);
	else if (step == 1)
		assert_int_equal(mkfifo(t->path, 0600), 0);
	else
		assert_int_equal(mkdir(t->path, 0700), 0);
	return MADE;
}
#endif
