/*
 * lent — another program of the operator's has the whole terminal for a while. Whatever it does, the console has the
 * terminal again afterwards.
 */
#ifndef UI_TUI_LENT_H
#define UI_TUI_LENT_H
#include <stdbool.h>

#include "core/base/error.h"
#include "ui/tui/app.h"

/* Runs command, words of the operator's own for sh ("less -R"), with file as its last argument, and waits. false: it was
   not found, ended badly, was killed or stopped; the sentence says which. One that stops is ended, and so is one that runs when the console is told to
   end. */
bool lent_run(struct app *app, const char *command, const char *file, struct error *err) MUST_CHECK;
#endif
