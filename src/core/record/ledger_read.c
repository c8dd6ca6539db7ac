/*
 * ledger_read — the lines of the ledger, one after the other, in bounded memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/harnery.h"
#include "core/record/ledger.h"

#define CHUNK_BYTES (256u * 1024)
#define HEAD_BYTES_MAX 4096

struct ledger_reader {
	int fd;              /* -1: over memory */
	char *chunk;         /* owned; NULL over memory */
	const char *at;      /* what is left of the chunk */
	size_t left;
	struct text carried; /* the beginning of a line that goes on in the next chunk */
	bool carrying, unreadable;
	uint64_t number;
};

struct ledger_reader *ledger_over(const char *bytes, size_t len)
{
	struct ledger_reader *l = mem_new(1, sizeof *l);

	l->fd = -1;
	l->at = bytes;
	l->left = len;
	return l;
}

/* Neither read nor written: what it leads to may be anybody's. */
static bool say_no_file(const char *path, mode_t mode, struct error *err)
{
	const char *kind = S_ISLNK(mode) ? "a symbolic link" : S_ISDIR(mode) ? "a directory" : S_ISFIFO(mode) ? "a FIFO" : "a special file";

	return error_set(
		err, REASON_RECORD_DAMAGED,
		"the ledger %s is %s and no regular file, so no run can be read from it or sealed in it; move it away and put the "
		"ledger back in its place: without one the next run begins a new ledger, and bulkhead verify then says of every older "
		"run that its line is missing",
		path, kind);
}

