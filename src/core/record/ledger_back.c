/*
 * ledger_back — the lines of the ledger from its last one back: the newest runs are asked for most.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/record/ledger.h"

#define CHUNK_BYTES (64u * 1024)
#define LINE_MOST (LEDGER_LINE_BYTES_MAX + 1u) /* as much of a line as tells that it is too long */

struct ledger_back {
	int fd;
	struct stat file; /* when it was opened */
	uint64_t from;    /* what is before it is not read */
	uint64_t before;  /* bytes of the file before the chunk */
	char *chunk;      /* the end of what was not given yet: it ends where the next line ends */
	size_t left, room;
	uint64_t given;
	bool more, started, ended, too_long, unreadable;
};

static struct ledger_back *back_new(int taken_fd, uint64_t bytes)
{
	struct ledger_back *b = mem_new(1, sizeof *b);

	*b = (struct ledger_back){ .fd = taken_fd, .before = bytes, .more = bytes > 0, .room = CHUNK_BYTES + LINE_MOST };
	b->chunk = mem_new(b->room, 1);
	return b;
}

bool ledger_back_open(const char *state, struct ledger_back **ret, struct error *err)
{
	struct stat st;
	int fd;

	*ret = NULL;
	if (!ledger_file_open(state, &fd, err))
		return false;
	if (fd < 0)
		return true;
	if (fstat(fd, &st) != 0) {
		owned_fd_close(&fd);
		return error_set_sys(err, REASON_SYSTEM, "cannot read the ledger in %s", state);
	}
	*ret = back_new(fd, (uint64_t)st.st_size);
	(*ret)->file = st;
	return true;
}

uint64_t ledger_back_bytes(const struct ledger_back *b)
{
	return b->before - b->from;
}

void ledger_back_drop(struct ledger_back **b)
{
	if (!*b)
		return;
	owned_fd_close(&(*b)->fd);
	free((*b)->chunk);
	free(*b);
	*b = NULL;
}

bool ledger_back_unreadable(const struct ledger_back *b)
{
	return b->unreadable;
}

static bool read_at(int fd, char *bytes, size_t len, uint64_t at)
{
	while (len > 0) {
		ssize_t got = pread(fd, bytes, len, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		bytes += got;
		at += (uint64_t)got;
		len -= (size_t)got;
	}
	return true;
}

bool ledger_back_split(struct ledger_back *b, struct ledger_back **ret)
{
	const uint64_t middle = b->from + ledger_back_bytes(b) / 2;
	const char *newline = NULL;
	int fd;

	if (!b->started && ledger_back_bytes(b) / 2 > b->room && read_at(b->fd, b->chunk, b->room, middle))
		newline = memchr(b->chunk, '\n', b->room);
	fd = newline ? fcntl(b->fd, F_DUPFD_CLOEXEC, 0) : -1;
	if (fd < 0)
		return false;
	*ret = back_new(fd, middle + (uint64_t)(newline + 1 - b->chunk));
	(*ret)->from = b->from;
	(*ret)->file = b->file;
	b->from = (*ret)->before;
	return true;
}

static uint64_t changed_ns(const struct stat *st)
{
	return (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec;
}

void ledger_back_mark(const struct ledger_back *b, const struct ledger_line *first, struct ledger_mark *ret)
{
	*ret = (struct ledger_mark){
		.known = first ? first->ended && !first->too_long : b->file.st_size == 0,
		.device = b->file.st_dev,
		.inode = b->file.st_ino,
		.bytes = (uint64_t)b->file.st_size,
		.changed_ns = changed_ns(&b->file),
		.last_bytes = first ? first->len + 1 : 0,
	};
	if (first)
		digest_of(first->bytes, first->len, ret->last_sha256);
}

/* The line that was the last still ends where the ledger ended. One of the same length in an older place would have to be
   written there by hand: that is for verify to find. */
static bool is_grown(const struct ledger_back *b, const struct ledger_mark *mark)
{
	const uint64_t bytes = (uint64_t)b->file.st_size;
	OWNED_MEM char *last = mem_new(mark->last_bytes + 1, 1);
	char hex[DIGEST_HEX_BYTES];

	if (!mark->known || b->file.st_dev != mark->device || b->file.st_ino != mark->inode || bytes < mark->bytes ||
	    (bytes == mark->bytes && changed_ns(&b->file) != mark->changed_ns))
		return false;
	if (mark->last_bytes == 0)
		return true;
	if (!read_at(b->fd, last, mark->last_bytes, mark->bytes - mark->last_bytes) || last[mark->last_bytes - 1] != '\n')
		return false;
	digest_of(last, mark->last_bytes - 1, hex);
	return memcmp(hex, mark->last_sha256, sizeof hex) == 0;
}

bool ledger_back_since(const char *state, const struct ledger_mark *mark, struct ledger_back **ret, struct error *err)
{
	if (!ledger_back_open(state, ret, err))
		return false;
	if (*ret && !is_grown(*ret, mark))
		ledger_back_drop(ret);
	if (*ret) {
		(*ret)->from = mark->bytes;
		(*ret)->more = (*ret)->before > mark->bytes;
	}
	return true;
}

/* What lies before the chunk. Of a too long line its end is let go, so that the chunk stays bounded. */
static bool load(struct ledger_back *b)
{
	const uint64_t left = ledger_back_bytes(b);
	const size_t len = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;

	if (b->left > LINE_MOST) {
		b->left = LINE_MOST;
		b->too_long = true;
	}
	memmove(b->chunk + len, b->chunk, b->left);
	b->before -= len;
	b->left += len;
	b->unreadable = !read_at(b->fd, b->chunk, len, b->before);
	b->more = b->more && !b->unreadable;
	return b->more;
}

static void begin(struct ledger_back *b)
{
	b->started = true;
	b->ended = b->left > 0 && b->chunk[b->left - 1] == '\n';
	b->left -= b->ended;
}

static void give(struct ledger_back *b, size_t start, struct ledger_line *ret)
{
	size_t len = b->left - start;

	b->too_long = b->too_long || len > LEDGER_LINE_BYTES_MAX;
	*ret = (struct ledger_line){ .bytes = b->chunk + start, .len = b->too_long && len > LEDGER_LINE_BYTES_MAX ? LEDGER_LINE_BYTES_MAX : len,
		.number = ++b->given, .ended = b->ended, .too_long = b->too_long };
	b->left = start > 0 ? start - 1 : 0;
	b->ended = true;
	b->too_long = false;
}

bool ledger_back_next(struct ledger_back *b, struct ledger_line *ret)
{
	if (b->more && !b->started && load(b))
		begin(b);
	while (b->more) {
		const char *newline = memrchr(b->chunk, '\n', b->left);

		if (newline) {
			give(b, (size_t)(newline + 1 - b->chunk), ret);
			return true;
		}
		if (b->before == b->from) {
			b->more = false;
			give(b, 0, ret);
			return true;
		}
		if (!load(b))
			return false;
	}
	return false;
}
