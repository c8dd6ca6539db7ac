/*
 * session — the children of one run while they live: their terminals, logs, deadlines and viewers, in one loop.
 *
 * The loop waits in session_run() only. Viewers are served from the terminal log, each at its own pace, a small piece of
 * every child in turn. The supervisor never waits for a viewer.
 *
 * A child that prints 64 KiB within 20 ms floods. While it does, what it prints is held back, for a second at most, and a
 * viewer is shown its screen some 60 times a second instead; then it gets all of it, and goes on being shown the screen
 * until it is near. This needs the log to hold everything. From 4 MiB before that is full on nothing is held back, and a
 * child does not run away from a viewer that reads: while one is more than 128 KiB behind a child's output, that child
 * is read 64 KiB in 20 ms at most. So no child is slower than 3 MB a second because of viewers. A viewer that took less
 * than 64 KiB in 20 ms while it was so far behind is not minded until it takes more again, or has caught up: a stopped,
 * slow or dead one costs a child one such moment.
 */
#ifndef CORE_RUN_SESSION_H
#define CORE_RUN_SESSION_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/child/child.h"
#include "core/child/termlog.h"
#include "core/record/run_record.h"
#include "core/run/attention.h"
#include "core/run/engine.h"
#include "core/run/run_state.h"
#include "core/terminal/terminal.h"

#define SESSION_PEERS_MAX 16
#define SESSION_RESIZES_MAX 256
#define SESSION_ROWS 24
#define SESSION_COLS 80
#define SESSION_SCROLLBACK_BYTES (256u * 1024) /* a taller screen takes rows back from it, and the console's engine does the same */

struct resize_note { uint64_t offset; int rows, cols; }; /* the size from this byte of the output on */

/* What passed since a moment; see pace.c. */
struct pace_window { uint64_t since_ms /* steady */, bytes; };

struct session_child {
	struct child *child;        /* NULL: not started, or concluded */
	struct termlog *log;
	struct terminal *terminal;
	enum phase phase;
	uint64_t started_ms;        /* steady */
	uint64_t timeout_at_ms;     /* steady; 0: none */
	uint64_t grace_at_ms;       /* steady; 0: none running */
	struct resize_note resizes[SESSION_RESIZES_MAX]; /* the oldest are dropped first */
	size_t n_resizes;
	struct pace_window pace;    /* of what was read from its terminal */
	uint64_t flood_ms;          /* steady, when it last printed more in one such window than is told one by one; 0: never */
	struct attention_facts facts;
	struct attention_signals heard;  /* as far as they are in facts; notice is not kept */
	struct attention_state attention; /* as viewers are told it */
	char *title;                /* as last looked at for the adapter's signs; NULL: never */
	bool log_failed;            /* the log could not be written; said once in the record */
};

/* How a viewer was last shown a child's screen by itself, and since when it is while output is held back for it. */
struct shown {
	uint64_t offset, at_ms;     /* behind how much of its output, and when (steady) */
	size_t bytes;               /* that this took; 0: it could not be drawn */
	uint64_t held_ms;           /* steady; 0: nothing is held back */
	bool catches_up;            /* what was held back is on its way */
};

/* The size a viewer would like a child to have; order tells who asked last. */
struct wish { int rows, cols; uint64_t order; /* 0: none */ };

struct peer {
	int fd;                     /* -1: free */
	bool watching;
	bool unsurveyed;            /* it was not shown yet how the screens stand now */
	bool deaf;                  /* it does not take anything any more; what it said may still wait to be read */
	struct text in, out;
	size_t out_at;              /* bytes of out already sent */
	size_t turn;                /* the child whose output comes next */
	struct pace_window pace;    /* of what it took */
	bool left_behind;           /* it took too little: no child is slowed for it */
	uint64_t offset[REQUEST_CHILDREN_MAX];
	struct shown shown[REQUEST_CHILDREN_MAX];
	size_t resized[REQUEST_CHILDREN_MAX];  /* index of the next resize note to send */
	uint64_t seen[REQUEST_CHILDREN_MAX];   /* last child state sent, as a stamp */
	uint64_t attended[REQUEST_CHILDREN_MAX]; /* the same for what it is at */
	uint64_t typist_seen;                  /* the same for who types */
	bool refused;                          /* keys of it were, and it is to be told */
	struct wish wishes[REQUEST_CHILDREN_MAX];
};

