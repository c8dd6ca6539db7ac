/*
 * termlog_reader — a finished or growing terminal log, event by event. The files are read from where the last event
 * ended, so that a log that grows meanwhile goes on, and every number in them is checked before it is believed.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/termlog.h"

#define LINE_BYTES 96 /* no line is longer: one letter and three numbers */
#define CELLS_MAX 65535

struct termlog_reader {
	char *name;
	int out, timing;
	uint64_t out_at, timing_at, last_ms;
	size_t line_number;
	bool cut, ended;
	char *bytes; /* TERMLOG_EVENT_BYTES */
	char lines[4096];
	size_t lines_at, lines_len; /* what of lines was not looked at yet */
};

static bool open_part(int dir, const char *name, const char *kind, int *ret_fd, struct error *err)
{
	OWNED_MEM char *full = str_format("%s.%s", name, kind);
	OWNED_FD int fd = openat(dir, full, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	struct stat found;

	if (fd < 0 || fstat(fd, &found) != 0)
		return error_set_sys(err, errno == ENOENT ? REASON_NOT_FOUND : REASON_RECORD_DAMAGED, "cannot open the terminal log %s",
				     full);
	if (!S_ISREG(found.st_mode))
		return error_set(err, REASON_RECORD_DAMAGED, "the terminal log %s is not a regular file", full);
	*ret_fd = fd;
	fd = -1;
	return true;
}

bool termlog_open(int dir, const char *name, struct termlog_reader **ret, struct error *err)
{
	OWNED(termlog_reader) struct termlog_reader *r = mem_new(1, sizeof *r);

	r->out = r->timing = -1;
	r->name = str_copy(name);
	r->bytes = mem_new(1, TERMLOG_EVENT_BYTES);
	if (!open_part(dir, name, "timing", &r->timing, err) || !open_part(dir, name, "out", &r->out, err))
		return false;
	*ret = r;
	r = NULL;
	return true;
}

void termlog_reader_drop(struct termlog_reader **r)
{
	if (!*r)
		return;
	owned_fd_close(&(*r)->out);
	owned_fd_close(&(*r)->timing);
	free((*r)->name);
	free((*r)->bytes);
	free(*r);
	*r = NULL;
}

static bool damaged(const struct termlog_reader *r, struct error *err, const char *what)
{
	return error_set(err, REASON_RECORD_DAMAGED, "line %zu of the terminal log %s.timing %s; what is before it is intact",
			 r->line_number, r->name, what);
}

static ssize_t read_at(int fd, void *bytes, size_t room, uint64_t offset)
{
	ssize_t len;

	do {
		len = pread(fd, bytes, room, (off_t)offset);
	} while (len < 0 && errno == EINTR);
	return len;
}

/* A whole line without its newline into line. false: none yet, or err is set. */
static bool next_line(struct termlog_reader *r, char line[LINE_BYTES], struct error *err)
{
	const char *start = r->lines + r->lines_at;
	const char *newline = memchr(start, '\n', r->lines_len);
	size_t len;

	if (!newline) {
		ssize_t got = read_at(r->timing, r->lines, sizeof r->lines, r->timing_at);

		if (got < 0)
			return error_set_sys(err, REASON_RECORD_DAMAGED, "cannot read the terminal log %s.timing", r->name);
		r->lines_at = 0;
		r->lines_len = (size_t)got;
		start = r->lines;
		newline = memchr(start, '\n', r->lines_len);
	}
	len = newline ? (size_t)(newline - start) : r->lines_len;
	r->line_number += newline || len >= LINE_BYTES;
	if (len >= LINE_BYTES)
		return damaged(r, err, "is longer than any line can be");
	if (!newline)
		return false;
	memcpy(line, start, len);
	line[len] = '\0';
	r->lines_at += len + 1;
	r->lines_len -= len + 1;
	r->timing_at += len + 1;
	return memchr(line, '\0', len) ? damaged(r, err, "holds a zero byte") : true;
}

/* A space and a decimal number without a sign or leading zeros, at most limit. */
static bool number(const char **at, uint64_t limit, uint64_t *ret)
{
	const char *s = *at;
	uint64_t value = 0;

	if (s[0] != ' ' || s[1] < '0' || s[1] > '9' || (s[1] == '0' && s[2] >= '0' && s[2] <= '9'))
		return false;
	for (s++; *s >= '0' && *s <= '9'; s++) {
		uint64_t digit = (uint64_t)(*s - '0');

		if (value > (limit - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*at = s;
	*ret = value;
	return true;
}

static bool read_output(struct termlog_reader *r, const char *rest, struct termlog_event *ret, struct error *err)
{
	uint64_t len;
	ssize_t got;

	if (!number(&rest, TERMLOG_EVENT_BYTES, &len) || *rest != '\0' || len == 0)
		return damaged(r, err, "does not say how many bytes were printed");
	if (r->cut)
		return damaged(r, err, "speaks of output behind the cut");
	got = read_at(r->out, r->bytes, (size_t)len, r->out_at);
	if (got < 0)
		return error_set_sys(err, REASON_RECORD_DAMAGED, "cannot read the terminal log %s.out", r->name);
	if ((uint64_t)got < len)
		return damaged(r, err, "speaks of bytes that are not in the .out file");
	r->out_at += len;
	ret->bytes = r->bytes;
	ret->len = (size_t)len;
	return true;
}

static bool read_size(struct termlog_reader *r, const char *rest, struct termlog_event *ret, struct error *err)
{
	uint64_t rows, cols;

	if (!number(&rest, CELLS_MAX, &rows) || !number(&rest, CELLS_MAX, &cols) || *rest != '\0' || rows == 0 || cols == 0)
		return damaged(r, err, "does not hold a size in rows and columns");
	ret->rows = (int)rows;
	ret->cols = (int)cols;
	return true;
}

static bool read_cut(struct termlog_reader *r, const char *rest, struct termlog_event *ret, struct error *err)
{
	uint64_t offset;

	if (r->cut || !number(&rest, UINT64_MAX, &offset) || *rest != '\0' || offset != r->out_at)
		return damaged(r, err, "does not name the byte at which the log was cut");
	r->cut = true;
	ret->len = (size_t)offset;
	return true;
}

static bool read_end(struct termlog_reader *r, const char *rest, struct termlog_event *ret, struct error *err)
{
	(void)ret;
	if (*rest != '\0')
		return damaged(r, err, "has something behind the end's time");
	r->ended = true;
	return true;
}

static const struct {
	char kind;
	bool (*read)(struct termlog_reader *r, const char *rest, struct termlog_event *ret, struct error *err);
} kinds[] = { { 'o', read_output }, { 'r', read_size }, { 'c', read_cut }, { 'e', read_end } };

static bool read_event(struct termlog_reader *r, const char *line, struct termlog_event *ret, struct error *err)
{
	const char *rest = line + 1;
	uint64_t at_ms;

	if (r->ended)
		return damaged(r, err, "stands behind the end");
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (line[0] != kinds[i].kind)
			continue;
		if (!number(&rest, UINT64_MAX, &at_ms) || at_ms < r->last_ms)
			return damaged(r, err, "has no time, or one before its predecessor's");
		r->last_ms = at_ms;
		*ret = (struct termlog_event){ .kind = line[0], .at_ms = at_ms };
		return kinds[i].read(r, rest, ret, err);
	}
	return damaged(r, err, "is of no known kind");
}

bool termlog_next(struct termlog_reader *r, struct termlog_event *ret, struct error *err)
{
	char line[LINE_BYTES];

	return next_line(r, line, err) && read_event(r, line, ret, err);
}

size_t termlog_bytes(const struct termlog_reader *r, uint64_t offset, void *ret_bytes, size_t room)
{
	ssize_t got = read_at(r->out, ret_bytes, room, offset);

	return got > 0 ? (size_t)got : 0;
}
