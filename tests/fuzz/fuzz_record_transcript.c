/* Any bytes as a transcript: every line an event or a sentence, in bounded number. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/record/browse_row.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	CLEARED(run_view) struct run_view v = {0};
	size_t lines = len > 0 && bytes[len - 1] != '\n';

	for (size_t i = 0; i < len; i++)
		lines += bytes[i] == '\n';
	v.events = json_new_array();
	browse_events((const char *)bytes, len, &v);
	if (json_count(v.events) > lines || v.damage.count > 21)
		abort();
	if (json_count(v.events) < lines && v.damage.count == 0)
		abort();
	browse_row_fill(&v, "/srv/records/run", 0);
	if (!v.row.run_id || v.row.outcome >= OUTCOME_COUNT)
		abort();
	return 0;
}
