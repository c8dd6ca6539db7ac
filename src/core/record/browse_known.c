/*
 * browse_known — opening a run that the ledger or the live index knows: when its record cannot be opened, why.
 */
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/record/browse.h"
#include "core/record/browse_compare.h"
#include "core/record/prune.h"

static bool say_gone(const char *state, const char *run_id, struct error *err)
{
	OWNED_MEM char *note = prune_note(state, run_id);
	OWNED(json) struct json *line = note ? NULL : ledger_line_of(state, run_id);

	if (note)
		return error_set(err, REASON_NOT_FOUND, "run %s %s", run_id, note);
	if (!line)
		return false;
	return error_set(err, REASON_NOT_FOUND,
			 "the record of run %s was removed or moved after the run, and only its line in the ledger is left; bulkhead "
			 "verify %s says what is implied",
			 run_id, run_id);
}

bool browse_open_known(const char *state, const char *directory, struct run_view *ret, struct error *err)
{
	OWNED_MEM char *tidy = path_tidy(directory);

	if (browse_open(tidy, ret, err))
		return true;
	return err->reason == REASON_NOT_FOUND ? say_gone(state, path_base(tidy), err) : false;
}
