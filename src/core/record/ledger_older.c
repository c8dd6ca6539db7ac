/*
 * ledger_older — the older half of the ledger, read by a thread of its own while the caller reads the newer half. The two
 * share nothing until the thread is joined but the word that tells it to stop.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/record/ledger_part.h"

#define WORTH_BYTES (2u * 1024 * 1024)
#define LINES_AT_A_TIME 1000

struct ledger_older {
	struct ledger_part part;
	pthread_t thread;
	bool runs;
	atomic_bool stop;
};

static void *read_part(void *argument)
{
	struct ledger_older *o = argument;

	while (!atomic_load(&o->stop) && ledger_part_more(&o->part, LINES_AT_A_TIME))
		;
	return NULL;
}

/* Signals are for the thread that was there first. */
static bool start(struct ledger_older *o)
{
	sigset_t all, before;
	bool started;

	(void)sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
		return false;
	started = pthread_create(&o->thread, NULL, read_part, o) == 0;
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

struct ledger_older *ledger_older_begin(struct ledger_part *p)
{
	struct ledger_older *o;
	struct ledger_back *older = NULL;

	if (!p->ledger || ledger_back_bytes(p->ledger) < WORTH_BYTES || sysconf(_SC_NPROCESSORS_ONLN) < 2 ||
	    !ledger_back_split(p->ledger, &older))
		return NULL;
	o = mem_new(1, sizeof *o);
	o->part.ledger = older;
	o->part.texts = o->part.list.texts = row_text_new();
	strlist_copy(&o->part.live, &p->live);
	ledger_part_expect(&o->part, UINT64_MAX);
	atomic_init(&o->stop, false);
	o->runs = start(o); /* where it cannot, its half is read when it is joined */
	return o;
}

static void end(struct ledger_older *o)
{
	if (o->runs)
		(void)pthread_join(o->thread, NULL);
	o->runs = false;
}

void ledger_older_join(struct ledger_older **taken, struct ledger_part *p)
{
	OWNED(ledger_older) struct ledger_older *o = *taken;

	*taken = NULL;
	if (!o)
		return;
	end(o);
	(void)ledger_part_more(&o->part, SIZE_MAX);
	ledger_part_join(p, &o->part);
}

void ledger_older_drop(struct ledger_older **o)
{
	if (!*o)
		return;
	atomic_store(&(*o)->stop, true);
	end(*o);
	ledger_part_clear(&(*o)->part);
	free(*o);
	*o = NULL;
}
