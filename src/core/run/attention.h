/*
 * attention — what a child is at, who says so, and since when. Pure: the supervisor tells what it saw and when, and asks.
 *
 * One table of rules (attention.c), the first that holds decides: the process itself; a notice; the bell; a prompt mark;
 * the title; output; and last, for adapters that state one, a rule about the screen. Nothing is guessed beyond that: what
 * no rule can say is ATTENTION_UNKNOWN. Moments are steady milliseconds; 0: never.
 */
#ifndef CORE_RUN_ATTENTION_H
#define CORE_RUN_ATTENTION_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* id, word, the same said of a child: "a1 failed". The words are part of --json and of what the hook is told. */
#define ATTENTIONS(X)                                                                                                   \
	X(UNKNOWN, "not known", "says nothing of itself") X(STARTING, "starting", "is starting")                          \
	X(WORKING, "working", "is working") X(QUIET, "quiet", "is quiet") X(WANTS_YOU, "wants you", "wants you")          \
	X(DONE, "done", "is done") X(FAILED, "failed", "failed") X(KILLED, "killed", "was killed") X(LOST, "lost", "was lost")
#define X(id, word, says) ATTENTION_##id,
enum attention { ATTENTIONS(X) ATTENTION_COUNT };
#undef X

/* What a state rests on, strongest first. */
#define EVIDENCES(X)                                                                                              \
	X(NONE, "nothing") X(PROCESS, "process") X(NOTICE, "notice") X(BELL, "bell") X(PROMPT, "prompt mark") \
	X(TITLE, "title") X(OUTPUT, "output") X(SCREEN, "screen")
#define X(id, word) EVIDENCE_##id,
enum evidence { EVIDENCES(X) EVIDENCE_COUNT };
#undef X

#define ATTENTION_WORDS_BYTES 160 /* what the evidence said: sanitized, cut at a whole character; "" for nothing */

#define ATTENTION_STOPPED_WORDS "stopped by the operator" /* of a child that somebody asked to end */
#define ATTENTION_TIMED_OUT_WORDS "timed out"

#define ATTENTION_WORKING_MS 3000    /* printed within this time: working; after it: quiet */
#define ATTENTION_ECHO_MS 500        /* output, or a bell, so soon after a key or a new size is its echo */
#define ATTENTION_STARTING_MS 30000  /* who has printed nothing for so long is quiet, not starting */
#define ATTENTION_OVERTAKEN_MS 10000 /* whoever goes on printing for so long after a call needs nobody any more */

enum attention_process { ATTENTION_NOT_STARTED, ATTENTION_LIVES, ATTENTION_ENDED_WELL, ATTENTION_ENDED_BADLY, ATTENTION_ENDED_KILLED,
	ATTENTION_ENDED_UNSEEN };

/* What was seen of one child. Fill by the functions below; the fields are for specifications. */
struct attention_facts {
	enum attention_process process;
	bool agent;           /* it answers to a prompt; a shell that sits at its own wants nobody */
	bool mute;            /* its terminal is closed although it lives */
	uint64_t process_ms;  /* when the process came to where it is */
	uint64_t output_ms, burst_ms;      /* the last output that was no echo, and the first of the same burst */
	uint64_t input_ms, stirred_ms;     /* the operator's last keys; those, or the last new size */
	uint64_t notice_ms, bell_ms;       /* 0 again once answered or overtaken */
	uint64_t mark_ms, title_ms, progress_ms;
	uint64_t shown_ms;    /* the last output of any kind */
	bool printed;         /* anything at all */
	bool reads_screen;    /* the adapter has signs for the screen */
	bool unread;          /* it printed since its screen was read for them */
	bool ran;             /* a command ran before the present prompt */
	bool progress;        /* it says by OSC 9;4 that something is under way */
	char mark;            /* of OSC 133: A B C D; 0: none */
	enum attention title_says, screen_says; /* by the adapter's rules; ATTENTION_UNKNOWN: nothing */
	char notice[ATTENTION_WORDS_BYTES], end[ATTENTION_WORDS_BYTES];
	char title_words[ATTENTION_WORDS_BYTES], screen_words[ATTENTION_WORDS_BYTES];
};

struct attention_state {
	enum attention attention;
	enum evidence evidence;
	uint64_t since_ms;
	uint64_t until_ms;    /* when the same facts will say something else; 0: not before something happens */
	char words[ATTENTION_WORDS_BYTES];
};

/* What the terminal of a child counts since its birth (terminal_signals); changes are what matters. */
struct attention_signals {
	uint64_t bells, notices, marks;
	const char *notice;   /* of the last; never NULL */
	char mark;
	bool progress;
};

void attention_started(struct attention_facts *f, uint64_t now_ms);
void attention_ended(struct attention_facts *f, enum attention_process how, const char *words, uint64_t now_ms);
void attention_output(struct attention_facts *f, uint64_t now_ms);
void attention_input(struct attention_facts *f, uint64_t now_ms);   /* the operator typed, or said that it was seen */
void attention_stirred(struct attention_facts *f, uint64_t now_ms); /* a new size: what is painted now is an answer to it */
void attention_signalled(struct attention_facts *f, const struct attention_signals *was, const struct attention_signals *is,
			 uint64_t now_ms);
void attention_titled(struct attention_facts *f, enum attention says, const char *words, uint64_t now_ms);
void attention_seen_on_screen(struct attention_facts *f, enum attention says, const char *words);
/* Is it time to look for the adapter's signs on the screen? Asked when the child is quiet. */
bool attention_wants_screen(const struct attention_facts *f, uint64_t now_ms);
void attention_judge(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret);
bool attention_differs(const struct attention_state *a, const struct attention_state *b); /* in anything a viewer is told */
void attention_words_set(char ret[ATTENTION_WORDS_BYTES], const char *clean); /* cut at a whole character */
bool attention_is_over(enum attention a);  /* done, failed, killed, lost */
const char *attention_word(enum attention a);
const char *attention_says(enum attention a); /* in a sentence, behind the child: "failed", "is done" */
const char *evidence_word(enum evidence e);
#endif
