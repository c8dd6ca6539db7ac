/* Any bytes as proof.json and run.json: a row with known words or damage, whatever stands where. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/record/browse_row.h"
#include "core/record/console.h"
#include "core/record/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void must_be_a_row(const struct run_row *row)
{
	if (!row->run_id || !row->directory || row->outcome >= OUTCOME_COUNT)
		abort();
	if ((row->mode_known && row->mode >= POLICY_COUNT) || (row->topology_known && row->topology >= TOPOLOGY_COUNT))
		abort();
}

static void restored(const struct json *value)
{
	struct run_record *r = calloc(1, sizeof *r);
	struct error err = {0};

	if (!r)
		abort();
	if (store_live_restore(value, r, &err))
		run_record_clear(r);
	console_restore(json_get(value, "console"), r);
	run_record_clear(r);
	free(r);
}

static void bound(const struct json *value)
{
	OWNED(binding) struct binding *b = NULL;
	struct error err = {0};

	if (binding_parse(json_get(json_get(value, "execution"), "binding"), &b, &err) && !b->workspace.path)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(json) struct json *value = NULL;
	CLEARED(run_view) struct run_view proof = {0};
	CLEARED(run_view) struct run_view manifest = {0};
	struct error err = {0};

	if (!json_parse((const char *)bytes, len, &value, &err))
		return 0;
	proof.proof = json_copy(value);
	browse_row_fill(&proof, "/srv/records/run", 0);
	must_be_a_row(&proof.row);
	manifest.manifest = json_copy(value);
	browse_row_fill(&manifest, "/srv/records/run", 1);
	must_be_a_row(&manifest.row);
	restored(value);
	bound(value);
	return 0;
}
