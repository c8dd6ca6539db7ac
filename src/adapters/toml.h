/*
 * toml — strings and lists of strings as one TOML value, by the rule measured against codex: `"` and `\` get a
 * backslash, U+0000–001F and U+007F become \u00XX, every other byte is verbatim and "/" is never escaped.
 *
 * Bytes that are not UTF-8 cannot be said in TOML: codex's launcher would replace each with U+FFFD and grant a
 * directory of that name. Such a string is refused: nothing is appended and false is returned.
 */
#ifndef ADAPTERS_TOML_H
#define ADAPTERS_TOML_H
#include <stdbool.h>

#include "core/base/strlist.h"
#include "core/base/text.h"

bool toml_add_string(struct text *out, const char *s) MUST_CHECK;
/* ["a","b"]; [] when empty. */
bool toml_add_list(struct text *out, const struct strlist *l) MUST_CHECK;
#endif
