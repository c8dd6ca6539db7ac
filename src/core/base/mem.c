/*
 * mem — allocation that never returns NULL; see mem.h for why running out is the end and not a state.
 */
#include "core/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/text.h"

/* write(2) and _exit(2) only: nothing here may allocate, and no handler may run with half-built things. */
static _Noreturn void out_of_memory(void)
{
	static const char sentence[] = "bulkhead: this machine has no memory left; nothing more can be done here\n";

	(void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
	_exit(EXIT_MACHINE);
}

static size_t bytes_for(size_t count, size_t size_bytes)
{
	size_t total;

	if (__builtin_mul_overflow(count, size_bytes, &total) || total > PTRDIFF_MAX)
		out_of_memory();
	return total > 0 ? total : 1;
}

void *mem_new(size_t count, size_t size_bytes)
{
	void *fresh = calloc(1, bytes_for(count, size_bytes));

	if (!fresh)
		out_of_memory();
	return fresh;
}

void *mem_grow(void *old, size_t count, size_t size_bytes)
{
	void *grown = realloc(old, bytes_for(count, size_bytes));

	if (!grown)
		out_of_memory();
	return grown;
}

void *mem_copy(const void *bytes, size_t len)
{
	void *copy = mem_grow(NULL, len, 1);

	if (len > 0)
		memcpy(copy, bytes, len);
	return copy;
}

char *str_copy(const char *s)
{
	return s ? str_copy_n(s, strlen(s)) : NULL;
}

char *str_copy_n(const char *s, size_t len)
{
	char *copy = mem_new(len + 1, 1);

	if (len > 0)
		memcpy(copy, s, len);
	return copy;
}

char *str_format(const char *fmt, ...)
{
	struct text t = {0};
	va_list args;

	va_start(args, fmt);
	text_add_args(&t, fmt, args);
	va_end(args);
	return text_take(&t);
}

void str_set(char **slot, const char *s)
{
	char *fresh = str_copy(s); /* first: s may point into the old value */

	free(*slot);
	*slot = fresh;
}
