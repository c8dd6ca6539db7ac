/*
 * prune — see prune.h. A record is renamed out of the way by its identity first and then removed, so that a reader finds
 * it whole or not at all.
 */
#include "core/record/prune.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/index.h"
#include "core/record/prune_judge.h"
#include "core/workspace/remove.h"

#define PRUNING "pruning"
#define PRUNED "pruned"
#define PRUNE_LOCK "prune.lock"

void prune_report_clear(struct prune_report *r)
{
	for (size_t i = 0; i < r->count; i++) {
		free(r->entries[i].run_id);
		free(r->entries[i].directory);
		free(r->entries[i].proof_sha256);
		free(r->entries[i].why);
	}
	free(r->entries);
	*r = (struct prune_report){ 0 };
}

static struct json *entry_print(const struct prune_entry *e, const struct stat *st)
{
	struct json *o = harnery_object();

	json_set_string(o, "run_id", e->run_id);
	json_set(o, "at", harnery_time(host_ports.wall_ms(host_ports.self)));
	json_set_string(o, "directory", e->directory);
	json_set_string(o, "proof_sha256", e->proof_sha256);
	json_set_int(o, "bytes", (int64_t)e->bytes);
	json_set_int(o, "device", (int64_t)st->st_dev);
	json_set_int(o, "inode", (int64_t)st->st_ino);
	return o;
}

static bool entry_put(const char *state, const char *index, const char *run_id, const struct json *entry, struct error *err)
{
	OWNED_FD int dir = -1;

	return index_open(state, index, true, &dir, err) && index_put(dir, run_id, entry, err);
}

static bool entry_remove(const char *state, const char *index, const char *run_id, struct error *err)
{
	OWNED_FD int dir = -1;

	return index_open(state, index, false, &dir, err) && index_remove(dir, run_id, err);
}

/* From what was written before anything was removed. */
static bool remove_entry(const char *state, const char *run_id, const struct json *entry, struct error *err)
{
	const char *directory = json_get_string(entry, "directory");
	OWNED_MEM char *parent = directory ? path_parent(directory) : NULL;
	int64_t device = 0, inode = 0;
	uint64_t count = 0;

	if (!directory || strcmp(path_base(directory), run_id) != 0 || !json_get_int(entry, "device", &device) ||
	    !json_get_int(entry, "inode", &inode) || inode <= 0)
		return error_set(err, REASON_RECORD_DAMAGED, "the entry of run %s among what is pruned is damaged", run_id);
	return remove_tree(parent, run_id, (struct identity){ (dev_t)device, (ino_t)inode }, &count, err) &&
	       entry_put(state, PRUNED, run_id, entry, err) && entry_remove(state, PRUNING, run_id, err);
}

static bool prune_one(const char *state, const struct prune_entry *e, struct error *err)
{
	OWNED(json) struct json *entry = NULL;
	struct stat st;

	if (lstat(e->directory, &st) != 0 || !S_ISDIR(st.st_mode))
		return error_set_sys(err, REASON_SYSTEM, "cannot look at the record of run %s", e->run_id);
	entry = entry_print(e, &st);
	return entry_put(state, PRUNING, e->run_id, entry, err) && remove_entry(state, e->run_id, entry, err);
}

static bool lock(const char *state, int *ret_lock, struct error *err)
{
	OWNED_FD int dir = -1;

	*ret_lock = -1;
	return dir_make(state, &dir, err) && file_lock(dir, PRUNE_LOCK, false, ret_lock, err);
}

/* What a crash left of an entry that was being written; nobody else writes here while the lock is held. */
static void sweep(const char *state, const char *index)
{
	OWNED_MEM char *path = path_join(state, index);
	DIR *stream = opendir(path);

	for (struct dirent *d = stream ? readdir(stream) : NULL; d; d = readdir(stream)) {
		size_t len = strlen(d->d_name);

		if (len > 4 && strcmp(d->d_name + len - 4, ".new") == 0)
			(void)unlinkat(dirfd(stream), d->d_name, 0);
	}
	if (stream)
		(void)closedir(stream);
}

bool prune_runs(const char *state, const struct prune_options *options, struct prune_report *ret, struct error *err)
{
	OWNED_FD int held = -1;

	*ret = (struct prune_report){ 0 };
	if (!options->dry_run && !lock(state, &held, err))
		return false;
	if (!options->dry_run && held < 0)
		return error_set(err, REASON_SYSTEM, "another process is pruning; try again when it is done");
	if (!options->dry_run) {
		sweep(state, PRUNING);
		sweep(state, PRUNED);
	}
	if (!prune_judge(state, options, ret, err))
		return false;
	for (size_t i = 0; i < ret->count; i++) {
		const struct prune_entry *e = &ret->entries[i];

		if (e->why)
			continue;
		if (!options->dry_run && !prune_one(state, e, err))
			return error_wrap(err, "run %s was not pruned whole; the next start goes on", e->run_id);
		ret->went++;
		ret->bytes += e->bytes;
	}
	return true;
}

int prune_finish(const char *state)
{
	CLEARED(strlist) struct strlist names = { 0 };
	OWNED_FD int dir = -1, held = -1;
	struct error unused;
	int done = 0;

	if (!index_open(state, PRUNING, false, &dir, &unused) || dir < 0 || !index_names(dir, &names, &unused) || names.count == 0 ||
	    !lock(state, &held, &unused) || held < 0)
		return 0;
	for (size_t i = 0; i < names.count; i++) {
		OWNED(json) struct json *entry = NULL;

		done += index_get(dir, names.items[i], &entry, &unused) && remove_entry(state, names.items[i], entry, &unused);
	}
	return done;
}

char *prune_took(const char *state, const char *run_id, const char *directory)
{
	struct stat st;

	return !directory || lstat(directory, &st) == 0 || errno != ENOENT ? NULL : prune_note(state, run_id);
}

void prune_listed(const char *state, struct strlist *ret)
{
	OWNED_FD int dir = -1;
	struct error unused;

	if (!index_open(state, PRUNED, false, &dir, &unused) || !index_names(dir, ret, &unused))
		strlist_clear(ret);
}

static bool entry_get(const char *state, const char *index, const char *run_id, struct json **ret)
{
	OWNED_FD int dir = -1;
	struct error unused;

	return index_open(state, index, false, &dir, &unused) && dir >= 0 && index_get(dir, run_id, ret, &unused);
}

/* An entry is in the second index before it leaves the first, so in this order one of them has it. */
char *prune_note(const char *state, const char *run_id)
{
	OWNED(json) struct json *entry = NULL, *going = NULL;
	const char *at;
	int64_t bytes = 0;
	const bool goes = entry_get(state, PRUNING, run_id, &going);

	if (!entry_get(state, PRUNED, run_id, &entry))
		return goes ? str_copy("is being pruned; its line in the ledger stands") : NULL;
	at = json_get_string(entry, "at");
	(void)json_get_int(entry, "bytes", &bytes);
	return str_format("was pruned on %s (%lld bytes); its line in the ledger stands", at ? at : "an unknown day", (long long)bytes);
}
