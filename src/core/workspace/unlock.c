/*
 * unlock — taking off the lock that git put on a worktree when it was made.
 *
 * The lock says that a run works here: git then neither prunes nor removes the worktree. Once the run is sealed it would
 * only keep others from cleaning up by their own rules, the peer's cleanup among them. A lock that somebody else put there
 * has another reason and stays.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/workspace/place.h"
#include "core/workspace/worktree_add.h"

#define LOCK_NAME "locked"
#define LOCK_BYTES_MAX 4096

static bool is_bound(int dir, const struct identity *id)
{
	struct stat st;

	return fstat(dir, &st) == 0 && st.st_dev == id->device && st.st_ino == id->inode;
}

void workspace_unlock(const struct binding *b, const char *run_id)
{
	OWNED_MEM char *ours = str_format(WORKTREE_LOCK_REASON "\n", run_id);
	CLEARED(text) struct text held = {0};
	OWNED_FD int dir = -1;

	if (!b->isolated || !place_known(&b->gitdir))
		return;
	dir = open(b->gitdir.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir < 0 || !is_bound(dir, &b->gitdir.id) || !admin_read(dir, LOCK_NAME, LOCK_BYTES_MAX, &held))
		return;
	if (held.len == strlen(ours) && memcmp(text_c(&held), ours, held.len) == 0)
		(void)unlinkat(dir, LOCK_NAME, 0);
}
