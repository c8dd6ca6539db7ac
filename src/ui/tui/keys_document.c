/*
 * keys_document — see keys_document.h.
 */
#include "ui/tui/keys_document.h"

static bool listed_before(const struct key_binding *table, const struct key_binding *b)
{
	for (const struct key_binding *earlier = table; earlier != b; earlier++) {
		if (earlier->action == b->action)
			return true;
	}
	return false;
}

static void add_rows(const struct key_binding *table, struct text *out)
{
	text_add_string(out, "| key | action | what it does |\n|---|---|---|\n");
	for (const struct key_binding *b = table; b->key; b++) {
		CLEARED(text) struct text keys = { 0 };

		if (listed_before(table, b))
			continue;
		keymap_keys_add(table, b->action, &keys);
		text_add_format(out, "| `%s` | %s | %s |\n", text_c(&keys), action_info[b->action].name, action_info[b->action].help);
	}
	text_add_byte(out, '\n');
}

void keys_document(const struct screen_set *screens, struct text *out)
{
	text_add_string(
		out, "# Keys\n\nMade from the table of actions (`src/ui/tui/actions.h`) and the bindings of each screen; "
		     "`spec_keys` compares it with them. `?` shows the same on the screen, for the place one is in.\n\n## Everywhere\n\n");
	add_rows(common_bindings, out);
	for (size_t i = 0; i < screens->count; i++) {
		const struct screen_ops *ops = screens->items[i];

		text_add_format(out, "## %s\n\n", ops->title);
		if (ops->bindings)
			add_rows(ops->bindings, out);
		for (const struct key_binding *const *table = ops->prefixed; table && *table; table++) {
			char prefix[KEY_NAME_BYTES];

			text_add_format(out, table == ops->prefixed ? "After %s:\n\n" : "After %s, at another moment:\n\n",
					typed_name(ops->prefix, prefix));
			add_rows(*table, out);
		}
		for (const struct key_binding *const *more = ops->more; more && *more; more++) {
			text_add_string(out, "At another moment on this screen:\n\n");
			add_rows(*more, out);
		}
	}
	out->len--; /* one newline ends the file */
	out->bytes[out->len] = '\0';
}
