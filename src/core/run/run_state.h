/*
 * run_state — the life of one child under supervision as a table of moves; pure. The table returns a duty, session.c
 * performs it. A move that is not listed is refused, never guessed.
 */
#ifndef CORE_RUN_RUN_STATE_H
#define CORE_RUN_RUN_STATE_H
#include <stdbool.h>

enum phase { PHASE_LIVE, PHASE_ENDING /* TERM was sent */, PHASE_KILLING, PHASE_OVER, PHASE_COUNT };
enum happening { ON_STOP_ASKED, ON_TIMEOUT, ON_GRACE_OVER, ON_CHILD_DONE, HAPPENING_COUNT };
enum duty { DUTY_NOTHING, DUTY_SEND_TERM, DUTY_SEND_KILL, DUTY_CONCLUDE };

#define STOP_GRACE_MS 3000 /* between TERM and KILL, and between one KILL and the next */

bool phase_move(enum phase from, enum happening on, enum phase *ret_to, enum duty *ret_duty);
#endif
