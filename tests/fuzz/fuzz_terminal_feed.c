/*
 * fuzz_terminal_feed — any bytes, any size, any chunking: the terminal keeps its invariants and its bounds.
 *
 * 0xFE a b resizes and 0xFF ends a chunk (neither occurs in UTF-8); all else is what the child prints. The same input
 * goes to a second terminal byte by byte, and both have to come out the same.
 */
#include "terminal_checks.h"

enum { MARK_RESIZE = 0xFE, MARK_CHUNK = 0xFF };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t chunk_end(const uint8_t *data, size_t at, size_t size)
{
	while (at < size && data[at] != MARK_RESIZE && data[at] != MARK_CHUNK)
		at++;
	return at;
}

/* a and b of a resize: mostly small sizes, where the edges are and a run is short; the last two are larger. */
static int rows_from(uint8_t a)
{
	return a < 254 ? a % 12 : (a - 253) * 30;
}

static int cols_from(uint8_t b)
{
	return b < 254 ? b % 25 : (b - 253) * 60;
}

static struct terminal *terminal_fed(const uint8_t *data, size_t size, bool split)
{
	struct terminal *t = terminal_new(5, 12, SCROLLBACK_MAX);

	for (size_t at = 0; at < size;) {
		size_t end = chunk_end(data, at, size);

		for (size_t i = at; split && i < end; i++)
			terminal_feed(t, data + i, 1);
		if (!split)
			terminal_feed(t, data + at, end - at);
		if (end + 2 < size && data[end] == MARK_RESIZE) {
			terminal_resize(t, rows_from(data[end + 1]), cols_from(data[end + 2]));
			end += 2;
		}
		check_bounds(t);
		at = end + 1;
	}
	return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	OWNED(terminal) struct terminal *whole = terminal_fed(data, size, false);
	OWNED(terminal) struct terminal *split = terminal_fed(data, size, true);

	check_all(whole);
	check_equal(whole, split);
	return 0;
}
