/*
 * replay — the recorded terminal of one child, played: the state that the files of this screen share.
 *
 * Argument of the screen: "RUN", or lines RUN, CHILD, SPEED (halves), IDLE (seconds, 0: none); later lines may be left out.
 * replay.c: keys and time. replay_open.c: what is opened and whether it is what was sealed. replay_draw.c: the frame.
 */
#ifndef UI_SCREENS_REPLAY_H
#define UI_SCREENS_REPLAY_H
#include "core/replay/player.h"
#include "core/replay/sealed.h"
#include "ui/tui/app.h"
#include "ui/tui/errand.h"

struct replay {
	struct run_view run;
	struct strlist children;
	size_t child;
	struct recording *recording;  /* NULL: nothing is open */
	struct player *player;
	bool live;                    /* more may come */
	struct errand sealing;        /* the log is being compared with its proof */
	bool seal_known;
	bool seal_asked;              /* the operator wants to be told */
	enum seal seal;
	char *seal_words;
	uint64_t idle_s;              /* what the idle key cuts to */
	uint64_t told_ms, looked_ms;  /* steady: the clock was told the time; the log was looked at */
	bool settled;                 /* the terminal is as it was at the position */
	int pan_rows, pan_cols;       /* moved by the operator, of a terminal that is larger than its place */
};

bool replay_open(struct replay *s, struct app *app, const char *argument, struct error *err) MUST_CHECK;
bool replay_child(struct replay *s, struct app *app, size_t child, struct error *err) MUST_CHECK;
void replay_close(struct replay *s);
void replay_verify(struct replay *s, struct app *app); /* begins; what was found comes with replay_sealed() */
void replay_sealed(struct replay *s);                  /* the errand is over */

struct replay_places { struct rect title, screen, notes, bar; };
void replay_draw(const struct replay *s, struct canvas *c, struct rect body);
struct rect replay_progress(const struct replay *s, struct rect body); /* the bar that a click goes to */
#endif
