/* A program that prints "ROWS COLS" at start and again each time SIGWINCH arrives. */
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void)
{
	sigset_t set;
	int number;

	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	(void)sigprocmask(SIG_BLOCK, &set, NULL);
	for (;;) {
		struct winsize size = { 0 };

		(void)ioctl(1, TIOCGWINSZ, &size);
		printf("size %d %d\n", size.ws_row, size.ws_col);
		fflush(stdout);
		if (sigwait(&set, &number) != 0)
			return 1;
	}
}
