/*
 * words — sentences and short words of choices, verdicts and runs. Times and numbers are in words_numbers.c, the grant's
 * cost in words_grant.c.
 */
#include "ui/words.h"

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/base/sanitize.h"

/* A name, a flag or a path stays as it is written; a word of lower-case letters begins a sentence. */
static bool begins_with_a_word(const char *s)
{
	const size_t letters = strspn(s, "abcdefghijklmnopqrstuvwxyz");

	return letters > 0 && (s[letters] == ' ' || s[letters] == ',' || s[letters] == '\0');
}

char *words_sentence(const char *text)
{
	CLEARED(text) struct text out = { 0 };

	if (text)
		sanitize_add(&out, text, strlen(text));
	if (out.len == 0)
		return text_take(&out);
	if (begins_with_a_word(out.bytes))
		out.bytes[0] = (char)(out.bytes[0] - 'a' + 'A');
	if (!strchr(".!?", out.bytes[out.len - 1]))
		text_add_byte(&out, '.');
	return text_take(&out);
}

const char *words_git_write(enum git_write g)
{
	static const char *const words[] = {
		[GIT_WRITE_NONE] = "the repository's administrative directory stays read-only",
		[GIT_WRITE_SHARED_REPOSITORY] = "the write reaches what every worktree and your own checkout share",
	};
	_Static_assert(COUNT_OF(words) == GIT_WRITE_COUNT, "one line per grant");

	return words[g];
}

const char *words_topology_cell(const struct run_row *row)
{
	return row->topology_known ? topology_word(row->topology) : "?";
}

const char *words_mode_cell(const struct run_row *row)
{
	static const char *const words[] = {
		[POLICY_ABSENT] = "-", [POLICY_READ_ONLY] = "read", [POLICY_WORKSPACE_WRITE] = "write",
	};
	_Static_assert(COUNT_OF(words) == POLICY_COUNT, "one word per mode");

	return row->mode_known ? words[row->mode] : "?";
}

const char *words_grant_cell(const struct run_row *row)
{
	if (!row->grant_known)
		return "?";
	if (row->git_write == GIT_WRITE_NONE)
		return "none";
	if (!row->grant_used_known)
		return "granted";
	return row->grant_used ? "used" : "unused";
}

bool words_reason_adds(const struct run_row *row)
{
	if (!row->reason)
		return false;
	return row->outcome == OUTCOME_REFUSED || row->outcome == OUTCOME_LOST ||
	       (row->outcome == OUTCOME_FAILED && strcmp(row->reason, "child_failed") != 0);
}

void words_outcome_cell(struct text *out, const struct run_row *row)
{
	text_add_string(out, outcome_word(row->outcome));
	if (row->outcome == OUTCOME_LOST || !words_reason_adds(row))
		return;
	text_add_byte(out, ' ');
	sanitize_add(out, row->reason, strlen(row->reason));
}

const char *words_verdict(const struct verdict *v)
{
	return v->accepted ? "accepted" : "refused";
}

const char *words_mark(bool yes)
{
	return yes ? "✔" : "✘";
}

const char *words_verdict_cell(const struct verdict *v, enum attested attested)
{
	if (!v->accepted)
		return "refused";
	if (!v->projection.applied)
		return "plain";
	if (v->mutable_in_session)
		return "mutable";
	return attested == ATTESTED_ENFORCES ? "attested" : "declared";
}

const char *words_commits(const struct verdict *v)
{
	if (v->projection.applied)
		return v->commits ? "yes" : "no";
	return v->commits ? "as it and your account decide" : "no repository";
}

static const char *place_name(const struct verdict *v, const char *path, const char *workspace_root, const char *private_tmp)
{
	if (strcmp(path, "/") == 0)
		return "wherever its vendor and your account let it";
	if (strlist_has(&v->projection.granted_roots, path))
		return "the shared repository";
	if (private_tmp && strcmp(path, private_tmp) == 0)
		return "a private temporary directory";
	return workspace_root && strcmp(path, workspace_root) == 0 ? "the workspace" : "a directory of the workspace";
}

void words_writable(const struct verdict *v, const char *workspace_root, const char *private_tmp, const char *home,
		    struct strlist *ret_lines)
{
	for (size_t i = 0; i < v->effective.count; i++) {
		const char *path = v->effective.items[i];
		OWNED_MEM char *shown = home ? path_for_eye(home, path) : str_copy(path);
		OWNED_MEM char *clean = sanitize_copy(shown);
		const char *name = place_name(v, path, workspace_root, private_tmp);

		if (strcmp(path, "/") == 0)
			strlist_add(ret_lines, name);
		else
			strlist_add_format(ret_lines, "%s  %s", name, clean);
	}
	if (v->accepted && v->effective.count == 0)
		strlist_add(ret_lines, "nothing");
	else if (v->accepted && v->projection.applied)
		strlist_add(ret_lines, "nothing else");
}

void words_observed(struct text *out, const char *id, const char *state, const char *why)
{
	OWNED_MEM char *line = str_format("%s: %s%s%s", id ? id : "child", state, why ? ". " : "",
					  why                             ? why
					  : strcmp(state, "matched") == 0 ? ", its vendor recorded the policy that was rendered"
									  : "");

	sanitize_add(out, line, strlen(line));
}
