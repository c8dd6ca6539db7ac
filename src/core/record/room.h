/*
 * room — memory for very many rows and their strings, in the machine's large pages where it has some: in small ones the first
 * touch of each takes longer than what is written there. It goes back to the machine at once, so that two lists after
 * each other take no more than one.
 */
#ifndef CORE_RECORD_ROOM_H
#define CORE_RECORD_ROOM_H
#include <stddef.h>

struct room { void *at; size_t bytes; }; /* zero-initialised: none */

void room_take(struct room *r, size_t bytes); /* anew, zeroed, at least so many; what it held is gone */
void room_grow(struct room *r, size_t bytes); /* keeps what it holds, which may lie elsewhere then */
void room_clear(struct room *r);
#endif
