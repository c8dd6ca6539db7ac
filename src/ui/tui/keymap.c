/*
 * keymap — the table of actions as values, the bindings every screen shares, and look-ups in both directions.
 */
#include "ui/tui/keymap.h"

#include <stddef.h>

#define X(id, name, help, need) [ACTION_##id] = { name, help, NEEDS_##need },
const struct action_info action_info[ACTION_COUNT] = { ACTIONS(X) };
#undef X

#define X(id, words) [NEED_BIT_##id] = words,
static const char *const needs[NEED_COUNT] = { NEEDS(X) };
#undef X

const struct key_binding common_bindings[] = {
	{ 'L', ACTION_GO_LAUNCH, NULL },
	{ 'P', ACTION_GO_PANES, NULL },
	{ 'R', ACTION_GO_RUNS, NULL },
	{ 'M', ACTION_GO_MATRIX, NULL },
	{ 'A', ACTION_GO_ADAPTERS, NULL },
	{ 'W', ACTION_GO_ATTENTION, NULL },
	{ ':', ACTION_PALETTE, "everything" },
	{ '?', ACTION_HELP, "keys" },
	{ TYPED_F1, ACTION_HELP, NULL },
	{ 'q', ACTION_QUIT, "quit" },
	{ 'Q', ACTION_QUIT_STOP, NULL },
	{ CONTROL('c'), ACTION_QUIT, NULL },
	{ CONTROL('z'), ACTION_SUSPEND, NULL },
	{ TYPED_TAB, ACTION_NEXT_SCREEN, NULL },
	{ TYPED_SHIFT | TYPED_TAB, ACTION_PREVIOUS_SCREEN, NULL },
	{ TYPED_ESCAPE, ACTION_BACK, NULL },
	{ CONTROL('l'), ACTION_REPAINT, NULL },
	{ 0 },
};

const char *need_words(unsigned missing)
{
	for (int bit = NEED_BIT_NOTHING + 1; bit < NEED_COUNT; bit++) {
		if (missing & (1u << bit))
			return needs[bit];
	}
	return needs[NEED_BIT_NOTHING];
}

enum action keymap_find(const struct key_binding *table, uint32_t key)
{
	for (const struct key_binding *b = table; b && b->key; b++) {
		if (b->key == key)
			return b->action;
	}
	return ACTION_NONE;
}

uint32_t keymap_key(const struct key_binding *table, enum action action)
{
	for (const struct key_binding *b = table; b && b->key; b++) {
		if (b->action == action)
			return b->key;
	}
	return 0;
}

void keymap_keys_add(const struct key_binding *table, enum action action, struct text *out)
{
	char name[KEY_NAME_BYTES];
	const char *gap = "";

	for (const struct key_binding *b = table; b && b->key; b++) {
		if (b->action != action)
			continue;
		text_add_format(out, "%s%s", gap, typed_name(b->key, name));
		gap = " ";
	}
}
