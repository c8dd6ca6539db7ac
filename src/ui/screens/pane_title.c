/*
 * pane_title — see pane_title.h.
 *
 * The clock shows whole minutes and is looked at once a minute for all panes together (pane.clock_ms), at the turn of the
 * wall clock's minute: twenty idle panes wake the console once a minute, hidden ones never. What it shows is at most a
 * minute old.
 */
#include "ui/screens/pane_title.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "ui/words.h"

#define LINE_COLS 3 /* the least of the line behind the words */
#define MINUTE_MS 60000u

/* In the order they are shown. id, what stands before it */
#define PARTS(X)                                                                                                     \
	X(NUMBER, " ") X(CHILD, " ") X(LABEL, " ") X(ADAPTER, " ") X(MODE, " · ") X(GRANT, " · ") X(CHANGEABLE, " · ") \
	X(STATE, " · ") X(EVIDENCE, " ") X(ELAPSED, " · ") X(ENDS, ", ") X(LEFT, " · ") X(BACK, " · ") X(BEHIND, " · ") X(SKIPPED, " · ") \
	X(TYPIST, " · ") X(SELF, " · ")

#define X(id, before) PART_##id,
enum part { PARTS(X) PART_COUNT };
#undef X
#define X(id, before) before,
static const char *const stands_before[PART_COUNT] = { PARTS(X) };
#undef X

/* What gives way first. A part that has a shorter form is named twice. */
static const enum part giving_way[] = {
	PART_SELF, PART_LEFT, PART_ENDS, PART_EVIDENCE, PART_CHANGEABLE, PART_GRANT, PART_MODE, PART_SKIPPED, PART_TYPIST, PART_EVIDENCE,
	PART_BACK, PART_BEHIND, PART_STATE, PART_ELAPSED, PART_SKIPPED, PART_ADAPTER, PART_LABEL, PART_MODE, PART_TYPIST, PART_CHANGEABLE,
	PART_BACK, PART_STATE,
};
/* The same of one who wants the operator: why outlasts who it is. The short form of the grant never gives way. */
static const enum part giving_way_calling[] = {
	PART_SELF, PART_LEFT, PART_ENDS, PART_CHANGEABLE, PART_GRANT, PART_MODE, PART_SKIPPED, PART_TYPIST, PART_BEHIND, PART_BACK,
	PART_SKIPPED, PART_MODE, PART_ADAPTER, PART_LABEL, PART_ELAPSED, PART_CHANGEABLE, PART_EVIDENCE, PART_STATE, PART_TYPIST,
	PART_BACK, PART_EVIDENCE, PART_STATE,
};

struct part_words { struct text whole, brief; enum role role; }; /* brief empty: there is no shorter form */
struct title { struct part_words parts[PART_COUNT]; };

static void title_clear(struct title *t)
{
	for (int i = 0; i < PART_COUNT; i++) {
		text_clear(&t->parts[i].whole);
		text_clear(&t->parts[i].brief);
	}
}

static void part_set(struct title *t, enum part part, const char *whole, const char *brief)
{
	text_add_string(&t->parts[part].whole, whole);
	if (brief)
		text_add_string(&t->parts[part].brief, brief);
}

bool pane_wants_you(const struct pane *p)
{
	return pane_lives(p) && p->attention == ATTENTION_WANTS_YOU;
}

static bool went_wrong(const struct pane *p)
{
	return (p->state == CHILD_RUNNING && p->gone) || p->state == CHILD_FAILED;
}

static void minutes_add(struct text *out, uint64_t ms)
{
	uint64_t minutes = ms / MINUTE_MS;

	if (minutes == 0)
		text_add_string(out, "<1m");
	else if (minutes < 60)
		text_add_format(out, "%llum", (unsigned long long)minutes);
	else
		text_add_format(out, "%lluh%02llu", (unsigned long long)(minutes / 60), (unsigned long long)(minutes % 60));
}

