/*
 * watch — see watch.h.
 */
#include "core/host/watch.h"

#include <sys/inotify.h>
#include <unistd.h>

int watch_open(void)
{
	return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

bool watch_add(int fd, const char *directory)
{
	return fd >= 0 && inotify_add_watch(fd, directory, IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR) >= 0;
}

bool watch_drain(int fd)
{
	char events[4096];
	bool changed = false;

	while (fd >= 0 && read(fd, events, sizeof events) > 0)
		changed = true;
	return changed;
}
