/*
 * app_parts — the inside of app, for the files that make it up: app.c (screens and moves between them), app_keys.c (what
 * a key does), app_draw.c (head, foot, notice), loop.c (the one poll). Nothing else includes this, but specifications.
 */
#ifndef UI_TUI_APP_PARTS_H
#define UI_TUI_APP_PARTS_H
#include "ui/tui/app.h"
#include "ui/tui/notify.h"
#include "ui/tui/strip.h"
#include "ui/tui/term.h"

#define TABS_MAX 12
#define STACK_MAX 4
#define COLS_MIN 80
#define ROWS_MIN 20
#define HEAD_ROWS 2
#define FOOT_ROWS 2

struct screen {
	const struct screen_ops *ops;
	void *state;  /* NULL: not open */
	bool shown;   /* its first frame was painted */
	struct pollfd *fds; size_t n_fds; /* lent for this turn; borrowed from the loop */
};

struct app {
	const struct engine *engine;
	const struct screen_set *set;
	struct term *term;     /* NULL in specifications */
	char *path;
	struct canvas canvas;
	const struct screen *drawn; /* the canvas holds all of its frame, and nothing lies over it; NULL: draw anew */
	struct screen tabs[TABS_MAX];
	size_t n_tabs, tab;
	struct screen stack[STACK_MAX];
	size_t depth;
	struct ask ask;
	const struct screen_ops *asker; /* NULL: the console itself, which asks one question */
	struct strip *strip;   /* NULL in specifications */
	struct notify notify;  /* with a strip */
	bool unseen;           /* the last frame that was painted said no more than that the terminal is too small */
	bool told_to_end;      /* by a signal, while another program had the terminal */
	bool stopping;         /* every run was asked to stop on the way out */
	char *notice;          /* NULL: none */
	bool notice_alert, ascii;
	uint64_t now_ms;
	/* Moves wait until the screen that asked for them has returned: it may be the one that ends. */
	char *going, *going_argument;
	enum action then;
};

struct app *app_make(const struct engine *e, const struct screen_set *screens, const char *path, int rows, int cols);
void app_open(struct app *app, const char *screen, const char *argument); /* on a screen of that name; NULL: on the first tab */
struct app *app_new(const struct engine *e, const struct screen_set *screens, const char *path, int rows, int cols); /* both */
void app_drop(struct app **app);
bool app_is_end(int signal); /* does it end the console? */
struct screen *app_top(struct app *app);
const struct screen *app_top_const(const struct app *app);
struct screen *app_under(struct app *app);        /* what lies beneath the top; the top itself when nothing does */
unsigned app_settle(struct app *app, unsigned reaction); /* carries out what waits: moves, leaving */
void app_resize(struct app *app, int rows, int cols);
unsigned app_painted(struct app *app);            /* the frame was shown: first-time duties */
const struct key_binding *screen_bindings(const struct app *app, const struct screen *s);
unsigned screen_has(const struct app *app, const struct screen *s);

/* app_keys.c */
unsigned app_type(struct app *app, const struct typed *t);
/* app_draw.c */
void app_draw(struct app *app);
void app_draw_cells(struct app *app);               /* the same where only cells of children's terminals changed */
bool app_too_small(const struct app *app);          /* the frame says no more than that, and how to leave */
size_t app_tab_at(const struct app *app, int col);  /* the tab whose name is there in the head; n_tabs: none */
/* app_strip.c */
#define APP_STRIP_FDS_MAX (STRIP_FDS_MAX + 1)
void app_strip_open(struct app *app);
void app_strip_close(struct app *app);
void app_attention(const struct app *app, bool briefly, struct text *out); /* who wants the operator; nothing when nobody does */
size_t app_strip_watch(const struct app *app, struct pollfd *fds, size_t room);
uint64_t app_strip_deadline_ms(const struct app *app);
unsigned app_strip_hear(struct app *app);                    /* each turn of the loop */
unsigned app_go_attention(struct app *app);
unsigned app_ask_quit_stop(struct app *app);
unsigned app_answered_quit_stop(struct app *app, bool yes);
void app_farewell(struct app *app, struct text *out);        /* what is said on the normal screen afterwards */
/* loop.c */
void loop_run(struct app *app);
void loop_suspend(struct app *app);
#endif