static void state_add(const struct pane *p, struct text *out, void (*words)(struct text *, const struct ending *))
{
	const struct ending ending = { .recorded = p->state != CHILD_WAITING, .state = p->state, .timed_out = p->timed_out, .stopped = p->stopped, .killed = p->killed,
		.exit_status = p->exit_status, .signal = p->signal };

	if (p->state == CHILD_RUNNING && p->gone)
		text_add_string(out, "its supervisor is gone");
	else if (p->recorded || p->state == CHILD_FAILED || p->state == CHILD_SUCCEEDED)
		words(out, &ending);
	else if (p->attention != ATTENTION_UNKNOWN)
		text_add_string(out, attention_word(p->attention));
	else
		text_add_string(out, child_state_word(p->state));
}

void pane_state_add(const struct pane *p, struct text *out)
{
	state_add(p, out, words_ending);
}

static void say_state(const struct pane *p, struct title *t)
{
	struct part_words *state = &t->parts[PART_STATE];
	bool waits = pane_lives(p) && (p->attention == ATTENTION_WANTS_YOU || p->attention == ATTENTION_QUIET);

	state_add(p, &state->whole, words_ending);
	state_add(p, &state->brief, words_ending_brief);
	words_left_behind(&t->parts[PART_LEFT].whole, p->swept);
	if (waits && p->attention_since_ms > 0 && p->clock_ms >= p->attention_since_ms + MINUTE_MS) {
		text_add_byte(&state->whole, ' ');
		minutes_add(&state->whole, p->clock_ms - p->attention_since_ms);
	}
	if (pane_wants_you(p) || went_wrong(p))
		state->role = ROLE_ALERT;
}

static void say_evidence(const struct pane *p, struct title *t)
{
	CLEARED(text) struct text whole = { 0 };
	CLEARED(text) struct text brief = { 0 };

	if (!pane_lives(p) || p->attention == ATTENTION_UNKNOWN || p->evidence == EVIDENCE_NONE)
		return;
	text_add_format(&brief, "(%s)", evidence_word(p->evidence));
	text_add_format(&whole, "(%s: %s)", evidence_word(p->evidence), p->attention_words);
	part_set(t, PART_EVIDENCE, text_c(p->attention_words[0] ? &whole : &brief), text_c(&brief));
}

static void say_clock(const struct pane *p, struct title *t)
{
	struct text *elapsed = &t->parts[PART_ELAPSED].whole;
	struct text *ends = &t->parts[PART_ENDS].whole;

	if (p->started_ms == 0)
		return;
	if (p->ended_ms > p->started_ms) {
		words_duration(elapsed, p->ended_ms - p->started_ms);
	} else if (p->state == CHILD_RUNNING && p->clock_ms >= p->started_ms) {
		minutes_add(elapsed, p->clock_ms - p->started_ms);
		if (p->timeout_ms > 0) {
			text_add_string(ends, "ends by ");
			words_when(ends, p->started_ms + p->timeout_ms, p->clock_ms);
		}
	}
}

static void say_rights(const struct pane *p, struct title *t)
{
	static const char *const brief[POLICY_COUNT] = {
		[POLICY_ABSENT] = "no policy", [POLICY_READ_ONLY] = "read", [POLICY_WORKSPACE_WRITE] = "write",
	};

	part_set(t, PART_MODE, p->mode == POLICY_ABSENT ? "no policy" : policy_word(p->mode), brief[p->mode]);
	if (p->git_write == GIT_WRITE_SHARED_REPOSITORY)
		part_set(t, PART_GRANT, "GRANT shared-repository", "GRANT");
	t->parts[PART_GRANT].role = ROLE_GRANT;
	if (p->changeable)
		part_set(t, PART_CHANGEABLE, "policy can be changed inside", "changeable");
}

