/*
 * tidy — see tidy.h.
 */
#include "core/run/tidy.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/remove.h"

bool directory_remove_known(const char *path, struct identity id, struct error *err)
{
	OWNED_MEM char *parent = path_parent(path);
	uint64_t removed = 0;

	return remove_tree(parent, path_base(path), id, &removed, err);
}

bool directory_remove_path(const char *path, struct error *err)
{
	return directory_remove_known(path, (struct identity){ 0, 0 }, err);
}
