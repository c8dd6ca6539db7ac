#include "core/workspace/store_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"

#define FILES_MAX 1000000
#define TOUCHED_MAX 2000

static uint64_t changed_ns(const struct stat *st)
{
	return (uint64_t)st->st_ctim.tv_sec * 1000000000u + (uint64_t)st->st_ctim.tv_nsec;
}

static bool ends_with(const char *s, const char *end)
{
	const size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* What a pack cannot be read without; the rest is made anew from it. */
static bool is_store_file(const char *directory, const char *name)
{
	if (strcmp(directory, "pack") == 0)
		return ends_with(name, ".pack") || ends_with(name, ".idx");
	return strlen(name) == 38 && strspn(name, "0123456789abcdef") == 38;
}

static void add(struct store_files *f, const char *directory, const char *name, const struct stat *st)
{
	if (f->count == f->room) {
		f->room = f->room ? f->room * 2 : 256;
		f->items = mem_grow(f->items, f->room, sizeof *f->items);
	}
	f->items[f->count++] = (struct store_file){ f->names.len, st->st_ino, (uint64_t)st->st_size, changed_ns(st) };
	text_add_string(&f->names, directory);
	text_add_byte(&f->names, '/');
	text_add(&f->names, name, strlen(name) + 1);
}

static void read_directory(int objects, const char *directory, struct store_files *f)
{
	struct stat st;
	int fd = openat(objects, directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	if (!d) {
		f->cut = true;
		if (fd >= 0)
			(void)close(fd);
		return;
	}
	for (const struct dirent *e = readdir(d); e && !f->cut; e = readdir(d)) {
		if (!is_store_file(directory, e->d_name) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		add(f, directory, e->d_name, &st);
		f->cut = f->count >= FILES_MAX;
	}
	(void)closedir(d);
}

static bool is_store_directory(const char *name)
{
	return strcmp(name, "pack") == 0 || (strlen(name) == 2 && strspn(name, "0123456789abcdef") == 2);
}

static DIR *objects_of(const char *common)
{
	OWNED_MEM char *path = path_join(common, "objects");

	return opendir(path);
}

void store_files_read(const char *common, struct store_files *ret)
{
	DIR *d = objects_of(common);

	if (!d) {
		ret->cut = true;
		return;
	}
	for (const struct dirent *e = readdir(d); e; e = readdir(d))
		if (is_store_directory(e->d_name))
			read_directory(dirfd(d), e->d_name, ret);
	(void)closedir(d);
}

void store_files_clear(struct store_files *f)
{
	free(f->items);
	text_clear(&f->names);
	*f = (struct store_files){0};
}

/* git touches an object that it would write again. */
static bool is_kept(int objects, const struct store_file *file, const char *name, struct strlist *touched)
{
	struct stat st;

	if (fstatat(objects, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode) || st.st_ino != file->inode ||
	    (uint64_t)st.st_size != file->size)
		return false;
	if (changed_ns(&st) == file->changed_ns)
		return true;
	if (strncmp(name, "pack/", 5) == 0 || touched->count == TOUCHED_MAX)
		return false;
	strlist_add_format(touched, "%.2s%s", name, name + 3);
	return true;
}

bool store_files_kept(const char *common, const struct store_files *before, struct strlist *ret_touched)
{
	DIR *d = objects_of(common);
	bool kept = d != NULL;

	for (size_t i = 0; i < before->count && kept; i++)
		kept = is_kept(dirfd(d), &before->items[i], before->names.bytes + before->items[i].name, ret_touched);
	if (d)
		(void)closedir(d);
	return kept;
}
