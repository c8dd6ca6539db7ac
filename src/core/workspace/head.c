#include "core/workspace/head.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/place.h"

bool commit_is_hex(const char *s)
{
	return strspn(s, "0123456789abcdef") == 40 && strlen(s) == 40;
}

/* The oldest repositories have a symlink to the ref. */
static char *head_target(const char *path)
{
	char target[PATH_MAX];
	ssize_t n = readlink(path, target, sizeof target - 1);

	if (n <= 0)
		return NULL;
	target[n] = 0;
	return strncmp(target, "refs/", 5) == 0 ? str_copy(target) : NULL;
}

bool head_read(const char *gitdir, char **ret_ref, char **ret_commit)
{
	OWNED_MEM char *path = path_join(gitdir, "HEAD");
	OWNED_MEM char *line = admin_line(AT_FDCWD, path);

	*ret_ref = *ret_commit = NULL;
	if (!line) {
		*ret_ref = errno == ELOOP ? head_target(path) : NULL;
		return *ret_ref != NULL;
	}
	line[strcspn(line, "\r\n")] = 0;
	if (commit_is_hex(line)) {
		*ret_commit = str_copy(line);
		return true;
	}
	if (strncmp(line, "ref:", 4) != 0)
		return false;
	const char *ref = line + 4 + strspn(line + 4, " \t");
	if (strncmp(ref, "refs/", 5) != 0 || path_has_dotdot(ref))
		return false;
	*ret_ref = str_copy(ref);
	return true;
}
