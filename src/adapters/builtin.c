/* builtin — one line an adapter; the order is that of every list and of the Matrix. */
#include "adapters/builtin.h"

#include "adapters/claude_code.h"
#include "adapters/codex.h"
#include "adapters/codex_sandbox.h"
#include "adapters/cursor.h"
#include "adapters/shell.h"

static const struct adapter *const items[] = {
	&codex_adapter,
	&claude_code_adapter,
	&cursor_adapter,
	&shell_adapter,
	&codex_sandbox_adapter,
};

static const struct adapter_set set = { items, COUNT_OF(items) };

const struct adapter_set *builtin_adapters(void)
{
	return &set;
}
