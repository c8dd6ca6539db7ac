/*
 * ledger_back — the lines of the ledger from its last one back: the newest runs are asked for most.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/record/ledger.h"

#define CHUNK_BYTES (64u * 1024)
#define LINE_MOST (LEDGER_LINE_BYTES_MAX + 1u) /* as much of a line as tells that it is too long */

struct ledger_back {
	int fd;
	uint64_t before;   /* bytes of the file before the chunk */
	char *chunk;       /* the end of what was not given yet: it ends where the next line ends */
	size_t left, room;
	uint64_t given;
	bool more, started, ended, too_long, unreadable;
};

bool ledger_back_open(const char *state, struct ledger_back **ret, struct error *err)
{
	struct ledger_back *b;
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
	b = mem_new(1, sizeof *b);
	*b = (struct ledger_back){ .fd = fd, .before = (uint64_t)st.st_size, .more = st.st_size > 0, .room = CHUNK_BYTES + LINE_MOST };
	b->chunk = mem_new(b->room, 1);
	*ret = b;
	return true;
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

/* What lies before the chunk. Of a too long line its end is let go, so that the chunk stays bounded. */
static bool load(struct ledger_back *b)
{
	size_t len = b->before < CHUNK_BYTES ? (size_t)b->before : CHUNK_BYTES;

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
		if (b->before == 0) {
			b->more = false;
			give(b, 0, ret);
			return true;
		}
		if (!load(b))
			return false;
	}
	return false;
}
