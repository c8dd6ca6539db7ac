/*
 * rows_request — the rows that look at the request by itself.
 */
#include <inttypes.h>

#include "core/base/mem.h"
#include "core/judge/policy.h"
#include "core/judge/rows.h"
#include "core/judge/value.h"

#define ARGUMENT_LIMIT_BYTES 131071 /* what Linux takes as one argument, without its NUL, when the facts do not say */

bool row_word_unknown(const struct request *request, const struct facts *facts, struct text *why)
{
	const struct { unsigned value, count; const char *name; enum word_set set; } words[] = {
		{ (unsigned)request->topology, TOPOLOGY_COUNT, "topology", WORDS_TOPOLOGY },
		{ (unsigned)request->mode, POLICY_COUNT, "mode", WORDS_MODE },
		{ (unsigned)request->git_write, GIT_WRITE_COUNT, "Git grant", WORDS_GIT_WRITE },
		{ (unsigned)request->style, STYLE_COUNT, "style", WORDS_STYLE },
	};

	(void)facts;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (words[i].value >= words[i].count) {
			text_add_format(why, "the %s is unknown; known: ", words[i].name);
			words_known(words[i].set, why);
			return true;
		}
	return false;
}

bool row_adapter_unknown(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->adapter);
	const char *known = facts->known_adapters ? facts->known_adapters : "none";

	if (facts->adapter)
		return false;
	if (!request->adapter || !*request->adapter)
		text_add_format(why, "no adapter is named; known adapters: %s", known);
	else
		text_add_format(why, "the adapter \"%s\" is unknown; known adapters: %s", shown, known);
	return true;
}

bool row_children_count(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (request->n_children >= 1 && request->n_children <= REQUEST_CHILDREN_MAX)
		return false;
	text_add_format(why, "%zu children were asked for; a run has 1 to %d", request->n_children, REQUEST_CHILDREN_MAX);
	return true;
}

static bool has_control(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			return true;
	return false;
}

/* NULL: fit. A word becomes an argument of its own, so it may not look like an option. */
static const char *text_fault(const char *s, bool is_word)
{
	if (!*s)
		return "is empty";
	if (!utf8_valid(s, strlen(s)))
		return "is not valid UTF-8";
	if (!is_word)
		return NULL;
	if (has_control(s))
		return "holds a control character";
	if (strlen(s) > REQUEST_LABEL_BYTES_MAX)
		return "is longer than 200 bytes";
	return *s == '-' ? "starts with \"-\", which a vendor program would read as an option" : NULL;
}
_Static_assert(REQUEST_LABEL_BYTES_MAX == 200, "the sentence above names the limit");

static bool say_unfit(const char *name, const char *value, bool is_word, struct text *why)
{
	OWNED_MEM char *shown = value_shown(value);
	const char *fault = value ? text_fault(value, is_word) : NULL;

	if (fault)
		text_add_format(why, "the %s \"%s\" %s; correct it, or leave it out", name, shown, fault);
	return fault != NULL;
}

bool row_text_unfit(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	for (size_t i = 0; i < request->n_children; i++)
		if (say_unfit("child's label", request->children[i].label, true, why))
			return true;
	return say_unfit("repository", request->repository, false, why) || say_unfit("label", request->label, true, why) ||
	       say_unfit("model", request->model, true, why) || say_unfit("effort", request->effort, true, why);
}

/* Appends "the prompt" or "the prompt of child 2", and returns the first prompt that is bad. */
static const char *bad_prompt(const struct request *request, bool (*is_bad)(const char *prompt, size_t limit), size_t limit,
			      struct text *why)
{
	for (size_t i = 0; i < request->n_children; i++) {
		const char *prompt = request_prompt(request, i);

		if (!is_bad(prompt ? prompt : "", limit))
			continue;
		text_add_string(why, "the prompt");
		if (request->children[i].prompt)
			text_add_format(why, " of child %zu", i + 1);
		return prompt ? prompt : "";
	}
	return NULL;
}

static bool is_blank(const char *prompt, size_t limit)
{
	(void)limit;
	return prompt[strspn(prompt, " \t\r\n\v\f")] == '\0';
}

static bool is_dash(const char *prompt, size_t limit)
{
	size_t before = strspn(prompt, " \t\r\n\v\f");

	(void)limit;
	return prompt[before] == '-' && is_blank(prompt + before + 1, 0);
}

