/*
 * A program that starts two more in sessions of their own (twice forked, deaf to TERM and HUP, holding the terminal),
 * prints "away PID PID" and then does what its argument says: leave (exits 0), stay (waits), kill_reaper or
 * stop_reaper (sends SIGKILL or SIGSTOP to its parent and waits).
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int go_away(void)
{
	int pids[2], pid = 0;

	if (pipe(pids) != 0)
		return 0;
	if (fork() == 0) {
		(void)setsid();
		if (fork() != 0)
			_exit(0);
		(void)signal(SIGTERM, SIG_IGN);
		(void)signal(SIGHUP, SIG_IGN);
		pid = getpid();
		(void)!write(pids[1], &pid, sizeof pid);
		for (;;)
			pause();
	}
	(void)!read(pids[0], &pid, sizeof pid);
	return pid;
}

int main(int argc, char **argv)
{
	const char *then = argc > 1 ? argv[1] : "leave";
	int first = go_away();
	int second = go_away();

	printf("away %d %d\n", first, second);
	fflush(stdout);
	if (strcmp(then, "leave") == 0)
		return 0;
	if (strcmp(then, "kill_reaper") == 0)
		kill(getppid(), SIGKILL);
	if (strcmp(then, "stop_reaper") == 0)
		kill(getppid(), SIGSTOP);
	for (;;)
		pause();
}
