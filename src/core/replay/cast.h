/*
 * cast — a recording as asciicast v2: a header, then one JSON array a line. Times stay as recorded; an idle limit goes
 * into the header, where players look for it.
 *
 * The format's strings are UTF-8: a sequence that is cut by the end of an event goes on in the next one, and bytes that
 * are no UTF-8 become U+FFFD. The bytes themselves stay in the terminal log.
 */
#ifndef CORE_REPLAY_CAST_H
#define CORE_REPLAY_CAST_H
#include "core/base/text.h"
#include "core/replay/recording.h"

struct cast_header {
	uint64_t started_ms;  /* wall; 0: not known */
	uint64_t idle_ms;     /* 0: none */
	const char *title;    /* NULL: none */
};

/* What of a UTF-8 sequence waits for its next bytes. Zero-initialised is empty. */
struct cast_rest { char bytes[4]; size_t len; };

/* A string of valid UTF-8; final: nothing follows, so what waits is bad. */
void cast_utf8(struct cast_rest *rest, const char *bytes, size_t len, bool final, struct text *out);

struct cast;
struct cast *cast_new(struct recording *r, const struct cast_header *header); /* borrowed, both */
void cast_drop(struct cast **c);
/* Appends the next lines, about 64 KiB of them; false: nothing is left. */
bool cast_more(struct cast *c, struct text *out);
uint64_t cast_events(const struct cast *c); /* lines without the header, so far */
#endif
