/*
 * pty — a terminal pair; see the header. The slave is opened through the master: a path below /dev/pts could be
 * another instance's.
 */
#include "core/child/pty.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define SIZE_MAX_CELLS 4096

static unsigned short cells(int wanted)
{
	if (wanted < 1)
		return 1;
	return (unsigned short)(wanted > SIZE_MAX_CELLS ? SIZE_MAX_CELLS : wanted);
}

void pty_resize(int master, int rows, int cols)
{
	struct winsize size = { .ws_row = cells(rows), .ws_col = cells(cols) };

	(void)ioctl(master, TIOCSWINSZ, &size);
}

/* Erasing one character must erase all of its bytes. */
static bool speak_utf8(int slave)
{
	struct termios modes;

	if (tcgetattr(slave, &modes) != 0)
		return false;
	modes.c_iflag |= IUTF8;
	return tcsetattr(slave, TCSANOW, &modes) == 0;
}

bool pty_open(int rows, int cols, int *ret_master, int *ret_slave, struct error *err)
{
	OWNED_FD int slave = -1;
	OWNED_FD int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (master < 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot make a terminal");
	if (grantpt(master) != 0 || unlockpt(master) != 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot unlock the new terminal");
	slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (slave < 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot open the new terminal's other end");
	pty_resize(master, rows, cols);
	if (!speak_utf8(slave) || fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK) != 0)
		return error_set_sys(err, REASON_CHILD_NOT_STARTED, "cannot set the new terminal's modes");
	*ret_master = master;
	*ret_slave = slave;
	master = slave = -1;
	return true;
}
