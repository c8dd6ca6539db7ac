/*
 * session — the children of one run while they live: their terminals, logs, deadlines and viewers, in one loop.
 *
 * The loop waits in session_run() only. Viewers are served from the terminal log, each at its own pace: a slow or
 * stopped one costs nothing but its own lag.
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
#include "core/run/engine.h"
#include "core/run/run_state.h"
#include "core/terminal/terminal.h"

#define SESSION_PEERS_MAX 16
#define SESSION_RESIZES_MAX 256
#define SESSION_ROWS 24
#define SESSION_COLS 80

struct resize_note { uint64_t offset; int rows, cols; }; /* the size from this byte of the output on */

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
	bool log_failed;            /* the log could not be written; said once in the record */
};

struct peer {
	int fd;                     /* -1: free */
	bool watching;
	bool deaf;                  /* it does not take anything any more; what it said may still wait to be read */
	struct text in, out;
	size_t out_at;              /* bytes of out already sent */
	uint64_t offset[REQUEST_CHILDREN_MAX];
	size_t resized[REQUEST_CHILDREN_MAX];  /* index of the next resize note to send */
	uint64_t seen[REQUEST_CHILDREN_MAX];   /* last child state sent, as a stamp */
};

struct session {
	const struct engine *engine;
	struct run_record *record;
	int children_fd;            /* children/ of the record directory, borrowed */
	int listener, signals;      /* borrowed; listener -1: nobody can watch */
	bool stopping;              /* the operator asked for all to stop */
	struct session_child children[REQUEST_CHILDREN_MAX];
	uint64_t stamp[REQUEST_CHILDREN_MAX]; /* changes with the child's state */
	struct peer peers[SESSION_PEERS_MAX];
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

/* What a viewer may ask for. */
void session_stop_child(struct session *s, size_t child);
void session_stop_all(struct session *s);
void session_resize(struct session *s, size_t child, int rows, int cols);
void session_keys(struct session *s, size_t child, const char *bytes, size_t len);
#endif
