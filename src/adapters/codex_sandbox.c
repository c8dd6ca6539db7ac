/*
 * codex_sandbox — see codex_sandbox.h. The mode is given by `-c sandbox_mode=`, which was measured to win over the
 * user's sandbox_mode and default_permissions; there are no rules, approvals or servers to close, because no model acts.
 * Interactive, too, the policy is fixed: the sandbox is made by its parent before the shell begins, and nothing that is
 * typed into the shell reaches that parent.
 */
#include "adapters/codex_sandbox.h"

#include "adapters/carry.h"
#include "adapters/codex_seal.h"
#include "adapters/result.h"

static const char *const env_keep[] = { "CODEX_HOME", NULL };
static const struct adapter_unknown unknowns[] = { CODEX_SANDBOX_UNKNOWNS, { 0 } };

static bool codex_sandbox_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	if (!carry_check(self, in, err))
		return false;
	strlist_add(ret_argv, "codex");
	strlist_add(ret_argv, "sandbox");
	if (in->projection->applied) {
		codex_seal_add_word(ret_argv, "sandbox_mode", in->projection->native_mode);
		if (!codex_seal_add(self, in, ret_argv, err))
			return false;
	}
	strlist_add(ret_argv, "--");
	strlist_add(ret_argv, "sh");
	if (carry_prompt(in))
		strlist_add(ret_argv, "-c");
	carry_add_prompt(in, ret_argv);
	return true;
}

/* The status is the command's own; codex has one only when its sandbox did not begin, and the output says so. */
static void codex_sandbox_result(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	(void)self;
	result_of("the command in Codex's sandbox", end, ret);
}

const struct adapter codex_sandbox_adapter = {
	.id = "codex-sandbox",
	.title = "Shell command in Codex's sandbox (without a policy: the vendor's default, read-only)",
	.program = "codex",
	.install_hint = "npm install -g @openai/codex",
	.version_flag = "--version",
	.starts = codex_starts,
	.declares = {
		.adapter = "codex-sandbox",
		.native_mode = { [POLICY_READ_ONLY] = "read-only", [POLICY_WORKSPACE_WRITE] = "workspace-write" },
		.carries_roots = true,
		.interactive = true,
		.starts_without_prompt = true,
	},
	.default_style = STYLE_INTERACTIVE,
	.stop_with_term_only = true,
	.env_keep = env_keep,
	.unknowns = unknowns,
	.n_unknowns = COUNT_OF(unknowns) - 1,
	.plain_command = true,
	.render = codex_sandbox_render,
	.result = codex_sandbox_result,
};
