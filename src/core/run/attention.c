/*
 * attention — see attention.h. The rules are the table at the end; what is above it keeps the facts.
 */
#include "core/run/attention.h"

#include <stdio.h>
#include <string.h>

#include "core/base/mem.h"

static const char *const attention_words[] = {
#define X(id, word, says) word,
	ATTENTIONS(X)
#undef X
};

static const char *const attention_sayings[] = {
#define X(id, word, says) says,
	ATTENTIONS(X)
#undef X
};

static const char *const evidence_words[] = {
#define X(id, word) word,
	EVIDENCES(X)
#undef X
};

const char *attention_word(enum attention a)
{
	return a < ATTENTION_COUNT ? attention_words[a] : attention_words[ATTENTION_UNKNOWN];
}

const char *attention_says(enum attention a)
{
	return a < ATTENTION_COUNT ? attention_sayings[a] : attention_sayings[ATTENTION_UNKNOWN];
}

const char *evidence_word(enum evidence e)
{
	return e < EVIDENCE_COUNT ? evidence_words[e] : evidence_words[EVIDENCE_NONE];
}

bool attention_is_over(enum attention a)
{
	return a == ATTENTION_DONE || a == ATTENTION_FAILED || a == ATTENTION_KILLED || a == ATTENTION_LOST;
}

