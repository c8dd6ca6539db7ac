/*
 * leftovers — see leftovers.h. A number may name another process by the time a signal is sent: the signal goes through a
 * pidfd that was opened before the environment was read.
 */
#include "core/run/leftovers.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/host/file.h"

#define ENVIRONMENT_MAX (4u * 1024 * 1024)
#define ROUNDS 40
#define ROUND_US 50000
#define ANCESTORS_MAX 64

static bool bears(pid_t pid, const char *marker)
{
	OWNED_MEM char *path = str_format("/proc/%d/environ", (int)pid);
	CLEARED(text) struct text environment = { 0 };
	struct error gone = { 0 };

	if (!file_read_path(path, ENVIRONMENT_MAX, &environment, &gone))
		return false;
	for (size_t at = 0; at < environment.len; at += strlen(environment.bytes + at) + 1)
		if (strcmp(environment.bytes + at, marker) == 0)
			return true;
	return false;
}

static pid_t parent_of(pid_t pid)
{
	OWNED_MEM char *path = str_format("/proc/%d/stat", (int)pid);
	CLEARED(text) struct text stat = { 0 };
	struct error gone = { 0 };
	const char *behind_name;

	if (!file_read_path(path, 4096, &stat, &gone))
		return 0;
	behind_name = strrchr(text_c(&stat), ')');
	return behind_name && strlen(behind_name) > 4 ? (pid_t)strtol(behind_name + 4, NULL, 10) : 0;
}

static bool is_above_us(pid_t pid)
{
	pid_t at = getpid();

	for (int i = 0; i < ANCESTORS_MAX && at > 1; i++) {
		if (at == pid)
			return true;
		at = parent_of(at);
	}
	return false;
}

static void name_survivor(pid_t pid, struct strlist *survivors)
{
	OWNED_MEM char *path = str_format("/proc/%d/comm", (int)pid);
	CLEARED(text) struct text name = { 0 };
	OWNED_MEM char *clean = NULL;
	struct error gone = { 0 };

	if (!file_read_path(path, 64, &name, &gone))
		return;
	clean = str_copy_n(text_c(&name), strcspn(text_c(&name), "\n"));
	strlist_add_format(survivors, "%d %s", (int)pid, clean);
}

/* One walk over every process; survivors NULL: they are killed, else only named. */
static int walk(const char *marker, struct strlist *survivors)
{
	DIR *processes = opendir("/proc");
	int found = 0;

	for (struct dirent *e = processes ? readdir(processes) : NULL; e; e = readdir(processes)) {
		pid_t pid = isdigit((unsigned char)e->d_name[0]) ? (pid_t)strtol(e->d_name, NULL, 10) : 0;
		OWNED_FD int handle = pid > 1 ? pidfd_open(pid, 0) : -1;

		if (handle < 0 || !bears(pid, marker) || is_above_us(pid))
			continue;
		found++;
		if (survivors)
			name_survivor(pid, survivors);
		else
			(void)pidfd_send_signal(handle, SIGKILL, NULL, 0);
	}
	if (processes)
		(void)closedir(processes);
	return found;
}

int leftovers_end(const char *run_id, struct strlist *ret_survivors)
{
	OWNED_MEM char *marker = str_format("HARNERY_WORKFLOW_RUN_ID=%s", run_id);
	int found = walk(marker, NULL), left = found;

	for (int i = 0; i < ROUNDS && left > 0; i++) {
		(void)usleep(ROUND_US);
		left = walk(marker, NULL);
	}
	if (left > 0)
		(void)walk(marker, ret_survivors);
	return found;
}
