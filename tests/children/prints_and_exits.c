/* prints_and_exits BYTES STATUS: that many bytes, then "last line", then it exits at once with STATUS. */
#include <unistd.h>

int main(int argc, char **argv)
{
	long left = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
	char bytes[1000];

	memset(bytes, '.', sizeof bytes);
	while (left > 0) {
		ssize_t done = write(1, bytes, left < (long)sizeof bytes ? (size_t)left : sizeof bytes);

		if (done <= 0)
			return 99;
		left -= done;
	}
	(void)!write(1, "last line", 9);
	return argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
}