static void say_reading(const struct pane *p, struct title *t)
{
	CLEARED(text) struct text size = { 0 };

	if (p->look.on) {
		look_say(&p->look, &t->parts[PART_BACK].whole);
		look_say_briefly(&p->look, &t->parts[PART_BACK].brief);
	}
	if (p->reading)
		part_set(t, PART_BEHIND, "history is being read", NULL);
	else if (p->behind)
		part_set(t, PART_BEHIND, "catching up", NULL);
	if (p->skipped_bytes == 0)
		return;
	words_bytes(&size, p->skipped_bytes);
	text_add_format(&t->parts[PART_SKIPPED].whole, "%s not kept", text_c(&size));
	part_set(t, PART_SKIPPED, "", "gap");
}

static void title_fill(const struct pane *p, size_t number, struct title *t)
{
	text_add_format(&t->parts[PART_NUMBER].whole, "%zu", number);
	part_set(t, PART_CHILD, p->id, NULL);
	part_set(t, PART_LABEL, p->label ? p->label : "", NULL);
	part_set(t, PART_ADAPTER, p->adapter ? p->adapter : "", NULL);
	say_rights(p, t);
	say_state(p, t);
	say_evidence(p, t);
	say_clock(p, t);
	say_reading(p, t);
	if (p->typist == TYPIST_OTHER && p->interactive && pane_lives(p))
		part_set(t, PART_TYPIST, "another console types", "other types");
	if (terminal_title(p->terminal)[0])
		text_add_format(&t->parts[PART_SELF].whole, "it calls itself \"%s\"", terminal_title(p->terminal));
}

static int words_cols(const struct title *t)
{
	int cols = 1; /* behind the last word */

	for (int i = 0; i < PART_COUNT; i++)
		if (t->parts[i].whole.len > 0)
			cols += text_cols(stands_before[i]) + text_cols(text_c(&t->parts[i].whole));
	return cols;
}

static void give_way(struct part_words *part)
{
	text_empty(&part->whole);
	if (part->brief.len == 0)
		return;
	text_add_string(&part->whole, text_c(&part->brief));
	text_empty(&part->brief);
}

static int words_room(int cols)
{
	return cols > LINE_COLS * 4 ? cols - LINE_COLS : cols;
}

static void title_make(const struct pane *p, size_t number, int room, struct title *t)
{
	bool calls = pane_wants_you(p) && !p->look.on; /* while looking back, where that is says more */
	const enum part *order = calls ? giving_way_calling : giving_way;
	size_t count = calls ? COUNT_OF(giving_way_calling) : COUNT_OF(giving_way);

	title_fill(p, number, t);
	for (size_t i = 0; i < count && words_cols(t) > room; i++)
		give_way(&t->parts[order[i]]);
}

int pane_title_cols(const struct pane *p, size_t number, int room)
{
	struct title t = { 0 };
	int cols;

	title_make(p, number, words_room(room), &t);
	cols = words_cols(&t);
	title_clear(&t);
	return cols < words_room(room) ? cols : words_room(room);
}

static enum role role_of(enum part part, enum role role, bool focused)
{
	if (role == ROLE_ALERT && focused)
		return ROLE_FOCUS_ALERT;
	if (role == ROLE_ALERT || role == ROLE_GRANT)
		return role;
	if (focused)
		return ROLE_FOCUS;
	return part <= PART_CHILD ? ROLE_STRONG : ROLE_DIM;
}

void pane_title_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect row)
{
	struct title t = { 0 };
	struct rect words = rect_left(row, words_room(row.cols));
	enum role plain = focused ? ROLE_FOCUS : ROLE_DIM;
	int col = row.col;

	title_make(p, number, words.cols, &t);
	canvas_rule(c, row, row.row, focused ? ROLE_ACCENT : ROLE_RULE);
	for (int i = 0; i < PART_COUNT; i++) {
		const struct part_words *part = &t.parts[i];

		if (part->whole.len == 0)
			continue;
		col = canvas_text(c, words, row.row, col, plain, stands_before[i]);
		col = canvas_fit(c, words, row.row, col, words.col + words.cols - col, role_of((enum part)i, part->role, focused),
				 text_c(&part->whole));
	}
	(void)canvas_text(c, words, row.row, col, plain, " ");
	title_clear(&t);
}
