/*
 * dir — directories made and opened, one component at a time; declared in file.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"

#define DIR_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

/* Open name in *fd, making it when missing; *fd becomes the new directory. Returns 0, -1 with errno. */
static int step_into(int *fd, const char *name, mode_t mode, int extra_flags)
{
	int next = openat(*fd, name, DIR_FLAGS | extra_flags);

	if (next < 0 && errno == ENOENT) {
		if (mkdirat(*fd, name, mode) == 0)
			(void)fsync(*fd); /* the name must be as durable as what is put beneath it */
		else if (errno != EEXIST)
			return -1;
		next = openat(*fd, name, DIR_FLAGS | extra_flags);
	}
	if (next < 0)
		return -1;
	(void)close(*fd);
	*fd = next;
	return 0;
}

/* Walk relative from *fd, which is replaced by the directory reached. */
static bool walk(int *fd, const char *relative, mode_t mode, int extra_flags, const char *shown, struct error *err)
{
	OWNED_MEM char *rest = path_tidy(relative);
	char *save = NULL;

	for (char *name = strtok_r(rest, "/", &save); name; name = strtok_r(NULL, "/", &save))
		if (step_into(fd, name, mode, extra_flags) != 0)
			return error_set_sys(err, REASON_SYSTEM, "cannot make the directory %s", shown);
	return true;
}

bool dir_make(const char *path, int *ret_fd, struct error *err)
{
	OWNED_FD int fd = -1;

	if (!path_is_absolute(path))
		return error_set(err, REASON_SYSTEM, "cannot make the directory %s: it is not an absolute path", path);
	fd = open("/", DIR_FLAGS);
	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open /");
	if (!walk(&fd, path, 0700, 0, path, err))
		return false;
	*ret_fd = fd;
	fd = -1;
	return true;
}

bool dir_make_at(int dir, const char *relative, mode_t mode, int *ret_fd, struct error *err)
{
	OWNED_FD int fd = -1;

	if (path_is_absolute(relative) || path_has_dotdot(relative))
		return error_set(err, REASON_SYSTEM, "cannot make the directory %s: it does not lie beneath its parent", relative);
	fd = openat(dir, ".", DIR_FLAGS);
	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open the parent of %s", relative);
	if (!walk(&fd, relative, mode, O_NOFOLLOW, relative, err))
		return false;
	*ret_fd = fd;
	fd = -1;
	return true;
}

bool dir_open(const char *path, int *ret_fd, struct error *err)
{
	int fd = open(path, DIR_FLAGS);

	if (fd < 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot open the directory %s", path);
	*ret_fd = fd;
	return true;
}
