/*
 * program_seen — see program_seen.h.
 */
#include "core/record/program_seen.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/host/file.h"

#define MODULES "node_modules/"
/* What is larger is not read only to see whether another stamp has the same bytes: then it counts as another program. */
#define READ_AGAIN_BYTES_MAX (32u << 20)

static uint64_t ns_of(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct program_stamp stamp_of(const struct stat *st)
{
	return (struct program_stamp){ st->st_dev, st->st_ino, (uint64_t)st->st_size, ns_of(st->st_mtim), ns_of(st->st_ctim) };
}

bool program_see(const char *path, struct program_seen *ret, struct error *err)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot look at %s", path);
	*ret = (struct program_seen){ .path = str_copy(path), .stamp = stamp_of(&st) };
	return true;
}

static bool is_script(const char *path)
{
	OWNED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char first[2];

	return fd >= 0 && read(fd, first, sizeof first) == sizeof first && memcmp(first, "#!", sizeof first) == 0;
}

/* {machine} and {arch} filled in; owned. */
static char *fill(const char *place)
{
	static const struct { const char *machine, *arch; } names[] = { { "x86_64", "x64" }, { "aarch64", "arm64" } };
	CLEARED(text) struct text out = { 0 };
	struct utsname here;
	const char *arch;

	if (uname(&here) != 0)
		memset(&here, 0, sizeof here);
	arch = here.machine;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(here.machine, names[i].machine) == 0)
			arch = names[i].arch;
	while (*place) {
		const bool machine = strncmp(place, "{machine}", 9) == 0, is_arch = strncmp(place, "{arch}", 6) == 0;

		if (machine || is_arch)
			text_add_string(&out, machine ? here.machine : arch);
		else
			text_add_byte(&out, *place);
		place += machine ? 9 : is_arch ? 6 : 1;
	}
	return text_take(&out);
}

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* Owned: the program at this place for a script in this directory; NULL: none. */
static char *at_place(const char *directory, const char *place)
{
	OWNED_MEM char *filled = fill(place);
	OWNED_MEM char *above = str_copy(directory);

	for (;;) {
		OWNED_MEM char *path = path_join(above, filled);
		char *next;

		if (is_program(path))
			return real_path(path);
		if (strncmp(place, MODULES, sizeof MODULES - 1) != 0 || strcmp(above, "/") == 0)
			return NULL;
		next = path_parent(above);
		free(above);
		above = next;
	}
}

void program_see_started(struct program_seen *p, const char *const *places)
{
	OWNED_MEM char *real = real_path(p->path);
	OWNED_MEM char *directory = real ? path_parent(real) : NULL;
	OWNED_MEM char *started = NULL;
	struct error err = { 0 };

	if (!directory || !is_script(real))
		return;
	for (size_t i = 0; places && places[i] && !started; i++)
		started = at_place(directory, places[i]);
	p->starts = started ? mem_new(1, sizeof *p->starts) : NULL;
	if (p->starts && program_see(started, p->starts, &err))
		return;
	free(p->starts);
	p->starts = NULL;
	p->unknown =
		str_format("%s is a script, and %s", real,
			   places ? "the program that it starts was not found where its vendor puts it" : "what it starts is not known");
}

bool program_seen_digest(struct program_seen *p, struct error *err)
{
	OWNED_MEM char *real = p->sha256[0] ? NULL : real_path(p->path);

	if (!p->sha256[0] && !file_digest(real ? real : p->path, p->sha256, err))
		return false;
	return !p->starts || program_seen_digest(p->starts, err);
}

static bool same_stamp(const struct program_seen *a, const struct program_seen *b)
{
	return strcmp(a->path, b->path) == 0 && memcmp(&a->stamp, &b->stamp, sizeof a->stamp) == 0;
}

void program_seen_remember(struct program_seen *p, const struct program_seen *before)
{
	if (same_stamp(p, before))
		memcpy(p->sha256, before->sha256, sizeof p->sha256);
	if (p->starts && before->starts)
		program_seen_remember(p->starts, before->starts);
}

static bool same_bytes(const struct program_seen *before, struct program_seen *now)
{
	OWNED_MEM char *real = NULL;
	struct error err = { 0 };

	if (same_stamp(before, now))
		return true;
	if (strcmp(before->path, now->path) != 0 || before->stamp.size != now->stamp.size || now->stamp.size > READ_AGAIN_BYTES_MAX)
		return false;
	real = real_path(now->path);
	return (now->sha256[0] || file_digest(real ? real : now->path, now->sha256, &err)) && strcmp(before->sha256, now->sha256) == 0;
}

bool program_seen_same(const struct program_seen *before, struct program_seen *now)
{
	if (!same_bytes(before, now) || !before->starts != !now->starts)
		return false;
	return !before->starts || program_seen_same(before->starts, now->starts);
}

bool program_seen_unchanged(const struct program_seen *p)
{
	struct program_stamp stamp;
	struct stat st;

	if (stat(p->path, &st) != 0)
		return false;
	stamp = stamp_of(&st);
	return memcmp(&stamp, &p->stamp, sizeof stamp) == 0 && (!p->starts || program_seen_unchanged(p->starts));
}

void program_seen_clear(struct program_seen *p)
{
	free(p->path);
	free(p->unknown);
	if (p->starts)
		program_seen_clear(p->starts);
	free(p->starts);
	*p = (struct program_seen){ 0 };
}
