/*
 * cursor — see cursor.h. The interactive invocation is inferred from the headless one and was not tried: no program of
 * the vendor's could be had. What lets it act unasked stays out of it, since a person sits in front of it.
 */
#include "adapters/cursor.h"

#include "adapters/carry.h"
#include "adapters/result.h"

static const char *const env_keep[] = { "CURSOR_API_KEY", NULL };
static const char *const headless[] = { "-p", "--output-format", "json", "--trust", "--force" };

static bool cursor_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	if (!carry_check(self, in, err))
		return false;
	strlist_add(ret_argv, "cursor-agent");
	for (size_t i = 0; i < COUNT_OF(headless) && !carry_is_interactive(in); i++)
		strlist_add(ret_argv, headless[i]);
	carry_add_model(in, ret_argv);
	carry_add_prompt(in, ret_argv);
	return true;
}

const struct adapter cursor_adapter = {
	.id = "cursor",
	.title = "Cursor",
	.program = "cursor-agent",
	.install_hint = "see Cursor's own page for its command line program",
	.login_hint = "cursor-agent login",
	.version_flag = "--version",
	.declares = { .adapter = "cursor", .interactive = true, .starts_without_prompt = true, .takes_model = true },
	.default_style = STYLE_HEADLESS,
	.stop_with_term_only = true,
	.env_keep = env_keep,
	.render = cursor_render,
	.result = result_by_json,
};
