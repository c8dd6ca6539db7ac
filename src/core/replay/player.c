/*
 * player — see player.h.
 */
#include "core/replay/player.h"

#include "core/base/mem.h"
#include "core/replay/checkpoints.h"

#define FIRST_ROWS 24 /* until the log says how large the terminal was */
#define FIRST_COLS 80
#define READ_BYTES 65536

#define X(halves, typed, shown) { halves, typed, shown },
static const struct { unsigned halves; const char *typed, *shown; } speeds[] = { PLAYER_SPEEDS(X) };
#undef X

struct player {
	struct recording *recording;
	struct terminal *terminal;
	size_t scrollback_bytes;
	struct checkpoints checkpoints;
	uint64_t *shown;      /* of every moment, with idle time cut */
	size_t count, room;
	size_t next;          /* the first moment that was not fed */
	uint64_t offset;      /* of its bytes */
	uint64_t position_ms, told_ms, idle_ms;
	uint64_t rest_halves; /* of a millisecond that the speed has not used up */
	unsigned speed;
	bool playing, following;
	char bytes[READ_BYTES];
};

static void begin(struct player *p)
{
	terminal_drop(&p->terminal);
	p->terminal = terminal_new(FIRST_ROWS, FIRST_COLS, p->scrollback_bytes);
	p->next = 0;
	p->offset = 0;
}

struct player *player_new(struct recording *r, size_t scrollback_bytes)
{
	struct player *p = mem_new(1, sizeof *p);

	p->recording = r;
	p->scrollback_bytes = scrollback_bytes;
	p->speed = PLAYER_SPEED_ONCE;
	p->idle_ms = PLAYER_IDLE_NONE;
	begin(p);
	player_extend(p);
	return p;
}

void player_drop(struct player **p)
{
	if (!*p)
		return;
	terminal_drop(&(*p)->terminal);
	checkpoints_clear(&(*p)->checkpoints);
	free((*p)->shown);
	free(*p);
	*p = NULL;
}

const struct terminal *player_terminal(const struct player *p)
{
	return p->terminal;
}

static uint64_t recorded(const struct player *p, size_t at)
{
	size_t count;
	const struct moment *moments = recording_moments(p->recording, &count);

	return at < count ? moments[at].at_ms : 0;
}

static uint64_t gap_before(const struct player *p, size_t at)
{
	return recorded(p, at) - (at > 0 ? recorded(p, at - 1) : 0);
}

static void show_from(struct player *p, size_t first)
{
	for (size_t i = first; i < p->count; i++) {
		uint64_t gap = gap_before(p, i);

		p->shown[i] = (i > 0 ? p->shown[i - 1] : 0) + (gap < p->idle_ms ? gap : p->idle_ms);
	}
}

void player_extend(struct player *p)
{
	const size_t first = p->count;
	const bool at_end = player_at_end(p);

	(void)recording_moments(p->recording, &p->count);
	if (p->count > p->room) {
		p->room = p->count > 2 * p->room ? p->count : 2 * p->room;
		p->shown = mem_grow(p->shown, p->room, sizeof *p->shown);
	}
	show_from(p, first);
	if (p->following && at_end && p->playing)
		p->position_ms = player_end_ms(p);
}

uint64_t player_end_ms(const struct player *p)
{
	return p->count > 0 ? p->shown[p->count - 1] : 0;
}

bool player_at_end(const struct player *p)
{
	return p->position_ms >= player_end_ms(p);
}

