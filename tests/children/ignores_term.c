/* A program that TERM does not end: it says "deaf" and waits. */
#include <signal.h>
#include <unistd.h>

int main(void)
{
	(void)signal(SIGTERM, SIG_IGN);
	(void)!write(1, "deaf\n", 5);
	for (;;)
		pause();
}