static bool is_no_utf8(const char *prompt, size_t limit)
{
	(void)limit;
	return !utf8_valid(prompt, strlen(prompt));
}

static bool is_longer(const char *prompt, size_t limit)
{
	return strlen(prompt) > limit;
}

static bool any_blank_of_its_own(const struct request *request, struct text *why)
{
	for (size_t i = 0; i < request->n_children && i < REQUEST_CHILDREN_MAX; i++) {
		if (!request->children[i].prompt || !is_blank(request->children[i].prompt, 0))
			continue;
		text_add_format(why, "the prompt of child %zu is blank; say what the child is to do, or leave it out", i + 1);
		return true;
	}
	return false;
}

bool row_prompt_missing(const struct request *request, const struct facts *facts, struct text *why)
{
	const char *prompt;

	/* None at all is not an empty one. */
	if (!request->prompt && request->style == STYLE_INTERACTIVE && facts->adapter->starts_without_prompt)
		return any_blank_of_its_own(request, why);
	prompt = bad_prompt(request, is_blank, 0, why);
	if (prompt)
		text_add_format(why, " is %s; say what the child is to do", *prompt ? "blank" : "empty");
	return prompt != NULL;
}

bool row_prompt_dash(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (!bad_prompt(request, is_dash, 0, why))
		return false;
	text_add_string(why, " is a lone \"-\", which vendor programs take for their empty input; say what the child is to do");
	return true;
}

bool row_prompt_bytes(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (!bad_prompt(request, is_no_utf8, 0, why))
		return false;
	text_add_string(why, " is not valid UTF-8; write it in UTF-8");
	return true;
}

bool row_prompt_long(const struct request *request, const struct facts *facts, struct text *why)
{
	size_t limit = facts->argument_limit_bytes ? facts->argument_limit_bytes : ARGUMENT_LIMIT_BYTES;
	const char *prompt = bad_prompt(request, is_longer, limit, why);

	if (prompt)
		text_add_format(why,
				" is %zu bytes long and the kernel takes %zu as one argument; shorten it, or put the long part into a "
				"file of the repository",
				strlen(prompt), limit);
	return prompt != NULL;
}

bool row_number_range(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (request->timeout_ms > REQUEST_TIMEOUT_MS_MAX) {
		text_add_format(why, "the time limit of %" PRIu64 " ms is out of range; it may be 1 to %llu ms", request->timeout_ms,
				REQUEST_TIMEOUT_MS_MAX);
		return true;
	}
	if (request->max_turns >= 0 && request->max_turns <= REQUEST_TURNS_MAX)
		return false;
	text_add_format(why, "the turn limit of %" PRId64 " is out of range; it may be 1 to %d", request->max_turns, REQUEST_TURNS_MAX);
	return true;
}

bool row_roots_without_policy(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->writable_roots.count ? request->writable_roots.items[0] : NULL);

	(void)facts;
	if (request->mode != POLICY_ABSENT || !request->writable_roots.count)
		return false;
	text_add_format(why, "the writable root \"%s\" has no policy to travel in; choose the mode workspace-write, or drop the roots",
			shown);
	return true;
}

bool row_grant_without_policy(const struct request *request, const struct facts *facts, struct text *why)
{
	(void)facts;
	if (request->mode != POLICY_ABSENT || request->git_write == GIT_WRITE_NONE)
		return false;
	text_add_format(why,
			"the Git grant %s has no filesystem policy to travel in and would be silently inert; choose the mode "
			"workspace-write, or drop the grant",
			git_write_word(request->git_write));
	return true;
}

bool row_grant_inert(const struct request *request, const struct facts *facts, struct text *why)
{
	OWNED_MEM char *shown = value_shown(request->writable_roots.count ? request->writable_roots.items[0] : NULL);

	(void)facts;
	if (request->mode != POLICY_READ_ONLY)
		return false;
	if (request->git_write != GIT_WRITE_NONE)
		text_add_format(why, "the mode read-only makes the Git grant %s inert; choose workspace-write, or drop the grant",
				git_write_word(request->git_write));
	else if (request->writable_roots.count)
		text_add_format(why, "the mode read-only makes the writable root \"%s\" inert; choose workspace-write, or drop the roots",
				shown);
	return request->git_write != GIT_WRITE_NONE || request->writable_roots.count > 0;
}