/* How many moments lie at or before a shown time. */
static size_t moments_until(const struct player *p, uint64_t position_ms)
{
	size_t low = 0, high = p->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (p->shown[middle] <= position_ms)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t player_recorded_ms(const struct player *p)
{
	size_t at = moments_until(p, p->position_ms);

	if (at == 0)
		return p->position_ms;
	return recorded(p, at - 1) + (at < p->count ? p->position_ms - p->shown[at - 1] : 0);
}

uint64_t player_idle_ms(const struct player *p)
{
	size_t at = moments_until(p, p->position_ms);

	return at < p->count && gap_before(p, at) > p->idle_ms ? gap_before(p, at) : 0;
}

bool player_past_cut(const struct player *p)
{
	size_t count, at = moments_until(p, p->position_ms);
	const struct moment *moments = recording_moments(p->recording, &count);

	for (size_t i = at; recording_was_cut(p->recording) && i-- > 0;)
		if (moments[i].kind == 'c' || moments[i].kind == 'o')
			return moments[i].kind == 'c';
	return false;
}

void player_play(struct player *p, bool play, uint64_t now_ms)
{
	if (play && player_at_end(p) && !p->following)
		player_seek(p, 0);
	p->playing = play;
	p->told_ms = now_ms;
	p->rest_halves = 0;
}

bool player_is_playing(const struct player *p)
{
	return p->playing;
}

void player_tick(struct player *p, uint64_t now_ms)
{
	uint64_t halves = (now_ms > p->told_ms ? now_ms - p->told_ms : 0) * p->speed + p->rest_halves;

	p->told_ms = now_ms;
	if (!p->playing)
		return;
	p->rest_halves = halves % 2;
	p->position_ms += halves / 2;
	if (!player_at_end(p))
		return;
	p->position_ms = player_end_ms(p);
	p->playing = p->following;
}

void player_seek(struct player *p, uint64_t position_ms)
{
	p->position_ms = position_ms < player_end_ms(p) ? position_ms : player_end_ms(p);
	p->rest_halves = 0;
	p->playing = p->playing && (p->following || !player_at_end(p));
}

void player_seek_by(struct player *p, int64_t by_ms)
{
	uint64_t by = by_ms < 0 ? (uint64_t)-by_ms : (uint64_t)by_ms;

	if (by_ms >= 0)
		player_seek(p, p->position_ms + by);
	else
		player_seek(p, by < p->position_ms ? p->position_ms - by : 0);
}

void player_step(struct player *p, int direction)
{
	size_t at = moments_until(p, p->position_ms);

	p->playing = false;
	if (direction > 0) {
		if (at < p->count)
			player_seek(p, p->shown[at]);
		return;
	}
	/* Back to the last moment whose time is earlier than that of the last one shown. */
	while (at > 1 && p->shown[at - 1] == p->shown[at - 2])
		at--;
	player_seek(p, at > 1 ? p->shown[at - 2] : 0);
}

void player_set_speed(struct player *p, unsigned halves)
{
	p->speed = halves;
	p->rest_halves = 0;
}

void player_faster(struct player *p, int steps)
{
	int at = 0;

	while (at + 1 < (int)COUNT_OF(speeds) && speeds[at].halves < p->speed)
		at++;
	at += steps;
	if (at >= 0 && at < (int)COUNT_OF(speeds))
		player_set_speed(p, speeds[at].halves);
}

unsigned player_speed(const struct player *p)
{
	return p->speed;
}

bool player_speed_from_word(const char *word, unsigned *ret_halves)
{
	for (size_t i = 0; i < COUNT_OF(speeds); i++) {
		if (strcmp(word, speeds[i].typed) != 0 && strcmp(word, speeds[i].shown) != 0)
			continue;
		*ret_halves = speeds[i].halves;
		return true;
	}
	return false;
}

const char *player_speed_shown(unsigned halves)
{
	for (size_t i = 0; i < COUNT_OF(speeds); i++)
		if (speeds[i].halves == halves)
			return speeds[i].shown;
	return "?";
}

static uint64_t shown_at(const struct player *p, size_t moments, uint64_t into_gap_ms)
{
	uint64_t start = moments > 0 ? p->shown[moments - 1] : 0;

	if (moments == p->count)
		return start;
	return start + (into_gap_ms < p->shown[moments] - start ? into_gap_ms : p->shown[moments] - start);
}

void player_set_idle(struct player *p, uint64_t limit_ms)
{
	size_t at = moments_until(p, p->position_ms);
	uint64_t into = p->position_ms - (at > 0 ? p->shown[at - 1] : 0);

	p->idle_ms = limit_ms;
	show_from(p, 0);
	player_seek(p, shown_at(p, at, into));
}

uint64_t player_idle(const struct player *p)
{
	return p->idle_ms;
}

void player_follow(struct player *p, bool more_may_come)
{
	p->following = more_may_come;
}

static void feed_bytes(struct player *p, size_t len)
{
	char replies[TERMINAL_REPLIES_BYTES];

	while (len > 0) {
		size_t got = recording_read(p->recording, p->offset, p->bytes, len < sizeof p->bytes ? len : sizeof p->bytes);

		if (got == 0)
			return;
		terminal_feed(p->terminal, p->bytes, got);
		p->offset += got;
		len -= got;
	}
	/* Whoever asked was answered when it happened. */
	(void)terminal_take_replies(p->terminal, replies, sizeof replies);
}

static size_t feed(struct player *p, const struct moment *m)
{
	p->next++;
	if (m->kind == 'r')
		terminal_resize(p->terminal, (int)(m->amount >> 16), (int)(m->amount & 0xffff));
	if (m->kind != 'o')
		return 1;
	feed_bytes(p, m->amount);
	return m->amount;
}

/* Where the least is left to be fed: here, at a checkpoint, or at the start. */
static void begin_near(struct player *p, size_t target)
{
	const struct checkpoint *near = checkpoints_before(&p->checkpoints, target);

	if (target >= p->next && (!near || near->next <= p->next))
		return;
	if (!near) {
		begin(p);
		return;
	}
	terminal_drop(&p->terminal);
	p->terminal = terminal_copy(near->terminal);
	p->next = near->next;
	p->offset = near->offset;
}

bool player_settle(struct player *p, size_t budget_bytes)
{
	size_t count, target = moments_until(p, p->position_ms), fed = 0;
	const struct moment *moments = recording_moments(p->recording, &count);

	begin_near(p, target);
	while (p->next < target && fed < budget_bytes) {
		fed += feed(p, &moments[p->next]);
		checkpoints_pass(&p->checkpoints, p->next, p->offset, p->terminal);
	}
	return p->next == target;
}

uint64_t player_position_ms(const struct player *p)
{
	return p->position_ms;
}

uint64_t player_wait_ms(const struct player *p)
{
	size_t at = moments_until(p, p->position_ms);

	if (!p->playing || at >= p->count)
		return UINT64_MAX;
	return ((p->shown[at] - p->position_ms) * 2 + p->speed - 1) / p->speed;
}
