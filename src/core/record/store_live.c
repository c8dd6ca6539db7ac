/*
 * store_live — the index of runs that are not sealed yet.
 *
 * An entry is replaced by rename, so its lock is a file of its own beside it. The lock is an open file description lock:
 * it can be asked about without being taken, so a listing never makes a dead run look owned or an owner wait.
 *
 *	new      lock made and locked, then the entry
 *	done     the entry removed, then the lock
 *
 * so that who holds the lock of a name and sees the entry is the only one. A lock file without an entry is litter.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/record/binding_json.h"
#include "core/record/console.h"
#include "core/record/custody.h"
#include "core/record/harnery.h"
#include "core/record/index.h"
#include "core/record/store.h"

#define LIVE_DIRECTORY "live"
#define LOCK_TRIES 16

enum held { HELD_NO, HELD_YES, HELD_ELSEWHERE };

/* HELD_ELSEWHERE: the name belongs to another file by now; open it again. */
static enum held lock_try(int dir, const char *name, int fd)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat mine, named;

	if (fcntl(fd, F_OFD_SETLK, &whole) != 0)
		return HELD_NO;
	if (fstat(fd, &mine) != 0 || fstatat(dir, name, &named, AT_SYMLINK_NOFOLLOW) != 0)
		return HELD_ELSEWHERE;
	return mine.st_ino == named.st_ino && mine.st_dev == named.st_dev ? HELD_YES : HELD_ELSEWHERE;
}

