/*
 * glyphs — the marks and lines the screens use, and what stands for each where only ASCII can be shown.
 */
#ifndef UI_TUI_GLYPHS_H
#define UI_TUI_GLYPHS_H
#include <stdint.h>

#define MARK_YES "✔"     /* accepted */
#define MARK_NO "✘"      /* refused */
#define MARK_CHOSEN "▸"  /* the chosen value, the selected row */
#define MARK_OPEN "▾"    /* something that is unfolded */
#define MARK_CAN "●"     /* the child can write this; used */
#define MARK_CANNOT "○"  /* nothing else; unused */
#define MARK_ALERT "▲"
#define MARK_ENTER "⏎"
#define MARK_DOT "·"

char glyph_ascii(uint32_t codepoint); /* '?' for what has no stand-in */
#endif
