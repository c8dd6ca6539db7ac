/*
 * places — where things of this user and machine are: XDG directories, temporary directories, programs.
 * Read once from the environment by places_read(); after that nobody calls getenv().
 */
#ifndef CORE_HOST_PLACES_H
#define CORE_HOST_PLACES_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

struct places {
	char *home;           /* realpath where it exists */
	char *state;          /* $XDG_STATE_HOME/bulkhead: ledger, live and workspace indexes, private tmp */
	char *config;         /* $XDG_CONFIG_HOME/bulkhead */
	char *runtime;        /* $XDG_RUNTIME_DIR/bulkhead, else <state>/run: sockets, 0700 */
	char *path;           /* $PATH as it was, "" when unset */
	struct strlist temporary; /* realpaths of /tmp, /var/tmp and $TMPDIR, without duplicates */
	struct strlist environment; /* the whole environment as it was, NAME=value */
};

bool places_read(struct places *ret, struct error *err) MUST_CHECK; /* REASON_SYSTEM: neither HOME nor XDG_* is usable */
void places_clear(struct places *p);
const char *places_env(const struct places *p, const char *name);   /* borrowed; NULL when unset */
/* Owned: absolute path of an executable regular file, as execvp would find it; NULL when there is none. Relative
   elements of the list, the empty one among them, are passed over: a repository must not supply programs. */
char *program_find(const char *path_list, const char *program);
/* Owned: the temporary directory in which path lies or would lie once it is made (symlinks on the way are followed as
   far as it exists), NULL when none does. */
char *places_temporary_holding(const struct places *p, const char *path);
#endif
