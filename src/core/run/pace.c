/*
 * pace — how fast children are read while viewers lag behind; the rule is in session.h.
 */
#include "core/run/session.h"

#define WINDOW_MS 20
#define WINDOW_BYTES (64u * 1024) /* 3.2 MB a second */
#define LAG_BYTES (128u * 1024)

static bool lags(const struct session *s, const struct peer *p, size_t child)
{
	const struct session_child *c = &s->children[child];

	return p->fd >= 0 && p->watching && !p->deaf && c->log && !hold_back_may(c) && termlog_total(c->log) > p->offset[child] + LAG_BYTES;
}

static bool lags_anywhere(const struct session *s, const struct peer *p)
{
	for (size_t i = 0; i < s->record->n_children; i++)
		if (lags(s, p, i))
			return true;
	return false;
}

static bool is_over(const struct pace_window *w, uint64_t now_ms)
{
	return now_ms - w->since_ms >= WINDOW_MS;
}

void pace_read(struct session_child *c, size_t bytes, uint64_t now_ms)
{
	if (is_over(&c->pace, now_ms))
		c->pace = (struct pace_window){ .since_ms = now_ms };
	c->pace.bytes += bytes;
	if (c->pace.bytes >= WINDOW_BYTES)
		c->flood_ms = now_ms;
}

void pace_sent(const struct session *s, struct peer *p, size_t bytes, uint64_t now_ms)
{
	p->pace.bytes += bytes;
	if (!is_over(&p->pace, now_ms))
		return;
	p->left_behind = p->pace.bytes < WINDOW_BYTES && lags_anywhere(s, p);
	p->pace = (struct pace_window){ .since_ms = now_ms };
}

uint64_t pace_until_ms(const struct session *s, size_t child, uint64_t now_ms)
{
	const struct session_child *c = &s->children[child];

	if (c->pace.bytes < WINDOW_BYTES || is_over(&c->pace, now_ms))
		return 0;
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++)
		if (!s->peers[i].left_behind && lags(s, &s->peers[i], child))
			return c->pace.since_ms + WINDOW_MS;
	return 0;
}
