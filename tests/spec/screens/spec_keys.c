/*
 * Specification of the keys: no key twice in one table, every action reachable, one document made from it. With
 * BULKHEAD_WRITE_DOCUMENTS=1 docs/keys.md is written instead of compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "ui/screens/screens.h"
#include "ui/tui/keys_document.h"

#define TABLES_MAX 64

/* Every table of every screen, the common one first. */
static size_t tables_of_all(const struct key_binding **ret)
{
	const struct screen_set *set = all_screens();
	size_t n = 0;

	ret[n++] = common_bindings;
	for (size_t i = 0; i < set->count; i++) {
		if (set->items[i]->bindings)
			ret[n++] = set->items[i]->bindings;
		for (const struct key_binding *const *more = set->items[i]->more; more && *more; more++) {
			assert_true(n < TABLES_MAX);
			ret[n++] = *more;
		}
		for (const struct key_binding *const *more = set->items[i]->prefixed; more && *more; more++) {
			assert_true(n < TABLES_MAX);
			ret[n++] = *more;
		}
	}
	return n;
}

static void no_key_is_bound_twice_in_one_table(void **unused)
{
	const struct key_binding *tables[TABLES_MAX];
	size_t n = tables_of_all(tables);
	char name[KEY_NAME_BYTES];

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		for (const struct key_binding *b = tables[i]; b->key; b++) {
			for (const struct key_binding *other = tables[i]; other != b; other++) {
				if (other->key == b->key)
					fail_msg("%s is %s and %s in one table", typed_name(b->key, name), action_info[other->action].name,
						 action_info[b->action].name);
			}
		}
	}
}

static void every_action_is_bound_somewhere(void **unused)
{
	const struct key_binding *tables[TABLES_MAX];
	size_t n = tables_of_all(tables);

	(void)unused;
	for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
		bool bound = false;

		for (size_t i = 0; i < n; i++)
			bound |= keymap_key(tables[i], (enum action)action) != 0;
		if (!bound)
			fail_msg("%s has no key on any screen", action_info[action].name);
	}
}

static void every_action_says_what_it_does_in_one_row(void **unused)
{
	(void)unused;
	for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) {
		const struct action_info *info = &action_info[action];

		assert_non_null(info->name);
		if (strlen(info->help) > 62 || info->help[strlen(info->help) - 1] == '.' || info->help[0] < 'A' || info->help[0] > 'Z')
			fail_msg("the sentence of %s is not one row that begins with a capital: %s", info->name, info->help);
		for (int other = ACTION_NONE + 1; other < action; other++)
			assert_string_not_equal(info->name, action_info[other].name);
	}
}

static void every_screen_can_be_left_by_keys(void **unused)
{
	static const enum action everywhere[] = { ACTION_HELP, ACTION_PALETTE, ACTION_QUIT, ACTION_BACK, ACTION_SUSPEND };

	(void)unused;
	for (size_t i = 0; i < COUNT_OF(everywhere); i++)
		assert_true(keymap_key(common_bindings, everywhere[i]) != 0);
}

static void keys_after_the_prefix_do_what_hands_used_to_tmux_expect(void **unused)
{
	static const struct { uint32_t key; enum action action; } meant[] = {
		{ 'd', ACTION_QUIT }, { '?', ACTION_HELP }, { ':', ACTION_PALETTE }, { 'c', ACTION_GO_LAUNCH },
		{ 'n', ACTION_NEXT_SCREEN }, { 'p', ACTION_PREVIOUS_SCREEN }, { CONTROL('z'), ACTION_SUSPEND },
		{ 'x', ACTION_STOP }, { '&', ACTION_STOP_ALL }, { 'z', ACTION_ZOOM }, { 'o', ACTION_OTHER }, { 'w', ACTION_PANE_LIST },
		{ ';', ACTION_LAST_PANE }, { '[', ACTION_SCROLL }, { ']', ACTION_PASTE }, { '{', ACTION_SWAP_PREVIOUS },
		{ '}', ACTION_SWAP_NEXT }, { ' ', ACTION_NEXT_LAYOUT }, { '%', ACTION_LAYOUT_COLUMNS }, { '"', ACTION_LAYOUT_STACK },
		{ '3', ACTION_SLOT }, { TYPED_LEFT, ACTION_PANE_LEFT }, { TYPED_PAGE_UP, ACTION_PAGE_UP },
		{ CONTROL('b'), ACTION_PREFIX }, { TYPED_CONTROL | TYPED_LEFT, ACTION_RESIZE_LEFT },
	};
	const struct screen_set *set = all_screens();
	size_t found = 0;
	char name[KEY_NAME_BYTES];

	(void)unused;
	for (size_t i = 0; i < set->count; i++)
		for (const struct key_binding *const *table = set->items[i]->prefixed; table && *table; table++) {
			const bool panes = keymap_key(*table, ACTION_OTHER) != 0;

			found++;
			for (size_t k = 0; k < COUNT_OF(meant); k++) {
				enum action action = keymap_find(*table, meant[k].key);

				if (action != meant[k].action && (panes || action != ACTION_NONE) && action != ACTION_CLOSE)
					fail_msg("%s after the prefix is not %s", typed_name(meant[k].key, name),
						 action_info[meant[k].action].name);
			}
		}
	assert_int_equal(found, 3);
}

static void no_key_that_leaves_takes_a_pane_away(void **unused)
{
	const struct key_binding *tables[TABLES_MAX];
	size_t n = tables_of_all(tables);

	(void)unused;
	for (size_t i = 0; i < n; i++)
		assert_true(keymap_find(tables[i], 'd') != ACTION_CLOSE && keymap_find(tables[i], 'D') != ACTION_CLOSE_ENDED);
}

static void every_foot_has_room_for_its_first_entry(void **unused)
{
	const struct key_binding *tables[TABLES_MAX];
	size_t n = tables_of_all(tables);

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		for (const struct key_binding *b = tables[i]; b->key; b++)
			assert_true(!b->foot || strlen(b->foot) <= 30);
	}
}

static void the_document_is_what_the_tables_say(void **unused)
{
	OWNED_MEM char *path = str_format("%s/../../docs/keys.md", getenv("TEST_DATA"));
	CLEARED(text) struct text now = { 0 };
	CLEARED(text) struct text then = { 0 };
	struct error err = { 0 };

	(void)unused;
	keys_document(all_screens(), &now);
	if (getenv("BULKHEAD_WRITE_DOCUMENTS")) {
		OWNED_MEM char *directory = str_format("%s/../../docs", getenv("TEST_DATA"));
		OWNED_FD int dir = -1;

		if (!dir_open(directory, &dir, &err) || !file_replace(dir, "keys.md", now.bytes, now.len, &err))
			fail_msg("%s", err.text);
	}
	if (!file_read_path(path, 1024 * 1024, &then, &err))
		fail_msg("%s", err.text);
	if (strcmp(text_c(&now), text_c(&then)) != 0)
		fail_msg("docs/keys.md is not what the tables say; run this specification with BULKHEAD_WRITE_DOCUMENTS=1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_key_is_bound_twice_in_one_table),
		cmocka_unit_test(every_action_is_bound_somewhere),
		cmocka_unit_test(every_action_says_what_it_does_in_one_row),
		cmocka_unit_test(every_screen_can_be_left_by_keys),
		cmocka_unit_test(keys_after_the_prefix_do_what_hands_used_to_tmux_expect),
		cmocka_unit_test(no_key_that_leaves_takes_a_pane_away),
		cmocka_unit_test(every_foot_has_room_for_its_first_entry),
		cmocka_unit_test(the_document_is_what_the_tables_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
