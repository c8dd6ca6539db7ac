/*
 * pane — one child's terminal on the screen: its own copy of the engine, fed by a viewer, and looking back at it.
 */
#ifndef UI_SCREENS_PANE_H
#define UI_SCREENS_PANE_H
#include <stdbool.h>
#include <stddef.h>

#include "core/run/viewer.h"
#include "core/terminal/terminal.h"
#include "ui/screens/pane_hold.h"
#include "ui/screens/pane_look.h"
#include "ui/tui/canvas.h"

#define PANE_SCROLLBACK_BYTES (4u * 1024 * 1024)
#define PANE_TITLE_ROWS 1

struct pane {
	size_t link;                  /* index of the viewer's link in the screen's state */
	size_t child, siblings;       /* index, and how many children its run has */
	bool interactive;             /* keys go to the child */
	uint64_t timeout_ms;          /* 0: none */
	struct terminal *terminal;    /* what is shown */
	struct terminal *reading;     /* while its history is read: the one that is fed. terminal is then as the supervisor
	                                 drew it, and dropped when this one has got there; NULL: terminal is fed */
	uint64_t unread_bytes;        /* until it has */
	uint64_t heard_bytes;         /* of what it printed, what was not kept among it */
	bool recorded;                /* shown from the record of a run that was over */
	struct termlog_reader *log;   /* what is still to be read of it; NULL: nothing */
	uint64_t log_bytes, log_read;
	char *id, *label, *adapter;   /* label NULL: none */
	enum policy_mode mode;
	enum git_write git_write;
	enum child_state state;
	int exit_status, signal;
	bool timed_out, stopped, killed; /* how it ended, beside those: see struct ending */
	int swept;
	uint64_t started_ms;
	uint64_t skipped_bytes;       /* said in the title */
	enum attention attention;     /* as the supervisor has it; ATTENTION_UNKNOWN until it said so */
	enum evidence evidence;
	uint64_t attention_since_ms;  /* wall; 0: not known */
	char attention_words[ATTENTION_WORDS_BYTES]; /* what the evidence said; "": nothing */
	enum typist typist;           /* who types into the run */
	bool refused;                 /* keys of ours were refused since this was last looked at */
	size_t slot;                  /* its number from its first moment to its last, from 1 */
	uint64_t ended_ms;            /* wall; 0: not yet, or not known */
	uint64_t clock_ms;            /* wall, when the clock in its title was last looked at; 0: never */
	bool changeable;              /* its policy can be changed from inside while it runs */
	bool behind;                  /* more of what it printed waits to be read */
	bool gone;                    /* the viewer ended: nothing more comes */
	struct text paste;            /* while it is asked whether to paste it */
	bool lost;                    /* something that was sent to the child is lost, and it is not said yet */
	bool has_focus;               /* what the child was last told */
	struct pane_hold hold;        /* the frame before, while the child paints one that is to be shown at once */
	struct pane_look look;        /* on: what it printed before is looked at, not what it prints */
	int asked_rows, asked_cols;   /* the size last asked for */
	uint64_t painted_generation;  /* of terminal, as it stands on the operator's terminal */
};

/* What an event changed: nothing that is seen, cells of the child's screen, more than these. In this order. */
enum pane_change { PANE_SAME, PANE_CELLS, PANE_ALL };

void pane_init(struct pane *p, const struct run_record *run, size_t link, size_t child);
void pane_clear(struct pane *p);
void pane_fit(struct pane *p); /* the size it asked for has changed */
enum pane_change pane_hear(struct pane *p, const struct viewer_event *event);
bool pane_lives(const struct pane *p);
/* Begins to look back, or goes on, in a view of so many rows. */
void pane_look_back(struct pane *p, int rows, bool by_wheel);
void pane_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect area);
/* The same over its last frame, when nothing but cells changed; false: all of it is to be drawn. */
bool pane_draw_cells(const struct pane *p, bool focused, struct canvas *c, struct rect area);
void pane_painted(struct pane *p);
#endif
