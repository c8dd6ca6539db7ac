/*
 * bulkhead — argv to real ports and adapters, then one command or the console. The one file that knows everything.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "adapters/builtin.h"
#include "adapters/user_defined.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/places.h"
#include "core/host/ports.h"
#include "core/record/browse.h"
#include "core/run/engine.h"
#include "core/run/supervision.h"
#include "ui/cli/cli.h"
#include "ui/screens/screens.h"
#include "ui/tui/tui.h"

#define REQUEST_FD 3
#define REPORT_FD 4

/* A pinned wall clock for screens and records that a test compares; set by BULKHEAD_TEST_TIME only. */
static uint64_t pinned_wall_ms(void *self)
{
	return *(uint64_t *)self;
}

static void pin_time(const struct places *places, struct ports *ports, uint64_t *at_ms)
{
	const char *text = places_env(places, "BULKHEAD_TEST_TIME");

	*ports = host_ports;
	if (!text || !time_read(text, at_ms))
		return;
	ports->wall_ms = pinned_wall_ms;
	ports->self = at_ms;
}

static int complain(const struct error *err)
{
	(void)fprintf(stderr, "bulkhead: %s\n", err->text);
	return (int)reason_exit(err->reason);
}

static char *own_path(void)
{
	char buffer[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", buffer, sizeof buffer - 1);

	return len > 0 ? str_copy_n(buffer, (size_t)len) : NULL;
}

static int open_console(const struct engine *e, const char *screen, const char *argument)
{
	return tui_main_on(e, all_screens(), NULL, screen, argument);
}

/* A place to work in, or records to look at, whoever wrote them. */
static int open_place(const struct engine *e, const char *path)
{
	OWNED_MEM char *real = path ? real_path(path) : NULL;

	if (real && browse_is_record(real))
		return open_console(e, "run", real);
	if (real && strcmp(path_base(real), ".harnery") == 0)
		return open_console(e, "runs", real);
	return tui_main(e, all_screens(), path);
}

static int supervise(const struct engine *e, const char *run_id, bool no_attest)
{
	struct engine own = *e;

	own.no_attest = no_attest;
	return supervise_main(&own, run_id, REQUEST_FD, REPORT_FD);
}

static int dispatch(const struct engine *e, int argc, char **argv)
{
	if ((argc == 3 || argc == 4) && strcmp(argv[1], "supervise") == 0)
		return supervise(e, argv[2], argc == 4 && strcmp(argv[3], "--no-attest") == 0);
	if (argc > 1 && argc < 4 && strcmp(argv[1], "--") == 0)
		return open_place(e, argc > 2 ? argv[2] : NULL);
	if (argc > 2 || (argc > 1 && cli_is_command(argv[1])))
		return cli_main(e, open_console, argc, argv);
	return open_place(e, argc > 1 ? argv[1] : NULL);
}

static int start(const struct places *places, const char *program, int argc, char **argv)
{
	OWNED(user_defined) struct user_defined *own = NULL;
	struct error err = { 0 };
	struct ports ports;
	uint64_t pinned = 0;

	pin_time(places, &ports, &pinned);
	if (!user_defined_load(places->config, builtin_adapters(), &own, &err)) {
		(void)complain(&err);
		(void)fprintf(stderr, "bulkhead: going on with the built-in adapters.\n");
	}
	struct engine e = { .ports = &ports, .places = places, .program = program,
		.adapters = own ? user_defined_set(own) : builtin_adapters() };
	return dispatch(&e, argc, argv);
}

int main(int argc, char **argv)
{
	struct places places = { 0 };
	struct error err = { 0 };
	OWNED_MEM char *program = own_path();
	int status;

	(void)setlocale(LC_CTYPE, "");
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write(2), not our death */
	if (!program) {
		errno = errno ? errno : ENOENT;
		(void)fprintf(stderr, "bulkhead: /proc is not mounted, and without it no supervisor can be started.\n");
		return EXIT_MACHINE;
	}
	if (!places_read(&places, &err))
		return complain(&err);
	status = start(&places, program, argc, argv);
	places_clear(&places);
	return status;
}
