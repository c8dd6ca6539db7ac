/*
 * replay — a recorded terminal is played: keys and time. What lies before a position is fed in slices between keys, so
 * that winding through a long log does not stop the console.
 */
#include "ui/screens/replay.h"

#include "core/base/mem.h"
#include "ui/screens/screens.h"
#include "ui/words.h"

#define SLICE_BYTES (2u * 1024 * 1024)
#define LOOK_MS 200 /* how often a log that may grow is looked at */
#define SECOND_MS 1000
#define PAN_COLS 8

static const struct key_binding replay_bindings[] = {
	{ ' ', ACTION_PLAY, "play, pause" }, { TYPED_LEFT, ACTION_BACK_5, "5 s" }, { TYPED_RIGHT, ACTION_ON_5, "" },
	{ TYPED_DOWN, ACTION_BACK_60, "60 s" }, { TYPED_UP, ACTION_ON_60, "" },
	{ '<', ACTION_SLOWER, "speed" }, { '>', ACTION_FASTER, "" },
	{ ',', ACTION_EVENT_BACK, "step" }, { '.', ACTION_EVENT_ON, "" },
	{ 'i', ACTION_IDLE, "idle time" }, { 'n', ACTION_NEXT_CHILD, "next child" }, { 'v', ACTION_COMPARE_SEAL, NULL },
	{ TYPED_HOME, ACTION_TO_START, NULL }, { TYPED_END, ACTION_TO_END, NULL },
	{ '0', ACTION_TO_TENTH, NULL }, { '1', ACTION_TO_TENTH, NULL }, { '2', ACTION_TO_TENTH, NULL }, { '3', ACTION_TO_TENTH, NULL },
	{ '4', ACTION_TO_TENTH, NULL }, { '5', ACTION_TO_TENTH, NULL }, { '6', ACTION_TO_TENTH, NULL }, { '7', ACTION_TO_TENTH, NULL },
	{ '8', ACTION_TO_TENTH, NULL }, { '9', ACTION_TO_TENTH, NULL },
	{ 'h', ACTION_VIEW_LEFT, NULL }, { 'j', ACTION_VIEW_DOWN, NULL }, { 'k', ACTION_VIEW_UP, NULL }, { 'l', ACTION_VIEW_RIGHT, NULL },
	{ TYPED_ESCAPE, ACTION_BACK, "back" },
	{ 0 }
};

/* There is nothing to play. */
static const struct key_binding nothing_bindings[] = { { TYPED_ESCAPE, ACTION_BACK, "back" }, { 0 } };
static const struct key_binding *const replay_more[] = { nothing_bindings, NULL };

static const struct key_binding *bindings_now(const struct app *app, const void *state)
{
	const struct replay *s = state;

	(void)app;
	return s->player ? replay_bindings : nothing_bindings;
}

static bool open_screen(struct app *app, void *state, struct error *err)
{
	struct replay *s = state;

	(void)app;
	(void)err;
	s->sealing = (struct errand)ERRAND_IDLE;
	return true;
}

static void close_screen(struct app *app, void *state)
{
	(void)app;
	replay_close(state);
}

static unsigned visit(struct app *app, void *state, const char *argument)
{
	struct replay *s = state;
	struct error err = { 0 };

	if (argument && !replay_open(s, app, argument, &err))
		return app_alert(app, "%s", err.text);
	return REDRAW;
}

static void settle(struct replay *s)
{
	s->settled = player_settle(s->player, SLICE_BYTES);
}

static void tell_time(struct replay *s, uint64_t now_ms)
{
	player_tick(s->player, now_ms);
	s->told_ms = now_ms;
}

static void look_at_log(struct replay *s, uint64_t now_ms)
{
	if (!s->live || now_ms - s->looked_ms < LOOK_MS)
		return;
	s->looked_ms = now_ms;
	if (recording_more(s->recording))
		player_extend(s->player);
	s->live = !recording_ended(s->recording) && !recording_damage(s->recording);
	player_follow(s->player, s->live);
}

