/* A program that stays when its terminal hangs up: it says "stays" and waits. */
#include <signal.h>
#include <unistd.h>

int main(void)
{
	(void)signal(SIGHUP, SIG_IGN);
	(void)!write(1, "stays\n", 6);
	for (;;)
		pause();
}
