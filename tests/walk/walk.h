/*
 * walk — drives a program in a terminal by a text that a person can review; the language is in tests/walk/README.md.
 *
 *   steps    the text: lines, verbs, words
 *   verbs    one table: what each verb does
 *   claims   one table: what can be waited for and expected
 *   program  the process in its PTY, and what is left of its modes when it ended
 *   screen   the terminal it believes to be in: libvterm behind a filter, so that the judge is not our own engine
 *   filter   what libvterm 0.1.4 does not understand, rewritten; which modes are on
 *   keys     names of keys -> bytes
 *   scratch  the private directory, its environment, shell commands in it
 *   frame    the screen as text and as SVG
 */
#ifndef TESTS_WALK_WALK_H
#define TESTS_WALK_WALK_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "core/base/error.h"
#include "core/base/strlist.h"
#include "core/base/text.h"

/* steps */
struct step {
	size_t line;
	char *text;           /* the whole line, for messages */
	const char *rest;     /* behind the verb; borrowed from text */
	struct strlist words; /* the verb and its words, quotes taken away */
};
struct steps {
	struct step *items;
	size_t count;
};
bool steps_read(const char *path, struct steps *ret, struct error *err) MUST_CHECK;
void steps_clear(struct steps *s);

/* filter: bytes of the program -> bytes for libvterm */
#define MODES_MAX 32
struct modes {
	int on[MODES_MAX]; /* private modes that are set, in no order */
	size_t n_on;
	int keyboard_levels; /* of the kitty protocol: pushed and not popped */
	bool keypad;
	int cursor_style; /* the last DECSCUSR; 0: the terminal's own */
	int strings, bells; /* how many OSC, DCS, APC, PM and SOS strings came, and bells */
};
struct filter {
	struct text held; /* an escape sequence that is not complete yet */
	struct text string; /* the OSC string that is coming in */
	bool in_string;
	struct text clipboard; /* the last OSC 52 string, whole */
	struct modes modes;
};
void filter_feed(struct filter *f, const char *bytes, size_t len, struct text *out);
bool modes_has(const struct modes *m, int mode);
/* "" when everything is as a fresh terminal has it; else what is not. */
void modes_left(const struct modes *m, struct text *out);

/* screen */
struct cell {
	char bytes[32]; /* UTF-8; "" for the right half of a wide one, " " for nothing */
	int width;
	uint32_t foreground, background; /* 0xRRGGBB, reverse and dim already applied */
	bool bold, underline, italic, strike;
};
struct screen;
struct screen *screen_new(int rows, int cols);
void screen_drop(struct screen **s);
void screen_feed(struct screen *s, const char *bytes, size_t len);
void screen_resize(struct screen *s, int rows, int cols);
struct text *screen_answers(struct screen *s); /* what goes back to the program; the caller empties it */
const struct modes *screen_modes(const struct screen *s);
const struct text *screen_clipboard(const struct screen *s); /* the last OSC 52 string: "52;c;…" */
bool screen_is_settled(const struct screen *s); /* not inside a synchronised update */
void screen_size(const struct screen *s, int *ret_rows, int *ret_cols);
void screen_cell(const struct screen *s, int row, int col, struct cell *ret); /* from 0 */
void screen_row(const struct screen *s, int row, struct text *ret); /* without trailing blanks */
bool screen_cursor(const struct screen *s, int *ret_row, int *ret_col); /* false: hidden */
uint32_t screen_background(void);
bool screen_key(struct screen *s, const char *name); /* false: there is no such key */
void screen_type(struct screen *s, const char *utf8);
void screen_paste(struct screen *s, const char *utf8);
void screen_click(struct screen *s, int row, int col, int button);
void screen_drag(struct screen *s, int row, int col, int to_row, int to_col);

/* program */
struct program {
	pid_t pid;           /* 0: none runs */
	int master, slave;   /* slave is held, so that its modes can be looked at afterwards */
	struct termios before;
	int wait_status;
	bool ended;
};
bool program_start(struct program *p, const char *path, char *const *argv, char *const *env, const char *dir, int rows, int cols,
		   struct error *err) MUST_CHECK;
void program_resize(const struct program *p, int rows, int cols);
bool program_send(const struct program *p, const struct text *bytes);
ssize_t program_read(const struct program *p, char *bytes, size_t room); /* 0: nothing now */
bool program_has_ended(struct program *p); /* looks; never waits */
bool program_modes_kept(const struct program *p);
void program_close(struct program *p); /* its terminal; twice is fine */

/* scratch */
struct scratch {
	char *path, *dir; /* dir: where commands and programs run */
	struct strlist env;
};
bool scratch_make(struct scratch *s, const char *name, struct error *err) MUST_CHECK;
void scratch_remove(struct scratch *s);
void scratch_set(struct scratch *s, const char *name_value);
const char *scratch_get(const struct scratch *s, const char *name);
void scratch_enter(struct scratch *s, const char *relative);
/* sh -c command in dir: its exit status; what it printed is added to out. */
int scratch_shell(const struct scratch *s, const char *command, uint64_t deadline_ms, struct text *out);

/* frame */
void frame_text(const struct screen *s, struct text *out);
void frame_svg(const struct screen *s, struct text *out);

/* verbs */
struct walk {
	const char *file;       /* of the steps */
	const char *frames_dir; /* NULL: frames are compared, not written */
	struct scratch scratch;
	struct program program;
	struct screen *screen;
	int rows, cols;
	uint64_t patience_ms; /* of every wait */
};
bool verb_perform(struct walk *w, const struct step *step, struct error *err) MUST_CHECK;

/* claims: what UNTIL waits for and EXPECT demands at once; words from "row", "screen", ... on */
bool claim_check(struct walk *w, const struct step *step, bool wait, struct error *err) MUST_CHECK;
/* Reads and feeds until hold() is true or the deadline passed; what it said last. */
typedef bool walk_hold(struct walk *w, void *about);
bool walk_until(struct walk *w, walk_hold *hold, void *about);
#endif
