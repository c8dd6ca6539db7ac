/*
 * owned — the clean-up functions behind OWNED_FD and OWNED_MEM. Both leave errno alone, because scopes end
 * between a failed call and the sentence about it.
 */
#include "core/base/owned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void owned_fd_close(int *fd)
{
	int sys = errno;

	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
	errno = sys;
}

void owned_mem_free(void *pointer_to_pointer)
{
	int sys = errno;
	void *owned;

	memcpy(&owned, pointer_to_pointer, sizeof owned);
	free(owned);
	owned = NULL;
	memcpy(pointer_to_pointer, &owned, sizeof owned);
	errno = sys;
}
