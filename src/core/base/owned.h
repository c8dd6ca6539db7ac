/*
 * owned — a pointer whose scope ends drops its thing, unless it was handed over and set to NULL.
 *
 *	OWNED(text) struct text *t = NULL;      calls text_drop(&t) at the end of the scope
 *	CLEARED(strlist) struct strlist l = {0}; calls strlist_clear(&l) at the end of the scope
 *	OWNED_FD int fd = -1;                    closes fd unless it is negative
 *	OWNED_MEM char *s = NULL;                frees s
 */
#ifndef CORE_BASE_OWNED_H
#define CORE_BASE_OWNED_H

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#define OWNED(type) __attribute__((cleanup(type##_drop)))
#define CLEARED(type) __attribute__((cleanup(type##_clear)))
#define OWNED_FD __attribute__((cleanup(owned_fd_close)))
#define OWNED_MEM __attribute__((cleanup(owned_mem_free)))
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

void owned_fd_close(int *fd);
void owned_mem_free(void *pointer_to_pointer);
#endif
