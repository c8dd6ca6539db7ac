/*
 * alerts — what the audit of a run found that somebody has to look at, and that somebody has.
 *
 *	<state>/acknowledged/<run-id>.json   run_id, at, alerts, proof_sha256, by: who looked, and at which proof
 *	<state>/tainted/<run-id>.json        run_id, common (path, device, inode): written before a granted run with alerts is
 *	                                     sealed, removed when it is acknowledged; while it is there no git program is run
 *	                                     on that repository
 *
 * A record is never changed by acknowledging it.
 */
#ifndef CORE_RECORD_ALERTS_H
#define CORE_RECORD_ALERTS_H
#include "core/record/browse.h"

/* Every alert of an opened run, one line each: "hook  hooks/post-commit appeared: it is an executable file". Raw. */
void alerts_list(const struct run_view *v, struct strlist *ret);
/* Writes that whoever runs this program looked at the alerts of an opened run (browse_open(), then browse_compare(), which
   also says whether it was done before: v->row.acknowledged). Doing it again is true and changes nothing. Sets
   v->row.acknowledged. REASON_NOT_FOUND: it has no alert. REASON_RECORD_DAMAGED: its proof is not what was sealed. */
bool alerts_acknowledge(const char *state, struct run_view *v, struct error *err) MUST_CHECK;

/* Of a run whose alerts cannot be listed any more, adds to the sentence of err how git can be run on its repository again. */
void alerts_way_on(const char *state, const char *run_id, struct error *err);

/* Ids of all acknowledged runs, sorted: one directory listing for a whole list of rows. What cannot be listed is empty. */
void alerts_acknowledged(const char *state, struct strlist *ret);
bool alerts_is_acknowledged(const struct strlist *sorted, const char *run_id);

/* Before sealing: keeps git away from the repository of a granted run with alerts. */
bool alerts_taint(const char *state, const struct run_record *r, struct error *err) MUST_CHECK;
bool alerts_taint_readable(const char *state, const char *run_id); /* it says of which repository */
/* Owned: the run because of which no git program is run on the repository with this common directory; NULL: none. */
char *alerts_tainted_by(const char *state, const struct place *common);
#endif
