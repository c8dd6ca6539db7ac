/*
 * typed — the names of keys, for the foot, the help and docs/keys.md.
 */
#include "ui/tui/typed.h"

#include <stdio.h>

#include "core/base/sanitize.h"

#define X(id, name) [TYPED_##id - TYPED_NAMED_BASE] = name,
static const char *const names[] = { NAMED_KEYS(X) };
#undef X

_Static_assert(COUNT_OF(names) == TYPED_NAMED_END - TYPED_NAMED_BASE, "one name per key");

static void plain_name(uint32_t code, char *ret_name, size_t room)
{
	char bytes[5] = { 0 };

	if (code >= TYPED_NAMED_BASE && code < TYPED_NAMED_END) {
		(void)snprintf(ret_name, room, "%s", names[code - TYPED_NAMED_BASE]);
		return;
	}
	if (code == ' ') {
		(void)snprintf(ret_name, room, "Space");
		return;
	}
	if (code > 0x10FFFF || !sanitize_may_draw(code)) {
		(void)snprintf(ret_name, room, "U+%04X", code);
		return;
	}
	(void)utf8_encode(code, bytes);
	(void)snprintf(ret_name, room, "%s", bytes);
}

const char *typed_name(uint32_t key, char ret_name[KEY_NAME_BYTES])
{
	uint32_t code = key & ~TYPED_MODIFIERS;
	char plain[16];

	if ((key & TYPED_CONTROL) && code >= 'a' && code <= 'z')
		code -= 'a' - 'A';
	plain_name(code, plain, sizeof plain);
	(void)snprintf(ret_name, KEY_NAME_BYTES, "%s%s%s%s", key & TYPED_CONTROL ? "Ctrl-" : "", key & TYPED_ALT ? "Alt-" : "",
		       key & TYPED_SHIFT ? "Shift-" : "", plain);
	return ret_name;
}

bool typed_is_text(uint32_t key)
{
	return key <= 0x10FFFF && sanitize_may_draw(key);
}