/* The answer to the operator's question; what is compared by itself is said in the title. */
static unsigned say_seal(struct replay *s, struct app *app)
{
	const char *child = recording_child(s->recording);
	OWNED_MEM char *sentence = words_sentence(s->seal_words);

	if (!s->seal_asked)
		return NOTHING;
	s->seal_asked = false;
	if (s->seal == SEAL_BROKEN)
		return app_alert(app, "What %s printed differs from what its proof sealed: %s", child, s->seal_words);
	if (s->seal == SEAL_HOLDS)
		return app_say(app, "What %s printed is what its proof sealed%s.", child,
			       s->run.row.proof_sha256 ? "" : "; no ledger vouches for the proof");
	if (s->run.row.outcome == OUTCOME_RUNNING)
		return app_say(app, "The run is still going; nothing is sealed yet.");
	return app_say(app, "%s", sentence);
}

static unsigned hear(struct app *app, void *state, const struct news *news)
{
	struct replay *s = state;
	unsigned reaction = REDRAW;

	if (!s->player)
		return NOTHING;
	if (errand_hear(&s->sealing, news->now_ms)) {
		replay_sealed(s);
		reaction |= say_seal(s, app);
	}
	look_at_log(s, news->now_ms);
	tell_time(s, news->now_ms);
	settle(s);
	return reaction;
}

static size_t watch(const struct app *app, const void *state, struct pollfd *fds, size_t room)
{
	const struct replay *s = state;

	(void)app;
	if (!errand_busy(&s->sealing) || room < 1)
		return 0;
	fds[0] = (struct pollfd){ .fd = s->sealing.fd, .events = POLLIN };
	return 1;
}

/* The next moment, or the next second of the clock, whichever comes first. */
static uint64_t playing_ms(const struct replay *s)
{
	uint64_t second = SECOND_MS - player_position_ms(s->player) % SECOND_MS;
	uint64_t clock = (second * 2 + player_speed(s->player) - 1) / player_speed(s->player);
	uint64_t moment = player_wait_ms(s->player);

	return moment < clock ? moment : clock;
}

static uint64_t deadline_ms(const struct app *app, const void *state)
{
	const struct replay *s = state;
	uint64_t deadline = 0;

	if (!s->player || !app_is_on_top(app, state))
		return 0;
	if (!s->settled)
		return 1;
	if (player_wait_ms(s->player) != UINT64_MAX)
		deadline = s->told_ms + playing_ms(s);
	if (s->live && (!deadline || s->looked_ms + LOOK_MS < deadline))
		deadline = s->looked_ms + LOOK_MS;
	return deadline;
}

static unsigned play(struct replay *s, struct app *app)
{
	player_play(s->player, !player_is_playing(s->player), app_now_ms(app));
	return REDRAW;
}

static unsigned idle(struct replay *s)
{
	player_set_idle(s->player, player_idle(s->player) == PLAYER_IDLE_NONE ? s->idle_s * SECOND_MS : PLAYER_IDLE_NONE);
	return REDRAW;
}

static unsigned next_child(struct replay *s, struct app *app)
{
	struct error err = { 0 };

	if (s->children.count < 2)
		return app_say(app, "The run has no other child.");
	if (!replay_child(s, app, (s->child + 1) % s->children.count, &err))
		return app_alert(app, "%s", err.text);
	return REDRAW;
}

static unsigned verify(struct replay *s, struct app *app)
{
	CLEARED(run_view) struct run_view now = { 0 };
	struct error err = { 0 };

	if (!browse_open(s->run.row.directory, &now, &err))
		return app_alert(app, "%s", err.text);
	browse_compare(app_engine(app)->places->state, &now);
	struct run_view old = s->run;
	s->run = now;
	now = old;
	replay_verify(s, app);
	s->seal_asked = !s->seal_known;
	if (s->seal_known)
		return app_alert(app, "What %s printed cannot be compared: %s", recording_child(s->recording), s->seal_words);
	return app_say(app, "Comparing what %s printed with its proof.", recording_child(s->recording));
}

static void step(struct player *p, int64_t by)
{
	player_step(p, (int)by);
}

static void faster(struct player *p, int64_t by)
{
	player_faster(p, (int)by);
}

static void to(struct player *p, int64_t position_ms)
{
	player_seek(p, (uint64_t)position_ms);
}

