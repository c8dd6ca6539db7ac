/*
 * record_files — digests of a record's files.
 */
#include "core/record/record_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/harnery.h"
#include "core/record/workspace_request.h"

#define CHUNK_BYTES 65536
#define READ_ANYWAY_BYTES ((uint64_t)1 << 20) /* a log of so much is read and compared, however it looks */
#define WORKSPACE_FILE_BYTES_MAX (2u * 1024 * 1024)

/* false: the file could not be read to its end, or has more than limit bytes. */
static bool digest_fd(int fd, uint64_t limit, char ret_hex[DIGEST_HEX_BYTES], uint64_t *ret_bytes)
{
	struct digest *d = digest_new();
	OWNED_MEM char *chunk = mem_new(1, CHUNK_BYTES);
	ssize_t got;

	*ret_bytes = 0;
	do {
		got = read(fd, chunk, CHUNK_BYTES);
		if (got > 0) {
			digest_add(d, chunk, (size_t)got);
			*ret_bytes += (uint64_t)got;
		}
	} while ((got > 0 && *ret_bytes <= limit) || (got < 0 && errno == EINTR));
	digest_finish(&d, ret_hex);
	return got == 0;
}

bool record_file_digest(int run_fd, const char *name, uint64_t limit, char ret_hex[DIGEST_HEX_BYTES], uint64_t *ret_bytes)
{
	OWNED_FD int fd = openat(run_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;

	ret_hex[0] = '\0';
	*ret_bytes = 0;
	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	if (!digest_fd(fd, limit, ret_hex, ret_bytes)) {
		ret_hex[0] = '\0';
		*ret_bytes = (uint64_t)st.st_size;
	}
	return true;
}

struct json *record_files_frozen(int run_fd)
{
	static const char *const names[] = RECORD_FROZEN_FILES;
	struct json *o = json_new_object();
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		bool there = record_file_digest(run_fd, names[i], FROZEN_REQUEST_BYTES_MAX, hex, &bytes);

		json_set_string(o, names[i], there && *hex ? hex : NULL);
	}
	return o;
}

static struct json *events_print(int dir)
{
	struct json *o = json_new_object();
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;
	bool there = record_file_digest(dir, RECORD_WORKSPACE_EVENTS, WORKSPACE_FILE_BYTES_MAX, hex, &bytes);

	json_set_int(o, "bytes", there ? (int64_t)bytes : 0);
	json_set_string(o, "sha256", there && *hex ? hex : NULL);
	return o;
}

struct json *record_files_workspace(const struct run_record *r)
{
	static const char *const names[] = RECORD_WORKSPACE_FILES;
	const char *id = r->binding ? r->binding->binding_id : NULL;
	OWNED_MEM char *path = str_format("%s/.harnery/workspaces/" HARNERY_PROVIDER_ID "/%s", r->coordination_root, id ? id : "");
	OWNED_FD int dir = -1;
	struct error unused;
	struct json *o;
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;

	if (!id || !r->binding->isolated || !dir_open(path, &dir, &unused))
		return NULL;
	o = json_new_object();
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		bool there = record_file_digest(dir, names[i], WORKSPACE_FILE_BYTES_MAX, hex, &bytes);

		json_set_string(o, names[i], there && *hex ? hex : NULL);
	}
	json_set(o, RECORD_WORKSPACE_EVENTS, events_print(dir));
	return o;
}

static bool is_untouched(int run_fd, const char *name, const struct written_file *w)
{
	struct stat st;

	return fstatat(run_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) && st.st_dev == w->device &&
	       st.st_ino == w->inode && (uint64_t)st.st_size == w->bytes &&
	       (uint64_t)st.st_ctim.tv_sec * 1000000000u + (uint64_t)st.st_ctim.tv_nsec == w->changed_ns;
}

/* written NULL: whoever wrote it is gone, and what lies there is sealed. A long log that nobody touched since its end is
   not read again; in one that was changed before its end verify finds what differs from what was written. */
