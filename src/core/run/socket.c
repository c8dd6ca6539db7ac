/*
 * socket — see socket.h.
 */
#include "core/run/socket.h"

#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/host/file.h"

#define BACKLOG 16
#define SEND_BYTES 16384 /* what lies in the socket is in front of the answer to a key */

static bool address_of(int dir, const char *run_id, struct sockaddr_un *ret, struct error *err)
{
	int len;

	memset(ret, 0, sizeof *ret);
	ret->sun_family = AF_UNIX;
	len = snprintf(ret->sun_path, sizeof ret->sun_path, "/proc/self/fd/%d/%s.sock", dir, run_id);
	if (len < 0 || (size_t)len >= sizeof ret->sun_path)
		return error_set(err, REASON_SUPERVISOR_FAILED, "The run id %s is too long for a socket name.", run_id);
	return true;
}

static bool same_user(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof peer;

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == 0 && peer.uid == geteuid();
}

bool socket_listen(const char *runtime, const char *run_id, int *ret_fd, struct error *err)
{
	OWNED_FD int dir = -1;
	OWNED_FD int fd = -1;
	OWNED_MEM char *name = str_format("%s.sock", run_id);
	struct sockaddr_un address;

	if (!dir_make(runtime, &dir, err) || !address_of(dir, run_id, &address, err))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot make a socket for run %s", run_id);
	(void)unlinkat(dir, name, 0);
	if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || fchmodat(dir, name, 0600, 0) != 0 || listen(fd, BACKLOG) != 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot listen on %s/%s", runtime, name);
	*ret_fd = fd;
	fd = -1;
	return true;
}

void socket_remove(const char *runtime, const char *run_id)
{
	OWNED_MEM char *path = str_format("%s/%s.sock", runtime, run_id);

	(void)unlink(path);
}

bool socket_connect(const char *runtime, const char *run_id, int *ret_fd, struct error *err)
{
	struct error ignored = { 0 };
	OWNED_FD int dir = -1;
	OWNED_FD int fd = -1;
	struct sockaddr_un address;

	if (!dir_open(runtime, &dir, &ignored))
		return error_set(err, REASON_SUPERVISOR_FAILED, "Run %s is not running.", run_id);
	if (!address_of(dir, run_id, &address, err))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return error_set_sys(err, REASON_SUPERVISOR_FAILED, "cannot make a socket");
	if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
		return error_set(err, REASON_SUPERVISOR_FAILED, "Run %s is not running.", run_id);
	if (!same_user(fd))
		return error_set(err, REASON_SUPERVISOR_FAILED, "The socket of run %s belongs to another user.", run_id);
	*ret_fd = fd;
	fd = -1;
	return true;
}

int socket_accept(int listener)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd >= 0 && !same_user(fd)) {
		(void)close(fd);
		fd = -1;
	}
	if (fd >= 0)
		(void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(const int){ SEND_BYTES }, sizeof(int));
	return fd;
}
