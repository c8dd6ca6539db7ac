/*
 * program_seen — a program as a file, and where it is a vendor's starter script, the program that it starts. The same stamp
 * means that the bytes need not be read again.
 */
#ifndef CORE_RECORD_PROGRAM_SEEN_H
#define CORE_RECORD_PROGRAM_SEEN_H
#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/base/error.h"

struct program_stamp { uint64_t device, inode, size, mtime_ns, ctime_ns; };
struct program_seen {
	char *path;
	char sha256[DIGEST_HEX_BYTES]; /* "": not read yet; program_seen_digest() reads it */
	struct program_stamp stamp;
	struct program_seen *starts;   /* owned; NULL: it is no script, or what it starts is not known */
	char *unknown;                 /* owned; a script: the sentence why what it starts is not known */
};

/* The file alone. */
bool program_see(const char *path, struct program_seen *ret, struct error *err) MUST_CHECK;
/*
 * Fills starts or unknown of a script; anything else stays as it is. places, ending with NULL, says where the vendor puts the
 * program, the first that is there counts: with {machine} as uname has it and {arch} as Node has it; one that begins with
 * "node_modules/" is looked for in every directory above the script, as Node does, the others beside it. NULL: nobody knows.
 */
void program_see_started(struct program_seen *p, const char *const *places);
bool program_seen_digest(struct program_seen *p, struct error *err) MUST_CHECK; /* of what it starts too */
/* Takes what was read before from a program of the same stamps; the rest stays to be read. */
void program_seen_remember(struct program_seen *p, const struct program_seen *before);
/* The same file with the same bytes, and so what it starts; reads what is not large when only the stamp differs. */
bool program_seen_same(const struct program_seen *before, struct program_seen *now);
/* Neither was replaced since it was seen. */
bool program_seen_unchanged(const struct program_seen *p);
void program_seen_clear(struct program_seen *p);
#endif
