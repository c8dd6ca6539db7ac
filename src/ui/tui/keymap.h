/*
 * keymap — bindings are tables: a key, what it does, and the word for it in the foot (NULL: not in the foot).
 * A table ends with key 0. The tables are constants; nothing is bound at run time.
 */
#ifndef UI_TUI_KEYMAP_H
#define UI_TUI_KEYMAP_H
#include <stdint.h>

#include "core/base/text.h"
#include "ui/tui/actions.h"
#include "ui/tui/typed.h"

struct key_binding {
	uint32_t key;
	enum action action;
	const char *foot; /* "launch"; "" continues the entry before it: both keys, one word */
};

extern const struct key_binding common_bindings[]; /* hold on every screen that does not bind the key itself */

enum action keymap_find(const struct key_binding *table, uint32_t key);   /* ACTION_NONE: not bound; table may be NULL */
uint32_t keymap_key(const struct key_binding *table, enum action action); /* 0: not bound */
/* Every key of an action in one table as "Up k": appended, nothing when there is none. */
void keymap_keys_add(const struct key_binding *table, enum action action, struct text *out);
#endif
