/*
 * player — a recording played into a terminal of its own: a clock that can be paused, sped up and set.
 *
 * Two times: recorded time counts from the child's start; shown time is the same with every stretch in which nothing
 * happened cut to the idle limit. Positions are shown time. No clock of its own: the host says what time it is.
 *
 * A position is only a wish until player_settle() has fed what lies before it: so a host stays able to answer keys while
 * a long log is wound. Winding back begins at the nearest checkpoint (checkpoints.h), not at the start. Nothing the child
 * printed comes out but cells.
 */
#ifndef CORE_REPLAY_PLAYER_H
#define CORE_REPLAY_PLAYER_H
#include "core/replay/recording.h"
#include "core/terminal/terminal.h"

#define PLAYER_IDLE_NONE UINT64_MAX
#define PLAYER_SPEED_ONCE 2u
/* In halves, slowest first: halves, as it is typed, as it is shown */
#define PLAYER_SPEEDS(X) X(1, "0.5", "½") X(2, "1", "1") X(4, "2", "2") X(8, "4", "4") X(16, "8", "8") X(32, "16", "16")

struct player;
struct player *player_new(struct recording *r, size_t scrollback_bytes); /* r is borrowed; at 0, paused, once as fast */
void player_drop(struct player **p);
const struct terminal *player_terminal(const struct player *p);

void player_play(struct player *p, bool play, uint64_t now_ms);
bool player_is_playing(const struct player *p);
/* The clock goes on to now_ms (steady). Stops at the end, unless more may come: then it follows. */
void player_tick(struct player *p, uint64_t now_ms);
void player_seek(struct player *p, uint64_t position_ms); /* the end is clamped to, and stopped at as by the clock */
void player_seek_by(struct player *p, int64_t by_ms);
void player_step(struct player *p, int direction);   /* 1 to the next moment, -1 to the one before; pauses */
void player_set_speed(struct player *p, unsigned halves);
void player_faster(struct player *p, int steps);     /* along PLAYER_SPEEDS; negative: slower */
unsigned player_speed(const struct player *p);       /* halves */
bool player_speed_from_word(const char *word, unsigned *ret_halves);
const char *player_speed_shown(unsigned halves);     /* "½"; "?" for what is no speed */
void player_set_idle(struct player *p, uint64_t limit_ms); /* stays at the same recorded time */
uint64_t player_idle(const struct player *p);
void player_follow(struct player *p, bool more_may_come);
void player_extend(struct player *p);                /* after recording_more() said true */

/* Feeds at most about budget_bytes towards the position; true: the terminal is as it was then. */
bool player_settle(struct player *p, size_t budget_bytes);

uint64_t player_position_ms(const struct player *p);
uint64_t player_end_ms(const struct player *p);
uint64_t player_recorded_ms(const struct player *p); /* recorded time at the position */
bool player_at_end(const struct player *p);
bool player_past_cut(const struct player *p);        /* nothing later than this was recorded */
/* In a stretch that was cut short: how long it was; 0: not in one. */
uint64_t player_idle_ms(const struct player *p);
/* Steady milliseconds until the next moment is due at this speed; UINT64_MAX: nothing will happen by itself. */
uint64_t player_wait_ms(const struct player *p);
#endif
