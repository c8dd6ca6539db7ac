/*
 * engine — waiting for, stopping and releasing runs that are already there.
 */
#include "core/run/engine.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/record/store.h"
#include "core/run/protocol.h"
#include "core/run/socket.h"

#define OWNER_POLL_MS 50
#define STOP_HEARD_MS 5000

static bool still_owned(const struct engine *e, const char *run_id)
{
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0;
	bool owned = false;

	if (!store_live_list(e->places->state, &entries, &count, &err))
		return false;
	for (size_t i = 0; i < count; i++)
		owned |= entries[i].owned && strcmp(entries[i].run_id, run_id) == 0;
	store_live_free(entries, count);
	return owned;
}

/* A connection that says nothing and is closed when the supervisor ends; between two attempts the lock is asked. */
static void wait_for_end(int fd, int wait_ms)
{
	struct pollfd waiting = { .fd = fd, .events = POLLIN };
	char bytes[4096];

	if (fd < 0) {
		(void)poll(NULL, 0, wait_ms);
		return;
	}
	if (poll(&waiting, 1, wait_ms) > 0)
		(void)!read(fd, bytes, sizeof bytes);
}

bool engine_wait(const struct engine *e, const char *run_id, uint64_t deadline_ms, struct error *err)
{
	const struct ports *ports = e->ports;
	uint64_t until = ports->steady_ms(ports->self) + deadline_ms;
	OWNED_FD int fd = -1;
	struct error ignored = { 0 };

	(void)!socket_connect(e->places->runtime, run_id, &fd, &ignored);
	while (still_owned(e, run_id)) {
		if (deadline_ms != 0 && ports->steady_ms(ports->self) >= until)
			return error_set(err, REASON_SUPERVISOR_FAILED, "Run %s was not over after %llu ms.", run_id,
					 (unsigned long long)deadline_ms);
		wait_for_end(fd, OWNER_POLL_MS);
	}
	return true;
}

/* How many children a live run has; 0: it is not live. */
static size_t children_of(const struct engine *e, const char *run_id)
{
	struct live_entry *entries = NULL;
	struct error err = { 0 };
	size_t count = 0, children = 0;

	if (!store_live_list(e->places->state, &entries, &count, &err))
		return 0;
	for (size_t i = 0; i < count; i++)
		if (strcmp(entries[i].run_id, run_id) == 0)
			children = json_count(json_get(json_get(entries[i].entry, "request"), "children"));
	store_live_free(entries, count);
	return children;
}

static bool child_number(const char *child, unsigned *ret)
{
	char *end = NULL;
	unsigned long n;

	if (!child) {
		*ret = ALL_CHILDREN;
		return true;
	}
	n = child[0] == 'a' ? strtoul(child + 1, &end, 10) : 0;
	if (n < 1 || n > REQUEST_CHILDREN_MAX || !end || *end != '\0')
		return false;
	*ret = (unsigned)n - 1;
	return true;
}

/* The supervisor closes its end when it has read everything we sent. */
static bool heard(const struct engine *e, int fd)
{
	const struct ports *ports = e->ports;
	uint64_t until = ports->steady_ms(ports->self) + STOP_HEARD_MS;
	struct pollfd waiting = { .fd = fd, .events = POLLIN };
	char bytes[4096];

	while (ports->steady_ms(ports->self) < until)
		if (poll(&waiting, 1, OWNER_POLL_MS) > 0 && read(fd, bytes, sizeof bytes) <= 0)
			return true;
	return false;
}

bool engine_stop(const struct engine *e, const char *run_id, const char *child, struct error *err)
{
	CLEARED(text) struct text frame = { 0 };
	OWNED_FD int fd = -1;
	size_t children;
	unsigned number;

	if (!still_owned(e, run_id))
		return error_set(err, REASON_NOT_FOUND, "Run %s is not running; there is nothing to stop.", run_id);
	if (!child_number(child, &number))
		return error_set(err, REASON_MISUSE, "The word %s names no child; children are a1, a2 and so on.", child);
	children = children_of(e, run_id);
	if (child && children > 0 && number >= children)
		return error_set(err, REASON_MISUSE, "Run %s has no child %s; its children are a1 to a%zu.", run_id, child, children);
	if (!socket_connect(e->places->runtime, run_id, &fd, err))
		return false;
	frame_add(&frame, MESSAGE_STOP, number, NULL, 0);
	if (send(fd, frame.bytes, frame.len, MSG_NOSIGNAL) != (ssize_t)frame.len || shutdown(fd, SHUT_WR) != 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot reach the supervisor of run %s", run_id);
	return heard(e, fd) ||
	       error_set(err, REASON_SUPERVISOR_FAILED,
			 "The supervisor of run %s has not read the request to stop within %d seconds. It stands there, and is obeyed "
			 "when the supervisor goes on; bulkhead show %s tells.",
			 run_id, STOP_HEARD_MS / 1000, run_id);
}

bool engine_release(const struct engine *e, const char *run_id, const struct release_options *options, struct release_report *ret,
		    struct error *err)
{
	OWNED_MEM char *locks = path_join(e->places->state, "locks");
	struct workspace_entry entry = { 0 };
	bool ok;

	if (still_owned(e, run_id))
		return error_set(err, REASON_WORKSPACE_NOT_RELEASED, "Run %s is still running; stop it first.", run_id);
	if (!store_workspace_open(e->places->state, run_id, &entry, err))
		return false;
	ok = workspace_release(entry.binding, options, locks, ret, err) && store_workspace_forget(e->places->state, run_id, err);
	workspace_entry_clear(&entry);
	return ok;
}
