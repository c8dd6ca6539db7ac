/*
 * show_output — what a child printed.
 */
#include "ui/cli/show_output.h"

#include <errno.h>
#include <inttypes.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"
#include "core/replay/recording.h"

#define LOG_BYTES_MAX (65u * 1024 * 1024) /* what a terminal log is cut at, and more */

static bool read_log(const struct run_view *view, const char *child, struct text *ret, struct error *err)
{
	OWNED_MEM char *name = str_format("children/%s.out", child);
	OWNED_FD int dir = -1;

	if (!dir_open(view->row.directory, &dir, err))
		return false;
	if (file_read(dir, name, LOG_BYTES_MAX, ret, err))
		return true;
	if (err->sys == ENOENT)
		return error_set(err, REASON_NOT_FOUND, "child %s of run %s has no terminal log; it was never started", child,
				 view->row.run_id);
	return false;
}

/* One line of the log, without the carriage returns that a terminal ends it with. */
static size_t take_line(const char *at, size_t left, struct text *ret)
{
	const char *newline = memchr(at, '\n', left);
	size_t len = newline ? (size_t)(newline - at) : left, taken = newline ? len + 1 : len;

	while (len > 0 && at[len - 1] == '\r')
		len--;
	text_empty(ret);
	sanitize_add_lines(ret, at, len);
	return taken;
}

static void print_lines(const struct text *log)
{
	CLEARED(text) struct text out = { 0 };
	CLEARED(text) struct text line = { 0 };

	for (size_t at = 0; at < log->len;) {
		at += take_line(log->bytes + at, log->len - at, &line);
		text_add_format(&out, "%s\n", text_c(&line));
	}
	say_result(&out);
}

static struct json *lines_json(const struct text *log)
{
	CLEARED(text) struct text line = { 0 };
	struct json *array = json_new_array();

	for (size_t at = 0; at < log->len;) {
		at += take_line(log->bytes + at, log->len - at, &line);
		json_add_string(array, text_c(&line));
	}
	return array;
}

int show_output(const struct cli *cli, const struct run_view *view, const char *child)
{
	CLEARED(text) struct text log = { 0 };
	struct error err = { 0 };
	const struct json *found = recorded_child(view, child, &err);
	struct json *answer;
	int64_t bytes = 0;

	if (!found || !read_log(view, child, &log, &err))
		return say_failure(cli, &err);
	(void)json_get_int(json_get(found, "terminal"), "bytes", &bytes);
	if (!cli->json) {
		print_lines(&log);
	} else {
		answer = json_new_object();
		json_set_string(answer, "run_id", view->row.run_id);
		json_set_string(answer, "child", child);
		json_set(answer, "lines", lines_json(&log));
		say_json(answer);
	}
	if ((uint64_t)bytes > log.len)
		say_sentence_of("the log has %zu of the %" PRId64 " bytes that %s printed", log.len, bytes, child);
	return EXIT_YES;
}

void show_log_name(const char *directory, const struct json *child, struct text *out)
{
	const char *id = json_get_string(child, "id");
	OWNED_MEM char *value = NULL;
	int64_t kept = 0;

	if (!id || !json_get_int(json_get(child, "terminal"), "kept", &kept) || kept == 0)
		return;
	value = str_format("%s/children/%s.out, %" PRId64 " bytes; show --output %s prints it", directory, id, kept, id);
	say_field(out, "printed", value);
}
