/* A program that prints every descriptor it was given: "fd NUMBER TARGET". */
#include <dirent.h>
#include <unistd.h>

int main(void)
{
	DIR *fds = opendir("/proc/self/fd");
	const struct dirent *entry = fds ? readdir(fds) : NULL;

	for (; entry; entry = readdir(fds)) {
		char target[256] = "";

		if (entry->d_name[0] == '.' || strtol(entry->d_name, NULL, 10) == dirfd(fds))
			continue;
		(void)!readlinkat(dirfd(fds), entry->d_name, target, sizeof target - 1);
		printf("fd %s %s\n", entry->d_name, target);
	}
	printf("that is all\n");
	return 0;
}
