/*
 * codex — see codex.h. Headless it is `codex exec`, interactive `codex` with its own screen, sealed by the same words but
 * for --ignore-rules, which only exec knows. --no-daemon keeps the session in this child: a background server of another
 * start would have another environment and would outlive it. Its question whether to open an untrusted folder is left to
 * the person: trusting it on the command line would put the project's own files in force. Without a policy: the vendor's invocation that has always been used. With one: sealed, so that
 * neither the user's configuration, rules, approvals and notifications nor a project's files add to what is declared.
 */
#include "adapters/codex.h"

#include <string.h>

#include "adapters/carry.h"
#include "adapters/codex_observe.h"
#include "adapters/codex_sandbox.h"
#include "adapters/codex_seal.h"
#include "adapters/codex_servers.h"
#include "adapters/result.h"
#include "core/base/mem.h"

/* The program takes any word and the service judges it for the model in use; these are the ones it is known to send on. */
static const char *const efforts[] = { "none", "minimal", "low", "medium", "high", "xhigh", "max", NULL };
static const char *const env_keep[] = { "CODEX_HOME", "CODEX_API_KEY", NULL };

static const struct adapter_unknown unknowns[] = {
	CODEX_SANDBOX_UNKNOWNS,
	{ .code = CODEX_SERVERS_UNKNOWN,
	  .message = "MCP servers of the user's own Codex configuration are started outside the sandbox. At launch Codex is asked for them and they are switched off by name; where it does not list them, or does not confirm that they are off, they may run." },
	{ .code = UNKNOWN_MUTABLE_IN_SESSION, .style = STYLE_INTERACTIVE,
	  .message = "Whoever types into Codex can change its sandbox and its approvals within the session (/permissions, up to full access), run a command outside it (a line that begins with !), or go over to another session. What was in force in each turn is read back from Codex's own record afterwards, and a turn that differs fails the run; a line with ! is no turn." },
	{ .code = "codex_user_rules", .style = STYLE_INTERACTIVE,
	  .message = "Rules of the user's own Codex (rules/*.rules) that allow a command make it run outside the sandbox, in read-only too. The interactive program has no option that leaves them out, and its record does not show it." },
	{ .code = "codex_plugins", .message = "Plugins of the user's Codex were not measured; whether one can act outside the sandbox is not known." },
	{ .code = "codex_trusted_hooks", .message = "Hooks that the user has trusted in Codex were not measured; untrusted ones do not run." },
	{ 0 },
};

static const char *const exec_options[] = { "--ignore-rules", "--color", "never" };
static const char *const sealed_options[] = { "-c", "approval_policy=\"never\"", "-c", "approvals_reviewer=\"user\"", "-c", "notify=[]" };

static void add_all(struct strlist *argv, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		strlist_add(argv, words[i]);
}

static bool exec_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	const bool sealed = in->projection->applied;
	const char *const words[] = { "codex", "exec", "--output-last-message", in->last_message_path, "--skip-git-repo-check",
		"--sandbox", sealed ? in->projection->native_mode : "workspace-write" };

	if (!in->last_message_path)
		return error_set(err, REASON_REQUEST_INVALID, "%s needs a fresh file for its last message, and none was given", self->id);
	add_all(argv, words, COUNT_OF(words));
	if (sealed)
		add_all(argv, exec_options, COUNT_OF(exec_options));
	return true;
}

/* Up to what both programs take. Without a policy the interactive one is as its user configured it. */
static bool program_add(const struct adapter *self, const struct invocation *in, struct strlist *argv, struct error *err)
{
	const char *const words[] = { "codex", "--no-daemon", "--sandbox", in->projection->native_mode };

	if (!carry_is_interactive(in))
		return exec_add(self, in, argv, err);
	add_all(argv, words, in->projection->applied ? COUNT_OF(words) : 2);
	return true;
}

static bool codex_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	bool sealed = in->projection->applied;

	if (!carry_check(self, in, err) || !program_add(self, in, ret_argv, err))
		return false;
	if (sealed)
		add_all(ret_argv, sealed_options, COUNT_OF(sealed_options));
	if (sealed && !codex_seal_add(self, in, ret_argv, err))
		return false;
	if (sealed && in->open)
		codex_servers_close(in->open, ret_argv);
	carry_add_model(in, ret_argv);
	if (in->request->effort)
		codex_seal_add_word(ret_argv, "model_reasoning_effort", in->request->effort);
	carry_add_prompt(in, ret_argv);
	return true;
}

