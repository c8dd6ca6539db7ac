/*
 * file_sync — several files made durable at the same time: what is waited for is the slowest of them, since a file system
 * that keeps a journal writes it once for all. The threads live as long as the call and run nothing but fsync.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/host/file.h"

#define THREADS_MAX 8

struct work { struct file_pending *items; size_t count; atomic_size_t next; };

static int sync_one(int fd)
{
	int done;

	do
		done = fsync(fd);
	while (done != 0 && errno == EINTR);
	return done == 0 ? 0 : errno;
}

static void *sync_some(void *given)
{
	struct work *w = given;
	size_t at;

	for (at = atomic_fetch_add(&w->next, 1); at < w->count; at = atomic_fetch_add(&w->next, 1))
		w->items[at].sys = w->items[at].fd >= 0 ? sync_one(w->items[at].fd) : 0;
	return NULL;
}

/* Signals stay with the thread that waits for them. */
static size_t start(struct work *w, pthread_t *threads)
{
	size_t started = 0;
	sigset_t all, before;

	(void)sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
		return 0;
	while (started < THREADS_MAX - 1 && started + 1 < w->count && pthread_create(&threads[started], NULL, sync_some, w) == 0)
		started++;
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

bool file_sync_all(struct file_pending *items, size_t count)
{
	struct work w = { .items = items, .count = count };
	pthread_t threads[THREADS_MAX - 1];
	size_t started = start(&w, threads);
	bool ok = true;

	(void)sync_some(&w);
	for (size_t i = 0; i < started; i++)
		(void)pthread_join(threads[i], NULL);
	for (size_t i = 0; i < count; i++)
		ok = ok && items[i].sys == 0;
	return ok;
}
