/*
 * places_list — see places_list.h.
 */
#include "ui/screens/places_list.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"

#define ENTRIES_READ_MAX 4096

static int lower(char c)
{
	return tolower((unsigned char)c);
}

int fuzzy_score(const char *text, const char *pattern)
{
	const char *base = path_base(text);
	const char *at = text;
	int score = 1;

	for (const char *p = pattern; *p; p++) {
		const char *from = at;

		while (*at && lower(*at) != lower(*p))
			at++;
		if (!*at)
			return 0;
		score += at == from && p > pattern ? 8 : 1; /* right behind the one before */
		score += at == base || (at > text && at[-1] == '/') ? 6 : 0;
		score += at >= base ? 4 : 0;
		at++;
	}
	return score;
}

/* The first letters that fit may not be the best ones: what is in the last component alone counts more than any path. */
static int best_score(const char *text, const char *pattern)
{
	int last = *pattern ? fuzzy_score(path_base(text), pattern) : 0;

	return last > 0 ? last + 10000 : fuzzy_score(text, pattern);
}

void fuzzy_filter(const struct strlist *all, const char *pattern, struct strlist *ret)
{
	OWNED_MEM int *scores = mem_new(all->count + 1, sizeof *scores);

	for (size_t i = 0; i < all->count; i++)
		scores[i] = best_score(all->items[i], pattern);
	while (true) {
		size_t best = all->count;

		for (size_t i = 0; i < all->count; i++) {
			if (scores[i] > 0 && (best == all->count || scores[i] > scores[best]))
				best = i;
		}
		if (best == all->count)
			return;
		strlist_add(ret, all->items[best]);
		scores[best] = 0;
	}
}

bool path_is_typed(const char *line)
{
	return line[0] == '/' || line[0] == '~' || line[0] == '.';
}

char *path_meant(const char *line, const char *home, const char *here)
{
	if (line[0] == '~' && (line[1] == '/' || !line[1]))
		return path_join(home, line[1] ? line + 2 : "");
	return path_join(here, line);
}

static bool is_directory(int parent, const char *name)
{
	struct stat st;

	return fstatat(parent, name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

static void add_matching(DIR *dir, const char *parent, const char *begins, struct strlist *ret)
{
	size_t len = strlen(begins);
	CLEARED(strlist) struct strlist found = { 0 };

	for (int read = 0; read < ENTRIES_READ_MAX; read++) {
		const struct dirent *entry = readdir(dir);

		if (!entry)
			break;
		if (strncmp(entry->d_name, begins, len) != 0 || (entry->d_name[0] == '.' && begins[0] != '.'))
			continue;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || !is_directory(dirfd(dir), entry->d_name))
			continue;
		strlist_take(&found, path_join(parent, entry->d_name));
	}
	strlist_sort(&found);
	for (size_t i = 0; i < found.count && ret->count < PLACES_MAX; i++)
		strlist_add(ret, found.items[i]);
}

void directories_at(const char *line, const char *home, const char *here, struct strlist *ret)
{
	OWNED_MEM char *meant = path_meant(line, home, here);
	OWNED_MEM char *tidy = path_tidy(meant);
	bool inside = line[strlen(line) - 1] == '/' || strcmp(line, "~") == 0 || strcmp(line, ".") == 0 || strcmp(line, "..") == 0;
	OWNED_MEM char *parent = inside ? str_copy(tidy) : path_parent(tidy);
	DIR *dir;

	if (is_directory(AT_FDCWD, tidy))
		strlist_add(ret, tidy);
	dir = opendir(parent);
	if (!dir)
		return;
	add_matching(dir, parent, inside ? "" : path_base(tidy), ret);
	(void)closedir(dir);
	for (size_t i = 1; i < ret->count; i++) {
		if (strcmp(ret->items[i], tidy) == 0)
			strlist_remove(ret, i--);
	}
}
