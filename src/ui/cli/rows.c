/*
 * rows — runs as JSON.
 */
#include "ui/cli/rows.h"

#include "core/host/ports.h"

struct json *time_json(uint64_t wall_ms)
{
	char text[TIME_TEXT_BYTES];

	if (wall_ms == 0)
		return NULL;
	time_print(wall_ms, text);
	return json_new_string(text);
}

static void set_permitted(struct json *o, const struct run_row *row)
{
	json_set_string(o, "topology", row->topology_known ? topology_word(row->topology) : NULL);
	json_set_string(o, "mode", row->mode_known ? policy_word(row->mode) : NULL);
	json_set_string(o, "git_write", row->grant_known ? git_write_word(row->git_write) : NULL);
	json_set(o, "grant_used", row->grant_used_known ? json_new_bool(row->grant_used) : NULL);
}

struct json *row_json(const struct run_row *row)
{
	struct json *o = json_new_object();

	json_set_string(o, "run_id", row->run_id);
	json_set_string(o, "outcome", outcome_word(row->outcome));
	json_set_string(o, "reason", row->reason);
	json_set_string(o, "message", row->message);
	json_set(o, "started_at", time_json(row->started_ms));
	json_set(o, "ended_at", time_json(row->ended_ms));
	json_set_string(o, "repository", row->repository);
	json_set_string(o, "adapter", row->adapter);
	json_set_string(o, "label", row->label);
	json_set_int(o, "children", (int64_t)row->n_children);
	set_permitted(o, row);
	json_set_int(o, "alerts", (int64_t)row->alerts);
	json_set_bool(o, "acknowledged", row->acknowledged);
	json_set_bool(o, "pruned", row->pruned);
	json_set_string(o, "damage", row->damage);
	json_set_string(o, "directory", row->directory);
	json_set_string(o, "proof_sha256", row->proof_sha256);
	return o;
}
