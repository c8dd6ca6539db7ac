/*
 * claude_code — see claude_code.h. Success is read from its result object: API failures carry subtype "success".
 * Interactive it is the program's own screen: first-start questions, trust among them, are left to the person.
 */
#include "adapters/claude_code.h"

#include "adapters/carry.h"
#include "adapters/result.h"

#define DEFAULT_MAX_TURNS 25

static const char *const efforts[] = { "low", "medium", "high", "xhigh", "max", NULL };
/* Where its login and its provider are named; session variables (CLAUDECODE and its kin) are not for a child. */
static const char *const env_keep[] = { "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK",
	"CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_MAX_RETRIES", NULL };
static const char *const headless[] = { "-p", "--output-format", "json", "--max-turns" };

static void add_headless(const struct invocation *in, struct strlist *argv)
{
	for (size_t i = 0; i < COUNT_OF(headless); i++)
		strlist_add(argv, headless[i]);
	strlist_add_format(argv, "%lld", in->request->max_turns ? (long long)in->request->max_turns : DEFAULT_MAX_TURNS);
}

static bool claude_code_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	const struct request *r = in->request;

	if (!carry_check(self, in, err))
		return false;
	strlist_add(ret_argv, "claude");
	if (!carry_is_interactive(in))
		add_headless(in, ret_argv);
	carry_add_model(in, ret_argv);
	if (r->effort) {
		strlist_add(ret_argv, "--effort");
		strlist_add(ret_argv, r->effort);
	}
	carry_add_prompt(in, ret_argv);
	return true;
}

const struct adapter claude_code_adapter = {
	.id = "claude-code",
	.title = "Claude Code",
	.program = "claude",
	.install_hint = "npm install -g @anthropic-ai/claude-code",
	.login_hint = "claude, then /login",
	.version_flag = "--version",
	.declares = {
		.adapter = "claude-code",
		.interactive = true,
		.starts_without_prompt = true,
		.takes_model = true,
		.takes_max_turns = true,
		.max_turns_headless_only = true,
		.efforts = efforts,
	},
	.default_style = STYLE_HEADLESS,
	.stop_with_term_only = true,
	.env_keep = env_keep,
	.render = claude_code_render,
	.result = result_by_json,
};
