/*
 * error — the reasons as tables and the one way a sentence gets into struct error.
 */
#include "core/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "core/base/sanitize.h"
#include "core/base/text.h"

#define ELLIPSIS "…"

static const struct {
	const char *slug, *meaning, *way_on;
	enum exit_status exit;
} reasons[] = {
#define X(id, slug_, status, meaning_, way) [REASON_##id] = { slug_, meaning_, way, status },
	REASONS(X)
#undef X
};
_Static_assert(COUNT_OF(reasons) == REASON_COUNT, "one row per reason");

/* Sentences carry paths and names that others chose: they are made safe to print here, once, for everyone. */
static bool keep(struct error *err, enum reason why, int sys, const struct text *sentence)
{
	CLEARED(text) struct text clean = {0};
	size_t len;

	sanitize_add(&clean, text_c(sentence), sentence->len);
	len = clean.len;
	if (len >= ERROR_TEXT_BYTES) {
		len = ERROR_TEXT_BYTES - sizeof ELLIPSIS;
		while (len > 0 && ((unsigned char)clean.bytes[len] & 0xc0) == 0x80)
			len--;
		clean.len = len;
		text_add_string(&clean, ELLIPSIS);
		len = clean.len;
	}
	err->reason = why;
	err->sys = sys;
	memcpy(err->text, text_c(&clean), len + 1);
	return false;
}

bool error_set(struct error *err, enum reason why, const char *fmt, ...)
{
	CLEARED(text) struct text sentence = {0};
	va_list args;

	va_start(args, fmt);
	text_add_args(&sentence, fmt, args);
	va_end(args);
	return keep(err, why, 0, &sentence);
}

bool error_set_sys(struct error *err, enum reason why, const char *fmt, ...)
{
	CLEARED(text) struct text sentence = {0};
	int sys = errno;
	char words[128];
	va_list args;

	va_start(args, fmt);
	text_add_args(&sentence, fmt, args);
	va_end(args);
	text_add_format(&sentence, ": %s", strerror_r(sys, words, sizeof words));
	return keep(err, why, sys, &sentence);
}

bool error_wrap(struct error *err, const char *fmt, ...)
{
	CLEARED(text) struct text sentence = {0};
	va_list args;

	va_start(args, fmt);
	text_add_args(&sentence, fmt, args);
	va_end(args);
	text_add_format(&sentence, ": %s", err->text);
	return keep(err, err->reason, err->sys, &sentence);
}

const char *reason_slug(enum reason reason)
{
	return reasons[reason].slug;
}

const char *reason_meaning(enum reason reason)
{
	return reasons[reason].meaning;
}

const char *reason_way_on(enum reason reason)
{
	return reasons[reason].way_on;
}

enum exit_status reason_exit(enum reason reason)
{
	return reasons[reason].exit;
}

bool reason_from_slug(const char *slug, enum reason *ret_reason)
{
	for (size_t i = 0; i < COUNT_OF(reasons); i++) {
		if (strcmp(reasons[i].slug, slug) != 0)
			continue;
		*ret_reason = (enum reason)i;
		return true;
	}
	return false;
}