/* Moves that take one number. */
static const struct { enum action action; void (*move)(struct player *p, int64_t by); int64_t by; } moves[] = {
	{ ACTION_BACK_5, player_seek_by, -5 * SECOND_MS }, { ACTION_ON_5, player_seek_by, 5 * SECOND_MS },
	{ ACTION_BACK_60, player_seek_by, -60 * SECOND_MS }, { ACTION_ON_60, player_seek_by, 60 * SECOND_MS },
	{ ACTION_TO_START, to, 0 }, { ACTION_TO_END, to, INT64_MAX }, { ACTION_EVENT_BACK, step, -1 }, { ACTION_EVENT_ON, step, 1 },
	{ ACTION_SLOWER, faster, -1 }, { ACTION_FASTER, faster, 1 },
};

static const struct { enum action action; int rows, cols; } pans[] = {
	{ ACTION_VIEW_UP, -1, 0 }, { ACTION_VIEW_DOWN, 1, 0 }, { ACTION_VIEW_LEFT, 0, -PAN_COLS }, { ACTION_VIEW_RIGHT, 0, PAN_COLS },
};

/* Within what a terminal can be large: what is shown is clamped where it is drawn. */
static int panned(int value, int by, int limit)
{
	value += by;
	return value > limit ? limit : value < -limit ? -limit : value;
}

static unsigned move(struct replay *s, enum action action)
{
	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		if (moves[i].action == action) {
			moves[i].move(s->player, moves[i].by);
			return REDRAW;
		}
	}
	for (size_t i = 0; i < COUNT_OF(pans); i++) {
		if (pans[i].action == action) {
			s->pan_rows = panned(s->pan_rows, pans[i].rows, TERMINAL_ROWS_MAX);
			s->pan_cols = panned(s->pan_cols, pans[i].cols, TERMINAL_COLS_MAX);
			return REDRAW;
		}
	}
	return NOTHING;
}

static unsigned act_now(struct replay *s, struct app *app, enum action action)
{
	switch ((int)action) {
	case ACTION_PLAY: return play(s, app);
	case ACTION_IDLE: return idle(s);
	case ACTION_NEXT_CHILD: return next_child(s, app);
	case ACTION_COMPARE_SEAL: return verify(s, app);
	case ACTION_TO_TENTH: return app_say(app, "0 to 9 go to so many tenths of the recording.");
	case ACTION_BACK: return LEAVE;
	default: return move(s, action);
	}
}

static unsigned act(struct app *app, void *state, enum action action)
{
	struct replay *s = state;
	unsigned reaction;

	if (!s->player)
		return action == ACTION_BACK ? LEAVE : NOTHING;
	tell_time(s, app_now_ms(app));
	reaction = act_now(s, app, action);
	settle(s);
	return reaction;
}

static unsigned seek_part(struct replay *s, struct app *app, uint64_t part, uint64_t whole)
{
	tell_time(s, app_now_ms(app));
	player_seek(s->player, player_end_ms(s->player) * part / whole);
	settle(s);
	return REDRAW;
}

static unsigned key(struct app *app, void *state, const struct typed *typed)
{
	struct replay *s = state;
	struct rect line;

	if (!s->player)
		return PASS;
	if (typed->kind == TYPED_KEY && typed->key >= '0' && typed->key <= '9')
		return seek_part(s, app, typed->key - '0', 10);
	if (typed->kind != TYPED_MOUSE || typed->button != BUTTON_LEFT || !typed->pressed)
		return PASS;
	line = replay_progress(s, app_body(app));
	if (!rect_holds(line, typed->row, typed->col))
		return NOTHING;
	return seek_part(s, app, (uint64_t)(typed->col - line.col), (uint64_t)(line.cols > 1 ? line.cols - 1 : 1));
}

static unsigned has(const struct app *app, const void *state)
{
	(void)app;
	return ((const struct replay *)state)->player ? NEEDS_RUN : 0;
}

static void draw(const struct app *app, const void *state, struct canvas *c, struct rect body)
{
	const struct replay *s = state;

	(void)app;
	if (s->player)
		replay_draw(s, c, body);
	else
		(void)canvas_wrap(c, rect_inset(body, 2, 2), ROLE_DIM, "There is no recorded terminal to show.");
}

const struct screen_ops replay_screen = {
	.name = "replay", .title = "Replay", .bindings = replay_bindings, .more = replay_more, .bindings_now = bindings_now, .state_size = sizeof(struct replay), .open = open_screen,
	.close = close_screen, .visit = visit, .hear = hear, .act = act, .key = key, .draw = draw, .has = has, .watch = watch,
	.deadline_ms = deadline_ms,
};
