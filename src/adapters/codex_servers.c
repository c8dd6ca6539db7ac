/*
 * codex_servers — see codex_servers.h. One table with every name as a quoted key, since codex splits a dotted key at
 * each dot, quotes or not. It is merged into the user's: a name that is not there any more makes codex refuse to start.
 */
#include "adapters/codex_servers.h"

#include <string.h>

#include "adapters/toml.h"
#include "core/base/json.h"
#include "core/base/mem.h"

static const char *const words[] = { "mcp", "list", "--json", NULL };

const struct vendor_question codex_servers = {
	.unknown = CODEX_SERVERS_UNKNOWN, .words = words, .read = codex_servers_read, .close = codex_servers_close,
};

/* The list begins a line; warnings may stand in front of it and behind it. */
static struct json *list_in(const char *answer, size_t len)
{
	const char *end = memrchr(answer, ']', len), *from = answer;
	struct json *value = NULL;
	struct error ignored = { 0 };

	while (end && from < end && *from != '[') {
		const char *newline = memchr(from, '\n', (size_t)(end - from));

		from = newline ? newline + 1 : end;
	}
	if (!end || from >= end || !json_parse(from, (size_t)(end - from) + 1, &value, &ignored))
		return NULL;
	return value;
}

static bool one_add(const struct json *server, struct strlist *ret_open)
{
	size_t len = 0;
	const char *name = json_string(json_get(server, "name"), &len);

	if (!name || !len || strlen(name) != len || !utf8_valid(name, len))
		return false;
	if (json_get_bool(server, "enabled", true))
		strlist_add(ret_open, name);
	return true;
}

bool codex_servers_read(const char *answer, size_t len, struct strlist *ret_open)
{
	OWNED(json) struct json *list = len ? list_in(answer, len) : NULL;

	if (json_kind(list) != JSON_ARRAY)
		return false;
	for (size_t i = 0; i < json_count(list); i++)
		if (!one_add(json_at(list, i), ret_open))
			return false;
	return true;
}

void codex_servers_close(const struct strlist *open, struct strlist *argv)
{
	CLEARED(text) struct text value = { 0 };

	text_add_string(&value, "mcp_servers={");
	for (size_t i = 0; i < open->count; i++) {
		if (i)
			text_add_byte(&value, ',');
		if (toml_add_string(&value, open->items[i]))
			text_add_string(&value, "={enabled=false}");
	}
	text_add_byte(&value, '}');
	if (!open->count)
		return;
	strlist_add(argv, "-c");
	strlist_add(argv, text_c(&value));
}
