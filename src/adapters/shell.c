/*
 * shell — see shell.h. The "--" is not decoration: `sh -c` takes no argument of its own, so without it a command that
 * starts with "-" is read as an option (and `--help` ends with status 0 where sh is bash). Interactive and without a
 * prompt it is a shell to type into.
 */
#include "adapters/shell.h"

#include "adapters/carry.h"
#include "adapters/result.h"

static bool shell_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	if (!carry_check(self, in, err))
		return false;
	strlist_add(ret_argv, "sh");
	if (carry_prompt(in))
		strlist_add(ret_argv, "-c");
	carry_add_prompt(in, ret_argv);
	return true;
}

const struct adapter shell_adapter = {
	.id = "shell",
	.title = "Shell command",
	.program = "sh",
	.declares = { .adapter = "shell", .interactive = true, .starts_without_prompt = true },
	.default_style = STYLE_INTERACTIVE,
	.plain_command = true,
	.render = shell_render,
	.result = result_by_status,
};
