/*
 * verify_files — the part of verification that compares files with the digests in the proof: terminal logs, and what was
 * frozen before the first child. A proof without them, as the peer's, is compared with what it has.
 */
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/record_files.h"
#include "core/record/verify_workspace.h"
#include "core/record/workspace_request.h"

static bool is_named_already(const struct verification *v, const char *name)
{
	for (size_t i = 0; i < v->findings.count; i++) {
		if (strncmp(v->findings.items[i], name, strlen(name)) == 0)
			return true;
	}
	return false;
}

static void check_frozen(struct checking *c, const struct json *sealed, const char *name)
{
	const char *wanted = json_get_string(sealed, name);
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;
	bool there = record_file_digest(c->dir, name, FROZEN_REQUEST_BYTES_MAX, hex, &bytes);

	if (!json_has(sealed, name) || is_named_already(c->v, name))
		return;
	if (wanted && !there)
		verify_finding(c->v, "%s is missing: it was there when the run was sealed", name);
	else if (!wanted && there)
		verify_finding(c->v, "%s was not there when the run was sealed: it was added after the run", name);
	else if (wanted && strcmp(wanted, hex) != 0)
		verify_finding(c->v, "%s is not what proof.json sealed: it was changed after the run", name);
	else if (wanted)
		strlist_add_format(&c->v->checked, "%s: digest %.12s as sealed", name, wanted);
}

void verify_frozen(struct checking *c)
{
	static const char *const names[] = RECORD_FROZEN_FILES;
	const struct json *sealed = json_get(json_get(c->view->proof, "console"), "integrity");

	for (size_t i = 0; sealed && i < COUNT_OF(names); i++)
		check_frozen(c, sealed, names[i]);
}

/* A log that is as long as it was can still be another. false: a finding was made. */
static bool log_holds(struct checking *c, const struct json *terminal, const char *key, const char *what, const char *hex, bool there)
{
	const char *wanted = json_get_string(terminal, key);

	if (!json_has(terminal, key) || (wanted ? there && strcmp(wanted, hex) == 0 : !there))
		return true;
	if (!wanted)
		verify_finding(c->v, "%s was not there when the run was sealed: it was added after the run", what);
	else if (!there)
		verify_finding(c->v, "%s is missing: it was there when the run was sealed", what);
	else
		verify_finding(c->v,
			       "%s is not what was sealed: bytes in it were changed, by a child while it ran or by somebody after the run",
			       what);
	return false;
}

static bool length_holds(struct checking *c, const char *what, bool there, int64_t bytes, int64_t kept)
{
	if (there ? bytes == kept : kept == 0)
		return true;
	if (!there)
		verify_finding(c->v, "%s is missing: %" PRId64 " bytes that it printed are not recorded any more", what, kept);
	else
		verify_finding(c->v, "%s has %" PRId64 " bytes but %" PRId64 " were sealed: it was changed after the run", what, bytes,
			       kept);
	return false;
}

static void check_terminal(struct checking *c, const struct json *child)
{
	const struct json *terminal = json_get(child, "terminal");
	const char *id = json_get_string(child, "id"), *digest = json_get_string(terminal, "sha256");
	OWNED_MEM char *out = str_format("children/%s.out", id ? id : ""), *timing = str_format("children/%s.timing", id ? id : "");
	OWNED_MEM char *log = str_format("the terminal log of %s", id ? id : ""),
		       *times = str_format("the timing file of %s", id ? id : "");
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;
	int64_t kept = 0;
	bool there;

	if (!id || !run_id_valid(id) || !json_get_int(terminal, "kept", &kept))
		return;
	there = record_file_digest(c->dir, out, TERMINAL_LOG_BYTES_MAX, hex, &bytes);
	if (!length_holds(c, log, there, (int64_t)bytes, kept) || !log_holds(c, terminal, "sha256", log, hex, there))
		return;
	there = record_file_digest(c->dir, timing, TERMINAL_LOG_BYTES_MAX, hex, &bytes);
	if (!log_holds(c, terminal, "timing_sha256", times, hex, there))
		return;
	if (!digest && kept == 0 && !there)
		return; /* it was never started */
	if (digest)
		strlist_add_format(&c->v->checked, "terminal log of %s: %" PRId64 " bytes, digest %.12s, and its arrival times", id, kept,
				   digest);
	else
		strlist_add_format(&c->v->checked, "terminal log of %s: %" PRId64 " bytes; this proof has no digest of it", id, kept);
}

