/*
 * screens — the list. The order of the tabs is the order of the head.
 */
#include "ui/screens/screens.h"

static const struct screen_ops *const items[] = {
	&launch_screen, &panes_screen, &runs_screen, &matrix_screen, &adapters_screen,
	&run_screen, &replay_screen, &compare_screen, &statistics_screen, &picker_screen, &help_screen, &palette_screen,
};

const struct screen_set *all_screens(void)
{
	static const struct screen_set set = { items, COUNT_OF(items) };

	return &set;
}
