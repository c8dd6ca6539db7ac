/*
 * replay_open — from a run and a child to a player, and whether the log is what the proof sealed. Digesting a long log
 * takes time, so it is done in a process of its own.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "ui/screens/replay.h"

#define SCROLLBACK_BYTES (256u * 1024) /* nobody looks back in it: for rows that come back when the terminal grows */
#define IDLE_S 2 /* what the idle key cuts to, when nothing else was asked */

void replay_close(struct replay *s)
{
	errand_give_up(&s->sealing);
	player_drop(&s->player);
	recording_drop(&s->recording);
	run_view_clear(&s->run);
	strlist_clear(&s->children);
	str_set(&s->seal_words, NULL);
}

static bool open_run(struct replay *s, struct app *app, const char *run_id, struct error *err)
{
	OWNED_MEM char *directory = NULL;
	const char *state = app_engine(app)->places->state;

	replay_close(s);
	if (!browse_find(state, run_id, &directory, err) || !browse_open_known(state, directory, &s->run, err))
		return false;
	browse_compare(state, &s->run);
	recording_children(&s->run, &s->children);
	return true;
}

struct sealing { const struct run_view *run; const char *child; };

/* One digit and the sentence. */
static void look_at_seal(const void *argument, struct text *out)
{
	const struct sealing *in = argument;
	CLEARED(text) struct text sentence = { 0 };
	enum seal seal = sealed_log(in->run, in->child, &sentence);

	text_add_format(out, "%d%s", (int)seal, text_c(&sentence));
}

void replay_verify(struct replay *s, struct app *app)
{
	const struct sealing sealing = { &s->run, recording_child(s->recording) };
	struct error err = { 0 };

	s->seal_asked = false;
	s->seal = SEAL_UNKNOWN;
	s->seal_known = !errand_start(&s->sealing, look_at_seal, &sealing, app_now_ms(app), 0, &err);
	if (s->seal_known)
		str_set(&s->seal_words, err.text);
}

void replay_sealed(struct replay *s)
{
	const char *answer = text_c(&s->sealing.result);

	s->seal_known = true;
	s->seal = SEAL_UNKNOWN;
	if (answer[0] >= '0' && answer[0] < '0' + SEAL_COUNT)
		s->seal = (enum seal)(answer[0] - '0');
	str_set(&s->seal_words, answer[0] ? answer + 1 : "the comparison did not come to its end");
}

bool replay_child(struct replay *s, struct app *app, size_t child, struct error *err)
{
	struct recording *recording = NULL;
	unsigned speed = s->player ? player_speed(s->player) : PLAYER_SPEED_ONCE;
	uint64_t idle = s->player ? player_idle(s->player) : PLAYER_IDLE_NONE;

	if (!recording_open(&s->run, s->children.count > child ? s->children.items[child] : "", &recording, err))
		return false;
	player_drop(&s->player);
	recording_drop(&s->recording);
	s->recording = recording;
	s->child = child;
	s->player = player_new(recording, SCROLLBACK_BYTES);
	s->live = s->run.row.outcome == OUTCOME_RUNNING && !recording_ended(recording);
	s->pan_rows = s->pan_cols = 0;
	player_set_speed(s->player, speed);
	player_set_idle(s->player, idle);
	player_follow(s->player, s->live);
	player_play(s->player, true, app_now_ms(app));
	s->told_ms = s->looked_ms = app_now_ms(app);
	s->settled = false;
	replay_verify(s, app);
	return true;
}

static size_t child_named(const struct replay *s, const char *id)
{
	for (size_t i = 0; i < s->children.count; i++)
		if (strcmp(s->children.items[i], id) == 0)
			return i;
	return s->children.count;
}

bool replay_open(struct replay *s, struct app *app, const char *argument, struct error *err)
{
	OWNED_MEM char *lines = str_copy(argument);
	char *rest = lines;
	const char *run_id = strsep(&rest, "\n"), *child = rest ? strsep(&rest, "\n") : NULL;
	const char *speed = rest ? strsep(&rest, "\n") : NULL;
	uint64_t idle_s = rest ? strtoull(rest, NULL, 10) : 0;

	if (!open_run(s, app, run_id, err) || !replay_child(s, app, child ? child_named(s, child) : 0, err))
		return false;
	s->idle_s = idle_s ? idle_s : IDLE_S;
	if (speed)
		player_set_speed(s->player, (unsigned)strtoul(speed, NULL, 10));
	if (idle_s)
		player_set_idle(s->player, idle_s * 1000);
	return true;
}
