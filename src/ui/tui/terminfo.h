/*
 * terminfo — what a terminal can, by its name. Only terminfo.c knows curses, and of it only the descriptions: what is
 * drawn, typed and switched on is our own.
 */
#ifndef UI_TUI_TERMINFO_H
#define UI_TUI_TERMINFO_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"

/* id, terminfo's name. Those with capital letters are extensions that many descriptions carry. */
#define CAPABILITIES(X)                                                                                                \
	X(SCREEN_ENTER, "smcup") X(SCREEN_LEAVE, "rmcup") X(PLACE, "cup") X(COLUMN, "hpa") X(CLEAR, "clear")           \
	X(CLEAR_LINE, "el") X(CURSOR_HIDE, "civis") X(CURSOR_SHOW, "cnorm") X(CURSOR_SHAPE, "Ss") X(PLAIN, "sgr0")     \
	X(BOLD, "bold") X(DIM, "dim") X(ITALIC, "sitm") X(UNDERLINE, "smul") X(BLINK, "blink") X(REVERSE, "rev")       \
	X(HIDDEN, "invis") X(STRIKE, "smxx") X(OVERLINE, "Smol") X(UNDERLINE_STYLE, "Smulx") X(UNDERLINE_COLOR, "Setulc")                  \
	X(FOREGROUND, "setaf") X(BACKGROUND, "setab")

#define X(id, name) CAPABILITY_##id,
enum capability { CAPABILITIES(X) CAPABILITY_COUNT };
#undef X

struct terminfo {
	int colors;                /* -1: none */
	bool direct;               /* it names RGB or Tc */
	bool keeps_screen;         /* it brings back, on the way out, what stood there before */
	bool scrolls_at_end;       /* a character in the last cell scrolls at once */
	unsigned colorless;   /* attributes that do not go with colours: bits of terminfo's ncv */
	char *strings[CAPABILITY_COUNT]; /* without padding; NULL: it cannot */
};

/* false: no terminal of this name is known here. */
bool terminfo_read(const char *name, struct terminfo *ret) MUST_CHECK;
void terminfo_clear(struct terminfo *t);
bool terminfo_has(const struct terminfo *t, enum capability capability);
/* Appends it, with its parameters where it has some; nothing when the terminal cannot. */
void terminfo_add(const struct terminfo *t, enum capability capability, struct text *out);
void terminfo_add_with(const struct terminfo *t, enum capability capability, int first, int second, struct text *out);
#endif
