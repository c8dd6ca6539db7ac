/*
 * remove — deletes a directory tree that this program made, by device and inode, never by name alone. Inner header of
 * core/workspace. git's own removal can be led to delete another directory; this cannot: no symlink is followed, no
 * mount is entered, and what is not the recorded directory is left alone.
 */
#ifndef CORE_WORKSPACE_REMOVE_H
#define CORE_WORKSPACE_REMOVE_H
#include "core/workspace/workspace.h"

/* <parent>/<name> must be id (inode 0: any directory). It is first renamed to ".rm-<name>" beside it, so that nobody
   works in it meanwhile; an interrupted removal goes on from there. Missing is success.
   REASON_WORKSPACE_CHANGED: it is something else; REASON_SYSTEM: names what could not be removed. */
bool remove_tree(const char *parent, const char *name, struct identity id, uint64_t *count, struct error *err) MUST_CHECK;
/* Is there <parent>/<name>, or what an interrupted removal left of it? */
bool remove_is_left(const char *parent, const char *name);
/* Owned: a mount at or beneath directory; NULL: none. */
char *mount_inside(const char *directory);
#endif
