/*
 * request — what the operator asks for, as a value: its life. JSON is in request_json.c, the words in policy.c.
 */
#include "core/judge/request.h"

#include "core/base/mem.h"

void request_init(struct request *r)
{
	*r = (struct request){ .topology = TOPOLOGY_WORKTREE, .n_children = 1 };
}

void request_clear(struct request *r)
{
	char **owned[] = { &r->repository, &r->adapter, &r->model, &r->effort, &r->label, &r->prompt };

	for (size_t i = 0; i < COUNT_OF(owned); i++)
		str_set(owned[i], NULL);
	for (size_t i = 0; i < REQUEST_CHILDREN_MAX; i++) {
		str_set(&r->children[i].label, NULL);
		str_set(&r->children[i].prompt, NULL);
	}
	strlist_clear(&r->writable_roots);
	request_init(r);
}

void request_copy(struct request *to, const struct request *from)
{
	*to = *from;
	to->repository = str_copy(from->repository);
	to->adapter = str_copy(from->adapter);
	to->model = str_copy(from->model);
	to->effort = str_copy(from->effort);
	to->label = str_copy(from->label);
	to->prompt = str_copy(from->prompt);
	to->writable_roots = (struct strlist){ 0 };
	strlist_copy(&to->writable_roots, &from->writable_roots);
	for (size_t i = 0; i < REQUEST_CHILDREN_MAX; i++) {
		to->children[i].label = str_copy(from->children[i].label);
		to->children[i].prompt = str_copy(from->children[i].prompt);
	}
}

uint64_t request_timeout_ms(const struct request *r)
{
	if (r->timeout_ms > 0)
		return r->timeout_ms;
	return r->style == STYLE_INTERACTIVE ? 0 : REQUEST_DEFAULT_TIMEOUT_MS;
}

const char *request_prompt(const struct request *r, size_t child)
{
	if (child < REQUEST_CHILDREN_MAX && r->children[child].prompt)
		return r->children[child].prompt;
	return r->prompt;
}
