/*
 * typist — which of the viewers of a session types, and whose window decides the children's size.
 */
#include "core/run/session.h"

static size_t place_of(const struct session *s, const struct peer *p)
{
	return (size_t)(p - s->peers);
}

static const struct wish *wish_for(const struct session *s, size_t child, const struct peer *leaving)
{
	const struct wish *latest = NULL;

	if (s->typist < SESSION_PEERS_MAX && s->peers[s->typist].wishes[child].order)
		return &s->peers[s->typist].wishes[child];
	for (size_t i = 0; i < SESSION_PEERS_MAX; i++) {
		const struct wish *w = &s->peers[i].wishes[child];

		if (s->peers[i].fd >= 0 && &s->peers[i] != leaving && w->order && (!latest || w->order > latest->order))
			latest = w;
	}
	return latest;
}

static void settle_size(struct session *s, size_t child, const struct peer *leaving)
{
	const struct wish *w = wish_for(s, child, leaving);

	if (w)
		session_resize(s, child, w->rows, w->cols);
}

static void settle_sizes(struct session *s, const struct peer *leaving)
{
	for (size_t i = 0; i < s->record->n_children; i++)
		settle_size(s, i, leaving);
}

void typist_take(struct session *s, struct peer *p)
{
	if (s->typist == place_of(s, p))
		return;
	s->typist = place_of(s, p);
	s->typist_stamp++;
	settle_sizes(s, NULL);
}

bool typist_types(struct session *s, struct peer *p)
{
	if (s->typist == SESSION_PEERS_MAX)
		typist_take(s, p);
	p->refused = s->typist != place_of(s, p);
	return !p->refused;
}

void typist_wish(struct session *s, struct peer *p, size_t child, int rows, int cols)
{
	if (child >= s->record->n_children)
		return;
	p->wishes[child] = (struct wish){ rows, cols, ++s->wishes };
	settle_size(s, child, NULL);
}

void typist_left(struct session *s, const struct peer *p)
{
	if (s->typist == place_of(s, p)) {
		s->typist = SESSION_PEERS_MAX;
		s->typist_stamp++;
	}
	settle_sizes(s, p);
}
