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

#define PROBES_MAX 8
#define LOOK_MS 50
#define READS_MAX 64 /* at a time, of what never stops printing */

static void drain(struct child *c, struct text *out)
{
	char bytes[4096];
	ssize_t got = 1;

	for (int i = 0; i < READS_MAX && got > 0; i++) {
		got = child_read(c, bytes, sizeof bytes);
		if (got > 0 && out && out->len <= OUTPUT_MAX)
			text_add(out, bytes, (size_t)got);
	}
}

bool probe_start(const struct engine *e, const struct child_spec *spec, uint64_t limit_ms, struct text *out, struct probe *ret,
		 struct error *err)
{
	*ret = (struct probe){ .until_ms = e->ports->steady_ms(e->ports->self) + limit_ms, .out = out };
	return child_start(spec, &ret->child, err);
}

void probe_clear(struct probe *p)
{
	child_drop(&p->child);
	*p = (struct probe){ 0 };
}

static bool is_going_on(const struct probe *p)
{
	return p->child && !p->in_time;
}

/* What happened while nobody looked is heard before anybody's time is over. */
static void hear(struct probe *p, uint64_t now)
{
	drain(p->child, p->out);
	child_hear(p->child, now);
	p->in_time = child_done(p->child, now);
	if (!p->in_time && now >= p->until_ms)
		child_drop(&p->child);
}

static void wait_for_any(struct probe *const *probes, size_t count, uint64_t now)
{
	struct pollfd fds[2 * PROBES_MAX];
	uint64_t wait = LOOK_MS;
	nfds_t n = 0;

	for (size_t i = 0; i < count; i++) {
		const struct probe *p = probes[i];

		if (!is_going_on(p))
			continue;
		fds[n++] = (struct pollfd){ .fd = child_terminal_fd(p->child), .events = POLLIN };
		fds[n++] = (struct pollfd){ .fd = child_control_fd(p->child), .events = POLLIN };
		if (p->until_ms < now + wait)
			wait = p->until_ms > now ? p->until_ms - now : 0;
	}
	(void)poll(fds, n, (int)wait);
}

void probe_watch(const struct engine *e, struct probe *const *probes, size_t count)
{
	const struct ports *ports = e->ports;
	bool any = true;

	if (count > PROBES_MAX)
		count = PROBES_MAX;
	while (any) {
		any = false;
		for (size_t i = 0; i < count; i++) {
			if (is_going_on(probes[i]))
				hear(probes[i], ports->steady_ms(ports->self));
			any = any || is_going_on(probes[i]);
		}
		if (any)
			wait_for_any(probes, count, ports->steady_ms(ports->self));
	}
}

bool probe_run(const struct engine *e, const struct child_spec *spec, uint64_t limit_ms, struct text *out, bool *ret_in_time,
	       int *ret_status, struct error *err)
{
	struct probe p = { 0 }, *const all[] = { &p };

	if (!probe_start(e, spec, limit_ms, out, &p, err))
		return false;
	probe_watch(e, all, 1);
	*ret_in_time = p.in_time;
	if (ret_status)
		*ret_status = p.in_time ? child_exit_status(p.child) : -1;
	probe_clear(&p);
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

/* Outside of every directory of the user's, with the environment a child gets. */
static bool start(const struct engine *e, const struct adapter *adapter, const char *program_path, const struct strlist *argv,
		  uint64_t limit_ms, struct text *out, struct probe *ret)
{
	CLEARED(strlist) struct strlist env = { 0 };
	struct error err = { 0 };
	struct stat st;

	if (stat("/", &st) != 0)
		return false;
	adapter_environment(adapter, &e->places->environment, "", "", NULL, &env);
	struct child_spec spec = { .program = program_path, .argv = argv->items, .env = env.items, .dir = "/",
		.dir_device = st.st_dev, .dir_inode = st.st_ino, .rows = 24, .cols = 200, .stdin_null = true };
	return probe_start(e, &spec, limit_ms, out, ret, &err);
}

static bool answered(const struct probe *p)
{
	return p->child && p->in_time && child_exit_status(p->child) == 0 && p->out->len <= OUTPUT_MAX;
}

bool probe_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, const struct strlist *argv,
		  uint64_t limit_ms, struct text *ret)
{
	struct probe p = { 0 }, *const all[] = { &p };
	bool ok;

	if (!start(e, adapter, program_path, argv, limit_ms, ret, &p))
		return false;
	probe_watch(e, all, 1);
	ok = answered(&p);
	probe_clear(&p);
	return ok;
}

bool probe_version_start(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms,
			 struct text *out, struct probe *ret)
{
	CLEARED(strlist) struct strlist argv = { 0 };

	*ret = (struct probe){ 0 };
	if (!adapter->version_flag)
		return false;
	strlist_add(&argv, adapter->program);
	strlist_add(&argv, adapter->version_flag);
	return start(e, adapter, program_path, &argv, limit_ms, out, ret);
}

char *probe_version_read(const struct probe *p)
{
	return answered(p) ? first_line(p->out) : NULL;
}

char *probe_version(const struct engine *e, const struct adapter *adapter, const char *program_path, uint64_t limit_ms)
{
	CLEARED(text) struct text out = { 0 };
	struct probe p = { 0 }, *const all[] = { &p };
	char *version;

	if (!probe_version_start(e, adapter, program_path, limit_ms, &out, &p))
		return NULL;
	probe_watch(e, all, 1);
	version = probe_version_read(&p);
	probe_clear(&p);
	return version;
}
