/*
 * screens — every screen of the console, in the order of the head; main.c hands them to tui_main().
 */
#ifndef UI_SCREENS_SCREENS_H
#define UI_SCREENS_SCREENS_H
#include "ui/tui/app.h"

extern const struct screen_ops launch_screen, panes_screen, runs_screen, matrix_screen, adapters_screen; /* tabs */
extern const struct screen_ops run_screen, replay_screen, compare_screen, statistics_screen, picker_screen, help_screen, palette_screen;

const struct screen_set *all_screens(void);
#endif
