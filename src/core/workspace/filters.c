#include "core/workspace/filters.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/config.h"
#include "core/workspace/git.h"

static const char *const filter_keys[] = { "clean", "smudge", "process", "required", NULL };

static void see(void *self, const char *key, const char *value)
{
	struct strlist *names = self;
	OWNED_MEM char *name = config_subsection(key, "filter", filter_keys);

	(void)value;
	if (name && !strlist_has(names, name))
		strlist_add(names, name);
}

bool filters_override(const struct layout *l, const char *home, struct strlist *overrides, struct strlist *names,
		      struct error *err)
{
	CLEARED(strlist) struct strlist found = {0};
	OWNED_MEM char *shared = path_join(l->common.path, "config");
	OWNED_MEM char *main_own = path_join(l->common.path, "config.worktree");
	OWNED_MEM char *own = path_join(l->gitdir.path, "config.worktree");
	const char *const files[] = { shared, main_own, own };

	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (!config_read_deep(files[i], home, see, &found, err))
			return false;
	for (size_t i = 0; i < found.count; i++) {
		for (size_t k = 0; filter_keys[k]; k++) {
			OWNED_MEM char *key = str_format("filter.%s.%s", found.items[i], filter_keys[k]);
			OWNED_MEM char *trusted = operator_config(key);
			const char *nothing = strcmp(filter_keys[k], "required") == 0 ? "false" : "";

			strlist_add(overrides, key);
			strlist_add(overrides, trusted ? trusted : nothing);
		}
		if (names)
			strlist_add(names, found.items[i]);
	}
	return true;
}
