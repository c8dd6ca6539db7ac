/*
 * render — one child's argv from a request, a projection and the places of the run; the same for preview and launch.
 */
#ifndef CORE_RUN_RENDER_H
#define CORE_RUN_RENDER_H
#include "core/adapter/adapter.h"
#include "core/workspace/workspace.h"

struct render_places { /* all borrowed */
	const struct layout *layout;
	const char *active_root, *workspace_root, *private_tmp, *last_message_path;
	const struct strlist *open; /* NULL: not asked, as in a preview, which starts nothing */
};
bool render_argv(const struct adapter *adapter, const struct request *request, size_t child, const struct projection *projection,
		 const struct render_places *places, struct strlist *ret_argv, struct error *err) MUST_CHECK;
#endif
