/*
 * harnery — the peer's ids and small objects.
 */
#include "core/record/harnery.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/host/ports.h"

#define ID_DIGITS 24

static void id_print(const char *prefix, const char *hex, char ret_id[HARNERY_ID_BYTES])
{
	(void)snprintf(ret_id, HARNERY_ID_BYTES, "%s%.*s", prefix, ID_DIGITS, hex);
}

void harnery_binding_id(const char *idempotency_key, char ret_id[HARNERY_ID_BYTES])
{
	OWNED(json) struct json *key = json_new_string(idempotency_key);
	char hex[DIGEST_HEX_BYTES];

	json_digest(key, hex);
	id_print("ws-", hex, ret_id);
}

void harnery_workspace_id(const char *binding_id, const char *request_sha256, char ret_id[HARNERY_ID_BYTES])
{
	OWNED(json) struct json *both = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	json_set_string(both, "bindingId", binding_id);
	json_set_string(both, "requestSha256", request_sha256);
	json_digest(both, hex);
	id_print("local-", hex, ret_id);
}

static struct json *one_string(const char *s)
{
	struct json *array = json_new_array();

	json_add_string(array, s);
	return array;
}

void harnery_capability_digest(char ret_hex[DIGEST_HEX_BYTES])
{
	OWNED(json) struct json *c = harnery_object();

	json_set_string(c, "provider_id", HARNERY_PROVIDER_ID);
	json_set_string(c, "provider_version", HARNERY_PROVIDER_VERSION);
	json_set(c, "isolation", one_string("worktree"));
	json_set_string(c, "reattach", "supported");
	json_set_string(c, "cancellation", "partial");
	json_set_string(c, "cleanup", "ownership_gated");
	json_set(c, "integration", one_string("fast_forward"));
	json_set_string(c, "network_attestation", "unknown");
	json_set_string(c, "filesystem_identity", "supported");
	json_digest(c, ret_hex);
}

struct json *harnery_object(void)
{
	struct json *o = json_new_object();

	json_set_int(o, "schema_version", HARNERY_SCHEMA_VERSION);
	return o;
}

struct json *harnery_owner(void)
{
	struct json *o = json_new_object();

	json_set_string(o, "kind", "standalone");
	json_set(o, "work_item_id", NULL);
	json_set(o, "attempt", NULL);
	return o;
}

struct json *harnery_provider(void)
{
	struct json *o = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	harnery_capability_digest(hex);
	json_set_string(o, "id", HARNERY_PROVIDER_ID);
	json_set_string(o, "version", HARNERY_PROVIDER_VERSION);
	json_set_string(o, "capability_digest", hex);
	return o;
}

static void set_number_text(struct json *object, const char *key, uint64_t n)
{
	char digits[24];

	(void)snprintf(digits, sizeof digits, "%" PRIu64, n);
	json_set_string(object, key, digits);
}

struct json *harnery_identity(const struct identity *id)
{
	struct json *o = json_new_object();

	json_set_string(o, "platform", "linux");
	set_number_text(o, "device", id->device);
	set_number_text(o, "inode", id->inode);
	return o;
}

struct json *harnery_place(const struct place *p)
{
	struct json *o;

	if (!p->path)
		return NULL;
	o = json_new_object();
	json_set_string(o, "realpath", p->path);
	json_set(o, "identity", harnery_identity(&p->id));
	return o;
}

struct json *harnery_configured_place(const struct place *p)
{
	struct json *o = json_new_object();

	json_set_string(o, "configured", p->path);
	json_set_string(o, "realpath", p->path);
	json_set(o, "identity", harnery_identity(&p->id));
	return o;
}

struct json *harnery_time(uint64_t wall_ms)
{
	char text[TIME_TEXT_BYTES];

	if (wall_ms == 0)
		return NULL;
	time_print(wall_ms, text);
	return json_new_string(text);
}

struct json *harnery_text_digest(const char *s)
{
	struct json *o = json_new_object();
	char hex[DIGEST_HEX_BYTES];

	digest_of(s, strlen(s), hex);
	json_set_string(o, "kind", "text");
	json_set_string(o, "sha256", hex);
	json_set_int(o, "bytes", (int64_t)strlen(s));
	return o;
}

static bool number_text_read(const struct json *object, const char *key, uint64_t *ret)
{
	const char *s = json_get_string(object, key);
	char *end;
	uint64_t n;

	if (!s || *s < '0' || *s > '9')
		return false;
	errno = 0;
	n = strtoull(s, &end, 10);
	if (*end || errno)
		return false;
	*ret = n;
	return true;
}

bool harnery_place_read(const struct json *value, struct place *ret)
{
	size_t len = 0;
	const char *path = json_string(json_get(value, "realpath"), &len);
	const struct json *id = json_get(value, "identity");
	struct identity identity;

	if (!path || path[0] != '/' || strlen(path) != len) /* with a NUL in it it would name another place */
		return false;
	if (!number_text_read(id, "device", &identity.device) || !number_text_read(id, "inode", &identity.inode))
		return false;
	str_set(&ret->path, path);
	ret->id = identity;
	return true;
}

uint64_t harnery_time_read(const struct json *object, const char *key)
{
	const char *s = json_get_string(object, key);
	uint64_t ms;

	return s && time_read(s, &ms) ? ms : 0;
}

/* One code point of s, bytes that are no UTF-8 read as U+FFFD. */
static size_t next_codepoint(const char *s, size_t len, uint32_t *ret)
{
	size_t n = utf8_decode(s, len, ret);

	if (n > 0)
		return n;
	*ret = 0xFFFD;
	return 1;
}

/* Most text is mostly ASCII, one unit a byte: it is taken in whole runs. */
static size_t ascii_run(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && (s[n] & 0x80) == 0)
		n++;
	return n;
}

static size_t units_of(uint32_t codepoint)
{
	return codepoint > 0xFFFF ? 2 : 1;
}

size_t harnery_units(const char *s, size_t len)
{
	size_t units = 0;

	for (size_t at = 0; at < len;) {
		uint32_t codepoint;

		at += next_codepoint(s + at, len - at, &codepoint);
		units += units_of(codepoint);
	}
	return units;
}

/* Looks no further than it must: a message can be a megabyte. */
bool harnery_fits(const char *s, size_t max_units)
{
	size_t len = strlen(s), units = ascii_run(s, len < max_units ? len : max_units);

	for (size_t at = units; at < len && units <= max_units;) {
		uint32_t codepoint;

		at += next_codepoint(s + at, len - at, &codepoint);
		units += units_of(codepoint);
	}
	return units <= max_units;
}

char *harnery_clip(const char *s, size_t max_units)
{
	size_t len = s ? strlen(s) : 0, left = max_units, at = 0;
	bool whole = !s || harnery_fits(s, max_units);
	CLEARED(text) struct text out = { 0 };

	if (!whole)
		left--; /* for the ellipsis */
	at = ascii_run(s, len < left ? len : left);
	left -= at;
	text_add(&out, s, at);
	while (at < len) {
		uint32_t codepoint;
		char bytes[4];

		at += next_codepoint(s + at, len - at, &codepoint);
		if (units_of(codepoint) > left)
			break;
		left -= units_of(codepoint);
		text_add(&out, bytes, utf8_encode(codepoint, bytes));
	}
	if (!whole)
		text_add_string(&out, "…");
	return text_take(&out);
}
