/*
 * sanitize — any bytes become text that is safe to draw. The one place: every string that a child, a repository,
 * a file system or a record supplied goes through here before it reaches a terminal or a log line.
 *
 * Controls U+0000–001F and U+007F–009F, bidirectional controls (U+202A–E, U+2066–9, U+061C, U+200E/F), U+206A–F,
 * U+FFF9–B, U+2028/9, U+E0000–1F, what Unicode calls no character, the BOM and invalid UTF-8 become visible: ^[ for ESC
 * and its kind, \xHH for bad bytes, <U+202E> else.
 */
#ifndef CORE_BASE_SANITIZE_H
#define CORE_BASE_SANITIZE_H
#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

void sanitize_add(struct text *out, const char *bytes, size_t len);   /* one line: newline and tab are made visible too */
void sanitize_add_lines(struct text *out, const char *bytes, size_t len); /* keeps newline; tab becomes spaces to the next stop of 8 */
char *sanitize_copy(const char *s);                                    /* owned; NULL gives "" */
bool sanitize_is_clean(const char *bytes, size_t len);
bool sanitize_may_draw(unsigned codepoint); /* may this code point be put into a cell as it is? */
#endif