void attention_words_set(char ret[ATTENTION_WORDS_BYTES], const char *clean)
{
	size_t len = strlen(clean);

	if (len >= ATTENTION_WORDS_BYTES) {
		len = ATTENTION_WORDS_BYTES - 1;
		while (len > 0 && ((unsigned char)clean[len] & 0xc0) == 0x80)
			len--;
	}
	memmove(ret, clean, len);
	ret[len] = '\0';
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static bool is_within(uint64_t since_ms, uint64_t span_ms, uint64_t now_ms)
{
	return since_ms != 0 && now_ms - since_ms < span_ms;
}

static bool is_echo(const struct attention_facts *f, uint64_t now_ms)
{
	return is_within(f->stirred_ms, ATTENTION_ECHO_MS, now_ms);
}

static void answered(struct attention_facts *f)
{
	f->notice_ms = f->bell_ms = 0;
}

void attention_started(struct attention_facts *f, uint64_t now_ms)
{
	f->process = ATTENTION_LIVES;
	f->process_ms = now_ms;
}

void attention_ended(struct attention_facts *f, enum attention_process how, const char *words, uint64_t now_ms)
{
	attention_words_set(f->end, words);
	f->process = how;
	f->process_ms = now_ms;
}

/* A call that was printed into a burst of output is overtaken by the rest of that burst only when it is long. */
static bool is_overtaken(const struct attention_facts *f, uint64_t call_ms, uint64_t now_ms)
{
	return call_ms != 0 && now_ms - later(call_ms, f->burst_ms) >= ATTENTION_OVERTAKEN_MS;
}

void attention_output(struct attention_facts *f, uint64_t now_ms)
{
	f->printed = true;
	f->shown_ms = now_ms;
	f->unread = f->reads_screen;
	f->screen_says = ATTENTION_UNKNOWN;
	if (is_echo(f, now_ms))
		return;
	if (!is_within(f->output_ms, ATTENTION_WORKING_MS, now_ms))
		f->burst_ms = now_ms;
	f->output_ms = now_ms;
	if (is_overtaken(f, f->notice_ms, now_ms))
		f->notice_ms = 0;
	if (is_overtaken(f, f->bell_ms, now_ms))
		f->bell_ms = 0;
}

void attention_input(struct attention_facts *f, uint64_t now_ms)
{
	f->input_ms = f->stirred_ms = now_ms;
	answered(f);
}

void attention_stirred(struct attention_facts *f, uint64_t now_ms)
{
	f->stirred_ms = now_ms;
}

static void marked(struct attention_facts *f, char mark, uint64_t now_ms)
{
	f->ran |= mark == 'C' || mark == 'D';
	if (mark == 'C')
		answered(f);
	/* B follows A at once and says the same. */
	if (!(mark == 'B' && f->mark == 'A'))
		f->mark_ms = now_ms;
	f->mark = mark;
}

void attention_signalled(struct attention_facts *f, const struct attention_signals *was, const struct attention_signals *is,
			 uint64_t now_ms)
{
	if (is->marks != was->marks)
		marked(f, is->mark, now_ms);
	if (is->progress && !f->progress) {
		f->progress_ms = now_ms;
		answered(f);
	}
	f->progress = is->progress;
	/* A shell rings because of the key that was just typed, to say no. */
	if (is->bells != was->bells && !is_within(f->input_ms, ATTENTION_ECHO_MS, now_ms))
		f->bell_ms = now_ms;
	if (is->notices != was->notices) {
		f->notice_ms = now_ms;
		attention_words_set(f->notice, is->notice);
	}
}

void attention_titled(struct attention_facts *f, enum attention says, const char *words, uint64_t now_ms)
{
	if (says != f->title_says)
		f->title_ms = now_ms;
	f->title_says = says;
	attention_words_set(f->title_words, words);
}

void attention_seen_on_screen(struct attention_facts *f, enum attention says, const char *words)
{
	f->unread = false;
	f->screen_says = says;
	attention_words_set(f->screen_words, words);
}

bool attention_wants_screen(const struct attention_facts *f, uint64_t now_ms)
{
	return f->unread && now_ms - f->shown_ms >= ATTENTION_ECHO_MS;
}

static bool at_prompt(const struct attention_facts *f)
{
	return f->mark == 'A' || f->mark == 'B';
}

/* Each rule fills in what it has to say but attention and evidence, which its row says; false: it does not hold. */
typedef bool rule(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret);

static bool is_process(const struct attention_facts *f, enum attention_process p, struct attention_state *ret)
{
	attention_words_set(ret->words, f->end);
	ret->since_ms = f->process_ms;
	return f->process == p;
}

static bool not_started(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return is_process(f, ATTENTION_NOT_STARTED, ret);
}

static bool ended_well(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return is_process(f, ATTENTION_ENDED_WELL, ret);
}

static bool ended_badly(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return is_process(f, ATTENTION_ENDED_BADLY, ret);
}

static bool ended_killed(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return is_process(f, ATTENTION_ENDED_KILLED, ret);
}

static bool ended_unseen(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return is_process(f, ATTENTION_ENDED_UNSEEN, ret);
}

static bool mute(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	attention_words_set(ret->words, "it lives and has closed its terminal");
	ret->since_ms = f->shown_ms ? f->shown_ms : f->process_ms;
	return f->mute;
}

static bool noticed(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	attention_words_set(ret->words, f->notice);
	ret->since_ms = f->notice_ms;
	return f->notice_ms != 0;
}

static bool rang(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	ret->since_ms = f->bell_ms;
	return f->bell_ms != 0;
}

static bool prompts(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	ret->since_ms = f->mark_ms;
	return f->agent && f->ran && at_prompt(f) && f->mark_ms > f->input_ms;
}

static bool title_calls(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	attention_words_set(ret->words, f->title_words);
	ret->since_ms = f->title_ms;
	return f->title_says == ATTENTION_WANTS_YOU && f->title_ms > f->input_ms;
}

static bool runs_command(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	ret->since_ms = f->mark_ms;
	return f->mark == 'C';
}

static bool progresses(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	ret->since_ms = f->progress_ms;
	return f->progress;
}

static bool title_works(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	attention_words_set(ret->words, f->title_words);
	ret->since_ms = f->title_ms;
	return f->title_says == ATTENTION_WORKING;
}

static bool sits_at_prompt(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	ret->since_ms = f->mark_ms;
	return !f->agent && at_prompt(f);
}

static bool prints(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	ret->since_ms = f->burst_ms;
	ret->until_ms = f->output_ms + ATTENTION_WORKING_MS;
	return is_within(f->output_ms, ATTENTION_WORKING_MS, now_ms);
}

static bool screen_says(const struct attention_facts *f, enum attention a, struct attention_state *ret)
{
	attention_words_set(ret->words, f->screen_words);
	ret->since_ms = later(f->output_ms, f->process_ms);
	return f->screen_says == a;
}

static bool screen_calls(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return screen_says(f, ATTENTION_WANTS_YOU, ret);
}

static bool screen_works(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	(void)now_ms;
	return screen_says(f, ATTENTION_WORKING, ret);
}

static bool starts(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	ret->since_ms = f->process_ms;
	ret->until_ms = f->process_ms + ATTENTION_STARTING_MS;
	return !f->printed && now_ms - f->process_ms < ATTENTION_STARTING_MS;
}

static bool always(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	ret->since_ms = later(f->output_ms, f->process_ms);
	if (f->unread && now_ms - f->shown_ms < ATTENTION_ECHO_MS)
		ret->until_ms = f->shown_ms + ATTENTION_ECHO_MS;
	return true;
}

/*
 * The first row that holds decides. A process that is over says so itself, and nothing it printed before counts. A call
 * stands until the operator types, the child runs a command or it is overtaken; so calls come before any sign of work.
 */
static const struct { rule *holds; enum attention attention; enum evidence evidence; } rules[] = {
	{ not_started, ATTENTION_STARTING, EVIDENCE_PROCESS },
	{ ended_well, ATTENTION_DONE, EVIDENCE_PROCESS },
	{ ended_badly, ATTENTION_FAILED, EVIDENCE_PROCESS },
	{ ended_killed, ATTENTION_KILLED, EVIDENCE_PROCESS },
	{ ended_unseen, ATTENTION_LOST, EVIDENCE_PROCESS },
	{ mute, ATTENTION_UNKNOWN, EVIDENCE_PROCESS },            /* it may be doing anything */
	{ noticed, ATTENTION_WANTS_YOU, EVIDENCE_NOTICE },        /* OSC 9, 777 or 99 */
	{ rang, ATTENTION_WANTS_YOU, EVIDENCE_BELL },
	{ prompts, ATTENTION_WANTS_YOU, EVIDENCE_PROMPT },        /* OSC 133 A after a command: agents only */
	{ title_calls, ATTENTION_WANTS_YOU, EVIDENCE_TITLE },
	{ runs_command, ATTENTION_WORKING, EVIDENCE_PROMPT },     /* OSC 133 C, until D */
	{ progresses, ATTENTION_WORKING, EVIDENCE_NOTICE },       /* OSC 9;4 */
	{ title_works, ATTENTION_WORKING, EVIDENCE_TITLE },
	{ sits_at_prompt, ATTENTION_QUIET, EVIDENCE_PROMPT },     /* a shell that waits at its own prompt wants nobody */
	{ prints, ATTENTION_WORKING, EVIDENCE_OUTPUT },           /* for ATTENTION_WORKING_MS after the last byte */
	{ screen_calls, ATTENTION_WANTS_YOU, EVIDENCE_SCREEN },
	{ screen_works, ATTENTION_WORKING, EVIDENCE_SCREEN },
	{ starts, ATTENTION_STARTING, EVIDENCE_PROCESS },
	{ always, ATTENTION_QUIET, EVIDENCE_OUTPUT },
};

void attention_judge(const struct attention_facts *f, uint64_t now_ms, struct attention_state *ret)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		*ret = (struct attention_state){ .attention = rules[i].attention, .evidence = rules[i].evidence };
		if (rules[i].holds(f, now_ms, ret))
			return;
	}
}

bool attention_differs(const struct attention_state *a, const struct attention_state *b)
{
	return a->attention != b->attention || a->evidence != b->evidence || a->since_ms != b->since_ms || strcmp(a->words, b->words) != 0;
}
