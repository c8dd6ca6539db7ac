#include "core/workspace/hooks_off.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/workspace/config.h"

/* What making a worktree and filling it can set off. */
static const char *const events[] = { "reference-transaction", "post-checkout", "post-index-change", "fsmonitor-watchman" };

static void add_name(struct strlist *names, const char *key)
{
	static const char *const keys[] = { "command", "event", NULL };
	OWNED_MEM char *name = config_subsection(key, "hook", keys);

	if (name && !strlist_has(names, name))
		strlist_add(names, name);
}

static void see(void *self, const char *key, const char *value)
{
	(void)value;
	add_name(self, key);
}

static void see_listed(const struct text *listed, struct strlist *names)
{
	const char *at = text_c(listed), *end = at + listed->len;

	while (at < end) {
		const char *entry = at + strlen(at) + 1; /* behind the scope */
		if (entry >= end)
			return;
		OWNED_MEM char *key = str_copy_n(entry, strcspn(entry, "\n"));
		add_name(names, key);
		at = entry + strlen(entry) + 1;
	}
}

bool hooks_off(const struct layout *l, const char *home, const struct text *listed, struct strlist *ret_pairs, struct error *err)
{
	CLEARED(strlist) struct strlist names = {0};
	OWNED_MEM char *shared = path_join(l->common.path, "config");
	OWNED_MEM char *main_own = path_join(l->common.path, "config.worktree");
	OWNED_MEM char *own = path_join(l->gitdir.path, "config.worktree");
	const char *const files[] = { shared, main_own, own };

	see_listed(listed, &names);
	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (!config_read_deep(files[i], home, see, &names, err))
			return false;
	for (size_t i = 0; i < COUNT_OF(events); i++)
		if (!strlist_has(&names, events[i]))
			strlist_add(&names, events[i]);
	for (size_t i = 0; i < names.count; i++) {
		strlist_add_format(ret_pairs, "hook.%s.enabled", names.items[i]);
		strlist_add(ret_pairs, "false");
	}
	return true;
}
