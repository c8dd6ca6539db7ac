/*
 * render — see render.h.
 */
#include "core/run/render.h"

bool render_argv(const struct adapter *adapter, const struct request *request, size_t child, const struct projection *projection,
		 const struct render_places *places, struct strlist *ret_argv, struct error *err)
{
	const struct layout *l = places->layout;
	struct invocation in = {
		.request = request,
		.child = child,
		.projection = projection,
		.active_root = places->active_root,
		.workspace_root = places->workspace_root,
		.source_root = l && l->common.path ? l->top.path : NULL,
		.main_root = l ? l->main_root : NULL,
		.private_tmp = projection->applied ? places->private_tmp : NULL,
		.open = projection->applied ? places->open : NULL,
		.last_message_path = places->last_message_path,
	};

	return adapter->render(adapter, &in, ret_argv, err);
}
