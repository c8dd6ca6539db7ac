/*
 * terminfo — descriptions read with curses; their padding is dropped, for no terminal of today needs it.
 */
#include "ui/tui/terminfo.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "core/base/mem.h"

static const char *const names[] = {
#define X(id, name) [CAPABILITY_##id] = name,
	CAPABILITIES(X)
#undef X
};

/* Terminals whose descriptions often lack what they can: by the front of their name. */
static const struct { const char *front; enum capability capability; const char *string; } known[] = {
#define SHAPE "\033[%p1%d q"
#define STYLES "\033[4:%p1%dm"
#define COLORS "\033[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm"
	{ "xterm-kitty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "xterm-kitty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "xterm-ghostty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "xterm-ghostty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "kitty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "kitty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "ghostty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "ghostty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "foot", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "foot", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "wezterm", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "wezterm", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "alacritty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "alacritty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "contour", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "contour", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "mintty", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "mintty", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "vte", CAPABILITY_UNDERLINE_STYLE, STYLES }, { "vte", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "tmux", CAPABILITY_UNDERLINE_COLOR, COLORS },
	{ "xterm-kitty", CAPABILITY_CURSOR_SHAPE, SHAPE }, { "xterm-ghostty", CAPABILITY_CURSOR_SHAPE, SHAPE },
	{ "kitty", CAPABILITY_CURSOR_SHAPE, SHAPE }, { "ghostty", CAPABILITY_CURSOR_SHAPE, SHAPE },
	{ "foot", CAPABILITY_CURSOR_SHAPE, SHAPE }, { "wezterm", CAPABILITY_CURSOR_SHAPE, SHAPE },
	{ "alacritty", CAPABILITY_CURSOR_SHAPE, SHAPE }, { "contour", CAPABILITY_CURSOR_SHAPE, SHAPE },
	{ "mintty", CAPABILITY_CURSOR_SHAPE, SHAPE }, { "vte", CAPABILITY_CURSOR_SHAPE, SHAPE },
#undef SHAPE
#undef STYLES
#undef COLORS
};

/* "\033[H$<50/>" without what lies between $< and >. */
static char *without_padding(const char *s)
{
	char *copy = str_copy(s);
	char *to = copy;

	for (const char *from = s; *from; from++) {
		const char *end = from[0] == '$' && from[1] == '<' ? strchr(from, '>') : NULL;

		if (end)
			from = end;
		else
			*to++ = *from;
	}
	*to = '\0';
	return copy;
}

static const char *extension(const char *name)
{
	const char *s = tigetstr(name);

	return s && s != (const char *)-1 && *s ? s : NULL;
}

static void add_known(const char *name, struct terminfo *t)
{
	for (size_t i = 0; i < COUNT_OF(known); i++) {
		if (!t->strings[known[i].capability] && strncmp(name, known[i].front, strlen(known[i].front)) == 0)
			t->strings[known[i].capability] = str_copy(known[i].string);
	}
}

bool terminfo_read(const char *name, struct terminfo *ret)
{
	int status = 0;
	int apart;

	*ret = (struct terminfo){ .colors = -1 };
	if (!name || !*name || setupterm(name, STDOUT_FILENO, &status) != OK)
		return false;
	for (size_t i = 0; i < CAPABILITY_COUNT; i++) {
		const char *s = extension(names[i]);

		ret->strings[i] = s ? without_padding(s) : NULL;
	}
	apart = tigetnum("ncv");
	ret->colors = tigetnum("colors");
	ret->direct = tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || extension("RGB") || tigetflag("Tc") > 0;
	ret->scrolls_at_end = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
	ret->colorless = apart > 0 ? (unsigned)apart : 0;
	ret->keeps_screen = terminfo_has(ret, CAPABILITY_SCREEN_ENTER) && terminfo_has(ret, CAPABILITY_SCREEN_LEAVE);
	(void)del_curterm(cur_term);
	add_known(name, ret);
	return true;
}

void terminfo_clear(struct terminfo *t)
{
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		free(t->strings[i]);
	*t = (struct terminfo){ .colors = -1 };
}

bool terminfo_has(const struct terminfo *t, enum capability capability)
{
	return t->strings[capability] != NULL;
}

void terminfo_add(const struct terminfo *t, enum capability capability, struct text *out)
{
	if (t->strings[capability])
		text_add_string(out, t->strings[capability]);
}

void terminfo_add_with(const struct terminfo *t, enum capability capability, int first, int second, struct text *out)
{
	if (t->strings[capability])
		text_add_string(out, tiparm(t->strings[capability], first, second));
}
