/*
 * launch_timeout — a time limit as it is written by hand, and back. "5:00" is five minutes, as durations are shown
 * everywhere here; a bare number is seconds, as --timeout takes it.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/screens/launch.h"

#define DIGITS_MAX 9
#define MS_PER_SECOND 1000ull

static const struct { const char *unit; uint64_t ms; } units[] = {
	{ "", MS_PER_SECOND }, { "ms", 1 }, { "s", MS_PER_SECOND }, { "m", 60 * MS_PER_SECOND }, { "min", 60 * MS_PER_SECOND },
	{ "h", 3600 * MS_PER_SECOND },
};

static bool digits(const char **at, uint64_t *ret)
{
	size_t len = strspn(*at, "0123456789");

	if (len == 0 || len > DIGITS_MAX)
		return false;
	*ret = strtoull(*at, NULL, 10);
	*at += len;
	return true;
}

static bool with_unit(const char *at, uint64_t n, uint64_t *ret_ms)
{
	at += strspn(at, " ");
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		if (strcmp(at, units[i].unit) == 0) {
			*ret_ms = n * units[i].ms;
			return true;
		}
	}
	return false;
}

/* What follows the first number of "5:00" or "1:30:00". */
static bool with_colons(const char *at, uint64_t n, uint64_t *ret_ms)
{
	uint64_t part = 0;
	int parts = 0;

	for (; *at == ':' && parts < 2; parts++) {
		at++;
		if (strspn(at, "0123456789") != 2 || !digits(&at, &part) || part > 59)
			return false;
		n = n * 60 + part;
	}
	*ret_ms = n * MS_PER_SECOND;
	return *at == '\0';
}

bool timeout_read(const char *words, uint64_t *ret_ms, struct error *err)
{
	OWNED_MEM char *trimmed = str_copy(words + strspn(words, " "));
	const char *at = trimmed;
	OWNED_MEM char *shown = NULL;
	uint64_t n = 0, ms = 0;
	bool good;

	for (size_t len = strlen(trimmed); len > 0 && trimmed[len - 1] == ' '; len--)
		trimmed[len - 1] = '\0';
	if (*at == '\0') {
		*ret_ms = 0;
		return true;
	}
	good = digits(&at, &n) && (*at == ':' ? with_colons(at, n, &ms) : with_unit(at, n, &ms));
	if (good && ms >= 1 && ms <= REQUEST_TIMEOUT_MS_MAX) {
		*ret_ms = ms;
		return true;
	}
	shown = sanitize_copy(trimmed);
	return error_set(err, REASON_REQUEST_INVALID,
			 "The timeout \"%.40s\" is no time from one second to seven days; write 90 or 90s, 5m or 5:00, 2h or 2:00:00.",
			 shown);
}

void timeout_words(struct text *out, uint64_t ms)
{
	const uint64_t seconds = ms / MS_PER_SECOND;

	if (ms % MS_PER_SECOND)
		text_add_format(out, "%llums", (unsigned long long)ms);
	else if (seconds >= 3600)
		text_add_format(out, "%llu:%02llu:%02llu", (unsigned long long)(seconds / 3600), (unsigned long long)(seconds / 60 % 60),
				(unsigned long long)(seconds % 60));
	else
		text_add_format(out, "%llu:%02llu", (unsigned long long)(seconds / 60), (unsigned long long)(seconds % 60));
}
