/*
 * fuzz_terminal_volume — the terminal on a small screen with short inputs, for runs of hundreds of millions.
 *
 * The first four bytes: the size, where a second terminal's input is split, where both are resized, and to what; all
 * else is what the child prints. Both terminals keep what terminal_checks.h says and come out the same. Then the child's
 * bytes are pasted and typed back. scripts/fuzz-volume builds it for speed.
 */
#include "terminal_checks.h"

enum { HEAD_BYTES = 4, BODY_MAX = 128, ROWS_MAX = 6, COLS_MAX = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct part { const uint8_t *bytes; size_t len; };

static int rows_from(uint8_t byte)
{
	return 1 + (byte >> 4) % ROWS_MAX;
}

static int cols_from(uint8_t byte)
{
	return 1 + (byte & 0x0F) % COLS_MAX;
}

/* In two pieces, the first of cut bytes. */
static void feed_cut(struct terminal *t, struct part part, size_t cut)
{
	if (cut > part.len)
		cut = part.len;
	terminal_feed(t, part.bytes, cut);
	terminal_feed(t, part.bytes + cut, part.len - cut);
}

/* cut: where each of the two parts is cut once more; 0 for not at all. */
static struct terminal *terminal_fed(const uint8_t *head, struct part before, struct part after, size_t cut)
{
	struct terminal *t = terminal_new(rows_from(head[0]), cols_from(head[0]), SCROLLBACK_MAX);

	feed_cut(t, before, cut);
	check_bounds(t);
	if (after.len)
		terminal_resize(t, rows_from(head[3]), cols_from(head[3]));
	feed_cut(t, after, cut > before.len ? cut - before.len : cut);
	return t;
}

static void check_paste(const struct terminal *t, struct part body)
{
	CLEARED(text) struct text out = { 0 };
	size_t edge = terminal_bracketed_paste(t) ? 6 : 0;

	terminal_encode_paste(t, (const char *)body.bytes, body.len, &out);
	REQUIRE(out.len >= 2 * edge && utf8_valid(text_c(&out), out.len));
	for (size_t i = edge; i < out.len - edge; i++)
		REQUIRE((unsigned char)out.bytes[i] >= ' ' || out.bytes[i] == '\r' || out.bytes[i] == '\t');
}

static void check_typing(const struct terminal *t, struct part body)
{
	for (size_t i = 0; i + 2 < body.len; i += 3) {
		const uint8_t *b = body.bytes + i;
		struct terminal_mouse m = { .button = (enum terminal_button)(b[0] % 8), .pressed = b[0] & 8, .moved = b[0] & 16,
			.row = b[1] % 8, .col = b[2] % 20, .modifiers = b[0] >> 5 };
		char sent[64];

		REQUIRE(terminal_encode_mouse(t, &m, sent, sizeof sent) < sizeof sent);
		REQUIRE(terminal_encode_key(t, (enum terminal_key)(b[0] % 32), b[1], sent, sizeof sent) < sizeof sent);
		REQUIRE(terminal_encode_text(t, b[0] * 256u + b[1], b[2], sent, sizeof sent) < sizeof sent);
	}
}

static void check_input(const uint8_t *head, struct part body)
{
	size_t resized = head[2] < body.len ? head[2] : body.len;
	struct part before = { body.bytes, resized }, after = { body.bytes + resized, body.len - resized };
	OWNED(terminal) struct terminal *whole = terminal_fed(head, before, after, 0);
	OWNED(terminal) struct terminal *split = terminal_fed(head, before, after, head[1]);

	check_all(whole);
	check_equal(whole, split);
	check_paste(whole, body);
	check_typing(whole, body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len = size > HEAD_BYTES ? size - HEAD_BYTES : 0;

	if (len)
		check_input(data, (struct part){ data + HEAD_BYTES, len < BODY_MAX ? len : BODY_MAX });
	return 0;
}
