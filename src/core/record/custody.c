#include "core/record/custody.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/record_files.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"

#define ASIDE_TRIES 100
#define FOUND_DIRECTORY "directory.found"

struct custody {
	char *announcement;
	struct digest *transcript; /* NULL: not known */
	uint64_t transcript_bytes;
	struct json *frozen;
};

static char *announcement_of(const char *state, const char *run_id)
{
	return str_format("%s/live/%s.sealing", state, run_id);
}

struct custody *custody_new(const char *state, const char *run_id, bool witness)
{
	struct custody *c = mem_new(1, sizeof *c);

	c->announcement = announcement_of(state, run_id);
	c->transcript = witness ? digest_new() : NULL;
	return c;
}

void custody_drop(struct custody **c)
{
	if (!*c)
		return;
	digest_drop(&(*c)->transcript);
	json_drop(&(*c)->frozen);
	free((*c)->announcement);
	free(*c);
	*c = NULL;
}

void custody_appended(struct custody *c, const void *line, size_t len)
{
	if (!c || !c->transcript)
		return;
	digest_add(c->transcript, line, len);
	digest_add(c->transcript, "\n", 1);
	c->transcript_bytes += len + 1;
}

void custody_unsure(struct custody *c)
{
	if (c)
		digest_drop(&c->transcript);
}

void custody_frozen(struct custody *c, int run_fd)
{
	if (!c)
		return;
	json_drop(&c->frozen);
	c->frozen = record_files_frozen(run_fd);
}

static void alert(struct run_record *r, const char *name, const char *what)
{
	alerts_add(&r->audit.alerts, ALERT_RECORD, name, what);
}

/* Kept under the first free name: what it is may be worth reading. */
static bool set_aside(int run_fd, const char *name, const char *why, struct run_record *r)
{
	for (int i = 1; i <= ASIDE_TRIES; i++) {
		OWNED_MEM char *aside = str_format("%s.found-%d", name, i);
		OWNED_MEM char *what = str_format("%s; it is kept as %s", why, aside);

		if (renameat2(run_fd, name, run_fd, aside, RENAME_NOREPLACE) == 0) {
			alert(r, name, what);
			return true;
		}
		if (errno != EEXIST)
			return false;
	}
	return false;
}

/* Something is there that no line can be added to. That there are no descriptors or no memory left says nothing of it. */
static bool is_obstructed(int run_fd, const char *name)
{
	static const int says_so[] = { ELOOP, EISDIR, ENXIO, EACCES, EPERM };
	OWNED_FD int fd = openat(run_fd, name, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd >= 0)
		return fstat(fd, &st) == 0 && !S_ISREG(st.st_mode);
	for (size_t i = 0; i < COUNT_OF(says_so); i++)
		if (errno == says_so[i])
			return true;
	return false;
}

void custody_clear_way(int run_fd, struct run_record *r)
{
	(void)fchmod(run_fd, 0700); /* a child that took the permissions away; where it did not, nothing changes */
	if (is_obstructed(run_fd, RECORD_TRANSCRIPT_NAME))
		(void)set_aside(run_fd, RECORD_TRANSCRIPT_NAME, "could not be written to when the run was sealed", r);
	(void)set_aside(run_fd, RECORD_PROOF_NAME, "was there before the run was sealed", r);
}

static bool is_in_place(int run_fd, const struct run_record *r)
{
	struct stat mine, named;

	if (fstat(run_fd, &mine) != 0)
		return true;
	if (lstat(r->directory, &named) != 0)
		return errno != ENOENT && errno != ENOTDIR;
	return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

/* The foreign one goes into the new one: beside the records it would look like a run. */
static void take_in(int above, const char *aside, int run_fd, struct run_record *r)
{
	if (renameat(above, aside, run_fd, FOUND_DIRECTORY) == 0)
		alert(r, r->directory, "was replaced during the run; what was there is kept in it as " FOUND_DIRECTORY);
	else
		alert(r, r->directory, "was not in its place any more when the run ended, nor what it held");
}

void custody_keep_place(int *run_fd, struct run_record *r)
{
	OWNED_MEM char *root = str_copy(r->coordination_root); /* store_run_new sets the field anew */
	OWNED_MEM char *parent = NULL, *aside = NULL;
	OWNED_FD int above = -1;
	int again = -1;
	struct error unused;

	if (!r->directory || is_in_place(*run_fd, r))
		return;
	parent = path_parent(r->directory);
	aside = str_format("%s.replaced", r->run_id);
	if (dir_open(parent, &above, &unused))
		(void)renameat2(above, r->run_id, above, aside, RENAME_NOREPLACE);
	if (!store_run_new(r, root, &again, &unused))
		return;
	take_in(above, aside, again, r);
	owned_fd_close(run_fd);
	*run_fd = again;
}

static void compare_frozen(const struct custody *c, int run_fd, struct run_record *r)
{
	static const char *const names[] = RECORD_FROZEN_FILES;
	OWNED(json) struct json *now = record_files_frozen(run_fd);

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *was = json_get_string(c->frozen, names[i]), *is = json_get_string(now, names[i]);

		if (was && (!is || strcmp(was, is) != 0))
			alert(r, names[i],
			      is ? "changed during the run; what was written is not there any more" : "is gone or cannot be read");
		else if (!was && is)
			alert(r, names[i], "appeared during the run");
	}
}

static void compare_transcript(struct custody *c, struct run_record *r, char ret_sha256[DIGEST_HEX_BYTES], size_t *ret_bytes)
{
	char hex[DIGEST_HEX_BYTES];
	OWNED_MEM char *what = str_format("changed during the run: %llu bytes were written, %zu are there",
					  (unsigned long long)c->transcript_bytes, *ret_bytes);

	digest_finish(&c->transcript, hex);
	if (strcmp(hex, ret_sha256) == 0)
		return;
	alert(r, RECORD_TRANSCRIPT_NAME, what);
	memcpy(ret_sha256, hex, sizeof hex);
	*ret_bytes = (size_t)c->transcript_bytes;
}

void custody_compare(int run_fd, struct run_record *r, char ret_sha256[DIGEST_HEX_BYTES], size_t *ret_bytes)
{
	struct custody *c = r->custody;

	if (!c)
		return;
	if (c->frozen)
		compare_frozen(c, run_fd, r);
	if (c->transcript)
		compare_transcript(c, r, ret_sha256, ret_bytes);
}

struct json *custody_frozen_files(const struct custody *c, int run_fd)
{
	return c && c->frozen ? json_copy(c->frozen) : record_files_frozen(run_fd);
}

int custody_announce(const struct custody *c, const char *proof_sha256)
{
	OWNED_FD int fd = c ? open(c->announcement, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600) : -1;
	int announced = -1;

	if (fd >= 0 && write_all(fd, proof_sha256, strlen(proof_sha256))) {
		announced = fd;
		fd = -1;
	}
	return announced;
}

bool custody_announced(const char *state, const char *run_id, const char *proof_sha256)
{
	OWNED_MEM char *path = announcement_of(state, run_id);
	CLEARED(text) struct text bytes = { 0 };
	struct error unused;

	return file_read_path(path, DIGEST_HEX_BYTES, &bytes, &unused) && strcmp(text_c(&bytes), proof_sha256) == 0;
}

void custody_forget(const char *state, const char *run_id)
{
	OWNED_MEM char *path = announcement_of(state, run_id);

	(void)unlink(path);
}
