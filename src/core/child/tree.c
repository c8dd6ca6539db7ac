/*
 * tree — the living descendants of a process; see the header.
 */
#include "core/child/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "core/base/owned.h"

struct facts {
	char name[TREE_NAME_BYTES];
	char state;
	pid_t parent, group;
};

static ssize_t read_proc(const char *path, char *bytes, size_t room)
{
	OWNED_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, bytes, room - 1);

	if (len >= 0)
		bytes[len] = '\0';
	return len;
}

/* "PID (NAME) STATE PARENT GROUP ...": the name may hold anything, also parentheses. */
static bool facts_of(pid_t pid, struct facts *ret)
{
	char path[64], line[512];
	const char *open_at, *close_at;
	size_t len;
	int parent, group;

	(void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	if (read_proc(path, line, sizeof line) <= 0)
		return false;
	open_at = strchr(line, '(');
	close_at = strrchr(line, ')');
	if (!open_at || !close_at || close_at < open_at)
		return false;
	if (sscanf(close_at + 1, " %c %d %d", &ret->state, &parent, &group) != 3)
		return false;
	len = (size_t)(close_at - open_at - 1);
	if (len >= sizeof ret->name)
		len = sizeof ret->name - 1;
	memcpy(ret->name, open_at + 1, len);
	ret->name[len] = '\0';
	ret->parent = parent;
	ret->group = group;
	return true;
}

static bool left_out(const struct tree *t, pid_t pid)
{
	for (size_t i = 0; i < t->n_but; i++) {
		if (t->but[i] == pid)
			return true;
	}
	return false;
}

static void add(struct tree *t, pid_t pid, pid_t parent)
{
	if (pid > 0 && t->count < TREE_MEMBERS_MAX && !left_out(t, pid))
		t->members[t->count++] = (struct tree_member){ pid, parent };
}

/* The list is digits and spaces; a number may be cut by the end of the buffer. */
static void add_children_of_task(struct tree *t, pid_t parent, const char *path)
{
	char bytes[4096];
	int pid = 0;
	OWNED_FD int fd = open(path, O_RDONLY | O_CLOEXEC);

	for (;;) {
		ssize_t len = fd < 0 ? 0 : read(fd, bytes, sizeof bytes);

		for (ssize_t i = 0; i < len; i++) {
			if (bytes[i] >= '0' && bytes[i] <= '9') {
				pid = pid * 10 + (bytes[i] - '0');
				continue;
			}
			add(t, pid, parent);
			pid = 0;
		}
		if (len <= 0)
			break;
	}
	add(t, pid, parent);
}

struct looking {
	struct tree *tree;
	pid_t parent;
};

/* found() for each entry of a directory of /proc that is a number. */
static void each_number(const char *directory, void (*found)(const struct looking *l, const char *number), const struct looking *l)
{
	_Alignas(struct dirent64) char entries[2048];
	OWNED_FD int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	for (;;) {
		ssize_t len = fd < 0 ? 0 : getdents64(fd, entries, sizeof entries);
		const struct dirent64 *entry;

		if (len <= 0)
			return;
		for (ssize_t at = 0; at < len; at += entry->d_reclen) {
			entry = (const struct dirent64 *)(const void *)(entries + at);
			if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
				found(l, entry->d_name);
		}
	}
}

static void found_task(const struct looking *l, const char *number)
{
	char path[64 + 256];

	(void)snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)l->parent, number);
	add_children_of_task(l->tree, l->parent, path);
}

static void found_process(const struct looking *l, const char *number)
{
	pid_t pid = (pid_t)strtol(number, NULL, 10);
	struct facts facts;

	if (facts_of(pid, &facts) && facts.parent == l->parent)
		add(l->tree, pid, l->parent);
}

/* Every thread has children of its own. */
static void add_children(struct tree *t, pid_t parent)
{
	struct looking l = { t, parent };
	char path[64];

	(void)snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
	if (t->by_scan)
		each_number("/proc", found_process, &l);
	else
		each_number(path, found_task, &l);
}

static void send(const struct tree_member *m, int signal, pid_t but_group)
{
	struct facts facts;
	OWNED_FD int fd = pidfd_open(m->pid, 0);

	if (fd < 0 || !facts_of(m->pid, &facts) || facts.parent != m->parent)
		return;
	if (but_group == 0 || facts.group != but_group)
		(void)pidfd_send_signal(fd, signal, NULL, 0);
}

/* When the number meanwhile names another process, what was listed are the children of a stranger. */
static void add_children_of_member(struct tree *t, struct tree_member m)
{
	size_t before = t->count;
	struct facts facts;

	add_children(t, m.pid);
	if (t->count > before && (!facts_of(m.pid, &facts) || facts.parent != m.parent))
		t->count = before;
}

void tree_walk(struct tree *t, pid_t root, int signal)
{
	t->count = 0;
	t->by_scan = t->by_scan || access("/proc/thread-self/children", F_OK) != 0;
	add_children(t, root);
	for (size_t i = 0; i < t->count; i++) {
		if (signal)
			send(&t->members[i], signal, 0);
		add_children_of_member(t, t->members[i]);
	}
}

void tree_send(const struct tree *t, int signal, pid_t but_group)
{
	for (size_t i = t->count; i > 0; i--)
		send(&t->members[i - 1], signal, but_group);
}

bool tree_name(const struct tree_member *m, char ret_name[TREE_NAME_BYTES])
{
	struct facts facts;

	if (!facts_of(m->pid, &facts) || facts.state == 'Z' || facts.state == 'X')
		return false;
	memcpy(ret_name, facts.name, sizeof facts.name);
	return true;
}

size_t tree_living(const struct tree *t)
{
	char name[TREE_NAME_BYTES];
	size_t living = 0;

	for (size_t i = 0; i < t->count; i++)
		living += tree_name(&t->members[i], name);
	return living;
}
