/*
 * prune_judge — never a run that lives, that has a workspace still, whose alerts nobody acknowledged, or whose record is
 * not what was sealed: that is evidence.
 */
#include "core/record/prune_judge.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/record/harnery.h"
#include "core/record/store.h"
#include "core/record/workspace_request.h"

struct judging {
	const char *state;
	const struct prune_options *options;
	struct strlist workspaces, live;
	uint64_t now_ms, newer; /* records that are newer than the one judged */
};

static bool find_kept(struct judging *j, struct error *err)
{
	struct workspace_entry *entries;
	struct live_entry *live;
	size_t count;

	if (!store_workspace_list(j->state, &entries, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		strlist_add(&j->workspaces, entries[i].run_id);
	store_workspace_free(entries, count);
	if (!store_live_list(j->state, &live, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		strlist_add(&j->live, live[i].run_id);
	store_live_free(live, count);
	return true;
}

/* A directory that this program can have made for this run, and no other. */
static bool is_record(const struct run_row *row)
{
	OWNED_MEM char *parent = row->directory ? path_parent(row->directory) : NULL;
	struct stat st;

	return parent && strcmp(path_base(row->directory), row->run_id) == 0 && strcmp(path_base(parent), "workflows") == 0 &&
	       lstat(row->directory, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_as_sealed(const struct run_row *row)
{
	OWNED_MEM char *path = path_join(row->directory, RECORD_PROOF_NAME);
	CLEARED(verification) struct verification parts = { 0 };
	char hex[DIGEST_HEX_BYTES];
	struct error unused;

	if (!row->proof_sha256 || !file_digest(path, hex, &unused) || strcmp(hex, row->proof_sha256) != 0)
		return false;
	return verify_parts(row->directory, &parts, &unused) && parts.holds;
}

/* Its line is in the ledger, nobody pruned it, and it is not where it was made. */
static bool is_gone(const struct run_row *row)
{
	struct stat st;

	return row->proof_sha256 && !row->pruned && row->directory && lstat(row->directory, &st) != 0;
}

/* NULL: it goes. */
static const char *why_kept(const struct judging *j, const struct run_row *row)
{
	const struct prune_options *o = j->options;

	if (is_gone(row))
		return "its record was removed or moved after the run; bulkhead verify says what is implied";
	if (row->outcome == OUTCOME_RUNNING || strlist_has(&j->live, row->run_id))
		return "it is running, or not sealed yet";
	if (strlist_has(&j->workspaces, row->run_id))
		return "its workspace is not released; bulkhead release does that";
	if (row->alerts > 0 && !row->acknowledged)
		return "nobody has acknowledged its alerts; bulkhead acknowledge does that";
	if (o->by_count && j->newer < o->keep)
		return "it is one of the newest";
	if (o->by_age && (row->ended_ms == 0 || row->ended_ms + o->older_than_ms > j->now_ms))
		return "it is not old enough";
	return is_as_sealed(row) ? NULL : "its record is not what was sealed; bulkhead verify says what differs";
}

static uint64_t bytes_in(int dir, int depth)
{
	DIR *stream = dir < 0 ? NULL : fdopendir(dir);
	uint64_t bytes = 0;
	struct stat st;

	if (!stream)
		return 0;
	for (struct dirent *d = readdir(stream); d; d = readdir(stream)) {
		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0 ||
		    fstatat(dirfd(stream), d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (S_ISDIR(st.st_mode) && depth > 0)
			bytes += bytes_in(openat(dirfd(stream), d->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth - 1);
		bytes += S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	}
	(void)closedir(stream);
	return bytes;
}

static void judge_row(struct judging *j, const struct run_row *row, struct prune_report *ret)
{
	struct prune_entry *e;

	if (!row->run_id || !run_id_valid(row->run_id) || (!is_record(row) && !is_gone(row)))
		return;
	ret->entries = mem_grow(ret->entries, ret->count + 1, sizeof *ret->entries);
	e = &ret->entries[ret->count++];
	*e = (struct prune_entry){
		.run_id = str_copy(row->run_id),
		.directory = str_copy(row->directory),
		.proof_sha256 = str_copy(row->proof_sha256),
		.why = str_copy(why_kept(j, row)),
		.ended_ms = row->ended_ms,
	};
	if (!e->why)
		e->bytes = bytes_in(open(row->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 4);
	j->newer += !is_gone(row);
}

bool prune_judge(const char *state, const struct prune_options *options, struct prune_report *ret, struct error *err)
{
	struct judging j = { .state = state, .options = options, .now_ms = host_ports.wall_ms(host_ports.self) };
	CLEARED(run_list) struct run_list list = { 0 };
	bool ok = browse_runs(state, &list, err) && find_kept(&j, err);

	for (size_t i = 0; ok && i < list.count; i++)
		judge_row(&j, &list.rows[i], ret);
	strlist_clear(&j.workspaces);
	strlist_clear(&j.live);
	return ok;
}
