/* cursor — see cursor.h. */
#include "adapters/cursor.h"

#include "adapters/carry.h"
#include "adapters/result.h"

static const char *const env_keep[] = { "CURSOR_API_KEY", NULL };
static const char *const fixed[] = { "cursor-agent", "-p", "--output-format", "json", "--trust", "--force" };

static bool cursor_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	if (!carry_check(self, in, err))
		return false;
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		strlist_add(ret_argv, fixed[i]);
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
	.declares = { .adapter = "cursor", .takes_model = true },
	.default_style = STYLE_HEADLESS,
	.stop_with_term_only = true,
	.env_keep = env_keep,
	.render = cursor_render,
	.result = result_by_json,
};
