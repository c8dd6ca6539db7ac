/*
 * recording — a program in a PTY of the child layer, keys pressed when the screen shows what they wait for.
 */
#include "oracle/recording.h"

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/child.h"
#include "core/child/poll.h"
#include "core/terminal/terminal.h"

#define DEADLINE_MS 15000
#define ATTEMPTS 3

struct session {
	struct child *child;
	struct terminal *terminal;
	struct text *bytes;
	uint64_t deadline_ms;
};

static char *program_find(const char *name) /* owned; NULL: not in PATH */
{
	OWNED_MEM char *path = str_copy(getenv("PATH"));
	char *rest = path, *dir = strsep(&rest, ":");

	for (; dir; dir = strsep(&rest, ":")) {
		char *program = str_format("%s/%s", dir, name);

		if (access(program, X_OK) == 0)
			return program;
		free(program);
	}
	return NULL;
}

bool recording_can(const struct scenario *scenario)
{
	OWNED_MEM char *program = program_find(scenario->argv[0]);

	return program != NULL;
}

static const char *const session_env[] = {
	"TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "PS1=$ ", "LESS=", "GIT_CONFIG_NOSYSTEM=1",
	"GIT_PAGER=cat", NULL
};

static void strings_copy(char **to, const char *const *from)
{
	for (; *from; from++)
		*to++ = str_copy(*from);
}

static void strings_drop(char **strings)
{
	for (; *strings; strings++)
		free(*strings);
}

static struct child *session_child(const struct scenario *scenario, const char *dir)
{
	OWNED_MEM char *program = program_find(scenario->argv[0]);
	OWNED_MEM char *path = str_format("PATH=%s", getenv("PATH"));
	OWNED_MEM char *home = str_format("HOME=%s", getenv("HOME"));
	char *env[16] = { path, home };
	char *argv[16] = { 0 };
	struct child_spec spec = { .program = program,
		.argv = argv, .env = env, .dir = dir, .rows = RECORDING_ROWS, .cols = RECORDING_COLS };
	struct child *child = NULL;
	struct error err = { 0 };
	struct stat bound = { 0 };
	bool ok;

	assert_int_equal(stat(dir, &bound), 0);
	spec.dir_device = bound.st_dev;
	spec.dir_inode = bound.st_ino;
	strings_copy(argv, scenario->argv);
	strings_copy(env + 2, session_env);
	ok = child_start(&spec, &child, &err);
	strings_drop(argv);
	strings_drop(env + 2);
	if (!ok)
		fail_msg("%s: %s", scenario->says, err.text);
	return child;
}

static void session_read(struct session *s)
{
	char bytes[4096], replies[TERMINAL_REPLIES_BYTES];
	ssize_t len = child_read(s->child, bytes, sizeof bytes);
	size_t replies_len;

	if (len <= 0)
		return;
	text_add(s->bytes, bytes, (size_t)len);
	terminal_feed(s->terminal, bytes, (size_t)len);
	replies_len = terminal_take_replies(s->terminal, replies, sizeof replies);
	if (replies_len)
		(void)child_write(s->child, replies, replies_len);
}

static void session_turn(struct session *s)
{
	struct pollfd fds[] = { { .fd = child_terminal_fd(s->child), .events = POLLIN },
				{ .fd = child_control_fd(s->child), .events = POLLIN } };
	uint64_t own = child_deadline_ms(s->child);

	if (child_wants_write(s->child))
		fds[0].events |= POLLOUT;
	(void)poll_until(fds, COUNT_OF(fds), own && own < s->deadline_ms ? own : s->deadline_ms);
	if (fds[1].revents)
		child_hear(s->child, poll_now_ms());
	if (fds[0].revents & POLLOUT)
		child_flush(s->child);
	if (fds[0].revents & (POLLIN | POLLHUP | POLLERR))
		session_read(s);
}

static bool session_shows(const struct session *s, const char *words)
{
	CLEARED(text) struct text screen = { 0 };

	terminal_print(s->terminal, &screen);
	return strstr(text_c(&screen), words) != NULL;
}

static void session_fail(const struct session *s, const struct scenario *scenario, const char *words)
{
	CLEARED(text) struct text screen = { 0 };

	terminal_print(s->terminal, &screen);
	fail_msg("%s: waited for \"%s\", the screen is:\n%s", scenario->says, words, text_c(&screen));
}

/* Not in the middle of a character: the oracles would show its first bytes each in its own way. */
static size_t whole_characters(const struct text *bytes)
{
	size_t len = bytes->len;

	while (len > 0 && ((unsigned char)bytes->bytes[len - 1] & 0xC0) == 0x80)
		len--;
	if (len > 0 && (unsigned char)bytes->bytes[len - 1] >= 0xC0)
		len--;
	return utf8_valid(bytes->bytes + len, bytes->len - len) ? bytes->len : len;
}

/* NULL, or what did not come in time. */
static const char *session_step(struct session *s, const struct step *step)
{
	s->deadline_ms = poll_now_ms() + DEADLINE_MS;
	while (!session_shows(s, step->words)) {
		if (poll_now_ms() >= s->deadline_ms || child_done(s->child, poll_now_ms()))
			return step->words;
		session_turn(s);
	}
	(void)child_write(s->child, step->keys, strlen(step->keys));
	return NULL;
}

static const char *session_end(struct session *s)
{
	s->deadline_ms = poll_now_ms() + DEADLINE_MS;
	while (!child_done(s->child, poll_now_ms())) {
		if (poll_now_ms() >= s->deadline_ms)
			return "its end";
		session_turn(s);
	}
	return NULL;
}

static bool record(const struct scenario *scenario, const char *dir, bool last, struct recording *ret)
{
	struct session s = { .child = session_child(scenario, dir), .bytes = &ret->bytes };
	const char *missing = NULL;

	s.terminal = terminal_new(RECORDING_ROWS, RECORDING_COLS, 0);
	for (size_t i = 0; i < scenario->n_steps && !missing; i++) {
		missing = session_step(&s, &scenario->steps[i]);
		ret->moments[ret->n_moments++] = whole_characters(&ret->bytes);
	}
	if (!missing)
		missing = session_end(&s);
	ret->moments[ret->n_moments++] = ret->bytes.len;
	if (missing && last)
		session_fail(&s, scenario, missing);
	child_drop(&s.child);
	terminal_drop(&s.terminal);
	return missing == NULL;
}

/* A recording is only material: on a busy machine the answer to another program's question can come too late for it,
   and it then sees keys where there were none. It is made again; what is compared with it has one try. */
void recording_make(const struct scenario *scenario, const char *dir, struct recording *ret)
{
	for (int attempt = 1; !record(scenario, dir, attempt == ATTEMPTS, ret); attempt++) {
		print_message("%s: not as wished at attempt %d\n", scenario->says, attempt);
		recording_clear(ret);
	}
}

void recording_clear(struct recording *r)
{
	text_clear(&r->bytes);
	r->n_moments = 0;
}