#define BANNER_STARTS_WITHIN_BYTES 256
#define SESSION_ID_CHARS 36

static const char *find(const char *from, const char *end, const char *what)
{
	return memmem(from, (size_t)(end - from), what, strlen(what));
}

/* Behind the lines of its own that codex prints before its banner: of a project that has a .codex, for one. */
static const char *behind_warnings(const char *at, const char *end)
{
	static const char *const own[] = { "warning: ", "Reading additional input" };
	size_t i = 0;

	while (i < COUNT_OF(own)) {
		const char *newline = (size_t)(end - at) > strlen(own[i]) && strncmp(at, own[i], strlen(own[i])) == 0
					      ? memchr(at, '\n', (size_t)(end - at))
					      : NULL;

		at = newline ? newline + 1 : at;
		i = newline ? 0 : i + 1;
	}
	return at;
}

/*
 * The session id as its banner says it. Nothing but its own warnings comes before the banner, so the first such line is
 * codex's own and a later one may be the child's; when the beginning was not kept, there is no telling and it counts as
 * not reported.
 */
static char *session_in_banner(const char *output, size_t len)
{
	static const char *const labels[] = { "\nsession id: ", "\n\033[1msession id:\033[0m " }; /* the second: with colours */
	const char *end = output ? output + len : NULL, *begin = output ? behind_warnings(output, end) : NULL;
	size_t head = (size_t)(end - begin) < BANNER_STARTS_WITHIN_BYTES ? (size_t)(end - begin) : BANNER_STARTS_WITHIN_BYTES;

	if (!output || !find(begin, begin + head, "OpenAI Codex v"))
		return NULL;
	for (size_t i = 0; i < COUNT_OF(labels); i++) {
		const char *at = find(begin, end, labels[i]);

		at = at ? at + strlen(labels[i]) : end;
		if (end - at >= SESSION_ID_CHARS && strspn(at, "0123456789abcdef-") == SESSION_ID_CHARS)
			return str_copy_n(at, SESSION_ID_CHARS);
	}
	return NULL;
}

/* An interactive one names the session it ended in as the last thing it prints: "codex resume <id>". */
static char *session_in_farewell(const char *output, size_t len)
{
	static const char label[] = "codex resume ";
	const char *end = output ? output + len : NULL, *last = NULL;

	for (const char *at = output ? find(output, end, label) : NULL; at; at = find(at, end, label)) {
		at += sizeof label - 1;
		if (end - at >= SESSION_ID_CHARS && strspn(at, "0123456789abcdef-") == SESSION_ID_CHARS)
			last = at;
	}
	return last ? str_copy_n(last, SESSION_ID_CHARS) : NULL;
}

static void codex_result(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	result_by_last_message(self, end, ret);
	if (end->style == STYLE_INTERACTIVE)
		ret->session_id = end->exit_status == 0 ? session_in_farewell(end->output, end->output_len) : NULL;
	else
		ret->session_id = session_in_banner(end->head, end->head_len);
}

const struct adapter codex_adapter = {
	.id = "codex",
	.title = "Codex",
	.program = "codex",
	.install_hint = "npm install -g @openai/codex",
	.login_hint = "codex login",
	.version_flag = "--version",
	.starts = codex_starts,
	.declares = {
		.adapter = "codex",
		.native_mode = { [POLICY_READ_ONLY] = "read-only", [POLICY_WORKSPACE_WRITE] = "workspace-write" },
		.carries_roots = true,
		.interactive = true,
		.starts_without_prompt = true,
		.mutable_in_session = true,
		.takes_model = true,
		.efforts = efforts,
	},
	.default_style = STYLE_HEADLESS,
	.writes_last_message = true,
	.stop_with_term_only = true,
	.env_keep = env_keep,
	.unknowns = unknowns,
	.n_unknowns = COUNT_OF(unknowns) - 1,
	.render = codex_render,
	.result = codex_result,
	.record = &codex_record,
	.observe = codex_observe,
	.question = &codex_servers,
	.sandbox = &codex_sandbox_adapter,
};
