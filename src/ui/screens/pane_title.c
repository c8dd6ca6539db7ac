/*
 * pane_title — see pane_title.h.
 */
#include "ui/screens/pane_title.h"

#include <string.h>
#include <time.h>

static void say_clock(const char *words, uint64_t wall_ms, struct text *out)
{
	char clock[16];
	time_t at = (time_t)(wall_ms / 1000);
	struct tm local;

	if (localtime_r(&at, &local) && strftime(clock, sizeof clock, "%H:%M", &local) > 0)
		text_add_format(out, "%s %s", words, clock);
}

static void say_state(const struct pane *p, struct text *out)
{
	if (p->state == CHILD_RUNNING && p->gone) {
		text_add_string(out, "its supervisor is gone");
	} else if (p->state == CHILD_RUNNING) {
		say_clock("since", p->started_ms, out);
		if (p->timeout_ms > 0)
			say_clock(", ends by", p->started_ms + p->timeout_ms, out);
	} else if (p->state == CHILD_FAILED && p->signal != 0) {
		text_add_format(out, "failed, signal %d", p->signal);
	} else if (p->state == CHILD_FAILED) {
		text_add_format(out, "failed, exit %d", p->exit_status);
	} else if (p->state == CHILD_SUCCEEDED) {
		text_add_string(out, "done");
	} else {
		text_add_string(out, child_state_word(p->state));
	}
}

static int draw_part(struct canvas *c, struct rect row, int col, enum role role, const char *words)
{
	return words && words[0] ? canvas_text(c, row, row.row, col, role, words) : col;
}

void pane_title_draw(const struct pane *p, size_t number, bool focused, struct canvas *c, struct rect row)
{
	CLEARED(text) struct text head = { 0 };
	CLEARED(text) struct text tail = { 0 };
	enum role role = focused ? ROLE_FOCUS : ROLE_DIM;
	int col = row.col;

	canvas_fill(c, row, role);
	text_add_format(&head, " %zu %s ", number, p->id);
	text_add_format(&tail, " · %s", p->mode == POLICY_ABSENT ? "no policy" : policy_word(p->mode));
	if (p->git_write == GIT_WRITE_SHARED_REPOSITORY)
		text_add_string(&tail, " · GRANT shared-repository");
	text_add_string(&tail, " · ");
	say_state(p, &tail);
	if (p->skipped_bytes > 0)
		text_add_format(&tail, " · %llu bytes not kept", (unsigned long long)p->skipped_bytes);
	if (p->scrolled > 0)
		text_add_format(&tail, " · %zu lines back", p->scrolled);
	if (terminal_title(p->terminal)[0])
		text_add_format(&tail, " · it calls itself \"%s\"", terminal_title(p->terminal));
	col = draw_part(c, row, col, role, text_c(&head));
	col = draw_part(c, row, col, role, p->label);
	col = draw_part(c, row, col, role, p->label ? " " : "");
	col = draw_part(c, row, col, role, p->adapter);
	(void)canvas_fit(c, row, row.row, col, row.col + row.cols - col, role, text_c(&tail));
}
