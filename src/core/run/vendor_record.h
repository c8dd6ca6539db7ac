/*
 * vendor_record — finds and reads the file in which a vendor itself wrote down one session, bounded: no symbolic link
 * below the vendor's own directory is followed, nothing but a regular file is read, and never more than the limit.
 */
#ifndef CORE_RUN_VENDOR_RECORD_H
#define CORE_RUN_VENDOR_RECORD_H
#include "core/adapter/adapter.h"
#include "core/base/strlist.h"

#define VENDOR_RECORD_MAX_BYTES (48u * 1024 * 1024)

/* began_ms: when the session began (wall clock); the file is looked for on that day, the day before and the one after,
   because the vendor names days in its own time zone. *ret_path (owned) is the real path. REASON_NOT_FOUND: there is none,
   or more than one; every sentence says what was looked for. */
bool vendor_record_read(const struct vendor_record *record, const struct strlist *env, const char *session_id, uint64_t began_ms,
			char **ret_path, struct text *ret, struct error *err) MUST_CHECK;

#define VENDOR_RECORDS_MAX 64

/* The real path of every record that was written to between the two moments (wall clock), for a program whose sessions
   are not known by name: at most VENDOR_RECORDS_MAX, *ret_cut: there are more. REASON_NOT_FOUND: no such directory. */
bool vendor_records_written(const struct vendor_record *record, const struct strlist *env, uint64_t began_ms, uint64_t ended_ms,
			    struct strlist *ret, bool *ret_cut, struct error *err) MUST_CHECK;
bool vendor_record_is_of(const struct vendor_record *record, const char *path, const char *session_id);
#endif
