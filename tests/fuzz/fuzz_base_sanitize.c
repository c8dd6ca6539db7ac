/* Any bytes: what sanitize makes of them can be drawn, and making it twice changes nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/sanitize.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void must_be_drawable_lines(const struct text *lines)
{
	for (size_t at = 0; at < lines->len;) {
		size_t end = at + strcspn(lines->bytes + at, "\n");

		if (!sanitize_is_clean(lines->bytes + at, end - at))
			abort();
		at = end + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	CLEARED(text) struct text line = {0};
	CLEARED(text) struct text lines = {0};
	CLEARED(text) struct text again = {0};

	sanitize_add(&line, (const char *)bytes, len);
	if (!sanitize_is_clean(text_c(&line), line.len))
		abort();
	sanitize_add(&again, text_c(&line), line.len);
	if (again.len != line.len || memcmp(text_c(&again), text_c(&line), line.len) != 0)
		abort();
	sanitize_add_lines(&lines, (const char *)bytes, len);
	must_be_drawable_lines(&lines);
	return 0;
}
