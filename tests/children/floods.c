/* A program that prints without end. */
#include <unistd.h>

int main(void)
{
	char line[1024];

	memset(line, 'x', sizeof line);
	line[sizeof line - 1] = '\n';
	while (write(1, line, sizeof line) >= 0)
		;
	return 1;
}
