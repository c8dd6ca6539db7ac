/*
 * tui — from a terminal as it was found, through the console, to the terminal as it was found.
 */
#include "ui/tui/tui.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/host/file.h"
#include "core/host/places.h"
#include "ui/tui/app_parts.h"
#include "ui/tui/guardian.h"

static bool is_set(const struct engine *e, const char *name)
{
	const char *value = places_env(e->places, name);

	return value && *value;
}

static bool is(const struct engine *e, const char *name, char value)
{
	const char *is = places_env(e->places, name);

	return is && is[0] == value && is[1] == '\0';
}

static int complain(const struct error *err)
{
	(void)fprintf(stderr, "bulkhead: %s\n", err->text);
	return (int)reason_exit(err->reason);
}

static bool start(const struct engine *e, struct term **ret, struct error *err)
{
	const struct term_wishes wishes = {
		.name = places_env(e->places, "TERM"), .color_term = places_env(e->places, "COLORTERM"),
		.in_tmux = is_set(e, "TMUX"), .no_color = is_set(e, "NO_COLOR"),
		.ascii = is(e, "BULKHEAD_ASCII", '1'), .mouse = !is(e, "BULKHEAD_MOUSE", '0'),
	};

	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !guardian_start(STDIN_FILENO, term_keeps_screen(wishes.name), err))
		return false;
	return term_start(&wishes, ret, err);
}

int tui_main_on(const struct engine *e, const struct screen_set *screens, const char *path, const char *screen, const char *argument)
{
	struct error err = { 0 };
	struct term *term = NULL;
	struct app *app;
	bool is_back;
	CLEARED(text) struct text farewell = { 0 };
	OWNED_MEM char *here = real_path(path ? path : ".");

	(void)setlocale(LC_CTYPE, "");
	if (!here) {
		(void)error_set_sys(&err, REASON_WORKSPACE_UNAVAILABLE, "%s cannot be opened", path ? path : "the current directory");
		return complain(&err);
	}
	if (!start(e, &term, &err))
		return complain(&err);
	app = app_make(e, screens, here, term_rows(term), term_cols(term));
	app->term = term;
	app->ascii = term_ascii(term);
	app_open(app, screen, argument);
	loop_run(app);
	app_farewell(app, &farewell);
	is_back = term_stop(&term);
	app->term = NULL;
	app_drop(&app);
	if (is_back)
		(void)fputs(text_c(&farewell), stdout);
	return EXIT_YES;
}

int tui_main(const struct engine *e, const struct screen_set *screens, const char *path)
{
	return tui_main_on(e, screens, path, NULL, NULL);
}
