/*
 * glyphs — the stand-ins.
 */
#include "ui/tui/glyphs.h"

#include <stddef.h>

#include "core/base/owned.h"

static const struct { uint32_t codepoint; char ascii; } stand_ins[] = {
	{ 0x2500, '-' }, { 0x2501, '=' }, { 0x2502, '|' }, { 0x250C, '+' }, { 0x2510, '+' }, { 0x2514, '+' }, { 0x2518, '+' }, { 0x252C, '+' },
	{ 0x2534, '+' }, { 0x253C, '+' }, { 0x251C, '+' }, { 0x2524, '+' }, { 0x2714, '+' }, { 0x2718, 'x' }, { 0x25B8, '>' },
	{ 0x25BE, 'v' }, { 0x25CF, '*' }, { 0x25CB, 'o' }, { 0x25B2, '!' }, { 0x23CE, '^' }, { 0x00B7, '-' }, { 0x2026, '~' },
	{ 0x2191, '^' }, { 0x2193, 'v' }, { 0x2190, '<' }, { 0x2192, '>' }, { 0x2013, '-' }, { 0x2014, '-' }, { 0x00D7, 'x' },
	{ 0x2018, '\'' }, { 0x2019, '\'' }, { 0x201C, '"' }, { 0x201D, '"' }, { 0x2588, '#' }, { 0x2591, '.' }, { 0x00A0, ' ' },
};

char glyph_ascii(uint32_t codepoint)
{
	if (codepoint >= 0x20 && codepoint < 0x7f)
		return (char)codepoint;
	for (size_t i = 0; i < COUNT_OF(stand_ins); i++) {
		if (stand_ins[i].codepoint == codepoint)
			return stand_ins[i].ascii;
	}
	return '?';
}
