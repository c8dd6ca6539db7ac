/*
 * recording — see recording.h.
 */
#include "core/replay/recording.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/child/termlog.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/judge/value.h"

struct recording {
	char *child;
	struct termlog_reader *log;
	struct moment *moments;
	size_t count, room;
	uint64_t bytes, lost_bytes, started_ms;
	bool cut, ended;
	char *damage;
};

static const struct json *children_of(const struct run_view *v)
{
	const struct json *sealed = json_get(json_get(v->proof, "console"), "children");
	const struct json *children = sealed ? sealed : json_get(json_get(v->manifest, "console"), "children");

	return json_kind(children) == JSON_ARRAY ? children : NULL;
}

/* An id is part of a file's name: a record of another hand may hold anything. */
static const char *id_of(const struct json *child)
{
	const char *id = json_get_string(child, "id");

	return id && run_id_valid(id) ? id : NULL;
}

void recording_children(const struct run_view *v, struct strlist *ret_ids)
{
	const struct json *children = children_of(v);

	for (size_t i = 0; i < json_count(children); i++) {
		const char *id = id_of(json_at(children, i));

		if (id)
			strlist_add(ret_ids, id);
	}
}

const struct json *recorded_child(const struct run_view *v, const char *child, struct error *err)
{
	const struct json *children = children_of(v);
	OWNED_MEM char *shown = value_shown(child);
	CLEARED(text) struct text known = { 0 };

	if (v->row.outcome == OUTCOME_REFUSED) {
		(void)error_set(err, REASON_NOT_FOUND, "run %s was refused: nothing was started, so no terminal was recorded",
				v->row.run_id);
		return NULL;
	}
	for (size_t i = 0; i < json_count(children); i++) {
		const char *id = id_of(json_at(children, i));

		if (id && strcmp(id, child) == 0)
			return json_at(children, i);
		text_add_format(&known, "%s%s", known.len ? ", " : "", id ? id : "?");
	}
	(void)error_set(err, REASON_NOT_FOUND, "run %s has no child \"%s\"; its children: %s", v->row.run_id, shown,
			known.len ? text_c(&known) : "none");
	return NULL;
}

static bool open_log(const struct run_view *v, const char *child, struct termlog_reader **ret, struct error *err)
{
	OWNED_MEM char *path = path_join(v->row.directory, "children");
	OWNED_FD int dir = -1;

	if (dir_open(path, &dir, err) && termlog_open(dir, child, ret, err))
		return true;
	if (err->reason == REASON_RECORD_DAMAGED)
		return false;
	return error_set(err, REASON_NOT_FOUND, "child %s of run %s has no terminal log; it was never started, or the log was removed",
			 child, v->row.run_id);
}

static void read_facts(struct recording *r, const struct json *child)
{
	const struct json *terminal = json_get(child, "terminal");
	const char *started = json_get_string(child, "started_at");
	int64_t bytes = 0, kept = 0;

	if (!started || !time_read(started, &r->started_ms))
		r->started_ms = 0;
	if (json_get_int(terminal, "bytes", &bytes) && json_get_int(terminal, "kept", &kept) && bytes > kept && kept >= 0)
		r->lost_bytes = (uint64_t)(bytes - kept);
}

bool recording_open(const struct run_view *v, const char *child, struct recording **ret, struct error *err)
{
	OWNED(recording) struct recording *r = mem_new(1, sizeof *r);
	const struct json *found = recorded_child(v, child, err);

	if (!found || !open_log(v, child, &r->log, err))
		return false;
	r->child = str_copy(child);
	read_facts(r, found);
	(void)recording_more(r);
	if (r->damage && r->count == 0)
		return error_set(err, REASON_RECORD_DAMAGED, "%s", r->damage);
	*ret = r;
	r = NULL;
	return true;
}

void recording_drop(struct recording **r)
{
	if (!*r)
		return;
	termlog_reader_drop(&(*r)->log);
	free((*r)->moments);
	free((*r)->child);
	free((*r)->damage);
	free(*r);
	*r = NULL;
}

static bool joins(const struct recording *r, size_t first, const struct termlog_event *event)
{
	const struct moment *last = r->count > first ? &r->moments[r->count - 1] : NULL;

	return last && event->kind == 'o' && last->kind == 'o' && last->at_ms == event->at_ms &&
	       last->amount + event->len <= TERMLOG_EVENT_BYTES;
}

static uint32_t amount_of(const struct termlog_event *event)
{
	if (event->kind == 'o')
		return (uint32_t)event->len;
	return event->kind == 'r' ? (uint32_t)event->rows << 16 | (uint32_t)event->cols : 0;
}

static void add(struct recording *r, const struct termlog_event *event)
{
	if (r->count == r->room) {
		r->room = r->room ? 2 * r->room : 256;
		r->moments = mem_grow(r->moments, r->room, sizeof *r->moments);
	}
	r->moments[r->count++] = (struct moment){ event->at_ms, amount_of(event), event->kind };
}

bool recording_more(struct recording *r)
{
	size_t first = r->count; /* an earlier moment may have been played already: nothing joins it */
	struct termlog_event event;
	struct error err = { 0 };

	while (!r->damage && termlog_next(r->log, &event, &err)) {
		if (joins(r, first, &event))
			r->moments[r->count - 1].amount += (uint32_t)event.len;
		else
			add(r, &event);
		r->bytes += event.kind == 'o' ? event.len : 0;
		r->cut |= event.kind == 'c';
		r->ended |= event.kind == 'e';
	}
	if (err.reason != REASON_NONE)
		str_set(&r->damage, err.text);
	return r->count > first;
}

const struct moment *recording_moments(const struct recording *r, size_t *ret_count)
{
	*ret_count = r->count;
	return r->moments;
}

size_t recording_read(struct recording *r, uint64_t offset, char *ret_bytes, size_t room)
{
	return termlog_bytes(r->log, offset, ret_bytes, room);
}

uint64_t recording_bytes(const struct recording *r)
{
	return r->bytes;
}

uint64_t recording_lost_bytes(const struct recording *r)
{
	return r->lost_bytes;
}

bool recording_was_cut(const struct recording *r)
{
	return r->cut;
}

bool recording_ended(const struct recording *r)
{
	return r->ended;
}

const char *recording_damage(const struct recording *r)
{
	return r->damage;
}

uint64_t recording_started_ms(const struct recording *r)
{
	return r->started_ms;
}

const char *recording_child(const struct recording *r)
{
	return r->child;
}
