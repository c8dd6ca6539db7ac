/*
 * tidy — removing a directory tree this program made, given its path.
 */
#ifndef CORE_RUN_TIDY_H
#define CORE_RUN_TIDY_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/workspace/workspace.h"

/* Missing is success; never follows a symlink nor enters a mount. REASON_SYSTEM names what could not be removed. */
bool directory_remove_path(const char *path, struct error *err) MUST_CHECK;
/* The same for one directory only: REASON_WORKSPACE_CHANGED when another one stands there now. */
bool directory_remove_known(const char *path, struct identity id, struct error *err) MUST_CHECK;
#endif
