#include "core/workspace/filters.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/config.h"

static const char *const filter_keys[] = { "clean", "smudge", "process", "required", NULL };

static void see(void *self, const char *key, const char *value)
{
	struct strlist *keys = self;
	OWNED_MEM char *name = config_subsection(key, "filter", filter_keys);

	(void)value;
	if (name && !strlist_has(keys, key))
		strlist_add(keys, key);
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
		CLEARED(strlist) struct strlist trusted = {0};
		OWNED_MEM char *name = config_subsection(found.items[i], "filter", filter_keys);
		const char *nothing = strcmp(strrchr(found.items[i], '.'), ".required") == 0 ? "false" : "";

		config_of_operator(home, found.items[i], &trusted);
		strlist_add(overrides, found.items[i]);
		strlist_add(overrides, trusted.count > 0 ? trusted.items[trusted.count - 1] : nothing);
		if (names && !strlist_has(names, name))
			strlist_add(names, name);
	}
	return true;
}
