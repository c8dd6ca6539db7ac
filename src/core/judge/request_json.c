/*
 * request_json — a request as JSON: the form of --request files and of the frozen request of a run.
 *
 * One row per key gives both the reading and the list of known keys. A null is a wrong kind: a policy that is there
 * but null must not pass for no policy.
 */
#include <inttypes.h>

#include "core/base/json_keys.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/judge/policy.h"
#include "core/judge/request.h"
#include "core/judge/value.h"

static const char *const kind_words[] = {
	[JSON_NULL] = "null", [JSON_BOOL] = "a boolean", [JSON_INT] = "a whole number", [JSON_DOUBLE] = "a fraction",
	[JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
};

struct reader {
	struct request *request;
	const char *where; /* what precedes the key in a sentence: "filesystemPolicy." */
	struct error *err;
	struct child_request *child;
};

struct key {
	const char *name;
	bool (*read)(struct reader *in, const char *name, const struct json *value);
};

static bool wrong_kind(struct reader *in, const char *name, const char *wanted, const struct json *value)
{
	return error_set(in->err, REASON_REQUEST_INVALID, "%s%s must be %s, not %s; correct it or leave the key out", in->where, name,
			 wanted, kind_words[json_kind(value)]);
}

static bool is_kind(struct reader *in, const char *name, enum json_kind kind, const struct json *value)
{
	return json_kind(value) == kind || wrong_kind(in, name, kind_words[kind], value);
}

static bool read_string(struct reader *in, const char *name, const struct json *value, char **slot)
{
	size_t len;
	const char *s;

	if (!is_kind(in, name, JSON_STRING, value))
		return false;
	s = json_string(value, &len);
	if (strlen(s) != len)
		return error_set(in->err, REASON_REQUEST_INVALID, "%s%s holds a NUL character; no program can be given one", in->where,
				 name);
	str_set(slot, s);
	return true;
}

static bool read_number(struct reader *in, const char *name, const struct json *value, int64_t most, int64_t *ret)
{
	int64_t n;

	if (!is_kind(in, name, JSON_INT, value))
		return false;
	n = (int64_t)json_number(value);
	if (n < 1 || n > most)
		return error_set(in->err, REASON_REQUEST_INVALID, "%s%s must be a whole number from 1 to %" PRId64, in->where, name, most);
	*ret = n;
	return true;
}

static bool unknown_word(struct reader *in, const char *name, enum word_set set, const char *word)
{
	OWNED_MEM char *shown = value_shown(word);
	CLEARED(text) struct text known = { 0 };

	words_known(set, &known);
	return error_set(in->err, REASON_REQUEST_INVALID, "%s%s \"%s\" is unknown; known: %s", in->where, name, shown, text_c(&known));
}

#define READ_WORD(function, member, from_word, set)                                                    \
	static bool function(struct reader *in, const char *name, const struct json *value)            \
	{                                                                                              \
		OWNED_MEM char *word = NULL;                                                           \
                                                                                                       \
		if (!read_string(in, name, value, &word))                                              \
			return false;                                                                  \
		return from_word(word, &in->request->member) || unknown_word(in, name, set, word);     \
	}
READ_WORD(read_topology, topology, topology_from_word, WORDS_TOPOLOGY)
READ_WORD(read_mode, mode, policy_from_word, WORDS_MODE)
READ_WORD(read_git_write, git_write, git_write_from_word, WORDS_GIT_WRITE)
READ_WORD(read_style, style, style_from_word, WORDS_STYLE)

#define READ_STRING(function, slot)                                                                    \
	static bool function(struct reader *in, const char *name, const struct json *value)            \
	{                                                                                              \
		return read_string(in, name, value, slot);                                             \
	}
READ_STRING(read_repository, &in->request->repository)
READ_STRING(read_adapter, &in->request->adapter)
READ_STRING(read_model, &in->request->model)
READ_STRING(read_effort, &in->request->effort)
READ_STRING(read_label, &in->request->label)
READ_STRING(read_prompt, &in->request->prompt)
READ_STRING(read_child_label, &in->child->label)
READ_STRING(read_child_prompt, &in->child->prompt)

static bool read_timeout(struct reader *in, const char *name, const struct json *value)
{
	int64_t ms = 0;

	if (!read_number(in, name, value, (int64_t)REQUEST_TIMEOUT_MS_MAX, &ms))
		return false;
	in->request->timeout_ms = (uint64_t)ms;
	return true;
}

static bool read_turns(struct reader *in, const char *name, const struct json *value)
{
	return read_number(in, name, value, REQUEST_TURNS_MAX, &in->request->max_turns);
}

/* A root is refused with the reason of roots, whatever is wrong with it: the verdict table promises it. */
static bool read_root(struct reader *in, size_t at, const struct json *value)
{
	size_t len;
	const char *s = json_string(value, &len);

	if (!s)
		return error_set(in->err, REASON_WRITABLE_ROOT_INVALID,
				 "writableRoots[%zu] must be a string, not %s; name an absolute directory", at,
				 kind_words[json_kind(value)]);
	if (strlen(s) != len)
		return error_set(in->err, REASON_WRITABLE_ROOT_INVALID,
				 "writableRoots[%zu] holds a NUL character; name an absolute directory", at);
	strlist_add(&in->request->writable_roots, s);
	return true;
}

static bool read_roots(struct reader *in, const char *name, const struct json *value)
{
	if (!is_kind(in, name, JSON_ARRAY, value))
		return false;
	if (json_count(value) > REQUEST_ROOTS_MAX)
		return error_set(in->err, REASON_WRITABLE_ROOT_INVALID, "%s%s names %zu directories; at most %d can be served", in->where,
				 name, json_count(value), REQUEST_ROOTS_MAX);
	strlist_clear(&in->request->writable_roots);
	for (size_t i = 0; i < json_count(value); i++)
		if (!read_root(in, i, json_at(value, i)))
			return false;
	return true;
}

static bool read_object(struct reader *in, const char *what, const struct key *keys, size_t n_keys, const struct json *object);

static bool read_policy(struct reader *in, const char *name, const struct json *value)
{
	static const struct key keys[] = { { "mode", read_mode }, { "writableRoots", read_roots } };
	struct reader inner = *in;

	inner.where = "filesystemPolicy.";
	if (!is_kind(in, name, JSON_OBJECT, value) || !read_object(&inner, name, keys, COUNT_OF(keys), value))
		return false;
	if (in->request->mode == POLICY_ABSENT)
		return error_set(in->err, REASON_REQUEST_INVALID,
				 "filesystemPolicy needs a mode: read-only or workspace-write; without a policy leave the key out");
	return true;
}

static bool read_child(struct reader *in, size_t at, const struct json *value)
{
	static const struct key keys[] = { { "label", read_child_label }, { "prompt", read_child_prompt } };
	OWNED_MEM char *where = str_format("children[%zu].", at);
	OWNED_MEM char *name = str_format("children[%zu]", at);
	struct reader inner = *in;

	inner.where = where;
	inner.child = &in->request->children[at];
	return is_kind(in, name, JSON_OBJECT, value) && read_object(&inner, name, keys, COUNT_OF(keys), value);
}

static bool read_children(struct reader *in, const char *name, const struct json *value)
{
	size_t count = json_count(value);

	if (!is_kind(in, name, JSON_ARRAY, value))
		return false;
	if (count < 1 || count > REQUEST_CHILDREN_MAX)
		return error_set(in->err, REASON_REQUEST_INVALID, "%s must hold from 1 to %d entries, not %zu", name, REQUEST_CHILDREN_MAX,
				 count);
	in->request->n_children = count;
	for (size_t i = 0; i < count; i++)
		if (!read_child(in, i, json_at(value, i)))
			return false;
	return true;
}

static const struct key request_keys[] = {
	{ "repository", read_repository }, { "topology", read_topology },   { "filesystemPolicy", read_policy },
	{ "gitWrite", read_git_write },    { "adapter", read_adapter },     { "model", read_model },
	{ "effort", read_effort },         { "timeoutMs", read_timeout },   { "maxTurns", read_turns },
	{ "prompt", read_prompt },         { "children", read_children },   { "style", read_style },
	{ "label", read_label },
};

static bool unknown_key(struct reader *in, const char *what, const struct key *keys, size_t n_keys, const char *name)
{
	OWNED_MEM char *shown = value_shown(name);
	CLEARED(text) struct text known = { 0 };

	for (size_t i = 0; i < n_keys; i++)
		text_add_format(&known, "%s%s", i == 0 ? "" : ", ", keys[i].name);
	return error_set(in->err, REASON_REQUEST_INVALID, "%s has an unknown key \"%s\"; known keys: %s", what, shown, text_c(&known));
}

static bool read_key(struct reader *in, const char *what, const struct key *keys, size_t n_keys, const char *name,
		     const struct json *value)
{
	for (size_t i = 0; i < n_keys; i++)
		if (strcmp(keys[i].name, name) == 0)
			return keys[i].read(in, name, value);
	return unknown_key(in, what, keys, n_keys, name);
}

static bool read_object(struct reader *in, const char *what, const struct key *keys, size_t n_keys, const struct json *object)
{
	CLEARED(strlist) struct strlist names = { 0 };

	json_keys(object, &names);
	for (size_t i = 0; i < names.count; i++)
		if (!read_key(in, what, keys, n_keys, names.items[i], json_get(object, names.items[i])))
			return false;
	return true;
}

/* A reader takes one of two values and does not say which; a request must not be read in two ways. */
static bool no_key_twice(const char *bytes, size_t len, struct error *err)
{
	OWNED_MEM char *twice = json_key_twice(bytes, len);
	OWNED_MEM char *shown = value_shown(twice);

	return !twice ||
	       error_set(err, REASON_REQUEST_INVALID, "the key \"%s\" stands twice in one object of the request; leave one out", shown);
}

static bool read_document(const char *bytes, size_t len, struct json **ret, struct error *err)
{
	if (len > REQUEST_BYTES_MAX)
		return error_set(err, REASON_REQUEST_INVALID, "the request is longer than %zu bytes, the most that can be read",
				 REQUEST_BYTES_MAX);
	if (!utf8_valid(bytes, len))
		return error_set(err, REASON_REQUEST_INVALID, "the request is not valid UTF-8; save it as UTF-8");
	if (json_parse(bytes, len, ret, err))
		return no_key_twice(bytes, len, err);
	err->reason = REASON_REQUEST_INVALID;
	return error_wrap(err, "the request is not JSON");
}

bool request_parse(const char *bytes, size_t len, struct request *ret, struct error *err)
{
	OWNED(json) struct json *document = NULL;
	struct request read;
	struct reader in = { .request = &read, .where = "", .err = err };

	if (!read_document(bytes, len, &document, err))
		return false;
	if (json_kind(document) != JSON_OBJECT)
		return error_set(err, REASON_REQUEST_INVALID, "the request must be an object, not %s", kind_words[json_kind(document)]);
	request_init(&read);
	if (!read_object(&in, "the request", request_keys, COUNT_OF(request_keys), document)) {
		request_clear(&read);
		return false;
	}
	*ret = read;
	return true;
}

static void print_string(struct json *object, const char *key, const char *value)
{
	if (value)
		json_set_string(object, key, value);
}

static struct json *print_policy(const struct request *r)
{
	struct json *policy = json_new_object();

	json_set_string(policy, "mode", policy_word(r->mode));
	json_set(policy, "writableRoots", json_from_strlist(&r->writable_roots));
	return policy;
}

static struct json *print_children(const struct request *r)
{
	struct json *children = json_new_array();

	for (size_t i = 0; i < r->n_children && i < REQUEST_CHILDREN_MAX; i++) {
		struct json *child = json_new_object();

		print_string(child, "label", r->children[i].label);
		print_string(child, "prompt", r->children[i].prompt);
		json_add(children, child);
	}
	return children;
}

struct json *request_print(const struct request *r)
{
	struct json *object = json_new_object();

	print_string(object, "repository", r->repository);
	json_set_string(object, "topology", topology_word(r->topology));
	if (r->mode != POLICY_ABSENT)
		json_set(object, "filesystemPolicy", print_policy(r));
	json_set_string(object, "gitWrite", git_write_word(r->git_write));
	print_string(object, "adapter", r->adapter);
	print_string(object, "model", r->model);
	print_string(object, "effort", r->effort);
	if (r->timeout_ms)
		json_set_int(object, "timeoutMs", (int64_t)r->timeout_ms);
	if (r->max_turns)
		json_set_int(object, "maxTurns", r->max_turns);
	print_string(object, "prompt", r->prompt);
	json_set(object, "children", print_children(r));
	if (r->style != STYLE_DEFAULT)
		json_set_string(object, "style", style_word(r->style));
	print_string(object, "label", r->label);
	return object;
}