static void check_last_message(struct checking *c, const struct json *child)
{
	const char *id = json_get_string(child, "id");
	OWNED_MEM char *name = str_format("children/%s.last-message.txt", id ? id : "");
	OWNED_MEM char *what = str_format("the last message of %s", id ? id : "");
	char hex[DIGEST_HEX_BYTES];
	uint64_t bytes;
	bool there;

	if (!id || !run_id_valid(id))
		return;
	there = record_file_digest(c->dir, name, TERMINAL_LOG_BYTES_MAX, hex, &bytes);
	if (log_holds(c, child, "last_message_sha256", what, hex, there) && json_get_string(child, "last_message_sha256"))
		strlist_add_format(&c->v->checked, "last message of %s: digest %.12s as sealed", id, hex);
}

static const struct json *sealed_children(const struct run_view *view)
{
	return json_get(json_get(view->proof, "console"), "children");
}

static bool is_sealed_log(const struct json *children, const char *name)
{
	static const char *const ends[] = { ".out", ".timing", ".last-message.txt" };

	for (size_t i = 0; i < json_count(children) * COUNT_OF(ends); i++) {
		const char *id = json_get_string(json_at(children, i / COUNT_OF(ends)), "id");
		OWNED_MEM char *own = str_format("%s%s", id ? id : "", ends[i % COUNT_OF(ends)]);

		if (id && strcmp(own, name) == 0)
			return true;
	}
	return false;
}

/* A log of a child that there never was. What a crash left half written was never a file of the record. */
static void check_strange_logs(struct checking *c, const struct json *children)
{
	int logs = openat(c->dir, RECORD_CHILDREN_NAME, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	DIR *stream = logs < 0 ? NULL : fdopendir(logs);
	struct stat st;

	if (!stream) {
		owned_fd_close(&logs);
		if (json_count(children) > 0 && fstatat(c->dir, RECORD_CHILDREN_NAME, &st, AT_SYMLINK_NOFOLLOW) == 0)
			verify_finding(c->v, "children/ is not a directory of this record any more: it was replaced after the run");
		return;
	}
	for (struct dirent *d = readdir(stream); d; d = readdir(stream)) {
		const char *dot = strrchr(d->d_name, '.');

		if (d->d_name[0] != '.' && !(dot && strcmp(dot, ".new") == 0) && !is_sealed_log(children, d->d_name))
			verify_finding(c->v, "children/%s is of no child of this run: it was added after the run", d->d_name);
	}
	(void)closedir(stream);
}

/* The extract of the vendor's own statement, against its digest; one that was shortened has none of its own. */
static void check_extract(struct checking *c, const struct json *child)
{
	const struct json *observed = json_get(child, "observed");
	const char *extract = json_get_string(observed, "extract"), *wanted = json_get_string(observed, "extract_sha256");
	const char *id = json_get_string(child, "id");
	char hex[DIGEST_HEX_BYTES];

	if (!extract || !wanted || json_count(json_get(json_get(c->view->proof, "console"), "shortened")) > 0)
		return;
	digest_of(extract, strlen(extract), hex);
	if (strcmp(hex, wanted) != 0)
		verify_finding(c->v,
			       "what the vendor recorded as in force for %s is not what its digest says: it was changed in proof.json",
			       id ? id : "a child");
}

bool verify_terminal(const struct run_view *view, const char *child, struct verification *v, struct error *err)
{
	const struct json *children = sealed_children(view);
	OWNED_FD int dir = -1;
	struct checking c = { .view = view, .v = v };

	if (!dir_open(view->row.directory, &dir, err))
		return false;
	c.dir = dir;
	for (size_t i = 0; json_kind(children) == JSON_ARRAY && i < json_count(children); i++) {
		const char *id = json_get_string(json_at(children, i), "id");

		if (!id || strcmp(id, child) != 0)
			continue;
		check_terminal(&c, json_at(children, i));
		return true;
	}
	return error_set(err, REASON_NOT_FOUND, "no proof says what the terminal log of %s must be", child);
}

void verify_terminals(struct checking *c)
{
	const struct json *children = sealed_children(c->view);

	if (json_kind(children) != JSON_ARRAY)
		return;
	check_strange_logs(c, children);
	for (size_t i = 0; i < json_count(children); i++) {
		check_terminal(c, json_at(children, i));
		check_last_message(c, json_at(children, i));
		check_extract(c, json_at(children, i));
	}
}
