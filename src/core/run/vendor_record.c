/*
 * vendor_record — see vendor_record.h.
 */
#include "core/run/vendor_record.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"

#define DAY_S 86400
#define NAMES_MAX 100000 /* in one day's directory */

/* Borrowed: the value of a variable; NULL: not set, or empty. */
static const char *value_of(const struct strlist *env, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < env->count; i++)
		if (strncmp(env->items[i], name, len) == 0 && env->items[i][len] == '=' && env->items[i][len + 1])
			return env->items[i] + len + 1;
	return NULL;
}

/* Owned; NULL: it is not known where the vendor's files lie. */
static char *home_of(const struct vendor_record *record, const struct strlist *env)
{
	const char *named = value_of(env, record->home_variable), *home = value_of(env, "HOME");

	if (named)
		return path_is_absolute(named) ? str_copy(named) : NULL;
	return home && path_is_absolute(home) ? path_join(home, record->home_default) : NULL;
}

/* Owned: "sessions/2026/11/30" of the moment. */
static char *day_directory(const struct vendor_record *record, int64_t at_s)
{
	time_t moment = (time_t)at_s;
	struct tm day = { 0 };

	if (!gmtime_r(&moment, &day))
		return str_copy(record->directory);
	return str_format("%s/%04d/%02d/%02d", record->directory, day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/* Opens a directory beneath another, one component at a time and no link among them; -1: there is none. */
static int open_beneath(int home, const char *relative)
{
	OWNED_MEM char *rest = str_copy(relative);
	char *save = NULL;
	int fd = openat(home, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (char *name = strtok_r(rest, "/", &save); name && fd >= 0; name = strtok_r(NULL, "/", &save)) {
		int next = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		(void)close(fd);
		fd = next;
	}
	return fd;
}

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);

	return len >= end_len && strcmp(name + len - end_len, end) == 0;
}

static bool is_of_session(const struct vendor_record *record, const char *name, const char *session_id)
{
	OWNED_MEM char *end = str_format("-%s%s", session_id, record->suffix);

	return strlen(name) >= strlen(record->prefix) + strlen(end) && strncmp(name, record->prefix, strlen(record->prefix)) == 0 &&
	       ends_with(name, end);
}

/* Which of a day's files are looked for: those of one session, or those written to in a span. */
struct wanted {
	const struct vendor_record *record;
	const char *session_id; /* NULL: any */
	uint64_t since_ms;      /* 0: whenever */
};

static bool was_written_since(int dir_fd, const char *name, uint64_t since_ms)
{
	struct stat st;

	return fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
	       (uint64_t)st.st_mtim.tv_sec * 1000 + (uint64_t)st.st_mtim.tv_nsec / 1000000 >= since_ms;
}

static bool is_wanted(const struct wanted *w, int dir_fd, const char *name)
{
	if (w->session_id)
		return is_of_session(w->record, name, w->session_id);
	return strncmp(name, w->record->prefix, strlen(w->record->prefix)) == 0 && ends_with(name, w->record->suffix) &&
	       was_written_since(dir_fd, name, w->since_ms);
}

/* Adds "relative/name" of every file that is wanted in the day's directory. */
static void look_into(int home, const char *relative, const struct wanted *w, struct strlist *found)
{
	int fd = open_beneath(home, relative);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	if (!dir) {
		owned_fd_close(&fd);
		return;
	}
	entry = readdir(dir);
	for (size_t i = 0; entry && i < NAMES_MAX; i++) {
		if (is_wanted(w, fd, entry->d_name))
			strlist_add_format(found, "%s/%s", relative, entry->d_name);
		entry = readdir(dir);
	}
	(void)closedir(dir);
}

static bool find(int home, const char *shown, const struct vendor_record *record, const char *session_id, uint64_t began_ms, char **ret,
		 struct error *err)
{
	const struct wanted wanted = { .record = record, .session_id = session_id };
	CLEARED(strlist) struct strlist found = { 0 };

	for (int day = -1; day <= 1; day++) {
		OWNED_MEM char *relative = day_directory(record, (int64_t)(began_ms / 1000) + (int64_t)day * DAY_S);

		look_into(home, relative, &wanted, &found);
	}
	if (found.count == 1) {
		*ret = str_copy(found.items[0]);
		return true;
	}
	if (found.count > 1)
		return error_set(err, REASON_NOT_FOUND, "%zu files in %s/%s claim to be the record of session %s.", found.count, shown,
				 record->directory, session_id);
	return error_set(err, REASON_NOT_FOUND, "There is no record of session %s in %s/%s.", session_id, shown, record->directory);
}

static bool is_plain(const char *session_id)
{
	return *session_id && strspn(session_id, "0123456789abcdefABCDEF-") == strlen(session_id);
}

bool vendor_record_read(const struct vendor_record *record, const struct strlist *env, const char *session_id, uint64_t began_ms,
			char **ret_path, struct text *ret, struct error *err)
{
	OWNED_MEM char *named = home_of(record, env);
	OWNED_MEM char *home = named ? real_path(named) : NULL;
	OWNED_MEM char *relative = NULL;
	OWNED_MEM char *parent = NULL;
	OWNED_FD int home_fd = -1;
	OWNED_FD int dir_fd = -1;

	if (!home || !is_plain(session_id))
		return error_set(err, REASON_NOT_FOUND, "The directory in which the vendor keeps its sessions (%s) is not there.",
				 named ? named : record->home_variable);
	if (!dir_open(home, &home_fd, err) || !find(home_fd, home, record, session_id, began_ms, &relative, err))
		return false;
	parent = path_parent(relative);
	dir_fd = open_beneath(home_fd, parent);
	if (dir_fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open %s/%s", home, parent);
	if (!file_read(dir_fd, path_base(relative), VENDOR_RECORD_MAX_BYTES, ret, err))
		return false;
	*ret_path = path_join(home, relative);
	return true;
}

bool vendor_record_is_of(const struct vendor_record *record, const char *path, const char *session_id)
{
	return is_of_session(record, path_base(path), session_id);
}

bool vendor_records_written(const struct vendor_record *record, const struct strlist *env, uint64_t began_ms, uint64_t ended_ms,
			    struct strlist *ret, bool *ret_cut, struct error *err)
{
	const struct wanted wanted = { .record = record, .since_ms = began_ms };
	OWNED_MEM char *named = home_of(record, env);
	OWNED_MEM char *home = named ? real_path(named) : NULL;
	CLEARED(strlist) struct strlist found = { 0 };
	OWNED_FD int home_fd = -1;

	if (!home)
		return error_set(err, REASON_NOT_FOUND, "The directory in which the vendor keeps its sessions (%s) is not there.",
				 named ? named : record->home_variable);
	if (!dir_open(home, &home_fd, err))
		return false;
	for (int64_t at = (int64_t)(began_ms / 1000) - DAY_S; at <= (int64_t)(ended_ms / 1000) + DAY_S; at += DAY_S) {
		OWNED_MEM char *relative = day_directory(record, at);

		look_into(home_fd, relative, &wanted, &found);
	}
	*ret_cut = found.count > VENDOR_RECORDS_MAX;
	for (size_t i = 0; i < found.count && i < VENDOR_RECORDS_MAX; i++) {
		OWNED_MEM char *path = path_join(home, found.items[i]);

		strlist_add(ret, path);
	}
	return true;
}
