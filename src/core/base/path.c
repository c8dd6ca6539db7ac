/*
 * path — whole components, as strings.
 */
#include "core/base/path.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

bool path_is_absolute(const char *path)
{
	return path[0] == '/';
}

/* The length of root as a prefix: "/" counts as nothing, so that what follows always begins with a slash. */
static size_t root_length(const char *root)
{
	return strcmp(root, "/") == 0 ? 0 : strlen(root);
}

bool path_is_within(const char *root, const char *path)
{
	size_t len = root_length(root);

	if (!path_is_absolute(root) || !path_is_absolute(path) || strncmp(root, path, len) != 0)
		return false;
	return path[len] == '\0' || path[len] == '/';
}

bool path_is_beneath(const char *root, const char *path)
{
	return path_is_within(root, path) && path_relative(root, path)[0] != '\0';
}

char *path_tidy(const char *path)
{
	struct text t = {0};
	const char *at = path;

	if (path_is_absolute(path))
		text_add_byte(&t, '/');
	while (*at) {
		size_t len = strcspn(at, "/");

		if (len > 0 && !(len == 1 && at[0] == '.')) {
			if (t.len > 0 && t.bytes[t.len - 1] != '/')
				text_add_byte(&t, '/');
			text_add(&t, at, len);
		}
		at += len;
		at += strspn(at, "/");
	}
	if (t.len == 0 && path[0])
		text_add_byte(&t, '.');
	return text_take(&t);
}

bool path_has_dotdot(const char *path)
{
	for (const char *at = path; *at;) {
		size_t len = strcspn(at, "/");

		if (len == 2 && at[0] == '.' && at[1] == '.')
			return true;
		at += len;
		at += strspn(at, "/");
	}
	return false;
}

char *path_join(const char *directory, const char *relative)
{
	size_t len = strlen(directory);

	if (path_is_absolute(relative) || len == 0)
		return str_copy(relative);
	if (relative[0] == '\0')
		return str_copy(directory);
	return str_format("%s%s%s", directory, directory[len - 1] == '/' ? "" : "/", relative);
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_parent(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return str_copy(".");
	return slash == path ? str_copy("/") : str_copy_n(path, (size_t)(slash - path));
}

const char *path_relative(const char *root, const char *path)
{
	const char *rest = path + root_length(root);

	return *rest == '/' ? rest + 1 : rest;
}

char *path_for_eye(const char *home, const char *path)
{
	if (!home || root_length(home) == 0 || !path_is_within(home, path))
		return str_copy(path);
	return str_format("~%s", path + strlen(home));
}
