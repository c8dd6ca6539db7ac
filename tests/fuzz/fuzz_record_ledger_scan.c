/* Any bytes as a ledger: a line that the scanner takes is canonical JSON, and the JSON parser makes the same row of it. */
#include <stdint.h>
#include <stdlib.h>

#include "../spec/record/scanned.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(ledger_reader) struct ledger_reader *l = ledger_over((const char *)bytes, len);
	struct ledger_line line;
	bool scanned;

	while (ledger_next(l, &line))
		if (!readers_agree(&line, &scanned))
			abort();
	return 0;
}
