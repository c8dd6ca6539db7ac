/*
 * panes_give — see panes_give.h.
 */
#include "ui/screens/panes_give.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "ui/screens/pane_input.h"
#include "ui/screens/panes_look.h"
#include "ui/screens/panes_parts.h"

#define CHUNK_BYTES 16384u
#define FIRST_LINE_BYTES 400u

/* How much of it could be queued for the child's supervisor. */
static size_t send(struct panes_state *s, const struct pane *p, const char *bytes, size_t len)
{
	struct viewer *viewer = s->links[p->link].viewer;
	size_t sent = 0;

	while (viewer && sent < len) {
		size_t chunk = len - sent < CHUNK_BYTES ? len - sent : CHUNK_BYTES;

		if (!viewer_keys(viewer, p->child, bytes + sent, chunk))
			break;
		sent += chunk;
	}
	return sent;
}

static unsigned send_all(struct app *app, struct panes_state *s, const struct pane *p, const struct text *bytes)
{
	size_t sent = send(s, p, text_c(bytes), bytes->len);

	if (sent == bytes->len)
		return NOTHING;
	return app_alert(app, "%s takes nothing in: only %zu of %zu bytes were sent to it.", p->id, sent, bytes->len);
}

static unsigned ask_paste(struct app *app, struct pane *p, const struct typed *typed)
{
	struct ask ask = { .id = ASK_PASTE, .purpose = str_copy("paste it") };
	CLEARED(text) struct text first = { 0 };
	size_t lines = paste_lines(typed->bytes, typed->len), len = 0;

	while (len < typed->len && len < FIRST_LINE_BYTES && typed->bytes[len] != '\n' && typed->bytes[len] != '\r')
		len++;
	sanitize_add(&first, typed->bytes, len);
	text_empty(&p->paste);
	text_add(&p->paste, typed->bytes, typed->len);
	ask.title = str_format("Paste %zu line%s into %s", lines, lines == 1 ? "" : "s", p->id);
	strlist_add(&ask.lines, "The child did not ask for pastes to be marked, so each line end acts as Enter.");
	strlist_add(&ask.lines, "");
	strlist_add_format(&ask.lines, "%s line: %s", lines == 1 ? "The" : "The first", text_c(&first));
	return app_ask(app, &ask);
}

static unsigned give(struct app *app, struct panes_state *s, const struct pane *p, const struct typed *typed)
{
	CLEARED(text) struct text bytes = { 0 };

	pane_encode(p, typed, &bytes);
	return send_all(app, s, p, &bytes);
}

unsigned panes_give(struct app *app, struct panes_state *s, const struct typed *typed)
{
	struct pane *p = panes_focused(s);

	if (typed->kind == TYPED_PASTE && pane_paste_acts(p, typed->bytes, typed->len))
		return ask_paste(app, p, typed);
	return give(app, s, p, typed);
}

unsigned panes_give_paste(struct app *app, struct panes_state *s)
{
	struct pane *p = panes_focused(s);
	const struct typed typed = { .kind = TYPED_PASTE, .bytes = text_c(&p->paste), .len = p->paste.len };
	unsigned reaction = give(app, s, p, &typed);

	text_clear(&p->paste);
	return reaction | REDRAW;
}

unsigned panes_give_copied(struct app *app, struct panes_state *s)
{
	struct pane *p = panes_focused(s);
	const struct typed typed = { .kind = TYPED_PASTE, .bytes = text_c(&s->copied), .len = s->copied.len };

	if (!p->interactive || !pane_lives(p))
		return app_say(app, pane_lives(p) ? "%s is headless: it reads nothing." : "%s is over.", p->id);
	if (s->copied.len == 0)
		return app_say(app, "Nothing was copied here yet: " PREFIX_NAME " [ looks back, v chooses, y copies.");
	look_leave(&p->look);
	return panes_give(app, s, &typed);
}

unsigned panes_give_mouse(struct app *app, struct panes_state *s, size_t at, const struct typed *typed)
{
	struct pane *p = &s->panes[at];
	CLEARED(text) struct text bytes = { 0 };

	if (p->look.on || !pane_lives(p) || !p->interactive)
		return PASS;
	pane_encode_mouse(p, panes_look_area(app, s, at), typed, &bytes);
	return bytes.len > 0 ? send_all(app, s, p, &bytes) : PASS;
}

unsigned panes_give_news(struct app *app, struct panes_state *s)
{
	unsigned reaction = NOTHING;

	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];

		if (p->lost)
			reaction |= app_alert(app, "%zu %s does not read: some of what was sent to it is lost.", p->slot, p->id);
		p->lost = false;
	}
	return reaction;
}

void panes_give_focus(const struct app *app, struct panes_state *s)
{
	for (size_t i = 0; i < s->count; i++) {
		struct pane *p = &s->panes[i];
		bool has = i == s->focus && !s->away && app_is_on_top(app, s);
		char bytes[64];

		if (has == p->has_focus)
			continue;
		p->has_focus = has;
		if (p->interactive && pane_lives(p))
			(void)send(s, p, bytes, terminal_encode_focus(p->terminal, has, bytes, sizeof bytes));
	}
}