/* *ret_lock is -1 when another process holds it. */
static bool lock_take(int dir, const char *run_id, int *ret_lock, struct error *err)
{
	OWNED_MEM char *name = str_format("%s.lock", run_id);

	*ret_lock = -1;
	for (int i = 0; i < LOCK_TRIES; i++) {
		OWNED_FD int fd = openat(dir, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
		enum held held;

		if (fd < 0)
			return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot make the lock of run %s", run_id);
		held = lock_try(dir, name, fd);
		if (held == HELD_YES) {
			*ret_lock = fd;
			fd = -1;
		}
		if (held != HELD_ELSEWHERE)
			return true;
	}
	return true;
}

static bool is_owned(int dir, const char *run_id)
{
	OWNED_MEM char *name = str_format("%s.lock", run_id);
	OWNED_FD int fd = openat(dir, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	return fd >= 0 && fcntl(fd, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
}

static struct json *entry_print(const struct run_record *r)
{
	struct json *o = harnery_object();
	struct budget whole = { 0 };

	json_set_string(o, "run_id", r->run_id);
	json_set_string(o, "directory", r->directory);
	json_set_string(o, "coordination_root", r->coordination_root);
	json_set_string(o, "name", r->name);
	json_set(o, "started_at", harnery_time(r->started_ms));
	json_set_int(o, "pid", (int64_t)getpid());
	json_set(o, "request", request_print(&r->request));
	json_set(o, "binding", r->binding ? binding_print_whole(r->binding, r) : NULL);
	json_set(o, "workspace_request", r->workspace_request ? json_copy(r->workspace_request) : NULL);
	json_set(o, "repository_before", r->before.known ? index_print_repository(&r->before) : NULL);
	json_set(o, "console", console_print(r, true, &whole));
	return o;
}

bool store_live_new(const char *state, const struct run_record *r, int *ret_lock, struct error *err)
{
	OWNED_FD int dir = -1, lock = -1;
	OWNED(json) struct json *entry = entry_print(r);

	if (!index_open(state, LIVE_DIRECTORY, true, &dir, err) || !lock_take(dir, r->run_id, &lock, err))
		return false;
	if (lock < 0)
		return error_set(err, REASON_RECORD_NOT_SAVED, "run %s is supervised by another process", r->run_id);
	if (!index_put(dir, r->run_id, entry, err)) {
		OWNED_MEM char *litter = str_format("%s.lock", r->run_id);

		(void)unlinkat(dir, litter, 0);
		return false;
	}
	*ret_lock = lock;
	lock = -1;
	return true;
}

bool store_live_update(const char *state, const struct run_record *r, struct error *err)
{
	OWNED_FD int dir = -1;
	OWNED(json) struct json *entry = entry_print(r);

	return index_open(state, LIVE_DIRECTORY, true, &dir, err) && index_put(dir, r->run_id, entry, err);
}

void store_live_done(const char *state, const char *run_id)
{
	OWNED_MEM char *lock = str_format("%s.lock", run_id);
	OWNED_FD int dir = -1;
	struct error unused;

	if (!index_open(state, LIVE_DIRECTORY, false, &dir, &unused) || dir < 0 || !index_remove(dir, run_id, &unused))
		return;
	custody_forget(state, run_id);
	(void)unlinkat(dir, lock, 0);
}

bool store_live_claim(const char *state, const char *run_id, int *ret_lock, struct error *err)
{
	OWNED_MEM char *name = str_format("%s.json", run_id);
	OWNED_FD int dir = -1, lock = -1;
	struct stat st;

	*ret_lock = -1;
	if (!index_open(state, LIVE_DIRECTORY, false, &dir, err))
		return false;
	if (dir < 0 || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return true;
	if (!lock_take(dir, run_id, &lock, err))
		return false;
	if (lock < 0)
		return true;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		OWNED_MEM char *litter = str_format("%s.lock", run_id);

		(void)unlinkat(dir, litter, 0); /* sealed meanwhile; our open made it anew */
		return true;
	}
	*ret_lock = lock;
	lock = -1;
	return true;
}

bool store_live_list(const char *state, struct live_entry **ret, size_t *ret_count, struct error *err)
{
	CLEARED(strlist) struct strlist ids = { 0 };
	OWNED_FD int dir = -1;

	*ret = NULL;
	*ret_count = 0;
	if (!index_open(state, LIVE_DIRECTORY, false, &dir, err) || !index_names(dir, &ids, err))
		return false;
	for (size_t i = 0; i < ids.count; i++) {
		struct live_entry *e;
		struct json *entry = NULL;
		struct error unused;
		bool owned = is_owned(dir, ids.items[i]); /* before reading: an entry read from a live owner stays true */

		if (!index_get(dir, ids.items[i], &entry, &unused) && unused.reason == REASON_NOT_FOUND)
			continue;
		*ret = mem_grow(*ret, *ret_count + 1, sizeof **ret);
		e = &(*ret)[(*ret_count)++];
		*e = (struct live_entry){ str_copy(ids.items[i]), owned, entry };
	}
	return true;
}

bool store_live_is_damaged(const char *state, const char *run_id)
{
	OWNED(json) struct json *entry = NULL;
	OWNED_FD int dir = -1;
	struct error why = { 0 };

	if (!index_open(state, LIVE_DIRECTORY, false, &dir, &why))
		return false;
	if (index_get(dir, run_id, &entry, &why) ? json_get_string(entry, "directory") != NULL : why.reason == REASON_NOT_FOUND)
		return false;
	return !is_owned(dir, run_id);
}

void store_live_free(struct live_entry *entries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(entries[i].run_id);
		json_drop(&entries[i].entry);
	}
	free(entries);
}

/* The frozen request; when it is not one that could be asked, what the console key says of it has to do. */
static void restore_request(const struct json *value, struct request *ret)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error unused;

	json_write(value, JSON_COMPACT, &bytes);
	if (request_parse(text_c(&bytes), bytes.len, ret, &unused))
		return;
	request_init(ret);
	str_set(&ret->repository, json_get_string(value, "repository"));
	str_set(&ret->adapter, json_get_string(value, "adapter"));
	str_set(&ret->prompt, json_get_string(value, "prompt"));
}

bool store_live_restore(const struct json *entry, struct run_record *ret, struct error *err)
{
	const char *run_id = json_get_string(entry, "run_id"), *directory = json_get_string(entry, "directory");
	const struct json *binding = json_get(entry, "binding"), *request = json_get(entry, "workspace_request");
	struct run_record r = { .outcome = OUTCOME_LOST, .reason = REASON_RUN_LOST };
	struct error damage;

	if (!run_id || strlen(run_id) >= sizeof r.run_id)
		return error_set(err, REASON_RECORD_DAMAGED, "an entry of the live index does not name its run");
	if (binding && !binding_parse(binding, &r.binding, &damage))
		run_record_unknown(&r, "binding_unreadable", damage.text, NULL);
	(void)snprintf(r.run_id, sizeof r.run_id, "%s", run_id);
	r.directory = str_copy(directory);
	r.coordination_root = str_copy(json_get_string(entry, "coordination_root"));
	r.name = str_copy(json_get_string(entry, "name"));
	r.message = str_copy("the process that supervised this run ended before the run was sealed; what it had not written is not known");
	r.started_ms = harnery_time_read(entry, "started_at");
	r.workspace_request = request ? json_copy(request) : NULL;
	index_read_repository(json_get(entry, "repository_before"), &r.before);
	restore_request(json_get(entry, "request"), &r.request);
	console_restore(json_get(entry, "console"), &r);
	*ret = r;
	return true;
}
