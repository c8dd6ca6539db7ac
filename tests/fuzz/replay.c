/*
 * replay — a fuzzer without the fuzzing: every file named on the command line, and every file of every directory
 * named there, once. It keeps what a fuzzer found as a test that every compiler can run.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/mem.h"

#define INPUT_BYTES_MAX (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static int replay_file(const char *path)
{
	OWNED_MEM unsigned char *bytes = mem_new(INPUT_BYTES_MAX, 1);
	OWNED_MEM unsigned char *exact = NULL;
	FILE *f = fopen(path, "re");
	size_t len;

	if (!f)
		return 0;
	len = fread(bytes, 1, INPUT_BYTES_MAX, f);
	(void)fclose(f);
	exact = mem_copy(bytes, len); /* so that the sanitizer sees a byte read too far */
	(void)LLVMFuzzerTestOneInput(exact, len);
	return 1;
}

static int replay_directory(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *entry;
	int files = 0;

	if (!d)
		return replay_file(path);
	for (entry = readdir(d); entry; entry = readdir(d)) {
		OWNED_MEM char *inner = str_format("%s/%s", path, entry->d_name);

		if (entry->d_name[0] != '.')
			files += replay_file(inner);
	}
	(void)closedir(d);
	return files;
}

int main(int argc, char **argv)
{
	int files = 0;

	for (int i = 1; i < argc; i++)
		files += replay_directory(argv[i]);
	printf("%d inputs\n", files);
	return files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
