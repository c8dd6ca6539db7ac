#include "core/workspace/ownership.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"
#include "core/base/strlist.h"
#include "core/workspace/config.h"

static bool is_ours(const struct stat *st)
{
	const char *caller = geteuid() == 0 ? getenv("SUDO_UID") : NULL;

	if (st->st_uid == geteuid())
		return true;
	return caller && *caller && strtoul(caller, NULL, 10) == st->st_uid;
}

/* Paths git compares with safe.directory: "*" is every one, an empty value forgets what came before it. */
static bool is_listed(const char *path)
{
	CLEARED(strlist) struct strlist listed = {0};
	const char *home = getenv("HOME");
	bool yes = false;

	config_of_operator(home, "safe.directory", &listed);
	for (size_t i = 0; i < listed.count; i++) {
		const char *value = listed.items[i];
		OWNED_MEM char *full = strncmp(value, "~/", 2) == 0 && home ? path_join(home, value + 2) : str_copy(value);

		if (!*full)
			yes = false;
		else if (strcmp(full, "*") == 0 || strcmp(full, path) == 0)
			yes = true;
	}
	return yes;
}

char *ownership_refusal(const struct resolved *r)
{
	OWNED_MEM char *dotgit = path_join(r->top.path, ".git");
	const char *const parts[] = { r->top.path, dotgit, r->gitdir.path, r->common.path };
	const char *named = r->kind == LAYOUT_BARE ? r->gitdir.path : r->top.path;
	struct stat st;

	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (lstat(parts[i], &st) != 0 || is_ours(&st))
			continue;
		if (is_listed(named))
			return NULL;
		OWNED_MEM char *part = sanitize_copy(parts[i]);
		OWNED_MEM char *clean = sanitize_copy(named);
		return str_format("%s belongs to another user (uid %u), and git refuses such a repository; if you trust it, "
				  "run git config --global --add safe.directory '%s'",
				  part, (unsigned)st.st_uid, clean);
	}
	return NULL;
}
