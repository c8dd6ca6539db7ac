/*
 * pane_log — see pane_log.h.
 */
#include "ui/screens/pane_log.h"

#include "core/child/termlog.h"
#include "ui/words.h"

#define EVENT_BYTES 64 /* what an event counts for besides its output */

void pane_log_begin(struct pane *p, int children_fd, uint64_t all_bytes)
{
	struct error unreadable = { 0 };

	p->log_bytes = all_bytes;
	if (termlog_open(children_fd, p->id, &p->log, &unreadable))
		pane_log_read(p, PANE_LOG_FIRST_BYTES);
}

static void take(struct pane *p, const struct termlog_event *event)
{
	const struct viewer_event output = { .kind = VIEWER_OUTPUT, .bytes = event->bytes, .len = event->len };
	const struct viewer_event resized = { .kind = VIEWER_RESIZED, .rows = event->rows, .cols = event->cols };

	if (event->kind == 'o') {
		(void)pane_hear(p, &output);
		p->log_read += event->len;
	}
	if (event->kind == 'r')
		(void)pane_hear(p, &resized);
}

void pane_log_read(struct pane *p, size_t most)
{
	struct termlog_event event;
	struct error damaged = { 0 };
	size_t taken = 0;

	while (p->log && taken < most) {
		if (!termlog_next(p->log, &event, &damaged)) {
			termlog_reader_drop(&p->log);
			return;
		}
		take(p, &event);
		taken += EVENT_BYTES + (event.kind == 'o' ? event.len : 0);
	}
}

void pane_log_say(const struct pane *p, struct text *out)
{
	text_add_format(out, "Reading what %s printed", p->id);
	if (p->log_bytes >= p->log_read && p->log_bytes > 0) {
		text_add_string(out, ": ");
		words_bytes(out, p->log_read);
		text_add_string(out, " of ");
		words_bytes(out, p->log_bytes);
	}
	text_add_string(out, ".");
}
