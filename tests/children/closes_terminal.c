/* A program that closes its terminal, works on for a moment, opens it again and says "back". */
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

int main(void)
{
	int tty;

	(void)!write(1, "closing\n", 8);
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	(void)poll(NULL, 0, 150);
	tty = open("/dev/tty", O_RDWR);
	return write(tty, "back\n", 5) == 5 ? 0 : 1;
}