bool ledger_file_open(const char *state, int *ret_fd, struct error *err)
{
	OWNED_MEM char *path = path_join(state, LEDGER_NAME);
	OWNED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	*ret_fd = -1;
	if (fd < 0 && errno == ENOENT)
		return true;
	if (fd < 0 && lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return say_no_file(path, st.st_mode, err);
	if (fd < 0 || fstat(fd, &st) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open the ledger %s", path);
	if (!S_ISREG(st.st_mode))
		return say_no_file(path, st.st_mode, err);
	*ret_fd = fd;
	fd = -1;
	return true;
}

bool ledger_open(const char *state, struct ledger_reader **ret, struct error *err)
{
	int fd;

	*ret = NULL;
	if (!ledger_file_open(state, &fd, err))
		return false;
	if (fd < 0)
		return true;
	*ret = ledger_over(NULL, 0);
	(*ret)->chunk = mem_new(CHUNK_BYTES, 1);
	(*ret)->fd = fd;
	return true;
}

void ledger_reader_drop(struct ledger_reader **l)
{
	if (!*l)
		return;
	owned_fd_close(&(*l)->fd);
	free((*l)->chunk);
	text_clear(&(*l)->carried);
	free(*l);
	*l = NULL;
}

bool ledger_unreadable(const struct ledger_reader *l)
{
	return l->unreadable;
}

static bool refill(struct ledger_reader *l)
{
	ssize_t got;

	if (l->fd < 0)
		return false;
	do
		got = read(l->fd, l->chunk, CHUNK_BYTES);
	while (got < 0 && errno == EINTR);
	l->unreadable = got < 0;
	l->at = l->chunk;
	l->left = got > 0 ? (size_t)got : 0;
	return got > 0;
}

/* Keeps the beginning of a line whose end is not read yet; of a too long one no more than tells so. */
static void carry(struct ledger_reader *l, const char *bytes, size_t len)
{
	size_t room = LEDGER_LINE_BYTES_MAX + 1 - (l->carried.len < LEDGER_LINE_BYTES_MAX + 1 ? l->carried.len : LEDGER_LINE_BYTES_MAX + 1);

	l->carrying = true;
	text_add(&l->carried, bytes, len < room ? len : room);
}

static void give(struct ledger_reader *l, const char *bytes, size_t len, bool ended, struct ledger_line *ret)
{
	bool too_long = len > LEDGER_LINE_BYTES_MAX;

	l->number++;
	*ret = (struct ledger_line){ bytes, too_long ? LEDGER_LINE_BYTES_MAX : len, l->number, ended, too_long };
}

bool ledger_next(struct ledger_reader *l, struct ledger_line *ret)
{
	text_empty(&l->carried);
	l->carrying = false;
	while (l->left > 0 || refill(l)) {
		const char *line = l->at, *end = memchr(l->at, '\n', l->left);
		size_t len = end ? (size_t)(end - line) : l->left;

		l->at += end ? len + 1 : len;
		l->left -= end ? len + 1 : len;
		if (end && !l->carrying) {
			give(l, line, len, true, ret);
			return true;
		}
		carry(l, line, len);
		if (end) {
			give(l, text_c(&l->carried), l->carried.len, true, ret);
			return true;
		}
	}
	if (l->carrying)
		give(l, text_c(&l->carried), l->carried.len, false, ret);
	return l->carrying;
}

#define SEAL_KEY "\"line_sha256\":\""

/* Over the bytes and not over the value: a line is canonical as it was written, and a hundred thousand of them are read
   at once. A quote inside a string is escaped, so the key can only be found where it is one. */
static bool seal_holds(const struct ledger_line *line)
{
	OWNED(digest) struct digest *d = NULL;
	const char *key = memmem(line->bytes, line->len, SEAL_KEY, strlen(SEAL_KEY)), *end = line->bytes + line->len;
	const char *hex = key ? key + strlen(SEAL_KEY) : NULL, *after = hex ? hex + DIGEST_HEX_BYTES - 1 : NULL;
	char whole[DIGEST_HEX_BYTES];

	if (!key || end - hex < DIGEST_HEX_BYTES + 1 || after[0] != '"' || after[1] != ',')
		return false;
	d = digest_new();
	digest_add(d, line->bytes, (size_t)(key - line->bytes));
	digest_add(d, after + 2, (size_t)(end - after - 2));
	digest_finish(&d, whole);
	return memcmp(whole, hex, DIGEST_HEX_BYTES - 1) == 0;
}

struct json *ledger_parse(const struct ledger_line *line)
{
	struct json *value = NULL;
	struct error unused;
	int64_t seq;

	if (line->too_long || line->len == 0 || !seal_holds(line) || !json_parse(line->bytes, line->len, &value, &unused))
		return NULL;
	if (json_get_string(value, "run_id") && json_get_int(value, "seq", &seq))
		return value;
	json_drop(&value);
	return NULL;
}

/* It is as it was written: nothing else is behind it or in another form. */
static bool is_printed(const struct json *value, const struct text *bytes)
{
	CLEARED(text) struct text printed = { 0 };

	json_write(value, JSON_CANONICAL, &printed);
	text_add_byte(&printed, '\n');
	return printed.len == bytes->len && memcmp(printed.bytes, bytes->bytes, bytes->len) == 0;
}

bool ledger_head_read(const char *state, struct ledger_head *ret)
{
	OWNED_MEM char *path = path_join(state, LEDGER_HEAD_NAME);
	CLEARED(text) struct text bytes = { 0 };
	OWNED(json) struct json *value = NULL;
	struct error unused;
	const char *digest;
	int64_t version;

	*ret = (struct ledger_head){ 0 };
	if (!file_read_path(path, HEAD_BYTES_MAX, &bytes, &unused) || !json_parse(text_c(&bytes), bytes.len, &value, &unused))
		return false;
	digest = json_get_string(value, "sha256");
	if (!is_printed(value, &bytes) || json_count(value) != 3 || !json_get_int(value, "schema_version", &version) ||
	    version != HARNERY_SCHEMA_VERSION || !digest || !digest_is_hex(digest) || !json_get_int(value, "seq", &ret->seq))
		return false;
	(void)snprintf(ret->sha256, sizeof ret->sha256, "%s", digest);
	ret->known = true;
	return true;
}

static char *word_copy(const struct json *value, const char *key)
{
	return str_copy(json_get_string(value, key));
}

static size_t count_of(const struct json *value, const char *key)
{
	int64_t n = 0;

	(void)json_get_int(value, key, &n);
	return n > 0 ? (size_t)n : 0;
}

const char *ledger_row_words(const struct ledger_words *w, struct run_row *row)
{
	row->topology_known = w->topology && topology_from_word(w->topology, &row->topology);
	row->mode_known = w->mode && (strcmp(w->mode, policy_word(POLICY_ABSENT)) == 0 || policy_from_word(w->mode, &row->mode));
	row->grant_known = w->grant && git_write_from_word(w->grant, &row->git_write);
	if (outcome_from_word(w->outcome, &row->outcome))
		return NULL;
	row->outcome = OUTCOME_LOST;
	return "the ledger's line of this run does not say how it ended";
}

void ledger_row(const struct json *value, struct run_row *ret)
{
	const struct ledger_words words = {
		json_get_string(value, "topology"), json_get_string(value, "mode"), json_get_string(value, "grant"),
		json_get_string(value, "outcome"),
	};

	*ret = (struct run_row){
		.run_id = word_copy(value, "run_id"),
		.directory = word_copy(value, "directory"),
		.repository = word_copy(value, "repository"),
		.adapter = word_copy(value, "adapter"),
		.label = word_copy(value, "label"),
		.reason = word_copy(value, "reason"),
		.message = word_copy(value, "message"),
		.proof_sha256 = word_copy(value, "proof_sha256"),
		.started_ms = harnery_time_read(value, "started_at"),
		.ended_ms = harnery_time_read(value, "ended_at"),
		.n_children = count_of(value, "children"),
		.alerts = count_of(value, "alerts"),
		.grant_used_known = json_kind(json_get(value, "grant_used")) == JSON_BOOL,
		.grant_used = json_get_bool(value, "grant_used", false),
	};
	ret->damage = str_copy(ledger_row_words(&words, ret));
}
