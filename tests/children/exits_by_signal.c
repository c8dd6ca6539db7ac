/* exits_by_signal NUMBER: a program that ends by that signal, without a core file. */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rlimit none = { 0, 0 };
	int number = argc > 1 ? (int)strtol(argv[1], NULL, 10) : SIGKILL;

	(void)setrlimit(RLIMIT_CORE, &none);
	(void)signal(number, SIG_DFL);
	kill(getpid(), number);
	pause();
	return 0;
}
