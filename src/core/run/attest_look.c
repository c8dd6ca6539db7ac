/*
 * attest_look — see attest_look.h.
 */
#include "core/run/attest_look.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/strlist.h"
#include "core/host/file.h"

#define DEPTH_MAX 32
#define CONTENT_MAX ((size_t)16 * 1024 * 1024)

static bool add_tree(struct digest *d, const char *path, int depth);

static bool add_names(struct digest *d, const char *path, int depth)
{
	CLEARED(strlist) struct strlist names = { 0 };
	DIR *dir = opendir(path);
	bool ok = dir != NULL && depth < DEPTH_MAX;

	for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			strlist_add(&names, entry->d_name);
	if (dir)
		(void)closedir(dir);
	strlist_sort(&names);
	for (size_t i = 0; ok && i < names.count; i++) {
		OWNED_MEM char *below = path_join(path, names.items[i]);

		digest_add(d, names.items[i], strlen(names.items[i]) + 1);
		ok = add_tree(d, below, depth + 1);
	}
	digest_add(d, "/", 2);
	return ok;
}

static bool add_tree(struct digest *d, const char *path, int depth)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return false;
	digest_add(d, &st.st_mode, sizeof st.st_mode);
	if (S_ISDIR(st.st_mode))
		return add_names(d, path, depth);
	if (S_ISLNK(st.st_mode)) {
		char target[PATH_BYTES_MAX];
		ssize_t len = readlink(path, target, sizeof target);

		digest_add(d, target, len > 0 ? (size_t)len : 0);
		return len >= 0;
	}
	if (S_ISREG(st.st_mode)) {
		CLEARED(text) struct text bytes = { 0 };
		struct error err = { 0 };

		if (!file_read_path(path, CONTENT_MAX, &bytes, &err))
			return false;
		digest_add(d, &bytes.len, sizeof bytes.len);
		digest_add(d, text_c(&bytes), bytes.len);
	}
	return true;
}

bool tree_digest(const char *path, char ret_hex[DIGEST_HEX_BYTES])
{
	struct digest *d = digest_new();
	const bool ok = add_tree(d, path, 0);

	digest_finish(&d, ret_hex);
	return ok;
}

bool file_says(const char *path, const char *word)
{
	CLEARED(text) struct text bytes = { 0 };
	struct error err = { 0 };
	const size_t len = strlen(word);

	return file_read_path(path, 4096, &bytes, &err) && bytes.len == len + 1 && memcmp(bytes.bytes, word, len) == 0 &&
	       bytes.bytes[len] == '\n';
}

bool something_is_at(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}
