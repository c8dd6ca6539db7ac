#include "core/workspace/alert.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static const char *const words[] = {
#define X(id, word) word,
	ALERT_KINDS(X)
#undef X
};

const char *alert_word(enum alert_kind kind)
{
	return words[kind];
}

bool alert_from_word(const char *word, enum alert_kind *ret)
{
	for (size_t i = 0; word && i < COUNT_OF(words); i++)
		if (strcmp(words[i], word) == 0) {
			*ret = (enum alert_kind)i;
			return true;
		}
	return false;
}

void alerts_add(struct alerts *a, enum alert_kind kind, const char *path, const char *what)
{
	a->items = mem_grow(a->items, a->count + 1, sizeof *a->items);
	a->items[a->count++] = (struct alert){ kind, str_copy(path), str_copy(what) };
}

void alerts_clear(struct alerts *a)
{
	for (size_t i = 0; i < a->count; i++) {
		free(a->items[i].path);
		free(a->items[i].what);
	}
	free(a->items);
	*a = (struct alerts){0};
}

static bool ends_with(const char *s, const char *end)
{
	const size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* The last path component, or the last two, decide: what lies in a submodule's or worktree's directory means the same. */
static const struct {
	const char *name;
	enum alert_kind kind;
} names[] = {
	{ "config", ALERT_CONFIGURATION }, { "config.worktree", ALERT_CONFIGURATION }, { "info/attributes", ALERT_ATTRIBUTES },
	{ "info/exclude", ALERT_ATTRIBUTES }, { "info/sparse-checkout", ALERT_ATTRIBUTES }, { "commondir", ALERT_POINTER },
	{ "gitdir", ALERT_POINTER }, { "the worktree's .git", ALERT_POINTER }, { "alternates", ALERT_STORE },
	{ "http-alternates", ALERT_STORE }, { "info/grafts", ALERT_HISTORY }, { "shallow", ALERT_HISTORY },
};

static bool is_named(const char *path, const char *name)
{
	const size_t n = strlen(path), m = strlen(name);

	return ends_with(path, name) && (n == m || path[n - m - 1] == '/');
}

static bool in_directory(const char *path, const char *directory)
{
	const char *at = strstr(path, directory);

	return at && (at == path || at[-1] == '/');
}

static bool is_odd(const char *value)
{
	static const char *const odd[] = { "a FIFO", "a socket", "a device", "a symlink", "something" };

	for (size_t i = 0; value && i < COUNT_OF(odd); i++)
		if (strncmp(value, odd[i], strlen(odd[i])) == 0)
			return true;
	return false;
}

static bool is_executable(const char *value)
{
	return value && strncmp(value, "an executable", 13) == 0;
}

static bool kind_by_name(const char *name, enum alert_kind *ret)
{
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!is_named(name, names[i].name))
			continue;
		*ret = names[i].kind;
		return true;
	}
	return false;
}

static enum alert_kind kind_by_place(const char *name, const char *before, const char *after)
{
	if (in_directory(name, "hooks/") || is_named(name, "hooks"))
		return ALERT_HOOK;
	if (in_directory(name, "remotes/") || in_directory(name, "branches/"))
		return ALERT_CONFIGURATION;
	if (is_executable(after) || is_executable(before))
		return ALERT_EXECUTABLE;
	if (is_odd(after))
		return ALERT_ODD;
	return *name == '/' ? ALERT_CONFIGURATION /* what a configuration names */ : ALERT_KIND_COUNT;
}

bool alert_of(const char *name, const char *before, const char *after, enum alert_kind *ret)
{
	if (ends_with(name, ".sample"))
		return false; /* git runs none of these */
	if (!kind_by_name(name, ret)) {
		*ret = kind_by_place(name, before, after);
		return *ret != ALERT_KIND_COUNT;
	}
	if (is_odd(after)) {
		*ret = ALERT_ODD;
		return true;
	}
	/* those of a new worktree come with it, and those of a removed one go */
	return *ret != ALERT_POINTER || (before && after) || strcmp(name, "commondir") == 0;
}
