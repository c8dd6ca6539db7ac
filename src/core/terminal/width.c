/*
 * width — how many columns a code point takes, from our own table: no locale is asked, so a record replays the same
 * everywhere. scripts/width-table writes the ranges.
 */
#include "core/terminal/engine.h"

struct range { uint32_t first, last; int width; };
static const struct range ranges[] = {
#include "core/terminal/width_ranges.inc"
};

static int range_search(uint32_t codepoint)
{
	size_t low = 0, high = COUNT_OF(ranges);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (codepoint > ranges[middle].last)
			low = middle + 1;
		else if (codepoint < ranges[middle].first)
			high = middle;
		else
			return ranges[middle].width;
	}
	return 1;
}

int terminal_width(uint32_t codepoint)
{
	/* Latin, Cyrillic, box drawing; ideographs, Hangul syllables: most of what is not ASCII. */
	if (codepoint < 0x300 || (codepoint >= 0x370 && codepoint < 0x483) || (codepoint >= 0x2500 && codepoint < 0x25FD))
		return 1;
	if ((codepoint >= 0x4E00 && codepoint <= 0x9FFF) || (codepoint >= 0xAC00 && codepoint <= 0xD7A3))
		return 2;
	return range_search(codepoint);
}
