/*
 * hold_back — what a viewer gets of a child that floods: its screen, drawn anew some times a second, instead of bytes of
 * which hardly any is ever seen. They wait in the terminal log, and come when the flood is over or has gone on for long.
 */
#include "core/run/session.h"

#define FLOOD_OVER_MS 40
#define HELD_MOST_MS 1000 /* then what was held back comes, so that it can be looked back at */
#define SHOW_EVERY_MS 16
#define SHOW_BYTES (16u * 1024) /* a longer drawing is made that much less often */
#define FRAME_MOST_MS 150 /* of a frame that the child wants to be seen at once */
#define ROOM_BYTES (4ull * 1024 * 1024)
#define NEAR_BYTES (128u * 1024)

bool hold_back_may(const struct session_child *c)
{
	return c->log && termlog_kept(c->log) == termlog_total(c->log) && termlog_total(c->log) + ROOM_BYTES <= TERMLOG_LIMIT_BYTES;
}

static bool floods(const struct session_child *c, uint64_t now_ms)
{
	return c->child && c->flood_ms != 0 && now_ms - c->flood_ms < FLOOD_OVER_MS;
}

/* It could not be drawn lately. */
static bool is_unseen(const struct shown *shown, uint64_t now_ms)
{
	return shown->bytes == 0 && shown->at_ms != 0 && now_ms - shown->at_ms < HELD_MOST_MS;
}

static uint64_t unsent(const struct session_child *c, const struct peer *p, size_t child)
{
	return termlog_total(c->log) - p->offset[child];
}

bool hold_back_is_on(const struct session *s, const struct peer *p, size_t child, uint64_t now_ms)
{
	const struct session_child *c = &s->children[child];
	const struct shown *shown = &p->shown[child];

	return shown->held_ms != 0 && !shown->catches_up && floods(c, now_ms) && hold_back_may(c) && now_ms - shown->held_ms < HELD_MOST_MS;
}

void hold_back_turn(const struct session *s, struct peer *p, size_t child, uint64_t now_ms)
{
	const struct session_child *c = &s->children[child];
	struct shown *shown = &p->shown[child];

	if (!p->watching || !c->log)
		return;
	if (shown->held_ms != 0 && !hold_back_is_on(s, p, child, now_ms))
		shown->catches_up = true;
	if (shown->catches_up && unsent(c, p, child) >= NEAR_BYTES)
		return;
	if (shown->catches_up)
		shown->held_ms = shown->catches_up = 0;
	if (shown->held_ms == 0 && floods(c, now_ms) && hold_back_may(c) && !is_unseen(shown, now_ms))
		shown->held_ms = now_ms;
}

static uint64_t show_at_ms(const struct session_child *c, const struct shown *shown)
{
	uint64_t every = terminal_synchronized(c->terminal) ? FRAME_MOST_MS : SHOW_EVERY_MS;

	return shown->at_ms + every + shown->bytes / SHOW_BYTES * SHOW_EVERY_MS;
}

bool hold_back_shows(const struct session *s, const struct peer *p, size_t child, uint64_t now_ms)
{
	const struct session_child *c = &s->children[child];
	const struct shown *shown = &p->shown[child];

	if (shown->held_ms == 0 || termlog_total(c->log) == shown->offset)
		return false;
	if (shown->catches_up && unsent(c, p, child) < NEAR_BYTES)
		return false;
	return now_ms >= show_at_ms(c, shown);
}

void hold_back_shown(const struct session *s, struct peer *p, size_t child, size_t bytes, uint64_t now_ms)
{
	struct shown *shown = &p->shown[child];

	shown->offset = termlog_total(s->children[child].log);
	shown->at_ms = now_ms;
	shown->bytes = bytes;
	if (bytes == 0 && shown->held_ms != 0)
		shown->catches_up = true; /* it cannot be drawn: nothing would be seen of it */
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t hold_back_until_ms(const struct session *s, size_t child, uint64_t now_ms)
{
	const struct session_child *c = &s->children[child];
	uint64_t until = 0;

	for (size_t i = 0; i < SESSION_PEERS_MAX; i++) {
		const struct peer *p = &s->peers[i];
		const struct shown *shown = &p->shown[child];
		uint64_t next;

		/* One that has not taken everything wakes the loop by taking it. */
		if (p->fd < 0 || p->deaf || p->out_at < p->out.len || !hold_back_is_on(s, p, child, now_ms))
			continue;
		next = sooner(c->flood_ms + FLOOD_OVER_MS, shown->held_ms + HELD_MOST_MS);
		if (termlog_total(c->log) != shown->offset)
			next = sooner(next, show_at_ms(c, shown));
		until = until == 0 ? next : sooner(until, next);
	}
	return until;
}
