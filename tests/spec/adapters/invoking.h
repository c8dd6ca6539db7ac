/*
 * invoking — what the specs of the adapters share: one invocation with every place filled in, and an argv as one line.
 * One invocation lives in one struct; invoking_clear() empties it.
 */
#ifndef TESTS_SPEC_ADAPTERS_INVOKING_H
#define TESTS_SPEC_ADAPTERS_INVOKING_H
#include "core/adapter/adapter.h"
#include "core/base/mem.h"
#include "core/base/text.h"

struct invoking {
	struct request request;
	struct projection projection;
	struct invocation in;
};

static inline void invoking_init(struct invoking *v, const char *prompt)
{
	*v = (struct invoking){ 0 };
	request_init(&v->request);
	v->request.prompt = str_copy(prompt);
	v->in = (struct invocation){
		.request = &v->request,
		.projection = &v->projection,
		.active_root = "/srv/w/wt/sub",
		.workspace_root = "/srv/w/wt",
		.source_root = "/srv/main",
		.main_root = "/srv/main",
		.last_message_path = "/srv/run/last",
	};
}

static inline void invoking_clear(struct invoking *v)
{
	request_clear(&v->request);
	projection_clear(&v->projection);
}

/* A policy as the judgement hands it over for this adapter. */
static inline void invoking_policy(struct invoking *v, const struct adapter *a, enum policy_mode mode, const char *root, const char *other)
{
	v->projection.applied = true;
	v->projection.mode = mode;
	v->projection.native_mode = a->declares.native_mode[mode];
	if (root)
		strlist_add(&v->projection.rendered_roots, root);
	if (other)
		strlist_add(&v->projection.rendered_roots, other);
	v->in.private_tmp = "/srv/state/tmp";
}

/* Owned: the words, each on a line of its own. */
static inline char *argv_lines(const struct strlist *argv)
{
	struct text t = { 0 };

	for (size_t i = 0; i < argv->count; i++)
		text_add_format(&t, "%s%s", i ? "\n" : "", argv->items[i]);
	return text_take(&t);
}
#endif
