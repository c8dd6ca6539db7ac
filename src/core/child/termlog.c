/*
 * termlog — the writer; the format is in the header. Bytes go to the disk before the line that speaks of them, and both
 * are written at offsets kept here, so that a write which failed half way is written over by the next one.
 */
#include "core/child/termlog.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"

/* Room of the timing file behind its limit, for resizes and the end. */
#define TIMING_SPARE_BYTES 65536
/* So much is handed to the disk at a time while the child prints, so that its end does not have to wait for all of it. */
#define WRITTEN_BEHIND_BYTES (4u << 20)

struct termlog {
	char *name;
	int out, timing;
	struct digest *out_digest, *timing_digest; /* of what was written; NULL: not known, or ended */
	struct termlog_file out_end, timing_end;
	bool ended; /* and out_end and timing_end are known */
	uint64_t limit_bytes, total, kept, begun, timing_bytes, last_ms; /* begun: writing to the disk has begun up to here */
	bool cut;    /* nothing more goes into .out */
	bool marked; /* and the timing file says so */
	bool failed; /* a write was refused, and that was said */
	char *ring; /* byte number n of the child is at n % TERMLOG_RING_BYTES */
};

static bool make(int dir, const char *name, const char *kind, int *ret_fd, struct error *err)
{
	OWNED_MEM char *full = str_format("%s.%s", name, kind);
	int fd = openat(dir, full, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot make the terminal log %s", full);
	*ret_fd = fd;
	return true;
}

bool termlog_new(int dir, const char *name, uint64_t limit_bytes, struct termlog **ret, struct error *err)
{
	OWNED(termlog) struct termlog *t = mem_new(1, sizeof *t);

	t->out = t->timing = -1;
	t->name = str_copy(name);
	t->limit_bytes = limit_bytes;
	t->ring = mem_new(1, TERMLOG_RING_BYTES);
	t->out_digest = digest_new();
	t->timing_digest = digest_new();
	if (!make(dir, name, "out", &t->out, err) || !make(dir, name, "timing", &t->timing, err))
		return false;
	if (fsync(dir) != 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot save the directory of the terminal log %s", name);
	*ret = t;
	t = NULL;
	return true;
}

void termlog_drop(struct termlog **t)
{
	if (!*t)
		return;
	owned_fd_close(&(*t)->out);
	owned_fd_close(&(*t)->timing);
	digest_drop(&(*t)->out_digest);
	digest_drop(&(*t)->timing_digest);
	free((*t)->name);
	free((*t)->ring);
	free(*t);
	*t = NULL;
}

static bool write_at(int fd, const char *bytes, size_t len, uint64_t offset)
{
	while (len > 0) {
		ssize_t done = pwrite(fd, bytes, len, (off_t)offset);

		if (done < 0 && errno == EINTR)
			continue;
		if (done == 0)
			errno = ENOSPC;
		if (done <= 0)
			return false;
		bytes += done;
		len -= (size_t)done;
		offset += (uint64_t)done;
	}
	return true;
}

static bool say_not_saved(struct termlog *t, const char *kind, struct error *err)
{
	t->failed = true;
	digest_drop(&t->out_digest);
	digest_drop(&t->timing_digest);
	return error_set_sys(err, REASON_RECORD_NOT_SAVED, "the terminal log %s.%s cannot be continued behind byte %llu", t->name, kind,
			     (unsigned long long)t->kept);
}

/* false with errno: the line is not there, not even a part of it. */
static bool write_line(struct termlog *t, const char *line)
{
	size_t len = strlen(line);
	int sys;

	if (write_at(t->timing, line, len, t->timing_bytes)) {
		t->timing_bytes += len;
		if (t->timing_digest)
			digest_add(t->timing_digest, line, len);
		return true;
	}
	sys = errno;
	(void)!ftruncate(t->timing, (off_t)t->timing_bytes);
	errno = sys;
	return false;
}

static uint64_t moment(struct termlog *t, uint64_t at_ms)
{
	if (at_ms > t->last_ms)
		t->last_ms = at_ms;
	return t->last_ms;
}

static bool event(struct termlog *t, char kind, uint64_t at_ms, const char *rest, struct error *err)
{
	OWNED_MEM char *line = str_format("%c %llu%s\n", kind, (unsigned long long)moment(t, at_ms), rest);

	return write_line(t, line) || say_not_saved(t, "timing", err);
}

/* The mark is worth a try after a failure too: it is short, and there may be room for it. */
static bool cut(struct termlog *t, uint64_t at_ms, struct error *err)
{
	OWNED_MEM char *rest = str_format(" %llu", (unsigned long long)t->kept);

	t->cut = true;
	t->marked = event(t, 'c', at_ms, rest, err);
	return t->marked;
}

static void cut_after_failure(struct termlog *t, uint64_t at_ms)
{
	struct error unused;

	(void)!ftruncate(t->out, (off_t)t->kept);
	(void)cut(t, at_ms, &unused);
}

/* Nobody waits for it; what is refused here is seen by the fsync that follows. */
static void begin_writing(int fd, uint64_t from, uint64_t len)
{
	(void)sync_file_range(fd, (off_t)from, (off_t)len, SYNC_FILE_RANGE_WRITE);
}

static void write_behind(struct termlog *t)
{
	if (t->kept - t->begun < WRITTEN_BEHIND_BYTES)
		return;
	begin_writing(t->out, t->begun, t->kept - t->begun);
	t->begun = t->kept;
}

static bool keep(struct termlog *t, const char *bytes, size_t len, uint64_t at_ms, struct error *err)
{
	OWNED_MEM char *rest = str_format(" %zu", len);
	bool ok = write_at(t->out, bytes, len, t->kept) || say_not_saved(t, "out", err);

	ok = ok && event(t, 'o', at_ms, rest, err);
	if (!ok) {
		cut_after_failure(t, at_ms);
		return false;
	}
	t->kept += len;
	if (t->out_digest)
		digest_add(t->out_digest, bytes, len);
	write_behind(t);
	return true;
}

static void remember(struct termlog *t, const char *bytes, size_t len)
{
	uint64_t at = t->total + len;

	if (len > TERMLOG_RING_BYTES) {
		bytes += len - TERMLOG_RING_BYTES;
		len = TERMLOG_RING_BYTES;
	}
	at -= len;
	while (len > 0) {
		size_t place = (size_t)(at % TERMLOG_RING_BYTES);
		size_t run = TERMLOG_RING_BYTES - place < len ? TERMLOG_RING_BYTES - place : len;

		memcpy(t->ring + place, bytes, run);
		bytes += run;
		len -= run;
		at += run;
	}
}

/* How many of len bytes still go into the file. */
static size_t room_for(const struct termlog *t, size_t len)
{
	if (t->cut || t->timing_bytes >= t->limit_bytes)
		return 0;
	return t->limit_bytes - t->kept < len ? (size_t)(t->limit_bytes - t->kept) : len;
}

/* At most TERMLOG_EVENT_BYTES. */
static bool add_event(struct termlog *t, const char *bytes, size_t len, uint64_t at_ms, struct error *err)
{
	size_t fits = room_for(t, len);
	bool ok = fits == 0 || keep(t, bytes, fits, at_ms, err);

	if (ok && fits < len && !t->cut)
		ok = cut(t, at_ms, err);
	remember(t, bytes, len);
	t->total += len;
	return ok;
}

bool termlog_add(struct termlog *t, const void *bytes, size_t len, uint64_t at_ms, struct error *err)
{
	const char *next = bytes;
	bool ok = true;

	while (len > 0) {
		size_t part = len < TERMLOG_EVENT_BYTES ? len : TERMLOG_EVENT_BYTES;
		struct error later;

		/* A failure cuts the log, so that there is one sentence to tell: the first. */
		ok = add_event(t, next, part, at_ms, ok ? err : &later) && ok;
		next += part;
		len -= part;
	}
	return ok;
}

bool termlog_resized(struct termlog *t, int rows, int cols, uint64_t at_ms, struct error *err)
{
	OWNED_MEM char *rest = str_format(" %d %d", rows, cols);

	if (t->failed || t->timing_bytes >= t->limit_bytes + TIMING_SPARE_BYTES)
		return true;
	return event(t, 'r', at_ms, rest, err);
}

static void end_digests(struct termlog *t)
{
	if (!t->out_digest || !t->timing_digest)
		return;
	digest_finish(&t->out_digest, t->out_end.sha256);
	digest_finish(&t->timing_digest, t->timing_end.sha256);
	t->ended = fstat(t->out, &t->out_end.at_end) == 0 && fstat(t->timing, &t->timing_end.at_end) == 0;
}

bool termlog_written(const struct termlog *t, struct termlog_file *ret_out, struct termlog_file *ret_timing)
{
	*ret_out = t->out_end;
	*ret_timing = t->timing_end;
	return t->ended;
}

bool termlog_end(struct termlog *t, uint64_t at_ms, struct error *err)
{
	bool ok = (!t->cut || t->marked || cut(t, at_ms, err)) && event(t, 'e', at_ms, "", err);

	begin_writing(t->out, 0, 0);
	begin_writing(t->timing, 0, 0);
	end_digests(t);
	return ok;
}

uint64_t termlog_total(const struct termlog *t)
{
	return t->total;
}

uint64_t termlog_kept(const struct termlog *t)
{
	return t->kept;
}

static size_t read_file(const struct termlog *t, uint64_t offset, char *ret_bytes, size_t room)
{
	ssize_t len;

	if (room > t->kept - offset)
		room = (size_t)(t->kept - offset);
	do {
		len = pread(t->out, ret_bytes, room, (off_t)offset);
	} while (len < 0 && errno == EINTR);
	return len > 0 ? (size_t)len : 0;
}

size_t termlog_read(struct termlog *t, uint64_t *offset, void *ret_bytes, size_t room)
{
	bool recent = *offset + TERMLOG_RING_BYTES >= t->total;
	size_t place, run;

	if (!recent && *offset < t->kept)
		return read_file(t, *offset, ret_bytes, room);
	if (!recent)
		*offset = t->total - TERMLOG_RING_BYTES;
	if (*offset >= t->total)
		return 0;
	place = (size_t)(*offset % TERMLOG_RING_BYTES);
	run = TERMLOG_RING_BYTES - place;
	if (run > t->total - *offset)
		run = (size_t)(t->total - *offset);
	if (run > room)
		run = room;
	memcpy(ret_bytes, t->ring + place, run);
	return run;
}
