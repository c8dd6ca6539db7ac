/*
 * claims — what can be said of the screen, the program and the machine: one row each. UNTIL waits for a claim, EXPECT
 * demands it at once.
 */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/child/poll.h"
#include "core/child/tree.h"
#include "walk.h"

struct claim {
	struct walk *walk;
	char **words; /* behind the claim's own name */
	size_t n_words;
	const char *rest;
	bool (*holds)(const struct claim *c, struct text *why_not);
	struct text why_not;
};

/* Row 1 is the first, row -1 the last. */
static int row_index(const struct claim *c, const char *word)
{
	long row = strtol(word, NULL, 10);

	return (int)(row < 0 ? c->walk->rows + row : row - 1);
}

static bool compare(const char *how, const char *found, const char *wanted)
{
	if (strcmp(how, "is") == 0)
		return strcmp(found, wanted) == 0;
	if (strcmp(how, "starts") == 0)
		return strncmp(found, wanted, strlen(wanted)) == 0;
	return (strstr(found, wanted) != NULL) == (strcmp(how, "lacks") != 0);
}

static bool row_holds(const struct claim *c, struct text *why_not)
{
	CLEARED(text) struct text row = { 0 };

	screen_row(c->walk->screen, row_index(c, c->words[0]), &row);
	text_add_format(why_not, "row %s is \"%s\"", c->words[0], text_c(&row));
	return compare(c->words[1], text_c(&row), c->words[2]);
}

static bool screen_holds(const struct claim *c, struct text *why_not)
{
	CLEARED(text) struct text all = { 0 };

	frame_text(c->walk->screen, &all);
	text_add_format(why_not, "the screen %s it", strcmp(c->words[0], "lacks") == 0 ? "holds" : "does not hold");
	return compare(c->words[0], text_c(&all), c->words[1]);
}

static bool gone_holds(const struct claim *c, struct text *why_not)
{
	CLEARED(text) struct text all = { 0 };

	frame_text(c->walk->screen, &all);
	text_add_string(why_not, "the screen still holds it");
	return !strstr(text_c(&all), c->words[0]);
}

static bool cursor_holds(const struct claim *c, struct text *why_not)
{
	int row, col;
	bool visible = screen_cursor(c->walk->screen, &row, &col);
	int style = screen_modes(c->walk->screen)->cursor_style;

	text_add_format(why_not, "it is %s at row %d, column %d, in style %d", visible ? "visible" : "hidden", row + 1, col + 1, style);
	if (strcmp(c->words[0], "style") == 0)
		return c->n_words > 1 && style == strtol(c->words[1], NULL, 10);
	if (strcmp(c->words[0], "hidden") == 0 || strcmp(c->words[0], "visible") == 0)
		return visible == (c->words[0][0] == 'v');
	return c->n_words > 1 && row == row_index(c, c->words[0]) && col + 1 == strtol(c->words[1], NULL, 10);
}

static bool shell_holds(const struct claim *c, struct text *why_not)
{
	CLEARED(text) struct text out = { 0 };
	int status = scratch_shell(&c->walk->scratch, c->rest, poll_now_ms() + c->walk->patience_ms, &out);

	text_add_format(why_not, "the command exits %d: %s", status, text_c(&out));
	return status == 0;
}

/* Nothing below this process is left, whatever session it moved to. */
static bool alone_holds(const struct claim *c, struct text *why_not)
{
	OWNED_MEM struct tree *tree = mem_new(1, sizeof *tree);
	char name[TREE_NAME_BYTES];

	(void)c;
	tree_walk(tree, getpid(), 0);
	for (size_t i = 0; i < tree->count; i++) {
		if (tree_name(&tree->members[i], name))
			text_add_format(why_not, "%s%s (%d)", why_not->len ? ", " : "still there: ", name, (int)tree->members[i].pid);
	}
	return tree_living(tree) == 0;
}

/* No title, clipboard, notification, passthrough or bell was sent to the terminal. */
static bool quiet_holds(const struct claim *c, struct text *why_not)
{
	const struct modes *m = screen_modes(c->walk->screen);

	text_add_format(why_not, "%d strings (OSC, DCS, …) and %d bells reached the terminal", m->strings, m->bells);
	return m->strings == 0 && m->bells == 0;
}

/* Base64 as it was sent; what is no digit of it ends it. */
static void decode(const char *digits, struct text *out)
{
	static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned bits = 0;
	int have = 0;

	for (const char *digit; *digits && (digit = strchr(all, *digits)); digits++) {
		bits = bits << 6 | (unsigned)(digit - all);
		have += 6;
		if (have >= 8)
			text_add_byte(out, (char)(bits >> (have -= 8) & 0xFF));
	}
}

static bool clipboard_holds(const struct claim *c, struct text *why_not)
{
	const char *string = text_c(screen_clipboard(c->walk->screen));
	CLEARED(text) struct text held = { 0 };

	if (strncmp(string, "52;c;", 5) == 0)
		decode(string + 5, &held);
	text_add_format(why_not, "it holds \"%s\"", text_c(&held));
	return strcmp(text_c(&held), c->words[0]) == 0;
}

static const struct {
	const char *name;
	size_t n_words;
	bool (*holds)(const struct claim *c, struct text *why_not);
} claims[] = {
	{ "row", 3, row_holds },       { "screen", 2, screen_holds }, { "gone", 1, gone_holds },
	{ "cursor", 1, cursor_holds }, { "shell", 1, shell_holds },   { "alone", 0, alone_holds },
	{ "quiet", 0, quiet_holds },   { "clipboard", 1, clipboard_holds },
};

static bool claim_read(struct walk *w, const struct step *step, struct claim *c, struct error *err)
{
	const char *name = step->words.count > 1 ? step->words.items[1] : "";

	*c = (struct claim){ .walk = w };
	for (size_t i = 0; i < COUNT_OF(claims); i++) {
		if (strcmp(name, claims[i].name) != 0)
			continue;
		c->words = step->words.items + 2;
		c->n_words = step->words.count - 2;
		c->rest = step->rest + strlen(name);
		c->holds = claims[i].holds;
		if (c->n_words < claims[i].n_words)
			return error_set(err, REASON_MISUSE, "%s needs %zu words", name, claims[i].n_words);
		return true;
	}
	return error_set(err, REASON_MISUSE, "\"%s\" is no claim: row, screen, gone, cursor, shell, alone, quiet, clipboard", name);
}

static bool holds_now(struct walk *w, void *about)
{
	struct claim *c = about;

	(void)w;
	text_empty(&c->why_not);
	return c->holds(c, &c->why_not);
}

bool claim_check(struct walk *w, const struct step *step, bool wait, struct error *err)
{
	struct claim c;
	bool ok;

	if (!claim_read(w, step, &c, err))
		return false;
	ok = wait ? walk_until(w, holds_now, &c) : holds_now(w, &c);
	if (!ok)
		(void)error_set(err, REASON_CHILD_FAILED, "%s%s%s", wait ? "not within the deadline: " : "", text_c(&c.why_not),
				w->program.pid && program_has_ended(&w->program) ? "; the program has ended" : "");
	text_clear(&c.why_not);
	return ok;
}
