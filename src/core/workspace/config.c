#include "core/workspace/config.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <strings.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/host/file.h"
#include "core/workspace/place.h"

#define CONFIG_BYTES_MAX (8u << 20)
#define INCLUDE_FILES_MAX 256

struct reader {
	const char *at, *end;
	int line;
	struct text section, key, value; /* section ends in a dot */
};

static int peek(const struct reader *r)
{
	return r->at < r->end ? (unsigned char)*r->at : EOF;
}

static int take(struct reader *r)
{
	int c = peek(r);

	if (c == '\r' && r->at + 1 < r->end && r->at[1] == '\n') {
		r->at++;
		c = '\n';
	}
	if (c != EOF)
		r->at++;
	if (c == '\n')
		r->line++;
	return c;
}

static void skip_line(struct reader *r)
{
	for (int c = take(r); c != '\n' && c != EOF; c = take(r))
		;
}

static void skip_blanks(struct reader *r)
{
	while (peek(r) != EOF && isspace(peek(r)) && peek(r) != '\n')
		(void)take(r);
}

static bool read_subsection(struct reader *r)
{
	skip_blanks(r);
	if (take(r) != '"')
		return false;
	for (int c = take(r); c != '"'; c = take(r)) {
		if (c == '\\')
			c = take(r);
		if (c == '\n' || c == EOF || c == 0)
			return false;
		text_add_byte(&r->section, (char)c);
	}
	text_add_byte(&r->section, '.');
	return take(r) == ']';
}

static bool read_section(struct reader *r)
{
	text_empty(&r->section);
	for (int c = take(r); c != ']'; c = take(r)) {
		if (c != EOF && isspace(c) && c != '\n' && r->section.len > 0) {
			text_add_byte(&r->section, '.');
			return read_subsection(r);
		}
		if (c == EOF || (!isalnum(c) && c != '-' && c != '.'))
			return false;
		text_add_byte(&r->section, (char)tolower(c));
	}
	text_add_byte(&r->section, '.');
	return r->section.len > 1;
}

static bool add_escaped(struct reader *r)
{
	static const char from[] = "tbn\\\"", to[] = "\t\b\n\\\"";
	int c = take(r);
	const char *known = c > 0 ? strchr(from, c) : NULL;

	if (c == '\n')
		return true; /* the line goes on */
	if (!known)
		return false;
	text_add_byte(&r->value, to[known - from]);
	return true;
}

/* Behind the equals sign, to the end of the line. Blanks at the end count only inside quotes. */
static bool read_value(struct reader *r)
{
	bool quoted = false;
	size_t keep = 0;

	skip_blanks(r);
	for (int c = take(r); c != '\n' && c != EOF; c = take(r)) {
		if (c == 0)
			return false;
		if (!quoted && (c == '#' || c == ';')) {
			skip_line(r);
			break;
		}
		if (c == '"')
			quoted = !quoted;
		else if (c != '\\')
			text_add_byte(&r->value, (char)c);
		else if (!add_escaped(r))
			return false;
		if (quoted || c == '"' || c == '\\' || !isspace(c))
			keep = r->value.len;
	}
	r->value.len = keep;
	if (r->value.bytes)
		r->value.bytes[keep] = 0;
	return !quoted;
}

static bool read_entry(struct reader *r, config_seen *see, void *self)
{
	text_empty(&r->key);
	text_empty(&r->value);
	text_add(&r->key, r->section.bytes, r->section.len);
	while (peek(r) != EOF && (isalnum(peek(r)) || peek(r) == '-'))
		text_add_byte(&r->key, (char)tolower(take(r)));
	skip_blanks(r);
	if (peek(r) == '\n' || peek(r) == EOF || peek(r) == '#' || peek(r) == ';') {
		skip_line(r);
		see(self, text_c(&r->key), NULL);
		return true;
	}
	if (take(r) != '=' || !read_value(r))
		return false;
	see(self, text_c(&r->key), text_c(&r->value));
	return true;
}

static bool read_all(struct reader *r, config_seen *see, void *self)
{
	while (peek(r) != EOF) {
		int c = peek(r);

		if (isspace(c)) {
			(void)take(r);
		} else if (c == '#' || c == ';') {
			skip_line(r);
		} else if (c == '[') {
			(void)take(r);
			if (!read_section(r))
				return false;
		} else if (!isalpha(c) || r->section.len == 0 || !read_entry(r, see, self)) {
			return false;
		}
	}
	return true;
}

