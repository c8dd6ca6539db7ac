/*
 * find_run — which run an operator means.
 */
#include "ui/cli/find_run.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/record/browse.h"

/* Behind the run that started last stand in the ledger only those that were going at that time. */
#define LAST_AMONG 1000

static bool first_of(const struct run_list *list, struct found_run *ret)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->rows[i].run_id && list->rows[i].directory) {
			ret->run_id = str_copy(list->rows[i].run_id);
			ret->directory = str_copy(list->rows[i].directory);
			return true;
		}
	return false;
}

static bool find_last(const struct engine *e, struct found_run *ret, struct error *err)
{
	CLEARED(run_list) struct run_list newest = { 0 };
	CLEARED(run_list) struct run_list all = { 0 };

	if (!browse_newest(e->places->state, LAST_AMONG, &newest, err))
		return false;
	if (first_of(&newest, ret))
		return true;
	if (newest.more && !browse_runs(e->places->state, &all, err))
		return false;
	return first_of(&all, ret) || error_set(err, REASON_NOT_FOUND, "no run is recorded yet; bulkhead launch makes one");
}

bool find_run(const struct engine *e, const char *word, struct found_run *ret, struct error *err)
{
	char *directory = NULL;

	if (strcmp(word, "last") == 0)
		return find_last(e, ret, err);
	if (!browse_find(e->places->state, word, &directory, err))
		return false;
	ret->run_id = str_copy(path_base(directory));
	ret->directory = directory;
	return true;
}

bool find_record(const struct engine *e, const char *word, struct found_run *ret, struct error *err)
{
	OWNED_MEM char *real = strchr(word, '/') ? real_path(word) : NULL;

	if (!real)
		return find_run(e, word, ret, err);
	ret->run_id = str_copy(path_base(real));
	ret->directory = str_copy(real);
	return true;
}

void found_run_clear(struct found_run *found)
{
	str_set(&found->run_id, NULL);
	str_set(&found->directory, NULL);
}
