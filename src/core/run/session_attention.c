/*
 * session_attention — what each child of a session is at: its facts from its terminal and its process, the adapter's
 * signs where it has some, and a stamp that makes the viewers hear of a change.
 */
#include <signal.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/run/session.h"

static uint64_t steady(const struct session *s)
{
	return s->engine->ports->steady_ms(s->engine->ports->self);
}

uint64_t session_wall_ms(const struct session *s, uint64_t steady_ms)
{
	return s->wall_offset_ms + steady_ms;
}

static bool is_there(const struct adapter_sign *sign, const char *words, bool screen)
{
	if ((sign->place == SIGN_SCREEN_HAS) != screen)
		return false;
	if (sign->place == SIGN_TITLE_BEGINS)
		return strncmp(words, sign->needle, strlen(sign->needle)) == 0;
	return strstr(words, sign->needle) != NULL;
}

static const struct adapter_sign *sign_in(const struct session *s, const char *words, bool screen)
{
	const struct adapter_sign *signs = s->adapter ? s->adapter->signs : NULL;

	for (size_t i = 0; signs && signs[i].needle; i++)
		if (is_there(&signs[i], words, screen))
			return &signs[i];
	return NULL;
}

static enum attention said_by(const struct adapter_sign *sign)
{
	if (!sign)
		return ATTENTION_UNKNOWN;
	return sign->wants_you ? ATTENTION_WANTS_YOU : ATTENTION_WORKING;
}

static const char *words_of(const struct adapter_sign *sign)
{
	return sign && sign->words ? sign->words : "";
}

static void read_screen(const struct session *s, struct session_child *c)
{
	CLEARED(text) struct text screen = { 0 };
	const struct adapter_sign *sign;

	terminal_print(c->terminal, &screen);
	sign = sign_in(s, text_c(&screen), true);
	attention_seen_on_screen(&c->facts, said_by(sign), words_of(sign));
}

static void read_title(const struct session *s, struct session_child *c, uint64_t now)
{
	const char *title = terminal_title(c->terminal);
	const struct adapter_sign *sign;

	if (!s->adapter || !s->adapter->signs || (c->title && strcmp(c->title, title) == 0))
		return;
	str_set(&c->title, title);
	sign = sign_in(s, title, false);
	attention_titled(&c->facts, said_by(sign), words_of(sign), now);
}

static void hear_terminal(struct session_child *c, uint64_t now)
{
	struct terminal_signals said;
	struct attention_signals is;

	terminal_signals(c->terminal, &said);
	is = (struct attention_signals){ .bells = said.bells, .notices = said.notices, .marks = said.marks, .notice = said.notice,
		.mark = said.mark, .progress = said.progress == PROGRESS_KNOWN || said.progress == PROGRESS_UNKNOWN };
	attention_signalled(&c->facts, &c->heard, &is, now);
	c->heard = is;
	c->heard.notice = "";
}

static void attend(struct session *s, size_t at)
{
	struct session_child *c = &s->children[at];
	struct attention_state is;
	uint64_t now = steady(s);

	attention_judge(&c->facts, now, &is);
	if (is.attention == ATTENTION_QUIET && attention_wants_screen(&c->facts, now)) {
		read_screen(s, c);
		attention_judge(&c->facts, now, &is);
	}
	if (attention_differs(&c->attention, &is))
		s->attention_stamp[at]++;
	c->attention = is;
}

static bool has_screen_signs(const struct session *s)
{
	const struct adapter_sign *signs = s->adapter ? s->adapter->signs : NULL;

	for (size_t i = 0; signs && signs[i].needle; i++)
		if (signs[i].place == SIGN_SCREEN_HAS)
			return true;
	return false;
}

void session_attend_started(struct session *s, size_t child)
{
	struct session_child *c = &s->children[child];

	c->facts.agent = !(s->adapter && s->adapter->plain_command);
	c->facts.reads_screen = has_screen_signs(s);
	attention_started(&c->facts, steady(s));
	attend(s, child);
}

void session_attend_output(struct session *s, size_t child)
{
	struct session_child *c = &s->children[child];
	uint64_t now = steady(s);

	attention_output(&c->facts, now);
	hear_terminal(c, now);
	read_title(s, c, now);
	attend(s, child);
}

void session_attend_input(struct session *s, size_t child)
{
	if (child >= s->record->n_children || !s->children[child].child)
		return;
	attention_input(&s->children[child].facts, steady(s));
	attend(s, child);
}

void session_attend_resize(struct session *s, size_t child)
{
	attention_stirred(&s->children[child].facts, steady(s));
}

static enum attention_process end_of(const struct child_record *r)
{
	if (r->state == CHILD_SUCCEEDED)
		return ATTENTION_ENDED_WELL;
	if (r->killed || r->stopped || r->timed_out || r->signal == SIGKILL || r->signal == SIGTERM)
		return ATTENTION_ENDED_KILLED;
	return ATTENTION_ENDED_BADLY;
}

static char *end_words(const struct child_record *r)
{
	if (r->timed_out)
		return str_copy(ATTENTION_TIMED_OUT_WORDS);
	if (r->stopped)
		return str_copy(ATTENTION_STOPPED_WORDS);
	if (r->signal != 0)
		return str_format("ended by signal %d", r->signal);
	return r->exit_status > 0 ? str_format("exit %d", r->exit_status) : str_copy("");
}

void session_attend_ended(struct session *s, size_t child)
{
	const struct child_record *r = &s->record->children[child];
	OWNED_MEM char *words = end_words(r);

	attention_ended(&s->children[child].facts, end_of(r), words, steady(s));
	attend(s, child);
}

void session_attend_time(struct session *s, size_t child)
{
	struct session_child *c = &s->children[child];
	bool mute = child_terminal_fd(c->child) < 0 && !child_ended(c->child);
	bool changed = mute != c->facts.mute;

	c->facts.mute = mute;
	if (changed || (c->attention.until_ms != 0 && steady(s) >= c->attention.until_ms))
		attend(s, child);
}
