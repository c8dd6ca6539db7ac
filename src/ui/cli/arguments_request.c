/*
 * arguments_request — the request that a command line asks for: from its flags, or from a file in place of them.
 */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/judge/policy.h"
#include "core/judge/value.h"
#include "ui/cli/arguments.h"

/* What a request file says itself and flags must not say beside it. */
static const enum flag of_request[] = {
	FLAG_REPOSITORY, FLAG_TOPOLOGY, FLAG_MODE, FLAG_WRITABLE_ROOT, FLAG_GIT_WRITE, FLAG_ADAPTER, FLAG_MODEL, FLAG_EFFORT,
	FLAG_TIMEOUT, FLAG_MAX_TURNS, FLAG_STYLE, FLAG_CHILDREN, FLAG_LABEL,
};

static bool unknown_word(const struct arguments *a, enum flag flag, enum word_set set, struct error *err)
{
	OWNED_MEM char *shown = value_shown(a->value[flag]);
	CLEARED(text) struct text known = { 0 };

	words_known(set, &known);
	return error_set(err, REASON_REQUEST_INVALID, "%s \"%s\" is unknown; known: %s", flag_name(flag), shown, text_c(&known));
}

static bool take_words(const struct arguments *a, struct request *r, struct error *err)
{
	const char *const *value = a->value;

	if (a->given[FLAG_TOPOLOGY] && !topology_from_word(value[FLAG_TOPOLOGY], &r->topology))
		return unknown_word(a, FLAG_TOPOLOGY, WORDS_TOPOLOGY, err);
	if (a->given[FLAG_MODE] && !policy_from_word(value[FLAG_MODE], &r->mode))
		return unknown_word(a, FLAG_MODE, WORDS_MODE, err);
	if (a->given[FLAG_GIT_WRITE] && !git_write_from_word(value[FLAG_GIT_WRITE], &r->git_write))
		return unknown_word(a, FLAG_GIT_WRITE, WORDS_GIT_WRITE, err);
	if (a->given[FLAG_STYLE] && !style_from_word(value[FLAG_STYLE], &r->style))
		return unknown_word(a, FLAG_STYLE, WORDS_STYLE, err);
	return true;
}

static bool take_numbers(const struct arguments *a, struct request *r, struct error *err)
{
	uint64_t seconds = 0, turns = 0, count = 1;

	if (!arguments_number(a, FLAG_TIMEOUT, 1, REQUEST_TIMEOUT_MS_MAX / 1000, &seconds, err) ||
	    !arguments_number(a, FLAG_MAX_TURNS, 1, REQUEST_TURNS_MAX, &turns, err) ||
	    !arguments_number(a, FLAG_CHILDREN, 1, REQUEST_CHILDREN_MAX, &count, err))
		return false;
	r->timeout_ms = seconds * 1000;
	r->max_turns = (int64_t)turns;
	r->n_children = (size_t)count;
	return true;
}

static bool from_flags(const struct arguments *a, struct request *r, struct error *err)
{
	if (!take_words(a, r, err) || !take_numbers(a, r, err))
		return false;
	str_set(&r->repository, a->value[FLAG_REPOSITORY]);
	str_set(&r->adapter, a->value[FLAG_ADAPTER]);
	str_set(&r->model, a->value[FLAG_MODEL]);
	str_set(&r->effort, a->value[FLAG_EFFORT]);
	str_set(&r->label, a->value[FLAG_LABEL]);
	str_set(&r->prompt, a->prompt);
	strlist_copy(&r->writable_roots, &a->roots);
	return true;
}

static bool read_input(struct text *ret, struct error *err)
{
	char chunk[65536];

	while (ret->len <= REQUEST_BYTES_MAX) {
		ssize_t got = read(STDIN_FILENO, chunk, sizeof chunk);

		if (got < 0)
			return error_set_sys(err, REASON_SYSTEM, "cannot read the request from the standard input");
		if (got == 0)
			break;
		text_add(ret, chunk, (size_t)got);
	}
	return true;
}

/* A file that cannot be read is the command line's fault, whatever the reader calls it. */
static bool read_file(const char *file, struct text *ret, struct error *err)
{
	if (file_read_path(file, REQUEST_BYTES_MAX, ret, err))
		return true;
	err->reason = REASON_MISUSE;
	return error_wrap(err, "the request file cannot be read");
}

static bool from_file(const struct arguments *a, struct request *r, struct error *err)
{
	CLEARED(text) struct text bytes = { 0 };
	const char *file = a->value[FLAG_REQUEST];

	for (size_t i = 0; i < COUNT_OF(of_request); i++)
		if (a->given[of_request[i]])
			return error_set(err, REASON_MISUSE, "%s cannot stand beside --request; put it into the request file",
					 flag_name(of_request[i]));
	if (a->prompt)
		return error_set(err, REASON_MISUSE, "a prompt cannot stand beside --request; put it into the request file");
	if (strcmp(file, "-") == 0 ? !read_input(&bytes, err) : !read_file(file, &bytes, err))
		return false;
	return request_parse(text_c(&bytes), bytes.len, r, err);
}

/* The words of the place where the operator stands; what does not resolve is refused by its whole name. */
static void make_absolute(struct request *r)
{
	OWNED_MEM char *real = NULL, *here = real_path(".");

	if (r->repository && !*r->repository)
		return;
	real = real_path(r->repository ? r->repository : ".");
	if (!real && r->repository && r->repository[0] != '/' && here)
		real = path_join(here, r->repository);
	if (real)
		str_set(&r->repository, real);
	else if (!r->repository)
		str_set(&r->repository, ".");
}

bool arguments_request(const struct arguments *a, struct request *ret, struct error *err)
{
	struct request r;

	request_init(&r);
	if (a->given[FLAG_REQUEST] ? !from_file(a, &r, err) : !from_flags(a, &r, err)) {
		request_clear(&r);
		return false;
	}
	if (r.style == STYLE_DEFAULT)
		r.style = STYLE_HEADLESS;
	make_absolute(&r);
	*ret = r;
	return true;
}