bool config_read(const char *path, config_seen *see, void *self, struct error *err)
{
	static const char mark[] = "\xEF\xBB\xBF";
	CLEARED(text) struct text bytes = {0};
	OWNED_MEM char *real = real_path(path);

	if (!real && (errno == ENOENT || errno == ENOTDIR))
		return true;
	if (!real || !admin_read(AT_FDCWD, real, CONFIG_BYTES_MAX, &bytes))
		return error_set_sys(err, REASON_REPOSITORY_UNREADABLE, "the git configuration %s cannot be read", path);
	struct reader r = { .at = text_c(&bytes), .line = 1 };
	r.end = r.at + bytes.len;
	if (bytes.len >= 3 && memcmp(r.at, mark, 3) == 0)
		r.at += 3;
	bool whole = read_all(&r, see, self);
	text_clear(&r.section);
	text_clear(&r.key);
	text_clear(&r.value);
	if (!whole)
		return error_set(err, REASON_REPOSITORY_UNREADABLE, "the git configuration %s is broken at line %d; mend it first", path,
				 r.line);
	return true;
}

/* What read_deep() carries from file to file. */
struct deep {
	config_seen *see;
	void *self;
	const char *home, *directory; /* of the file being read */
	struct strlist *files;        /* every file to be read, in order */
	bool plain_only;              /* pass over what is included under a condition */
};

static void deep_seen(void *self, const char *key, const char *value)
{
	const struct deep *d = self;
	const char *dot = strrchr(key, '.');
	bool include = strncmp(key, "include.", 8) == 0 || (!d->plain_only && strncmp(key, "includeif.", 10) == 0);

	d->see(d->self, key, value);
	if (!include || !value || !*value || strcmp(dot, ".path") != 0)
		return;
	const bool from_home = strncmp(value, "~/", 2) == 0;
	if (from_home && !d->home)
		return;
	OWNED_MEM char *file = path_join(from_home ? d->home : d->directory, from_home ? value + 2 : value);
	if (!strlist_has(d->files, file))
		strlist_add(d->files, file);
}

static bool read_files(const struct deep *how, struct error *err)
{
	for (size_t i = 0; i < how->files->count; i++) {
		OWNED_MEM char *directory = path_parent(how->files->items[i]);
		struct deep d = *how;

		d.directory = directory;
		if (d.files->count > INCLUDE_FILES_MAX)
			return error_set(err, REASON_REPOSITORY_UNREADABLE, "the git configuration %s includes more than %d files",
					 d.files->items[0], INCLUDE_FILES_MAX);
		if (!config_read(d.files->items[i], deep_seen, &d, err))
			return false;
	}
	return true;
}

bool config_files(const char *path, const char *home, config_seen *see, void *self, struct strlist *files, struct error *err)
{
	const struct deep d = { .see = see, .self = self, .home = home, .files = files };

	strlist_add(files, path);
	return read_files(&d, err);
}

/* Looking for one key. */
struct wanted {
	const char *key;
	struct strlist *values;
};

static void see_wanted(void *self, const char *key, const char *value)
{
	struct wanted *w = self;

	if (strcmp(key, w->key) == 0)
		strlist_add(w->values, value ? value : "true");
}

void config_of_operator(const char *home, const char *key, struct strlist *ret)
{
	const char *xdg = getenv("XDG_CONFIG_HOME");
	OWNED_MEM char *beside = xdg && *xdg ? str_copy(xdg) : home ? path_join(home, ".config") : NULL;
	OWNED_MEM char *shared = beside ? path_join(beside, "git/config") : NULL;
	OWNED_MEM char *own = home ? path_join(home, ".gitconfig") : NULL;
	const char *const files[] = { "/etc/gitconfig", shared, own };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		CLEARED(strlist) struct strlist read = {0};
		struct wanted w = { .key = key, .values = ret };
		const struct deep d = { .see = see_wanted, .self = &w, .home = home, .files = &read, .plain_only = true };
		struct error passed_over = {0};

		if (files[i])
			strlist_add(&read, files[i]);
		(void)!read_files(&d, &passed_over);
	}
}

bool config_read_deep(const char *path, const char *home, config_seen *see, void *self, struct error *err)
{
	CLEARED(strlist) struct strlist files = {0};

	return config_files(path, home, see, self, &files, err);
}

bool config_is_true(const char *value)
{
	static const char *const words[] = { "true", "yes", "on", "1" };

	for (size_t i = 0; value && i < COUNT_OF(words); i++)
		if (strcasecmp(value, words[i]) == 0)
			return true;
	return !value;
}

char *config_subsection(const char *key, const char *section, const char *const *names)
{
	size_t head = strlen(section);
	const char *last = strrchr(key, '.');

	if (strncmp(key, section, head) != 0 || key[head] != '.' || last <= key + head)
		return NULL;
	for (; *names; names++)
		if (strcmp(last + 1, *names) == 0)
			return str_copy_n(key + head + 1, (size_t)(last - key) - head - 1);
	return NULL;
}
