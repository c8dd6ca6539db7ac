/*
 * A program that prints what it was started with: signal masks, whether its terminal is its controlling one and it leads
 * its session, what its standard input gives, and its working directory.
 */
#include <unistd.h>

int main(void)
{
	FILE *status = fopen("/proc/self/status", "r");
	char line[256], directory[4096] = "";
	char byte;

	while (status && fgets(line, sizeof line, status)) {
		if (strncmp(line, "SigBlk", 6) == 0 || strncmp(line, "SigIgn", 6) == 0)
			printf("%s", line);
	}
	printf("leader %s\n", getsid(0) == getpid() && getpgrp() == getpid() ? "yes" : "no");
	printf("controlling %s\n", tcgetpgrp(1) == getpgrp() && tcgetpgrp(2) == getpgrp() ? "yes" : "no");
	printf("input %s\n", isatty(0) ? "terminal" : read(0, &byte, 1) == 0 ? "end of file" : "something");
	printf("directory %s\n", getcwd(directory, sizeof directory) ? directory : "none");
	printf("that is all\n");
	return 0;
}
