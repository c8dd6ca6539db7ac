/* Any bytes: json_parse() refuses them or gives a value that is written and read back to the same bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/sanitize.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* Every style printed, read again and printed once more must give the same. */
static void must_survive(const struct json *value, enum json_style style)
{
	CLEARED(text) struct text once = {0};
	CLEARED(text) struct text twice = {0};
	OWNED(json) struct json *again = NULL;
	struct error err = {0};

	json_write(value, style, &once);
	if (!json_parse(text_c(&once), once.len, &again, &err))
		abort();
	json_write(again, style, &twice);
	if (once.len != twice.len || memcmp(text_c(&once), text_c(&twice), once.len) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	OWNED(json) struct json *value = NULL;
	OWNED(json) struct json *copy = NULL;
	struct error err = {0};

	if (!json_parse((const char *)bytes, len, &value, &err)) {
		if (value || err.reason != REASON_RECORD_DAMAGED || !sanitize_is_clean(err.text, strlen(err.text)))
			abort();
		return 0;
	}
	copy = json_copy(value);
	for (int style = JSON_CANONICAL; style <= JSON_INDENTED; style++)
		must_survive(copy, (enum json_style)style);
	return 0;
}
