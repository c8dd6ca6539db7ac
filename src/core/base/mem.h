/*
 * mem — allocation that never returns NULL.
 *
 * Every size the outside world can choose is bounded before it gets here, so running out of memory is the
 * machine's end and not a state of ours: the process says so in one sentence on stderr and ends with
 * status 4. What has to survive that (a terminal, a child, a record) is kept by another process.
 */
#ifndef CORE_BASE_MEM_H
#define CORE_BASE_MEM_H
#include <stddef.h>

#include "core/base/owned.h"

void *mem_new(size_t count, size_t size_bytes);                  /* zeroed; overflow-checked */
void *mem_grow(void *old, size_t count, size_t size_bytes);      /* realloc; new part undefined */
void *mem_copy(const void *bytes, size_t len);                   /* an owned copy */
char *str_copy(const char *s);                                   /* NULL gives NULL */
char *str_copy_n(const char *s, size_t len);
char *str_format(const char *fmt, ...) PRINTF(1, 2);             /* an owned, formatted string */
void str_set(char **slot, const char *s);                        /* frees the old value, copies the new; NULL allowed */
#endif
