/*
 * width — how many columns a code point takes, from our own table: no locale is asked, so a record replays the same
 * everywhere. scripts/width-table writes the ranges.
 */
#include "core/terminal/engine.h"

static const struct width_range ranges[] = {
#include "core/terminal/width_ranges.inc"
};

const struct width_range *width_search(const struct width_range *all, size_t count, uint32_t codepoint)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (codepoint > all[middle].last)
			low = middle + 1;
		else if (codepoint < all[middle].first)
			high = middle;
		else
			return &all[middle];
	}
	return NULL;
}

int terminal_width(uint32_t codepoint)
{
	const struct width_range *found;

	/* Latin, Cyrillic, box drawing; ideographs, Hangul syllables: most of what is not ASCII. */
	if (codepoint < 0x300 || (codepoint >= 0x370 && codepoint < 0x483) || (codepoint >= 0x2500 && codepoint < 0x25FD))
		return 1;
	if (codepoint < 0x370)
		return 0;
	if ((codepoint >= 0x4E00 && codepoint <= 0x9FFF) || (codepoint >= 0xAC00 && codepoint <= 0xD7A3))
		return 2;
	found = width_search(ranges, COUNT_OF(ranges), codepoint);
	return found ? found->width : 1;
}