struct session {
	const struct engine *engine;
	const struct adapter *adapter; /* NULL: unknown */
	struct run_record *record;
	uint64_t wall_offset_ms;    /* wall minus steady when the session began */
	int children_fd;            /* children/ of the record directory, borrowed */
	int listener, signals;      /* borrowed; listener -1: nobody can watch */
	bool stopping;              /* the operator asked for all to stop */
	struct session_child children[REQUEST_CHILDREN_MAX];
	uint64_t stamp[REQUEST_CHILDREN_MAX]; /* changes with the child's state */
	uint64_t attention_stamp[REQUEST_CHILDREN_MAX]; /* changes with what it is at */
	struct peer peers[SESSION_PEERS_MAX];
	size_t typist;              /* the peer whose keys go to the children; SESSION_PEERS_MAX: nobody's so far */
	uint64_t typist_stamp;      /* changes with it; never 0 */
	uint64_t wishes;            /* how many sizes were asked for */
};

void session_init(struct session *s, const struct engine *e, struct run_record *record);
/* Takes ownership of child; its log and terminal are made here. */
bool session_add(struct session *s, size_t at, struct child *child, struct error *err) MUST_CHECK;
/* Until every child is done. concluded is called for each as it ends, after its record was filled by it. */
typedef void session_concluded(void *user, size_t child);
void session_run(struct session *s, session_concluded *concluded, void *user);
void session_clear(struct session *s); /* drops children (killing what lives), logs, terminals and viewers */

/* peers.c: the viewers' side of the loop. */
void peers_accept(struct session *s);
void peers_read(struct session *s, struct peer *p);
void peers_pump(struct session *s, struct peer *p);  /* fill and send what fits */
bool peers_wants_write(const struct session *s, const struct peer *p);
void peers_say_sealed(struct session *s);            /* after the proof is durable; bounded in time */
void peer_close(struct peer *p);

/* pace.c */
void pace_read(struct session_child *c, size_t bytes, uint64_t now_ms);
void pace_sent(const struct session *s, struct peer *p, size_t bytes, uint64_t now_ms); /* each turn, also when it took nothing */
uint64_t pace_until_ms(const struct session *s, size_t child, uint64_t now_ms); /* its terminal is not read before; 0: it is */

/* hold_back.c; only of children with a log. */
bool hold_back_may(const struct session_child *c);   /* all of its output is and will be in the log */
bool hold_back_is_on(const struct session *s, const struct peer *p, size_t child, uint64_t now_ms);
void hold_back_turn(const struct session *s, struct peer *p, size_t child, uint64_t now_ms); /* begins or ends it */
bool hold_back_shows(const struct session *s, const struct peer *p, size_t child, uint64_t now_ms); /* its screen is due */
void hold_back_shown(const struct session *s, struct peer *p, size_t child, size_t bytes, uint64_t now_ms);
uint64_t hold_back_until_ms(const struct session *s, size_t child, uint64_t now_ms); /* 0: nothing to wait for */

/* typist.c: who types, and whose size counts. One viewer types: the first that did, or the last that took over. The size
   of a child is the typist's wish, else that of whoever wished last and is still here. */
bool typist_types(struct session *s, struct peer *p); /* may it? else it is told so */
void typist_take(struct session *s, struct peer *p);
void typist_wish(struct session *s, struct peer *p, size_t child, int rows, int cols);
void typist_left(struct session *s, const struct peer *p); /* before its place is cleared */

/* session_attention.c: tells a child's facts what was seen, and viewers what follows from it. */
void session_attend_started(struct session *s, size_t child);
void session_attend_output(struct session *s, size_t child);
void session_attend_input(struct session *s, size_t child);
void session_attend_resize(struct session *s, size_t child);
void session_attend_ended(struct session *s, size_t child); /* after its record was filled */
void session_attend_time(struct session *s, size_t child);  /* each turn: what passed without anything being heard */
uint64_t session_wall_ms(const struct session *s, uint64_t steady_ms);

/* What a viewer may ask for. */
void session_stop_child(struct session *s, size_t child);
void session_stop_all(struct session *s);
void session_resize(struct session *s, size_t child, int rows, int cols);
/* false: not all of it had room, and what had none is dropped. */
bool session_keys(struct session *s, size_t child, const char *bytes, size_t len);
#endif
