/* Any bytes as a ledger: every line is a record or damage, none is lost, and what is found is said in clean sentences. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sanitize.h"
#include "core/record/ledger.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void row_of(const struct ledger_line *line)
{
	struct json *value = NULL;
	struct run_row row = {0};
	struct error err = {0};

	if (!json_parse(line->bytes, line->len, &value, &err))
		return;
	ledger_row(value, &row);
	run_row_clear(&row);
	json_drop(&value);
}

static uint64_t lines_of(const char *bytes, size_t len)
{
	OWNED(ledger_reader) struct ledger_reader *l = ledger_over(bytes, len);
	struct ledger_line line;
	uint64_t count = 0;

	while (ledger_next(l, &line)) {
		OWNED(json) struct json *value = ledger_parse(&line);

		if (line.number != ++count || line.len > LEDGER_LINE_BYTES_MAX || memchr(line.bytes, '\n', line.len) ||
		    (value && line.len < 2))
			abort();
		row_of(&line);
	}
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(ledger_reader) struct ledger_reader *l = ledger_over((const char *)bytes, len);
	CLEARED(verification) struct verification v = { .holds = true };
	const struct ledger_head head = {0};
	uint64_t newlines = 0;

	for (size_t i = 0; i < len; i++)
		newlines += bytes[i] == '\n';
	if (lines_of((const char *)bytes, len) != newlines + (len > 0 && bytes[len - 1] != '\n'))
		abort();
	ledger_check(l, &head, &v);
	if (v.holds != (v.findings.count == 0))
		abort();
	for (size_t i = 0; i < v.findings.count; i++)
		if (!sanitize_is_clean(v.findings.items[i], strlen(v.findings.items[i])))
			abort();
	return 0;
}
