/*
 * terminal_feed — how fast a terminal reads, without a PTY and without drawing: the engine against libvterm on a screen
 * of 24 by 80, in slices of 4 KiB, interleaved. Prints MB/s (medians) and the median of the ratios of each round.
 *
 *   terminal_feed [megabytes]     of each kind of stream; 8 when not said
 */
#include <stdbool.h>
#include <stdint.h>

#include <vterm.h>

#include "core/base/text.h"
#include "core/terminal/terminal.h"

#define ROWS 24
#define COLS 80
#define SLICE 4096
#define ROUNDS 7
#define SCROLLBACK_BYTES (8u << 20)

static double now_s(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void ascii_add(struct text *out, unsigned n)
{
	text_add_format(out, "%08u the quick brown fox jumps over the lazy dog, again and again and %u\r\n", n, n * 7919u);
}

static void colour_add(struct text *out, unsigned n)
{
	static const char *const words[] = { "error:", "warning:", "note:", "in", "function", "of", "file", "object" };

	for (unsigned i = 0; i < 10; i++)
		text_add_format(out, "\033[%u;38;5;%um%s\033[0m ", (n + i) % 5, (n * 7 + i * 31) % 256, words[(n + i) % 8]);
	text_add_string(out, "\r\n");
}

static void utf8_add(struct text *out, unsigned n)
{
	static const char *const words[] = { "日本語", "текст", "\xf0\x9f\x9a\x80", "e\xcc\x81te\xcc\x81", "한국어", "naïve", "─┼─", "中文字" };

	for (unsigned i = 0; i < 9; i++)
		text_add_format(out, "%s ", words[(n + i * 3) % 8]);
	text_add_string(out, "\r\n");
}

static void repaint_add(struct text *out, unsigned n)
{
	if (n % 23 == 0)
		text_add_string(out, "\033[?1049h\033[H");
	text_add_format(out, "\033[%u;1H\033[1;3%um%5u\033[0m \033[48;5;%um%-20s\033[m some words of a row %u\033[K", n % 23 + 1, n % 8,
			n % 100000, n % 256, "a bar", n % 977);
}

static const struct stream {
	const char *name;
	void (*add)(struct text *out, unsigned n);
} streams[] = {
	{ "ascii", ascii_add }, { "colour", colour_add }, { "utf8", utf8_add }, { "alt", repaint_add },
};

static double engine_mb_s(const struct text *bytes, size_t scrollback)
{
	OWNED(terminal) struct terminal *t = terminal_new(ROWS, COLS, scrollback);
	double begin = now_s();

	for (size_t at = 0; at < bytes->len; at += SLICE)
		terminal_feed(t, bytes->bytes + at, bytes->len - at < SLICE ? bytes->len - at : SLICE);
	return (double)bytes->len / 1e6 / (now_s() - begin);
}

static double vterm_mb_s(const struct text *bytes)
{
	VTerm *vterm = vterm_new(ROWS, COLS);
	VTermScreen *screen = vterm_obtain_screen(vterm);
	double begin, end;

	vterm_set_utf8(vterm, 1);
	vterm_screen_enable_altscreen(screen, 1);
	vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_SCROLL);
	vterm_screen_reset(screen, 1);
	begin = now_s();
	for (size_t at = 0; at < bytes->len; at += SLICE)
		(void)vterm_input_write(vterm, bytes->bytes + at, bytes->len - at < SLICE ? bytes->len - at : SLICE);
	end = now_s();
	vterm_free(vterm);
	return (double)bytes->len / 1e6 / (end - begin);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof *values, by_size);
	return values[ROUNDS / 2];
}

static void stream_measure(const struct stream *stream, size_t bytes_wanted)
{
	CLEARED(text) struct text bytes = { 0 };
	double plain[ROUNDS], kept[ROUNDS], theirs[ROUNDS], ratio[ROUNDS];

	for (unsigned n = 0; bytes.len < bytes_wanted; n++)
		stream->add(&bytes, n);
	for (int round = 0; round < ROUNDS; round++) {
		plain[round] = engine_mb_s(&bytes, 0);
		theirs[round] = vterm_mb_s(&bytes);
		kept[round] = engine_mb_s(&bytes, SCROLLBACK_BYTES);
		ratio[round] = kept[round] / theirs[round];
	}
	printf("%-8s %10.1f %18.1f %10.1f %8.1fx\n", stream->name, median(plain), median(kept), median(theirs), median(ratio));
}

int main(int argc, char **argv)
{
	unsigned long megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;

	if (megabytes < 1 || megabytes > 1000) {
		(void)fprintf(stderr, "usage: terminal_feed [megabytes from 1 to 1000]\n");
		return 2;
	}
	printf("MB/s         engine  with scrollback   libvterm    ratio (with scrollback)\n");
	for (size_t i = 0; i < COUNT_OF(streams); i++)
		stream_measure(&streams[i], megabytes * 1000000);
	return 0;
}
