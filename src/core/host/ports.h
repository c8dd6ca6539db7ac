/*
 * ports — what the program cannot compute for itself: time and chance. main.c passes the real ones, tests fake ones.
 */
#ifndef CORE_HOST_PORTS_H
#define CORE_HOST_PORTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ports {
	uint64_t (*wall_ms)(void *self);   /* UTC milliseconds since 1970; goes into records */
	uint64_t (*steady_ms)(void *self); /* monotonic; for deadlines and arrival times */
	bool (*random)(void *self, void *ret_bytes, size_t len);
	void *self;
};

extern const struct ports host_ports; /* the real ones */

#define TIME_TEXT_BYTES 25
/* "2026-11-30T17:40:26.083Z", as ECMAScript's toISOString prints it. */
void time_print(uint64_t wall_ms, char ret_text[TIME_TEXT_BYTES]);
bool time_read(const char *text, uint64_t *ret_wall_ms); /* the form above, and a date alone; false: anything else */

#define RUN_ID_BYTES 201
/* "wf-2026-11-30T17-40-26-083Z-d0b271": the peer's form (facts of the record format). */
bool run_id_new(const struct ports *ports, char ret_id[RUN_ID_BYTES]);
bool run_id_valid(const char *id); /* ^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$ */
#endif
