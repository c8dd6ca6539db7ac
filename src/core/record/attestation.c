/*
 * attestation — the files; see attestation.h.
 */
#include "core/record/attestation.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"

#define FILE_BYTES_MAX ((size_t)64 * 1024)
#define NAME_DIGITS 12
#define SUFFIX ".json"
#define FILES_MAX 64 /* of one adapter: one for each program it has been */

void sandbox_attestation_clear(struct sandbox_attestation *a)
{
	free(a->adapter);
	free(a->version);
	free(a->kernel);
	free(a->machine);
	program_seen_clear(&a->program);
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++)
		free(a->cells[cell].sentence);
	*a = (struct sandbox_attestation){ 0 };
}

enum attest_result sandbox_attestation_result(const struct sandbox_attestation *a)
{
	enum attest_result results[ATTEST_CELL_COUNT];

	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++)
		results[cell] = a->cells[cell].result;
	return attest_all(results);
}

void sandbox_attestation_here(struct sandbox_attestation *a)
{
	struct utsname here;

	free(a->kernel);
	free(a->machine);
	if (uname(&here) != 0)
		memset(&here, 0, sizeof here);
	a->kernel = str_format("%s %s", here.sysname, here.release);
	a->machine = str_format("%s %s", here.nodename, here.machine);
}

bool sandbox_attestation_save(const char *state, struct sandbox_attestation *a, struct error *err)
{
	OWNED_MEM char *directory = path_join(state, "attestations");
	OWNED_MEM char *name = str_format("%s-%.*s" SUFFIX, a->adapter, NAME_DIGITS, a->program.sha256);
	OWNED(json) struct json *o = NULL;
	CLEARED(text) struct text bytes = { 0 };
	OWNED_FD int dir = -1;

	a->sha256[0] = '\0';
	o = sandbox_attestation_print(a);
	json_digest(o, a->sha256);
	json_set_string(o, "sha256", a->sha256);
	json_write(o, JSON_CANONICAL, &bytes);
	text_add_byte(&bytes, '\n');
	return dir_make(directory, &dir, err) && file_replace(dir, name, bytes.bytes, bytes.len, err);
}

/* "<adapter>-<12 hexadecimal digits>.json" and nothing else. */
static bool is_of(const char *name, const char *adapter)
{
	size_t len = strlen(adapter);

	if (strncmp(name, adapter, len) != 0 || name[len] != '-')
		return false;
	name += len + 1;
	return strspn(name, "0123456789abcdef") == NAME_DIGITS && strcmp(name + NAME_DIGITS, SUFFIX) == 0;
}

/* Owned. Which of the two it is, the one that is called or the one that it starts. */
static char *another_program(const struct sandbox_attestation *a, const struct program_seen *now, const char *when)
{
	const struct program_seen *starts = a->program.starts;
	struct program_seen called = a->program, called_now = *now;

	called.starts = called_now.starts = NULL;
	if (!program_seen_same(&called, &called_now))
		return str_format("the attestation of %s does not count: it is of another program (%s, sha256 %.12s)", when,
				  a->program.path, a->program.sha256);
	if (!starts)
		return str_format("the attestation of %s does not count: it did not know which program %s starts", when, now->path);
	return str_format("the attestation of %s does not count: %s started another program then (%s, sha256 %.12s)", when, now->path,
			  starts->path, starts->sha256);
}

/* Owned: why it does not count here; NULL: it counts. */
static char *stale(const struct sandbox_attestation *a, struct program_seen *program, const char *version,
		   const struct sandbox_attestation *here)
{
	char when[TIME_TEXT_BYTES];

	time_print(a->at_ms, when);
	if (strcmp(a->kernel, here->kernel) != 0 || strcmp(a->machine, here->machine) != 0)
		return str_format("the attestation of %s does not count: it was made on %s (%s) and this is %s (%s)", when, a->machine,
				  a->kernel, here->machine, here->kernel);
	if (!program_seen_same(&a->program, program))
		return another_program(a, program, when);
	if (version && a->version && strcmp(version, a->version) != 0)
		return str_format("the attestation of %s does not count: it is of the version %s and this is %s", when, a->version,
				  version);
	return NULL;
}

struct search {
	const char *adapter, *version;
	struct program_seen *program;
	struct sandbox_attestation here, *best;
	bool found;
	char *why;
};

static void weigh(struct search *s, int dir, const char *name)
{
	CLEARED(text) struct text bytes = { 0 };
	struct sandbox_attestation a = { 0 };
	struct error err = { 0 };
	char *why = NULL;

	if (!file_read(dir, name, FILE_BYTES_MAX, &bytes, &err) || !sandbox_attestation_parse(text_c(&bytes), bytes.len, &a, &err))
		why = str_format("the attestation %s counts as none: %s", name, err.text);
	else if (strcmp(a.adapter, s->adapter) != 0)
		why = str_format("the attestation %s counts as none: it is of another adapter", name);
	else
		why = stale(&a, s->program, s->version, &s->here);
	if (why || (s->found && s->best->at_ms >= a.at_ms)) {
		sandbox_attestation_clear(&a);
		if (why) {
			free(s->why);
			s->why = why;
		}
		return;
	}
	sandbox_attestation_clear(s->best);
	*s->best = a;
	s->found = true;
}

bool sandbox_attestation_find(const char *state, const char *adapter, struct program_seen *program, const char *version,
			      struct sandbox_attestation *ret, char **ret_why)
{
	OWNED_MEM char *directory = path_join(state, "attestations");
	struct search s = { .adapter = adapter, .version = version, .program = program, .best = ret };
	DIR *d = opendir(directory);
	size_t seen = 0;

	memset(ret, 0, sizeof *ret);
	*ret_why = NULL;
	if (!d)
		return false;
	sandbox_attestation_here(&s.here);
	for (struct dirent *entry = readdir(d); entry && seen < FILES_MAX; entry = readdir(d))
		if (is_of(entry->d_name, adapter)) {
			weigh(&s, dirfd(d), entry->d_name);
			seen++;
		}
	(void)closedir(d);
	sandbox_attestation_clear(&s.here);
	if (s.found)
		free(s.why);
	else
		*ret_why = s.why;
	return s.found;
}
