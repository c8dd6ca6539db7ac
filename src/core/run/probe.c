/*
 * probe — see probe.h. The program runs in a terminal of its own under a reaper, like any child, so that whatever it
 * does it is gone afterwards.
 */
#include "core/run/probe.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"

#define OUTPUT_MAX (256u * 1024)
#define LINE_MAX_BYTES 200

static void drain(struct child *c, struct text *out)
{
	char bytes[4096];
	ssize_t got = child_read(c, bytes, sizeof bytes);

	if (got > 0 && out && out->len <= OUTPUT_MAX)
		text_add(out, bytes, (size_t)got);
}

static bool watch(const struct engine *e, struct child *c, uint64_t limit_ms, struct text *out)
{
	const struct ports *ports = e->ports;
	uint64_t until = ports->steady_ms(ports->self) + limit_ms;

	for (;;) {
		uint64_t now = ports->steady_ms(ports->self);
		struct pollfd fds[] = { { .fd = child_terminal_fd(c), .events = POLLIN },
					{ .fd = child_control_fd(c), .events = POLLIN } };

		if (child_done(c, now))
			return true;
		if (now >= until)
			return false;
		(void)poll(fds, COUNT_OF(fds), until - now < 50 ? (int)(until - now) : 50);
		if (fds[0].revents)
			drain(c, out);
		if (fds[1].revents)
			child_hear(c, ports->steady_ms(ports->self));
	}
}

bool probe_run(const struct engine *e, const struct child_spec *spec, uint64_t limit_ms, struct text *out, bool *ret_in_time,
	       int *ret_status, struct error *err)
{
	OWNED(child) struct child *c = NULL;

	if (!child_start(spec, &c, err))
		return false;
	*ret_in_time = watch(e, c, limit_ms, out);
	if (ret_status)
		*ret_status = child_exit_status(c);
	return true;
}

static char *first_line(const struct text *out)
{
	size_t len = strcspn(text_c(out), "\r\n");
	CLEARED(text) struct text clean = { 0 };

	if (len > LINE_MAX_BYTES)
		len = LINE_MAX_BYTES;
	sanitize_add(&clean, text_c(out), len);
	return clean.len > 0 ? text_take(&clean) : NULL;
}

bool probe_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, const struct strlist *argv,
		  uint64_t limit_ms, struct text *ret)
{
	CLEARED(strlist) struct strlist env = { 0 };
	struct error err = { 0 };
	bool in_time = false;
	int status = -1;
	struct stat st;

	if (stat("/", &st) != 0)
		return false;
	adapter_environment(adapter, &e->places->environment, "", "", NULL, &env);
	struct child_spec spec = { .program = program_path, .argv = argv->items, .env = env.items, .dir = "/",
		.dir_device = st.st_dev, .dir_inode = st.st_ino, .rows = 24, .cols = 200, .stdin_null = true };
	return probe_run(e, &spec, limit_ms, ret, &in_time, &status, &err) && in_time && status == 0 && ret->len <= OUTPUT_MAX;
}

char *probe_version(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms)
{
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(text) struct text out = { 0 };

	if (!adapter->version_flag)
		return NULL;
	strlist_add(&argv, adapter->program);
	strlist_add(&argv, adapter->version_flag);
	return probe_answer(e, adapter, program_path, &argv, limit_ms, &out) ? first_line(&out) : NULL;
}
