/*
 * protocol — see protocol.h.
 */
#include "core/run/protocol.h"

#include <assert.h>

#include "core/base/owned.h"


static void put_number(char *at, uint64_t n, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = (char)(unsigned char)(n >> (8 * i));
}

static uint64_t get_number(const char *at, size_t bytes)
{
	uint64_t n = 0;

	for (size_t i = 0; i < bytes; i++)
		n |= (uint64_t)(unsigned char)at[i] << (8 * i);
	return n;
}

void frame_add(struct text *out, enum message kind, unsigned child, const void *payload, size_t len)
{
	char head[FRAME_HEAD_BYTES] = { 0 };

	assert(len <= FRAME_PAYLOAD_MAX);
	put_number(head, len, 4);
	head[4] = (char)kind;
	head[5] = (char)(unsigned char)child;
	text_add(out, head, sizeof head);
	if (len > 0)
		text_add(out, payload, len);
}

void frame_add_said(struct text *out, enum message kind, unsigned child, const uint64_t *numbers, size_t count, const char *words)
{
	CLEARED(text) struct text payload = { 0 };

	for (size_t i = 0; i < count; i++) {
		char number[FRAME_NUMBER_BYTES];

		put_number(number, numbers[i], sizeof number);
		text_add(&payload, number, sizeof number);
	}
	text_add_string(&payload, words);
	frame_add(out, kind, child, text_c(&payload), payload.len);
}

void frame_add_numbers(struct text *out, enum message kind, unsigned child, const uint64_t *numbers, size_t count)
{
	frame_add_said(out, kind, child, numbers, count, "");
}

int frame_take(const struct text *in, size_t *at, struct frame *ret)
{
	const char *head = in->bytes + *at;
	size_t len;

	if (in->len - *at < FRAME_HEAD_BYTES)
		return 0;
	len = (size_t)get_number(head, 4);
	if (len > FRAME_PAYLOAD_MAX || head[6] != 0 || head[7] != 0)
		return -1;
	if (in->len - *at - FRAME_HEAD_BYTES < len)
		return 0;
	*ret = (struct frame){ .kind = (enum message)(unsigned char)head[4], .child = (uint8_t)head[5],
		.payload = head + FRAME_HEAD_BYTES, .len = len };
	*at += FRAME_HEAD_BYTES + len;
	return 1;
}

uint64_t frame_number(const struct frame *f, size_t at)
{
	if (f->len < (at + 1) * FRAME_NUMBER_BYTES)
		return 0;
	return get_number(f->payload + at * FRAME_NUMBER_BYTES, FRAME_NUMBER_BYTES);
}
