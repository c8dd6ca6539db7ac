/*
 * app — the screens, the one loop, and what they share: where keys go, the head, the foot, the notice, the question.
 *
 * A screen is a constant struct screen_ops; its state is zeroed memory that app owns. Tabs live from their first visit
 * to the end; other screens lie on a stack above the tab. draw gets everything const: drawing changes nothing and may
 * happen at any time. Screens lend their fds to the one poll and hear what came; none runs a loop of its own and none
 * may block: what is slow goes into an errand.
 */
#ifndef UI_TUI_APP_H
#define UI_TUI_APP_H
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/run/engine.h"
#include "ui/tui/ask.h"
#include "ui/tui/canvas.h"
#include "ui/tui/keymap.h"

struct app;

enum reaction { NOTHING = 0, REDRAW = 1 << 0, LEAVE = 1 << 1, QUIT = 1 << 2, PASS = 1 << 3 /* key(): not mine, look in the bindings */,
	URGENT = 1 << 4 /* with REDRAW or CELLS: paint at once, do not wait for the frame's time */,
	CELLS = 1 << 5 /* nothing but cells of children's terminals changed: see draw_cells */ };

/* What happened, for one screen. */
struct news {
	uint64_t now_ms;                    /* steady */
	const struct pollfd *fds; size_t n_fds; /* the ones this screen lent, with revents */
	bool deadline;                      /* the screen's deadline has passed */
};

bool news_of(const struct news *news, int fd); /* did it say something? true also where nobody waited for it */

#define SCREEN_FDS_MAX 64

/* Every function may be NULL except draw. */
struct screen_ops {
	const char *name, *title;           /* "runs", "Runs" */
	bool tab;                           /* in the head, in the order of the set */
	bool overlay;                       /* drawn over the screen beneath it */
	bool all_keys;                      /* what is typed is text or a child's: the common keys are not in its foot */
	const struct key_binding *bindings;     /* ends with key 0 */
	const struct key_binding *const *more;  /* other tables bindings_now may give; ends with NULL; for help and documents */
	const struct key_binding *const *prefixed; /* tables for the key after .prefix; ends with NULL. NULL: there is no prefix */
	uint32_t prefix;
	bool own_wheel;                     /* key() takes the wheel; elsewhere it moves as the arrows of the table in force do */
	size_t state_size;
	bool (*open)(struct app *app, void *state, struct error *err);      /* cheap: no git, no records */
	void (*close)(struct app *app, void *state);
	/* Its first frame has been painted: the place to begin reading things. */
	unsigned (*shown)(struct app *app, void *state);
	/* The operator came here, with an argument (a run id, a directory) or NULL. Before shown the first time. */
	unsigned (*visit)(struct app *app, void *state, const char *argument);
	unsigned (*hear)(struct app *app, void *state, const struct news *news);
	unsigned (*act)(struct app *app, void *state, enum action action);
	unsigned (*key)(struct app *app, void *state, const struct typed *typed); /* text entry, mouse, panes: before the bindings */
	unsigned (*answered)(struct app *app, void *state, int id, bool yes);     /* of app_ask */
	void (*resized)(struct app *app, void *state, int rows, int cols);        /* of the body */
	void (*draw)(const struct app *app, const void *state, struct canvas *canvas, struct rect body);
	/* Draws over its last frame what CELLS spoke of; false: all is to be drawn. painted: the frame stands on the terminal. */
	bool (*draw_cells)(const struct app *app, const void *state, struct canvas *canvas, struct rect body);
	void (*painted)(void *state);
	const struct key_binding *(*bindings_now)(const struct app *app, const void *state); /* NULL: bindings */
	bool (*typing)(const struct app *app, const void *state);                 /* all_keys, for now only */
	unsigned (*has)(const struct app *app, const void *state);                /* bits of enum need that hold now */
	size_t (*watch)(const struct app *app, const void *state, struct pollfd *fds, size_t room); /* lend fds; also while hidden */
	uint64_t (*deadline_ms)(const struct app *app, const void *state);        /* steady; 0: none */
	void (*badge)(const struct app *app, const void *state, struct text *out); /* behind the title in the head: "2" */
	int (*kept_rows)(const struct app *app, const void *state);               /* last rows of the body that a notice leaves free */
	size_t (*number_of)(const void *state, const char *run_id, const char *child); /* what the operator calls that child here; 0: nothing */
};

struct screen_set { const struct screen_ops *const *items; size_t count; };

/* What screens may ask of the app. */
const struct engine *app_engine(const struct app *app);
const char *app_path(const struct app *app);       /* the directory the console was opened on: absolute */
uint64_t app_now_ms(const struct app *app);        /* steady */
struct rect app_body(const struct app *app);       /* between the rules */
bool app_ascii(const struct app *app);
bool app_is_on_top(const struct app *app, const void *state); /* is this screen the one the keys go to? */
unsigned app_go(struct app *app, const char *name, const char *argument);  /* to a tab, or push another screen */
/* A sentence above the foot until the next key. */
unsigned app_say(struct app *app, const char *fmt, ...) PRINTF(2, 3);
unsigned app_alert(struct app *app, const char *fmt, ...) PRINTF(2, 3);
/* Opens a question; its owned parts are taken and *ask is empty afterwards. The answer goes to the screen that asked. */
unsigned app_ask(struct app *app, struct ask *ask);
bool app_is_asking(const struct app *app, const void *state, int id); /* is that question of this screen's open? */
/* Do an action where the operator is, as its key would: checks its need first. From the palette: beneath it. */
unsigned app_perform(struct app *app, enum action action);
unsigned app_perform_beneath(struct app *app, enum action action);
/* Text for the clipboard of the operator's terminal, which may take it or not; only on the operator's act. false: it
   could not be sent. */
bool app_copy(struct app *app, const char *bytes, size_t len);
/* Another program takes the whole terminal for a while; afterwards everything is painted again. */
void app_lend_terminal(struct app *app, void (*use)(void *context), void *context);
int app_signal_fd(const struct app *app); /* for whoever waits meanwhile: readable when a signal came; -1: none will be heard */
bool app_told_to_end(struct app *app);    /* by a signal; heard from now on */
/* The screen beneath the top of the stack, its table in force: for help and palette. */
const struct screen_ops *app_beneath(const struct app *app);
const struct key_binding *app_bindings_beneath(const struct app *app);
unsigned app_has_beneath(const struct app *app);
void *app_state_of(struct app *app, const char *name); /* a tab's state when it was opened, else NULL: for reading badges and hand-over */
#endif
