/*
 * replay_file — see replay_file.h.
 */
#include "ui/cli/replay_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/ports.h"
#include "core/judge/value.h"

#define FILE_MODE 0600

static char *temporary_name(const char *name)
{
	uint64_t chance = 0;

	(void)host_ports.random(host_ports.self, &chance, sizeof chance);
	return str_format("%.200s.%016llx.new", name, (unsigned long long)chance);
}

static bool may_be_there(const struct replay_file *f, const char *shown, struct error *err)
{
	struct stat found;

	if (fstatat(f->dir, f->name, &found, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot write %s", shown);
	if (!S_ISREG(found.st_mode))
		return error_set(err, REASON_MISUSE, "%s is not a file: name another one, or - for the standard output", shown);
	return f->force || error_set(err, REASON_MISUSE, "%s exists already, and nothing was written; --force replaces it", shown);
}

static int open_nameless(struct replay_file *f)
{
	int fd = openat(f->dir, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, FILE_MODE);

	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
		return fd;
	f->temporary = temporary_name(f->name);
	fd = openat(f->dir, f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
	if (fd < 0)
		str_set(&f->temporary, NULL);
	return fd;
}

static bool open_named(const char *path, struct replay_file *f, struct error *err)
{
	OWNED_MEM char *shown = value_shown(path), *directory = NULL;
	const char *slash = strrchr(path, '/');
	int fd;

	f->name = str_copy(slash ? slash + 1 : path);
	directory = slash ? str_copy_n(path, slash == path ? 1 : (size_t)(slash - path)) : str_copy(".");
	if (!f->name[0] || strcmp(f->name, ".") == 0 || strcmp(f->name, "..") == 0)
		return error_set(err, REASON_MISUSE, "%s names a directory and no file", shown);
	f->dir = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (f->dir < 0)
		return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot write %s", shown);
	if (!may_be_there(f, shown, err))
		return false;
	fd = open_nameless(f);
	f->out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!f->out && fd >= 0)
		(void)close(fd);
	return f->out || error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot write %s", shown);
}

bool replay_file_open(const char *path, bool force, struct replay_file *ret, struct error *err)
{
	struct replay_file f = { .dir = -1, .force = force, .out = stdout };

	if (strcmp(path, "-") != 0 && !open_named(path, &f, err)) {
		f.out = f.out == stdout ? NULL : f.out;
		replay_file_clear(&f);
		return false;
	}
	*ret = f;
	return true;
}

static bool name_it(struct replay_file *f)
{
	OWNED_MEM char *own = str_format("/proc/self/fd/%d", fileno(f->out));

	if (f->temporary)
		return true;
	f->temporary = temporary_name(f->name);
	if (linkat(AT_FDCWD, own, f->dir, f->temporary, AT_SYMLINK_FOLLOW) == 0)
		return true;
	str_set(&f->temporary, NULL);
	return false;
}

/* The name is taken or not in one step, whoever else wants it. */
static bool place(struct replay_file *f)
{
	if (renameat2(f->dir, f->temporary, f->dir, f->name, f->force ? 0 : RENAME_NOREPLACE) == 0) {
		str_set(&f->temporary, NULL);
		return true;
	}
	if (f->force || (errno != EINVAL && errno != ENOSYS))
		return false;
	return linkat(f->dir, f->temporary, f->dir, f->name, 0) == 0; /* the other name goes with replay_file_clear() */
}

bool replay_file_keep(struct replay_file *f, struct error *err)
{
	OWNED_MEM char *shown = f->name ? value_shown(f->name) : NULL;

	if (!f->name)
		return true; /* whether stdout took it is said at the end of every command */
	if (fflush(f->out) == 0 && !ferror(f->out) && fsync(fileno(f->out)) == 0 && name_it(f) && place(f)) {
		(void)fsync(f->dir);
		return true;
	}
	if (errno == EEXIST)
		return error_set(err, REASON_MISUSE, "%s has come into being meanwhile, and nothing was written; --force replaces it",
				 shown);
	return error_set_sys(err, REASON_RECORD_NOT_SAVED, "cannot write %s", shown);
}

void replay_file_clear(struct replay_file *f)
{
	if (f->out && f->name)
		(void)fclose(f->out);
	if (f->temporary)
		(void)unlinkat(f->dir, f->temporary, 0);
	free(f->temporary);
	free(f->name);
	if (f->dir >= 0)
		(void)close(f->dir);
	*f = (struct replay_file){ .dir = -1 };
}
