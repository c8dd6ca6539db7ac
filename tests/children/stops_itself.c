/* A program that says "stopping" and stops; nothing but CONT and KILL reaches it then. */
#include <signal.h>
#include <unistd.h>

int main(void)
{
	(void)!write(1, "stopping\n", 9);
	raise(SIGSTOP);
	for (;;)
		pause();
}
