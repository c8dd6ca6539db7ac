/*
 * theme — what a cell means; how it looks is decided once, here, for every colour, 256, 16, 8 or none.
 *
 * One accent. Red for the grant, refusals and alerts only. Dim for what is certain and dull. No meaning by colour
 * alone: a word or a mark carries it too. The background is the terminal's own; every colour is readable on a dark and
 * on a light one.
 */
#ifndef UI_TUI_THEME_H
#define UI_TUI_THEME_H
#include <stdbool.h>
#include <stdint.h>

#include "core/terminal/terminal.h"

/* id, 256-colour index, 16-colour index, 8-colour index (-1: the terminal's own), attributes with colours, and without */
#define ROLES(X)                                                                                    \
	X(TEXT, -1, -1, -1, 0, 0)                                    /* plain */                     \
	X(DIM, 244, 8, -1, 0, ATTR_DIM)                              /* certain and dull */          \
	X(STRONG, -1, -1, -1, ATTR_BOLD, ATTR_BOLD)                  /* titles, values that matter */ \
	X(LABEL, 244, 8, -1, 0, ATTR_DIM)                            /* names of fields */           \
	X(HEADING, -1, -1, -1, ATTR_BOLD, ATTR_BOLD)                 /* VERDICT */                   \
	X(ACCENT, 33, 6, 6, ATTR_BOLD, ATTR_BOLD)                    /* chosen, here, accepted */    \
	X(FOCUS, 33, 6, 6, ATTR_REVERSE, ATTR_REVERSE)               /* the one place keys go to */  \
	X(FOCUS_ALERT, 167, 9, 1, ATTR_REVERSE, ATTR_REVERSE)        /* the same on a refusal */     \
	X(SELECTED, 33, 6, 6, ATTR_BOLD | ATTR_REVERSE, ATTR_REVERSE) /* row under the cursor */     \
	X(GOOD, 33, 6, 6, ATTR_BOLD, ATTR_BOLD)                      /* accepted, enforced */        \
	X(ALERT, 167, 9, 1, ATTR_BOLD, ATTR_BOLD)                    /* refusals, alerts */          \
	X(GRANT, 167, 9, 1, ATTR_BOLD, ATTR_BOLD | ATTR_UNDERLINE)   /* the grant, wherever it is */ \
	X(RULE, 240, 8, -1, 0, ATTR_DIM)                             /* lines */                     \
	X(KEY, -1, -1, -1, ATTR_BOLD, ATTR_BOLD)                     /* keys in the foot */          \
	X(HINT, 244, 8, -1, 0, ATTR_DIM)                             /* words in the foot */         \
	X(MATCH, -1, -1, -1, ATTR_UNDERLINE | ATTR_BOLD, ATTR_UNDERLINE) /* what a filter matched */

#define X(id, many, sixteen, eight, with, without) ROLE_##id,
enum role { ROLES(X) ROLE_COUNT };
#undef X

enum palette { PALETTE_NONE, PALETTE_8, PALETTE_16, PALETTE_256, PALETTE_DIRECT };

/* A colour as the terminal is told it: an index, LOOK_RGB | 0xRRGGBB (PALETTE_DIRECT only), or -1 for its own. */
#define LOOK_RGB 0x1000000
struct look { int fg, bg, underline; uint16_t attrs; };

/* What is known about the terminal's colours. */
struct color_facts {
	const char *name;       /* $TERM */
	const char *color_term; /* $COLORTERM; NULL: not set */
	int colors;             /* of its description; -1: none */
	bool direct;            /* its description names a direct-colour capability: RGB or Tc */
	bool in_tmux;           /* $TMUX is set: tmux takes direct colours by whatever name it goes */
	bool no_color;          /* the operator does not want any (NO_COLOR) */
};
enum palette theme_palette(const struct color_facts *facts);
struct look theme_role(enum palette palette, enum role role);
struct look theme_style(enum palette palette, const struct style_info *style); /* of a child's cell */
const char *role_name(enum role role);
#endif
