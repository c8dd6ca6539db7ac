/*
 * run_state — see run_state.h.
 */
#include "core/run/run_state.h"

#include <stddef.h>

#include "core/base/owned.h"

static const struct {
	enum phase from;
	enum happening on;
	enum phase to;
	enum duty duty;
} moves[] = {
	{ PHASE_LIVE,    ON_STOP_ASKED, PHASE_ENDING,  DUTY_SEND_TERM },
	{ PHASE_LIVE,    ON_TIMEOUT,    PHASE_ENDING,  DUTY_SEND_TERM },
	{ PHASE_LIVE,    ON_CHILD_DONE, PHASE_OVER,    DUTY_CONCLUDE  },
	{ PHASE_ENDING,  ON_STOP_ASKED, PHASE_KILLING, DUTY_SEND_KILL },
	{ PHASE_ENDING,  ON_GRACE_OVER, PHASE_KILLING, DUTY_SEND_KILL },
	{ PHASE_ENDING,  ON_TIMEOUT,    PHASE_ENDING,  DUTY_NOTHING   },
	{ PHASE_ENDING,  ON_CHILD_DONE, PHASE_OVER,    DUTY_CONCLUDE  },
	{ PHASE_KILLING, ON_STOP_ASKED, PHASE_KILLING, DUTY_SEND_KILL },
	{ PHASE_KILLING, ON_GRACE_OVER, PHASE_KILLING, DUTY_SEND_KILL },
	{ PHASE_KILLING, ON_TIMEOUT,    PHASE_KILLING, DUTY_NOTHING   },
	{ PHASE_KILLING, ON_CHILD_DONE, PHASE_OVER,    DUTY_CONCLUDE  },
	{ PHASE_OVER,    ON_STOP_ASKED, PHASE_OVER,    DUTY_NOTHING   },
};

bool phase_move(enum phase from, enum happening on, enum phase *ret_to, enum duty *ret_duty)
{
	for (size_t i = 0; i < COUNT_OF(moves); i++) {
		if (moves[i].from != from || moves[i].on != on)
			continue;
		*ret_to = moves[i].to;
		*ret_duty = moves[i].duty;
		return true;
	}
	return false;
}
