/*
 * codex_observe — see codex_observe.h. What is not understood makes the whole statement unknown: an access or a place
 * of a kind that a later version adds must not pass for one that grants nothing.
 */
#include "adapters/codex_observe.h"

#include <string.h>
#include <time.h>

#include "core/base/json.h"
#include "core/base/mem.h"

const struct vendor_record codex_record = {
	.home_variable = "CODEX_HOME", .home_default = ".codex", .directory = "sessions", .prefix = "rollout-", .suffix = ".jsonl",
};

static const char marker[] = "\"turn_context\"";

static bool not_understood(struct observation *ret, const char *what)
{
	str_set(&ret->why, NULL);
	ret->why = str_format("Codex recorded the policy in force in a form that is not known here (%s), so it was not compared.", what);
	return false;
}

/* The words for a place that is no path: as the operator would look for it. Owned; NULL: not known here. */
static char *special_place(const struct json *value)
{
	static const struct { const char *kind, *shown; } places[] = {
		{ "root", "/" }, { "slash_tmp", "/tmp" }, { "tmpdir", "$TMPDIR" },
	};
	const char *kind = json_get_string(value, "kind");

	for (size_t i = 0; kind && i < COUNT_OF(places); i++)
		if (strcmp(kind, places[i].kind) == 0)
			return str_copy(places[i].shown);
	return kind ? str_format("the special place \"%s\"", kind) : NULL;
}

static char *place_of(const struct json *path)
{
	const char *type = json_get_string(path, "type");

	if (type && strcmp(type, "path") == 0)
		return str_copy(json_get_string(path, "path"));
	if (type && strcmp(type, "special") == 0)
		return special_place(json_get(path, "value"));
	return NULL;
}

static bool entry_add(const struct json *entry, struct observation *ret)
{
	const char *access = json_get_string(entry, "access");
	OWNED_MEM char *place = place_of(json_get(entry, "path"));

	if (!access || !place)
		return not_understood(ret, "an entry of the file system policy");
	if (strcmp(access, "read") == 0 || strcmp(access, "none") == 0 || strcmp(access, "deny") == 0)
		return true;
	if (strcmp(access, "write") != 0)
		return not_understood(ret, "an access that is neither read nor write");
	if (!strlist_has(&ret->writable, place))
		strlist_add(&ret->writable, place);
	return true;
}

static bool file_system_read(const struct json *file_system, struct observation *ret)
{
	const char *type = json_get_string(file_system, "type");
	const struct json *entries = json_get(file_system, "entries");

	if (type && strcmp(type, "unrestricted") == 0) {
		strlist_add(&ret->writable, "/");
		return true;
	}
	if (!type || strcmp(type, "restricted") != 0 || json_kind(entries) != JSON_ARRAY)
		return not_understood(ret, "the kind of its file system policy");
	for (size_t i = 0; i < json_count(entries); i++)
		if (!entry_add(json_at(entries, i), ret))
			return false;
	return true;
}

/* Rules of a managed network proxy were not measured; with them "restricted" does not mean closed. */
static bool network_read(const struct json *turn, const struct json *profile, struct observation *ret)
{
	const char *network = json_get_string(profile, "network");

	if (json_has(turn, "network") && json_get(turn, "network"))
		return not_understood(ret, "rules for the network");
	if (!network || (strcmp(network, "restricted") != 0 && strcmp(network, "enabled") != 0))
		return not_understood(ret, "the state of the network");
	ret->network = strcmp(network, "enabled") == 0 || json_get_bool(json_get(turn, "sandbox_policy"), "network_access", false);
	return true;
}

static bool profile_read(const struct json *turn, struct observation *ret)
{
	const struct json *profile = json_get(turn, "permission_profile");
	const char *type = json_get_string(profile, "type");

	if (type && strcmp(type, "disabled") == 0) {
		strlist_add(&ret->writable, "/");
		ret->network = true;
		return true;
	}
	if (!type || strcmp(type, "managed") != 0)
		return not_understood(ret, "the kind of its permission profile");
	return file_system_read(json_get(profile, "file_system"), ret) && network_read(turn, profile, ret);
}

