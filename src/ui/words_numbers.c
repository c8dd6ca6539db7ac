/*
 * words_numbers — times, sizes and counts for the eye.
 */
#include <inttypes.h>

#include "ui/words.h"

#define SECOND_MS 1000u
#define DAY_S 86400u
#define TWO_DAYS_MINUTES 2880u

void words_duration(struct text *out, uint64_t ms)
{
	uint64_t s = ms / SECOND_MS;

	if (s >= DAY_S) {
		text_add_format(out, "%" PRIu64 " d ", s / DAY_S);
		s %= DAY_S;
		text_add_format(out, "%" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60);
		return;
	}
	if (s >= 3600)
		text_add_format(out, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
	else
		text_add_format(out, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
}

/* A record may claim any number; one that no calendar holds is shown as 1970. */
static struct tm local_time(uint64_t wall_ms)
{
	time_t seconds = (time_t)(wall_ms / SECOND_MS);
	struct tm tm = { .tm_mday = 1, .tm_year = 70 };

	if (wall_ms > INT64_MAX || !localtime_r(&seconds, &tm))
		tm = (struct tm){ .tm_mday = 1, .tm_year = 70 };
	return tm;
}

static void add_date(struct text *out, const struct tm *tm)
{
	text_add_format(out, "%d-%02d-%02d", tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday);
}

/* Local midnight of the day that holds tm. */
static time_t midnight(struct tm tm)
{
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
static const char *const weekdays[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };

void words_when(struct text *out, uint64_t then_ms, uint64_t now_ms)
{
	const struct tm then = local_time(then_ms), now = local_time(now_ms);
	const double days = difftime(midnight(now), midnight(then)) / DAY_S;

	if (then_ms == 0)
		text_add_byte(out, '-');
	else if (days < -0.5 || (days >= 6.5 && then.tm_year != now.tm_year))
		add_date(out, &then);
	else if (days < 0.5)
		text_add_format(out, "%02d:%02d", then.tm_hour, then.tm_min);
	else if (days < 1.5)
		text_add_string(out, "yesterday");
	else if (days < 6.5)
		text_add_format(out, "%s %d", weekdays[then.tm_wday], then.tm_mday);
	else
		text_add_format(out, "%d %s", then.tm_mday, months[then.tm_mon]);
}

void words_moment(struct text *out, uint64_t then_ms)
{
	const struct tm then = local_time(then_ms);

	if (then_ms == 0) {
		text_add_byte(out, '-');
		return;
	}
	add_date(out, &then);
	text_add_format(out, " %02d:%02d:%02d", then.tm_hour, then.tm_min, then.tm_sec);
}

void words_age(struct text *out, uint64_t then_ms, uint64_t now_ms)
{
	const uint64_t minutes = now_ms > then_ms ? (now_ms - then_ms) / SECOND_MS / 60 : 0;

	if (then_ms == 0)
		text_add_byte(out, '-');
	else if (minutes == 0)
		text_add_string(out, "just now");
	else if (minutes < 60)
		text_add_format(out, "%" PRIu64 " min ago", minutes);
	else if (minutes < TWO_DAYS_MINUTES)
		text_add_format(out, "%" PRIu64 " h ago", minutes / 60);
	else
		text_add_format(out, "%" PRIu64 " days ago", minutes / 60 / 24);
}

void words_bytes(struct text *out, uint64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	double amount = (double)bytes;
	size_t unit = 0;

	while (amount >= 1024 && unit + 1 < COUNT_OF(units)) {
		amount /= 1024;
		unit++;
	}
	text_add_format(out, unit > 0 && amount < 9.95 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
}

void words_count(struct text *out, size_t n, const char *one, const char *many)
{
	text_add_format(out, "%zu %s", n, n == 1 ? one : many);
}
