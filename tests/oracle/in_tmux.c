/*
 * in_tmux — the same bytes in a pane of a private tmux server: its socket and configuration lie in the scratch, so that
 * it can neither see nor disturb a server of the person who runs the tests. Every pane ends by itself, and the server with
 * the last one, should the test be killed.
 */
#include "oracle/recording.h"
#include "support/repo.h"

#include "core/base/mem.h"

struct tmux {
	char *scratch;
	int shown;
};

/* tmux with these arguments, in the scratch: the path of a socket may not be long. Owned output. */
static char *tmux_run(const struct tmux *t, const char *const *args)
{
	const char *argv[32] = { "timeout", "20", "tmux", "-u", "-S", "tmux.socket", "-f", "tmux.conf" };
	size_t count = 8;
	char *out = NULL;
	int status;

	for (; *args; args++)
		argv[count++] = *args;
	status = program_run(t->scratch, argv, &out);
	if (status != 0)
		fail_msg("tmux %s ended with %d: %s", argv[8], status, out);
	return out;
}

#define tmux_do(t, ...) tmux_run(t, (const char *const[]){ __VA_ARGS__, NULL })

struct tmux *tmux_new(const char *scratch)
{
	struct tmux *t = mem_new(1, sizeof *t);

	t->scratch = str_copy(scratch);
	file_put(scratch, "tmux.conf", "set -g status off\nset -g default-shell /bin/sh\n");
	free(tmux_do(t, "new-session", "-d", "-s", "first", "-x", "80", "-y", "24", "exec timeout --foreground 120 cat"));
	return t;
}

void tmux_drop(struct tmux **t)
{
	if (!*t)
		return;
	free(tmux_do(*t, "kill-server"));
	free((*t)->scratch);
	free(*t);
	*t = NULL;
}

/* Without spaces at the ends of lines and empty lines at the end. */
static void screen_tidy(const char *captured, struct text *ret)
{
	size_t end = ret->len;

	for (const char *at = captured; *at;) {
		size_t line = strcspn(at, "\n"), kept = line;

		while (kept > 0 && at[kept - 1] == ' ')
			kept--;
		if (at != captured)
			text_add_byte(ret, '\n');
		text_add(ret, at, kept);
		end = kept ? ret->len : end;
		at += line + (at[line] == '\n');
	}
	ret->len = end;
	if (ret->bytes)
		ret->bytes[end] = '\0';
}

/* A session that shows the first len bytes; owned name. */
static char *session_show(struct tmux *t, const struct text *bytes, size_t len)
{
	char *name = str_format("shown%d", ++t->shown);
	OWNED_MEM char *command = str_format("exec %s stream %zu %s", getenv("TEST_PANE_CAT"), len, name);
	OWNED_MEM char *path = str_format("%s/stream", t->scratch);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text_c(bytes), len), len);
	assert_int_equal(close(fd), 0);
	free(tmux_do(t, "new-session", "-d", "-s", name, "-x", "80", "-y", "24", command));
	free(tmux_do(t, "wait-for", name));
	return name;
}

void tmux_show(struct tmux *t, const struct text *bytes, size_t len, struct text *ret_screen)
{
	OWNED_MEM char *name = session_show(t, bytes, len);
	OWNED_MEM char *captured = tmux_do(t, "capture-pane", "-p", "-t", name);

	free(tmux_do(t, "kill-session", "-t", name));
	screen_tidy(captured, ret_screen);
}

void tmux_show_sizes(struct tmux *t, const struct text *bytes, const struct size *sizes, size_t n_sizes, struct text *ret_rows)
{
	OWNED_MEM char *name = session_show(t, bytes, bytes->len);

	for (size_t i = 0; i < n_sizes; i++) {
		OWNED_MEM char *rows = str_format("%d", sizes[i].rows), *cols = str_format("%d", sizes[i].cols);
		OWNED_MEM char *captured = NULL;

		free(tmux_do(t, "resize-window", "-t", name, "-x", cols, "-y", rows));
		captured = tmux_do(t, "capture-pane", "-p", "-S", "-", "-t", name);
		screen_tidy(captured, &ret_rows[i]);
	}
	free(tmux_do(t, "kill-session", "-t", name));
}