static bool approval_read(const struct json *turn, struct observation *ret)
{
	const struct json *policy = json_get(turn, "approval_policy");
	const char *word = json_string(policy, NULL), *reviewer = json_get_string(turn, "approvals_reviewer");
	CLEARED(text) struct text shown = { 0 };

	if (!policy)
		return not_understood(ret, "no approval policy");
	if (word)
		text_add_string(&shown, word);
	else
		json_write(policy, JSON_CANONICAL, &shown);
	ret->approvals = !word || strcmp(word, "never") != 0;
	if (reviewer)
		text_add_format(&shown, ", reviewed by %s", reviewer);
	ret->approval = text_take(&shown);
	return true;
}

static bool turn_read(const struct json *turn, struct observation *ret)
{
	ret->directory = str_copy(json_get_string(turn, "cwd"));
	ret->mode = str_copy(json_get_string(json_get(turn, "sandbox_policy"), "type"));
	if (!ret->directory || !ret->mode)
		return not_understood(ret, "no working directory or no mode");
	return profile_read(turn, ret) && approval_read(turn, ret);
}

/* Only what was read of it: the rest of the turn's context may hold instructions, which belong in no proof. */
static char *extract_of(const struct json *turn)
{
	static const char *const keys[] = { "approval_policy", "approvals_reviewer", "cwd", "network", "permission_profile", "sandbox_policy" };
	OWNED(json) struct json *kept = json_new_object();
	CLEARED(text) struct text out = { 0 };

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (json_has(turn, keys[i]))
			json_set(kept, keys[i], json_copy(json_get(turn, keys[i])));
	json_write(kept, JSON_CANONICAL, &out);
	return text_take(&out);
}

/* "2026-11-30T22:55:01.907Z" in milliseconds since 1970; 0: not such a text. */
static uint64_t moment_of(const char *stamp)
{
	struct tm day = { 0 };
	const char *rest = stamp ? strptime(stamp, "%Y-%m-%dT%H:%M:%S", &day) : NULL;
	time_t at = rest ? timegm(&day) : -1;
	uint64_t ms = 0;

	if (at < 0)
		return 0;
	if (*rest == '.')
		for (int i = 1; i <= 3 && rest[i] >= '0' && rest[i] <= '9'; i++)
			ms += (uint64_t)(rest[i] - '0') * (i == 1 ? 100 : i == 2 ? 10 : 1);
	return (uint64_t)at * 1000 + ms;
}

/* Is this line a statement at all? */
static bool line_read(const char *line, size_t len, struct observation *ret)
{
	OWNED(json) struct json *value = NULL;
	struct error ignored = { 0 };
	const char *type;

	if (!memmem(line, len, marker, sizeof marker - 1))
		return false;
	if (!json_parse(line, len, &value, &ignored)) {
		(void)not_understood(ret, "a line that is no JSON");
		return true;
	}
	type = json_get_string(value, "type");
	if (!type || strcmp(type, "turn_context") != 0)
		return false;
	ret->made_ms = moment_of(json_get_string(value, "timestamp"));
	ret->extract = extract_of(json_get(value, "payload"));
	ret->understood = turn_read(json_get(value, "payload"), ret);
	return true;
}

bool codex_observe(const char *record, size_t len, size_t *at, struct observation *ret)
{
	while (*at < len) {
		const char *line = record + *at, *newline = memchr(line, '\n', len - *at);
		size_t line_len = newline ? (size_t)(newline - line) : len - *at;

		*at += line_len + (newline != NULL);
		*ret = (struct observation){ 0 };
		if (line_read(line, line_len, ret))
			return true;
	}
	return false;
}
