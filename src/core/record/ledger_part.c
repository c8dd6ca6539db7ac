/*
 * ledger_part — see ledger_part.h.
 */
#include "core/record/ledger_part.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/record/browse_row.h"

#define LINE_BYTES_FEW 400 /* a shorter line is rare */

void ledger_part_clear(struct ledger_part *p)
{
	ledger_back_drop(&p->ledger);
	run_list_clear(&p->list);
	strlist_clear(&p->live);
	strlist_clear(&p->sealed);
}

void ledger_part_expect(struct ledger_part *p, uint64_t lines_most)
{
	const uint64_t lines = p->ledger ? ledger_back_bytes(p->ledger) / LINE_BYTES_FEW : 0;
	const size_t rows = p->list.count + 1 + (size_t)(lines < lines_most ? lines : lines_most);

	if (p->list.room.bytes < rows * sizeof *p->list.rows)
		room_grow(&p->list.room, rows * sizeof *p->list.rows);
	p->list.rows = p->list.room.at;
}

/* A line in another form than ours is read as JSON; it then has to hold by itself. */
static bool parse_line(const struct ledger_line *line, struct run_row *ret)
{
	OWNED(json) struct json *value = ledger_parse(line);

	if (value)
		ledger_row(value, ret);
	return value != NULL;
}

static bool is_one_of(const struct strlist *sorted, const char *run_id)
{
	return sorted->count > 0 && strcmp(run_id, sorted->items[0]) >= 0 && strlist_has(sorted, run_id);
}

static void add_line(struct ledger_part *p, const struct ledger_line *line)
{
	struct run_row *row = browse_row_next(&p->list);

	p->lines = line->number;
	if (p->lines == 1)
		ledger_back_mark(p->ledger, line, &p->list.mark);
	if (ledger_scan(&p->scanner, line, p->texts, row) || parse_line(line, row)) {
		if (is_one_of(&p->live, row->run_id))
			strlist_add(&p->sealed, row->run_id);
		p->list.count++;
		return;
	}
	p->list.damaged_lines++;
	p->damaged = line->number;
	p->damaged_ended = line->ended;
}

bool ledger_part_more(struct ledger_part *p, size_t lines)
{
	struct ledger_line line;

	for (; p->ledger && lines > 0; lines--) {
		if (!ledger_back_next(p->ledger, &line)) {
			p->unreadable = ledger_back_unreadable(p->ledger);
			ledger_back_drop(&p->ledger);
			break;
		}
		add_line(p, &line);
	}
	return p->ledger != NULL;
}

void ledger_part_join(struct ledger_part *p, struct ledger_part *older)
{
	for (size_t i = 0; i < older->list.count; i++)
		browse_row_add(&p->list, &older->list.rows[i]);
	older->list.count = 0;
	row_text_join(p->texts, older->texts);
	strlist_copy(&p->sealed, &older->sealed);
	if (older->damaged > 0) {
		p->damaged = p->lines + older->damaged;
		p->damaged_ended = older->damaged_ended;
	}
	p->list.damaged_lines += older->list.damaged_lines;
	p->unreadable = p->unreadable || older->unreadable;
	p->lines += older->lines;
}
