/*
 * ports — the real clocks and the real chance, and times and run ids as text.
 */
#include "core/host/ports.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define MS_PER_SECOND 1000
#define LAST_WALL_MS UINT64_C(253402300799999) /* 9999-12-31T23:59:59.999Z: the last with four digits of year */

static uint64_t read_clock(clockid_t clock)
{
	struct timespec now = {0};

	(void)clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * MS_PER_SECOND + (uint64_t)now.tv_nsec / 1000000;
}

static uint64_t real_wall_ms(void *self)
{
	(void)self;
	return read_clock(CLOCK_REALTIME);
}

static uint64_t real_steady_ms(void *self)
{
	(void)self;
	return read_clock(CLOCK_MONOTONIC);
}

static bool real_random(void *self, void *ret_bytes, size_t len)
{
	unsigned char *at = ret_bytes;

	(void)self;
	while (len > 0) {
		ssize_t got = getrandom(at, len, 0);

		if (got < 0 && errno != EINTR)
			return false;
		if (got > 0) {
			at += got;
			len -= (size_t)got;
		}
	}
	return true;
}

const struct ports host_ports = { .wall_ms = real_wall_ms, .steady_ms = real_steady_ms, .random = real_random };

void time_print(uint64_t wall_ms, char ret_text[TIME_TEXT_BYTES])
{
	uint64_t bounded = wall_ms < LAST_WALL_MS ? wall_ms : LAST_WALL_MS;
	time_t seconds = (time_t)(bounded / MS_PER_SECOND);
	struct tm utc = {0};
	char whole[sizeof "-2147483648-12-31T23:59:59"] = "";

	(void)gmtime_r(&seconds, &utc);
	(void)strftime(whole, sizeof whole, "%Y-%m-%dT%H:%M:%S", &utc);
	(void)snprintf(ret_text, TIME_TEXT_BYTES, "%.19s.%03uZ", whole, (unsigned)(bounded % MS_PER_SECOND));
}

/* Does text have the shape of pattern, where each 0 of the pattern stands for one digit? */
static bool has_shape(const char *text, const char *pattern)
{
	size_t i = 0;

	for (; pattern[i]; i++) {
		bool fits = pattern[i] == '0' ? isdigit((unsigned char)text[i]) != 0 : text[i] == pattern[i];

		if (!fits)
			return false;
	}
	return text[i] == '\0';
}

static int number_at(const char *text, size_t digits)
{
	int n = 0;

	for (size_t i = 0; i < digits; i++)
		n = n * 10 + (text[i] - '0');
	return n;
}

bool time_read(const char *text, uint64_t *ret_wall_ms)
{
	struct tm utc = {0}, asked;
	bool exact = has_shape(text, "0000-00-00T00:00:00.000Z");
	time_t seconds;

	if (!exact && !has_shape(text, "0000-00-00"))
		return false;
	utc.tm_year = number_at(text, 4) - 1900;
	utc.tm_mon = number_at(text + 5, 2) - 1;
	utc.tm_mday = number_at(text + 8, 2);
	if (exact) {
		utc.tm_hour = number_at(text + 11, 2);
		utc.tm_min = number_at(text + 14, 2);
		utc.tm_sec = number_at(text + 17, 2);
	}
	asked = utc;
	seconds = timegm(&utc); /* moves 31 February into March: that is how it is noticed */
	if (seconds < 0 || utc.tm_mday != asked.tm_mday || utc.tm_mon != asked.tm_mon || utc.tm_hour != asked.tm_hour ||
	    utc.tm_min != asked.tm_min || utc.tm_sec != asked.tm_sec)
		return false;
	*ret_wall_ms = (uint64_t)seconds * MS_PER_SECOND + (uint64_t)(exact ? number_at(text + 20, 3) : 0);
	return true;
}

bool run_id_new(const struct ports *ports, char ret_id[RUN_ID_BYTES])
{
	char when[TIME_TEXT_BYTES];
	unsigned char chance[3];

	if (!ports->random(ports->self, chance, sizeof chance))
		return false;
	time_print(ports->wall_ms(ports->self), when);
	for (char *at = when; *at; at++)
		if (*at == ':' || *at == '.')
			*at = '-';
	(void)snprintf(ret_id, RUN_ID_BYTES, "wf-%s-%02x%02x%02x", when, chance[0], chance[1], chance[2]);
	return true;
}

bool run_id_valid(const char *id)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
	size_t len = strnlen(id, RUN_ID_BYTES);

	return len > 0 && len < RUN_ID_BYTES && strspn(id, letters) == len && !strchr("._-", id[0]);
}
