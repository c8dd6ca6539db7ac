/*
 * terminal_memory — what one terminal of 50 by 200 holds after 10,000 full lines, by kind of line: resident bytes of this
 * process after minus before, and what the terminal counts itself. bench/memory.py measures the program against tmux.
 *
 *   terminal_memory [lines]
 */
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/terminal/terminal.h"

#define ROWS 50
#define COLS 200
#define SCROLLBACK_BYTES (64u << 20)

static void ascii_add(struct text *out, unsigned n)
{
	for (unsigned i = 0; i < 198; i++)
		text_add_byte(out, (char)('a' + (n + i * 7) % 26));
}

/* 27 runs. */
static void colour_add(struct text *out, unsigned n)
{
	for (unsigned i = 0; i < 27; i++)
		text_add_format(out, "\033[3%um%06u ", (n + i) % 8, (n * 31 + i) % 1000000);
	text_add_string(out, "\033[m");
}

static void typical_add(struct text *out, unsigned n)
{
	text_add_format(out, "%-52s%08u", "a line of some words, as most of them are", n);
}

static void wide_add(struct text *out, unsigned n)
{
	for (unsigned i = 0; i < 99; i++) {
		char bytes[4];

		text_add(out, bytes, utf8_encode(0x4E00 + (n + i * 13) % 20000, bytes));
	}
}

static const struct kind {
	const char *name;
	void (*add)(struct text *out, unsigned n);
} kinds[] = {
	{ "ascii", ascii_add }, { "colour", colour_add }, { "typical", typical_add }, { "wide", wide_add },
};

static double resident_mb(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long size = 0, resident = 0;

	if (!f || fscanf(f, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	if (f)
		(void)fclose(f);
	return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

static void kind_measure(const struct kind *kind, unsigned lines)
{
	OWNED(terminal) struct terminal *t = terminal_new(ROWS, COLS, SCROLLBACK_BYTES);
	CLEARED(text) struct text line = { 0 };
	double before;

	kind->add(&line, 0);
	terminal_feed(t, line.bytes, line.len);
	before = resident_mb();
	for (unsigned n = 0; n < lines; n++) {
		line.len = 0;
		kind->add(&line, n);
		text_add_string(&line, "\r\n");
		terminal_feed(t, line.bytes, line.len);
	}
	printf("%-8s %8zu lines %8.2f MB resident %8.2f MB counted\n", kind->name, terminal_scrollback_lines(t), resident_mb() - before,
	       (double)terminal_scrollback_bytes(t) / 1e6);
}

int main(int argc, char **argv)
{
	unsigned lines = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 10000;

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		pid_t child;

		(void)fflush(stdout);
		child = fork(); /* so that what one kind freed is not lent to the next */
		if (child == 0) {
			kind_measure(&kinds[i], lines);
			return 0;
		}
		if (child < 0 || waitpid(child, NULL, 0) != child)
			return 1;
	}
	return 0;
}
