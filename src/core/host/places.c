/*
 * places — the environment, read once and turned into directories.
 */
#include "core/host/places.h"

#include <fcntl.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"

#define NAME_OF_US "bulkhead"

/* The XDG specification: a relative value is to be ignored. */
static const char *absolute_env(const struct places *p, const char *name)
{
	const char *value = places_env(p, name);

	return value && path_is_absolute(value) ? value : NULL;
}

static char *real_or_tidy(const char *path)
{
	char *real = real_path(path);

	return real ? real : path_tidy(path);
}

static void read_home(struct places *p)
{
	const char *home = absolute_env(p, "HOME");
	const struct passwd *user = home ? NULL : getpwuid(geteuid());

	if (!home && user && path_is_absolute(user->pw_dir))
		home = user->pw_dir;
	if (home)
		p->home = real_or_tidy(home);
}

/* $NAME/bulkhead, else ~/FALLBACK/bulkhead, else NULL. */
static char *own_directory(const struct places *p, const char *name, const char *fallback)
{
	const char *chosen = absolute_env(p, name);
	OWNED_MEM char *base = NULL;

	if (chosen)
		base = path_tidy(chosen);
	else if (p->home)
		base = path_join(p->home, fallback);
	return base ? path_join(base, NAME_OF_US) : NULL;
}

static void add_temporary(struct places *p, const char *path)
{
	OWNED_MEM char *real = path ? real_path(path) : NULL;

	if (real && !strlist_has(&p->temporary, real))
		strlist_add(&p->temporary, real);
}

static void read_environment(struct places *p)
{
	for (char **at = environ; at && *at; at++)
		strlist_add(&p->environment, *at);
}

bool places_read(struct places *ret, struct error *err)
{
	CLEARED(places) struct places p = {0};
	const char *runtime, *path;

	read_environment(&p);
	read_home(&p);
	p.state = own_directory(&p, "XDG_STATE_HOME", ".local/state");
	p.config = own_directory(&p, "XDG_CONFIG_HOME", ".config");
	if (!p.state || !p.config)
		return error_set(err, REASON_SYSTEM,
				 "there is no place for records: set HOME to an absolute path, or XDG_STATE_HOME and XDG_CONFIG_HOME");
	runtime = absolute_env(&p, "XDG_RUNTIME_DIR");
	p.runtime = runtime ? path_join(runtime, NAME_OF_US) : path_join(p.state, "run");
	path = places_env(&p, "PATH");
	p.path = str_copy(path ? path : "");
	add_temporary(&p, "/tmp");
	add_temporary(&p, "/var/tmp");
	add_temporary(&p, absolute_env(&p, "TMPDIR"));
	*ret = p;
	p = (struct places){0};
	return true;
}

void places_clear(struct places *p)
{
	free(p->home);
	free(p->state);
	free(p->config);
	free(p->runtime);
	free(p->path);
	strlist_clear(&p->temporary);
	strlist_clear(&p->environment);
	*p = (struct places){0};
}

const char *places_env(const struct places *p, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < p->environment.count; i++) {
		const char *item = p->environment.items[i];

		if (strncmp(item, name, len) == 0 && item[len] == '=')
			return item + len + 1;
	}
	return NULL;
}

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0;
}

char *program_find(const char *path_list, const char *program)
{
	const char *at = path_list;

	if (strchr(program, '/'))
		return path_is_absolute(program) && is_program(program) ? str_copy(program) : NULL;
	while (program[0] && *at) {
		size_t len = strcspn(at, ":");
		OWNED_MEM char *directory = str_copy_n(at, len);
		OWNED_MEM char *candidate = path_join(directory, program);

		if (path_is_absolute(directory) && is_program(candidate)) {
			char *found = candidate;

			candidate = NULL;
			return found;
		}
		at += len;
		at += *at == ':';
	}
	return NULL;
}

/* What path will be when it is made: its nearest existing ancestor as the disk knows it, and the rest as it stands. */
static char *real_when_made(const char *path)
{
	OWNED_MEM char *ancestor = path_tidy(path);
	OWNED_MEM char *real = real_path(ancestor);

	while (!real && strcmp(ancestor, "/") != 0) {
		char *above = path_parent(ancestor);

		free(ancestor);
		ancestor = above;
		real = real_path(ancestor);
	}
	if (!real)
		return path_tidy(path);
	OWNED_MEM char *tidy = path_tidy(path);
	return path_join(real, path_relative(ancestor, tidy));
}

char *places_temporary_holding(const struct places *p, const char *path)
{
	OWNED_MEM char *real = real_when_made(path);

	for (size_t i = 0; i < p->temporary.count; i++)
		if (path_is_within(p->temporary.items[i], real))
			return str_copy(p->temporary.items[i]);
	return NULL;
}
