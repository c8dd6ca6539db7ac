/*
 * typed — what the operator typed, as values of our own: a code point, a named key, a paste, a mouse event, focus.
 *
 * A key is one number: a Unicode code point or a TYPED_ name, with modifier bits above. The decoder is pure: bytes in,
 * values out, bounded, any chunking. curses' own input queue is not used because poll(2) cannot see into it and because
 * it knows neither modifiers nor pastes.
 */
#ifndef UI_TUI_TYPED_H
#define UI_TUI_TYPED_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

/* id, name on the screen and in docs/keys.md */
#define NAMED_KEYS(X)                                                                                     \
	X(UP, "Up") X(DOWN, "Down") X(LEFT, "Left") X(RIGHT, "Right") X(HOME, "Home") X(END, "End")       \
	X(INSERT, "Insert") X(DELETE, "Delete") X(PAGE_UP, "PgUp") X(PAGE_DOWN, "PgDn")                   \
	X(F1, "F1") X(F2, "F2") X(F3, "F3") X(F4, "F4") X(F5, "F5") X(F6, "F6") X(F7, "F7") X(F8, "F8")   \
	X(F9, "F9") X(F10, "F10") X(F11, "F11") X(F12, "F12")                                             \
	X(BACKSPACE, "Backspace") X(TAB, "Tab") X(ENTER, "Enter") X(ESCAPE, "Esc")

#define TYPED_NAMED_BASE 0x200000u /* above every code point */
#define X(id, name) TYPED_##id,
enum named_key { TYPED_NAMED_FIRST = TYPED_NAMED_BASE - 1, NAMED_KEYS(X) TYPED_NAMED_END };
#undef X

#define TYPED_SHIFT 0x1000000u /* with named keys, and beside Control: a shifted letter is its own code point */
#define TYPED_ALT 0x2000000u
#define TYPED_CONTROL 0x4000000u
#define TYPED_MODIFIERS (TYPED_SHIFT | TYPED_ALT | TYPED_CONTROL)
#define CONTROL(letter) (TYPED_CONTROL | (uint32_t)(letter)) /* CONTROL('b'): lower case */

enum typed_kind { TYPED_KEY, TYPED_PASTE, TYPED_MOUSE, TYPED_FOCUS };
enum mouse_button { BUTTON_LEFT, BUTTON_MIDDLE, BUTTON_RIGHT, BUTTON_NONE, BUTTON_WHEEL_UP, BUTTON_WHEEL_DOWN };

struct typed {
	enum typed_kind kind;
	uint32_t key;               /* TYPED_KEY: with modifiers; TYPED_MOUSE: modifiers only */
	const char *bytes; size_t len; /* TYPED_PASTE: raw, borrowed until the next decode */
	bool cut;                   /* TYPED_PASTE: it was longer than TYPED_PASTE_MAX, the rest is gone */
	enum mouse_button button;   /* TYPED_MOUSE */
	bool pressed, moved;        /* TYPED_MOUSE: pressed false is a release (or, with moved, a hover) */
	int row, col;               /* TYPED_MOUSE: from 0 */
	bool focused;               /* TYPED_FOCUS */
};

#define TYPED_PASTE_MAX (1024u * 1024u)

/* What the terminal answered to the console's own questions. */
struct answers { bool keyboard, synchronized, over /* DA1 came, which was asked last */; };

/* Zero-initialised is ready. */
struct decoder {
	struct text waiting;  /* bytes that are not decoded yet */
	struct text paste;
	bool pasting, paste_cut;
	size_t in_string;     /* bytes left of an answer that is a string: none of them is a key */
	struct answers answers;
};
void decoder_clear(struct decoder *d);                             /* forgets everything that waits */
void decoder_add(struct decoder *d, const char *bytes, size_t len);
bool decoder_has_waiting(const struct decoder *d);                 /* half a sequence: ask again with final after a moment */
/* true: *ret is the next thing typed. final: nothing more came for a moment, so a lone ESC is the Escape key. */
bool decoder_next(struct decoder *d, bool final, struct typed *ret);

#define KEY_NAME_BYTES 40
/* "q", "Ctrl-B", "Alt-Left", "Enter", "Space". Returns ret_name. */
const char *typed_name(uint32_t key, char ret_name[KEY_NAME_BYTES]);
bool typed_is_text(uint32_t key); /* a code point that may go into a line of text */
#endif
