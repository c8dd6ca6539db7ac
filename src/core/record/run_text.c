/*
 * run_text — writing: one line a run, in one write, without waiting for the disk: what is lost is read again.
 */
#include "core/record/run_text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"

#define ASKED_BYTES_MAX 1024u
#define FULL_BYTES (RUN_TEXT_FILE_MAX / 4 * 3) /* what is kept when the oldest lines go */

/* The words of one run. */
struct words { struct text text; bool cut; };

static void add_words(struct words *w, const char *s, size_t most)
{
	bool blank = true;

	for (; s && *s; s++) {
		const char c = *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s;
		const bool is_blank = (unsigned char)c <= ' ' || c == 0x7f;

		if (w->text.len >= most) {
			w->cut = true;
			return;
		}
		if (!is_blank || !blank)
			text_add_byte(&w->text, is_blank ? ' ' : c);
		blank = is_blank;
	}
	if (w->text.len > 0 && !blank)
		text_add_byte(&w->text, ' ');
}

/* An empty line before it ends what a crash may have left half. */
static void add_line(struct text *out, const char *run_id, const char *how, const struct text *words)
{
	text_add_format(out, "\n%s\t%s\t", run_id, how);
	text_add(out, text_c(words), words->len);
	text_add_byte(out, '\n');
}

static char *index_path(const char *state)
{
	return path_join(state, RUN_TEXT_NAME);
}

static uint64_t index_bytes(const char *state)
{
	OWNED_MEM char *path = index_path(state);
	struct stat st;

	return lstat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

/* The lines that were written first go; what another process adds meanwhile is read from its record again. */
static void make_room(const char *state)
{
	OWNED_MEM char *path = index_path(state);
	OWNED_FD int dir = -1;
	CLEARED(text) struct text all = { 0 };
	struct error unused;
	const char *from;

	if (index_bytes(state) < RUN_TEXT_FILE_MAX || !dir_open(state, &dir, &unused))
		return;
	if (!file_read_path(path, 2 * (size_t)RUN_TEXT_FILE_MAX, &all, &unused)) {
		(void)unlinkat(dir, RUN_TEXT_NAME, 0); /* whatever it is, it is not ours any more */
		return;
	}
	from = memchr(text_c(&all) + (all.len - FULL_BYTES), '\n', FULL_BYTES);
	if (!from || !file_replace(dir, RUN_TEXT_NAME, from, all.len - (size_t)(from - text_c(&all)), &unused))
		(void)unlinkat(dir, RUN_TEXT_NAME, 0);
}

static void append(const char *state, const struct text *lines)
{
	OWNED_MEM char *path = index_path(state);
	OWNED_FD int fd = -1;

	make_room(state);
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	if (fd >= 0 && lines->len > 0)
		(void)write_all(fd, text_c(lines), lines->len);
}

void run_text_note(const char *state, const struct run_record *r)
{
	struct words w = { 0 };
	CLEARED(text) struct text line = { 0 };

	add_words(&w, r->request.prompt, ASKED_BYTES_MAX);
	for (size_t i = 0; i < r->request.n_children; i++)
		add_words(&w, r->request.children[i].prompt, ASKED_BYTES_MAX);
	for (size_t i = 0; i < r->n_children; i++) {
		add_words(&w, r->children[i].result, RUN_TEXT_BYTES_MAX);
		add_words(&w, r->children[i].error, RUN_TEXT_BYTES_MAX);
	}
	add_line(&line, r->run_id, w.cut ? "cut" : "whole", &w.text);
	append(state, &line);
	text_clear(&w.text);
}

static void view_words(const struct run_view *v, struct words *w)
{
	const struct json *children = json_get(v->request, "children");

	add_words(w, json_get_string(v->request, "prompt"), ASKED_BYTES_MAX);
	for (size_t i = 0; json_kind(children) == JSON_ARRAY && i < json_count(children); i++)
		add_words(w, json_get_string(json_at(children, i), "prompt"), ASKED_BYTES_MAX);
	for (size_t i = 0; i < json_count(v->events); i++) {
		const struct json *event = json_at(v->events, i);
		const char *name = json_get_string(event, "event");

		if (!name || strncmp(name, "agent.", 6) != 0)
			continue;
		add_words(w, json_get_string(event, "result"), RUN_TEXT_BYTES_MAX);
		add_words(w, json_get_string(event, "error"), RUN_TEXT_BYTES_MAX);
	}
}

static void fill_one(const char *state, const struct run_row *row)
{
	struct words w = { 0 };
	CLEARED(text) struct text line = { 0 };
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	struct error unused;
	const bool read = row->directory && browse_open(row->directory, &view, &unused);

	if (read)
		view_words(&view, &w);
	add_line(&line, row->run_id, !read ? "none" : w.cut ? "cut" : "whole", &w.text);
	append(state, &line);
	text_clear(&w.text);
}

size_t run_texts_fill(const char *state, const struct run_list *list, uint64_t until_ms)
{
	struct run_texts *t = run_texts_open(state, list);
	OWNED_MEM bool *known = mem_new(list->count + 1, sizeof *known);
	size_t added = 0;

	run_texts_find(t, "", known);
	run_texts_drop(&t);
	for (size_t i = list->count; i > 0 && host_ports.steady_ms(host_ports.self) < until_ms; i--) {
		if (known[i - 1] || list->rows[i - 1].outcome == OUTCOME_RUNNING)
			continue;
		if (index_bytes(state) >= FULL_BYTES)
			break;
		fill_one(state, &list->rows[i - 1]);
		added++;
	}
	return added;
}
