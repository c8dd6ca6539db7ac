/*
 * tui — the console: starts the guardian and the terminal, runs the loop, gives the terminal back.
 */
#ifndef UI_TUI_TUI_H
#define UI_TUI_TUI_H
#include "core/run/engine.h"
#include "ui/tui/app.h"

/* Opens the console on path (NULL: the current directory). Says on stderr why it could not. Returns the exit status. */
int tui_main(const struct engine *e, const struct screen_set *screens, const char *path);
/* The same, and at once to the screen of that name with its argument; screen NULL: the first tab. */
int tui_main_on(const struct engine *e, const struct screen_set *screens, const char *path, const char *screen, const char *argument);
#endif