static void seal_log(int run_fd, struct run_record *r, const char *name, const struct written_file *written, char ret_sha256[65],
		     uint64_t *ret_bytes)
{
	bool there, holds;

	if (written && written->bytes > READ_ANYWAY_BYTES && is_untouched(run_fd, name, written)) {
		memcpy(ret_sha256, written->sha256, DIGEST_HEX_BYTES);
		*ret_bytes = written->bytes;
		return;
	}
	there = record_file_digest(run_fd, name, TERMINAL_LOG_BYTES_MAX, ret_sha256, ret_bytes);
	holds = !written || strcmp(ret_sha256, written->sha256) == 0;
	if (holds)
		return;
	alerts_add(&r->audit.alerts, ALERT_RECORD, name,
		   there ? "was changed during the run: it is not what the child printed" : "is gone or cannot be read");
	memcpy(ret_sha256, written->sha256, DIGEST_HEX_BYTES);
}

void record_files_terminals(int run_fd, struct run_record *r)
{
	for (size_t i = 0; i < r->n_children; i++) {
		struct child_record *c = &r->children[i];
		OWNED_MEM char *out = str_format("children/%s.out", c->id);
		OWNED_MEM char *timing = str_format("children/%s.timing", c->id);
		OWNED_MEM char *message = str_format("children/%s.last-message.txt", c->id);
		uint64_t kept, unused;

		(void)record_file_digest(run_fd, message, TERMINAL_LOG_BYTES_MAX, c->last_message_sha256, &unused);
		seal_log(run_fd, r, out, c->log_written ? &c->output_written : NULL, c->output_sha256, &kept);
		seal_log(run_fd, r, timing, c->log_written ? &c->timing_written : NULL, c->timing_sha256, &unused);
		if (r->outcome != OUTCOME_LOST)
			continue;
		c->output_kept = kept;
		if (c->output_bytes < kept)
			c->output_bytes = kept;
	}
}

void record_parts_add(struct record_parts *p, char *taken_name, int taken_fd)
{
	if (taken_fd < 0 || p->count == RECORD_PARTS_MAX) {
		free(taken_name);
		owned_fd_close(&taken_fd);
		return;
	}
	p->items[p->count].fd = taken_fd;
	p->names[p->count++] = taken_name;
}

static void open_part(int run_fd, char *taken_name, int kind, struct record_parts *ret)
{
	OWNED_MEM char *name = taken_name;
	OWNED_FD int fd = openat(run_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0 || (st.st_mode & S_IFMT) != (mode_t)kind)
		return;
	record_parts_add(ret, name, fd);
	fd = -1;
	name = NULL;
}

void record_parts_open(int run_fd, const struct run_record *r, struct record_parts *ret)
{
	static const char *const kinds[] = { "out", "timing", "last-message.txt" };

	*ret = (struct record_parts){ 0 };
	open_part(run_fd, str_copy(RECORD_TRANSCRIPT_NAME), S_IFREG, ret);
	open_part(run_fd, str_copy(RECORD_CHILDREN_NAME), S_IFDIR, ret);
	for (size_t i = 0; i < r->n_children; i++)
		for (size_t k = 0; k < COUNT_OF(kinds); k++)
			open_part(run_fd, str_format(RECORD_CHILDREN_NAME "/%s.%s", r->children[i].id, kinds[k]), S_IFREG, ret);
}

char *record_parts_unsaved(const struct record_parts *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].sys != 0)
			return str_format("%s could not be made durable: %s", p->names[i], strerror(p->items[i].sys));
	return NULL;
}

void record_parts_clear(struct record_parts *p)
{
	for (size_t i = 0; i < p->count; i++) {
		owned_fd_close(&p->items[i].fd);
		free(p->names[i]);
	}
	*p = (struct record_parts){ 0 };
}
