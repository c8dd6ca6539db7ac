/*
 * alert — what somebody has to look at after a run: a change to what git runs, or to where it looks, in a repository.
 */
#ifndef CORE_WORKSPACE_ALERT_H
#define CORE_WORKSPACE_ALERT_H
#include <stdbool.h>
#include <stddef.h>

/* id, word in records; what it means */
#define ALERT_KINDS(X) \
	X(HOOK, "hook") /* a program that git runs by its name */ \
	X(CONFIGURATION, "configuration") /* settings that can name programs and places */ \
	X(ATTRIBUTES, "attributes") /* which files pass through filters */ \
	X(POINTER, "pointer") /* where a worktree's administrative files are */ \
	X(STORE, "store") /* where objects are read from */ \
	X(HISTORY, "history") /* what git takes for the history: grafts, shallow, replacements */ \
	X(EXECUTABLE, "executable") /* an executable file among the administrative files */ \
	X(ODD, "odd") /* a FIFO, device, symlink or the like where a file belongs */ \
	X(LOST, "lost") /* something that the refs reached cannot be read any more */ \
	X(RECORD, "record") /* the run's own record was touched while it ran */ \
	X(UNAUDITED, "unaudited") /* the grant was given and nobody compared what was there before and after */

#define X(id, word) ALERT_##id,
enum alert_kind { ALERT_KINDS(X) ALERT_KIND_COUNT };
#undef X
const char *alert_word(enum alert_kind kind);
bool alert_from_word(const char *word, enum alert_kind *ret);

struct alert { enum alert_kind kind; char *path, *what; }; /* sanitized; what: "appeared", "changed", "is gone" and the like */
struct alerts {
	struct alert *items;
	size_t count;
};
void alerts_add(struct alerts *a, enum alert_kind kind, const char *path, const char *what);
void alerts_clear(struct alerts *a);

/* Is a difference of this administrative file (by its name in a snapshot, and what it was and is; NULL: it was or is not
   there) one that somebody has to look at? */
bool alert_of(const char *name, const char *before, const char *after, enum alert_kind *ret);
#endif
