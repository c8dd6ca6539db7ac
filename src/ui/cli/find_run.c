/*
 * find_run — which run an operator means.
 */
#include "ui/cli/find_run.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/judge/value.h"
#include "core/record/browse.h"

static bool find_last(const struct engine *e, struct found_run *ret, struct error *err)
{
	CLEARED(run_list) struct run_list list = { 0 };

	if (!browse_runs(e->places->state, &list, err))
		return false;
	for (size_t i = 0; i < list.count; i++)
		if (list.rows[i].run_id && list.rows[i].directory) {
			ret->run_id = str_copy(list.rows[i].run_id);
			ret->directory = str_copy(list.rows[i].directory);
			return true;
		}
	return error_set(err, REASON_NOT_FOUND, "no run is recorded yet; bulkhead launch makes one");
}

bool find_run(const struct engine *e, const char *word, struct found_run *ret, struct error *err)
{
	OWNED_MEM char *shown = value_shown(word);
	char *directory = NULL;

	if (strcmp(word, "last") == 0)
		return find_last(e, ret, err);
	if (!run_id_valid(word))
		return error_set(err, REASON_NOT_FOUND,
				 "\"%s\" cannot be the id of a run; bulkhead runs lists them, and their ids begin with wf-", shown);
	if (!browse_find(e->places->state, word, &directory, err))
		return false;
	ret->run_id = str_copy(path_base(directory));
	ret->directory = directory;
	return true;
}

void found_run_clear(struct found_run *found)
{
	str_set(&found->run_id, NULL);
	str_set(&found->directory, NULL);
}
