/*
 * store_files — the files of a repository's object store at one moment: while each is still there as it was, no object
 * can have gone, and nothing has to be walked to know it. Inner header of core/workspace. Zero-initialised is empty.
 */
#ifndef CORE_WORKSPACE_STORE_FILES_H
#define CORE_WORKSPACE_STORE_FILES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/strlist.h"
#include "core/base/text.h"

struct store_file { size_t name; /* offset in names */ uint64_t inode, size, changed_ns; };
struct store_files {
	struct store_file *items;
	size_t count, room;
	struct text names; /* "ab/0123…", "pack/pack-….pack": each ends with NUL */
	bool cut;          /* there were too many, or a directory could not be read */
};
void store_files_read(const char *common, struct store_files *ret);
void store_files_clear(struct store_files *f);

/* Is every file of before there, the same to the last change? Loose objects that were only touched are named in
   ret_touched ("ab0123…"): their content has to be looked at. false: something went or changed. */
bool store_files_kept(const char *common, const struct store_files *before, struct strlist *ret_touched);
#endif
