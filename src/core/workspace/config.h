/*
 * config — git's configuration files read as data: entries in order, includes not followed unless asked for.
 * Inner header of core/workspace. Our own reader, so that looking at a repository can neither hang on a FIFO nor
 * follow a condition the repository chose.
 */
#ifndef CORE_WORKSPACE_CONFIG_H
#define CORE_WORKSPACE_CONFIG_H
#include <stdbool.h>

#include "core/base/error.h"
#include "core/base/strlist.h"

/* key: "section.name" or "section.subsection.name", section and name in lower case. value NULL: the bare name (true). */
typedef void config_seen(void *self, const char *key, const char *value);

/* Every entry of one file. A missing file has none. REASON_REPOSITORY_UNREADABLE: names file and line. */
bool config_read(const char *path, config_seen *see, void *self, struct error *err) MUST_CHECK;
/* The same for the file and everything it may include, whatever the conditions say. home expands "~/"; NULL: such
   includes are passed over. */
bool config_read_deep(const char *path, const char *home, config_seen *see, void *self, struct error *err) MUST_CHECK;
/* The same; files gets the path of every file that was read or would have been, the first is path itself. */
bool config_files(const char *path, const char *home, config_seen *see, void *self, struct strlist *files, struct error *err) MUST_CHECK;
/* The operator's own configuration, as git reads it outside of any repository: every value of key in order (system,
   then global; plain includes only). What cannot be read is passed over. */
void config_of_operator(const char *home, const char *key, struct strlist *ret);
bool config_is_true(const char *value);
/* Owned: middle of "filter.NAME.clean" when key starts with section and ends in one of names; NULL otherwise. */
char *config_subsection(const char *key, const char *section, const char *const *names);
#endif
