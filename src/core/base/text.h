/*
 * text — a growing byte string, always NUL-terminated behind its last byte; it may hold NUL bytes inside.
 * Zero-initialised is empty. text_clear() frees; the struct can then be used again.
 */
#ifndef CORE_BASE_TEXT_H
#define CORE_BASE_TEXT_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/owned.h"

struct text {
	char *bytes; /* NULL while nothing was added: use text_c() to read it as a string */
	size_t len, room;
};

void text_clear(struct text *t);
void text_empty(struct text *t); /* len = 0, keeps the room */
void text_add(struct text *t, const void *bytes, size_t len);
void text_add_string(struct text *t, const char *s);
void text_add_byte(struct text *t, char byte);
void text_add_format(struct text *t, const char *fmt, ...) PRINTF(2, 3);
void text_add_args(struct text *t, const char *fmt, va_list args) PRINTF(2, 0);
const char *text_c(const struct text *t);   /* never NULL; borrowed until the next change */
char *text_take(struct text *t);            /* the bytes become yours (never NULL); *t is empty afterwards */

/* UTF-8. Decode one code point of at most len bytes: returns its length in bytes, 0 when bytes[0] starts no
   valid sequence (overlong, surrogate, beyond U+10FFFF, cut off). */
size_t utf8_decode(const char *bytes, size_t len, uint32_t *ret_codepoint);
size_t utf8_encode(uint32_t codepoint, char ret_bytes[4]); /* 0: a surrogate, or beyond U+10FFFF */
bool utf8_valid(const char *bytes, size_t len);
#endif
