/*
 * A program whose every process forks the next one into a session of its own and ends: never there when one looks.
 * Bounded: it stops by itself after 20 seconds.
 */
#include <time.h>
#include <unistd.h>

int main(void)
{
	time_t until = time(NULL) + 20;

	(void)!write(1, "storm\n", 6);
	for (int strand = 0; strand < 3; strand++) {
		if (fork() != 0)
			continue;
		while (time(NULL) < until) {
			(void)setsid();
			if (fork() > 0)
				_exit(0);
		}
		_exit(0);
	}
	for (;;)
		pause();
}
