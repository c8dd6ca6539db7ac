/*
 * text — the growing byte string, and UTF-8 one code point at a time.
 */
#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

#define TEXT_ROOM_FIRST 64

void text_clear(struct text *t)
{
	free(t->bytes);
	*t = (struct text){0};
}

void text_empty(struct text *t)
{
	t->len = 0;
	if (t->bytes)
		t->bytes[0] = '\0';
}

static void make_room(struct text *t, size_t more)
{
	size_t needed;

	if (__builtin_add_overflow(t->len, more, &needed) || needed > PTRDIFF_MAX / 2)
		needed = PTRDIFF_MAX; /* no machine has it: mem_grow ends the program with its sentence */
	if (needed < t->room)
		return;
	t->room = needed < TEXT_ROOM_FIRST ? TEXT_ROOM_FIRST : needed + needed / 2 + 1;
	t->bytes = mem_grow(t->bytes, t->room, 1);
}

void text_add(struct text *t, const void *bytes, size_t len)
{
	make_room(t, len);
	if (len > 0)
		memcpy(t->bytes + t->len, bytes, len);
	t->len += len;
	t->bytes[t->len] = '\0';
}

void text_add_string(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void text_add_byte(struct text *t, char byte)
{
	text_add(t, &byte, 1);
}

void text_add_format(struct text *t, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text_add_args(t, fmt, args);
	va_end(args);
}

void text_add_args(struct text *t, const char *fmt, va_list args)
{
	va_list again;
	int needed;

	va_copy(again, args);
	needed = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (needed <= 0)
		return;
	make_room(t, (size_t)needed);
	(void)vsnprintf(t->bytes + t->len, (size_t)needed + 1, fmt, args);
	t->len += (size_t)needed;
}

const char *text_c(const struct text *t)
{
	return t->bytes ? t->bytes : "";
}

char *text_take(struct text *t)
{
	char *bytes = t->bytes ? t->bytes : str_copy("");

	*t = (struct text){0};
	return bytes;
}

/* How a first byte begins: bits that say the length, bits that carry the code point, smallest honest value. */
static const struct {
	unsigned char mask, mark, payload;
	size_t len;
	uint32_t smallest;
} starts[] = {
	{ 0x80, 0x00, 0x7f, 1, 0 },
	{ 0xe0, 0xc0, 0x1f, 2, 0x80 },
	{ 0xf0, 0xe0, 0x0f, 3, 0x800 },
	{ 0xf8, 0xf0, 0x07, 4, 0x10000 },
};

static bool is_scalar(uint32_t codepoint)
{
	return codepoint <= 0x10ffff && (codepoint < 0xd800 || codepoint > 0xdfff);
}

static size_t start_of(unsigned char first)
{
	size_t kind = 0;

	while (kind < COUNT_OF(starts) && (first & starts[kind].mask) != starts[kind].mark)
		kind++;
	return kind;
}

size_t utf8_decode(const char *bytes, size_t len, uint32_t *ret_codepoint)
{
	uint32_t codepoint;
	size_t kind;

	if (len == 0)
		return 0;
	kind = start_of((unsigned char)bytes[0]);
	if (kind == COUNT_OF(starts) || starts[kind].len > len)
		return 0;
	codepoint = (unsigned char)bytes[0] & starts[kind].payload;
	for (size_t i = 1; i < starts[kind].len; i++) {
		unsigned char next = (unsigned char)bytes[i];

		if ((next & 0xc0) != 0x80)
			return 0;
		codepoint = codepoint << 6 | (next & 0x3f);
	}
	if (codepoint < starts[kind].smallest || !is_scalar(codepoint))
		return 0;
	*ret_codepoint = codepoint;
	return starts[kind].len;
}

size_t utf8_encode(uint32_t codepoint, char ret_bytes[4])
{
	size_t kind = COUNT_OF(starts) - 1;

	if (!is_scalar(codepoint))
		return 0;
	while (codepoint < starts[kind].smallest)
		kind--;
	for (size_t i = starts[kind].len - 1; i > 0; i--) {
		ret_bytes[i] = (char)(0x80 | (codepoint & 0x3f));
		codepoint >>= 6;
	}
	ret_bytes[0] = (char)(starts[kind].mark | codepoint);
	return starts[kind].len;
}

bool utf8_valid(const char *bytes, size_t len)
{
	uint32_t codepoint;
	size_t used;

	for (size_t at = 0; at < len; at += used) {
		used = utf8_decode(bytes + at, len - at, &codepoint);
		if (used == 0)
			return false;
	}
	return true;
}
