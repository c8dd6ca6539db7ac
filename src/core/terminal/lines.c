/*
 * lines — pieces of lines for the scrollback, written and read; scroll.h has the format. What is read here was written
 * here, so nothing is checked twice.
 */
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/terminal/scroll.h"

static uint8_t *number_put(uint8_t *at, size_t number)
{
	for (; number >= 0x80; number >>= 7)
		*at++ = (uint8_t)(number | 0x80);
	*at++ = (uint8_t)number;
	return at;
}

static const uint8_t *number_get(const uint8_t *at, size_t *ret)
{
	size_t number = 0;
	unsigned shift = 0;

	for (; *at & 0x80; at++, shift += 7)
		number |= (size_t)(*at & 0x7F) << shift;
	*ret = number | (size_t)*at << shift;
	return at + 1;
}

static uint8_t *codepoint_put(uint8_t *at, uint32_t codepoint)
{
	char bytes[4];
	size_t len;

	if (codepoint >= 0x800 && codepoint <= 0xFFFF) {
		*at++ = (uint8_t)(0xE0 | codepoint >> 12);
		*at++ = (uint8_t)(0x80 | (codepoint >> 6 & 0x3F));
		*at++ = (uint8_t)(0x80 | (codepoint & 0x3F));
		return at;
	}
	if (codepoint >= 0x80 && codepoint < 0x800) {
		*at++ = (uint8_t)(0xC0 | codepoint >> 6);
		*at++ = (uint8_t)(0x80 | (codepoint & 0x3F));
		return at;
	}
	len = utf8_encode(codepoint, bytes);
	memcpy(at, bytes, len);
	return at + len;
}

static uint8_t *code_put(uint8_t *at, uint8_t code, unsigned *ret_flags)
{
	*at = code;
	*ret_flags |= PIECE_CODED;
	return at + 1;
}

static uint8_t *glyph_put(const struct terminal *t, uint8_t *at, const struct slot *slot, unsigned *ret_flags)
{
	const struct cluster *cluster;

	if (!(slot->glyph & CLUSTER_BIT))
		return codepoint_put(at, slot->glyph ? slot->glyph : ' ');
	cluster = &t->clusters.items[slot->glyph & ~CLUSTER_BIT];
	at = codepoint_put(at, cluster->codepoint);
	if (slot->kind == SLOT_WIDE && terminal_width(cluster->codepoint) < 2)
		at = code_put(at, TEXT_WIDE, ret_flags);
	for (int i = 0; i < CELL_MARKS_MAX && cluster->marks[i]; i++) {
		if (terminal_width(cluster->marks[i]))
			at = code_put(at, TEXT_JOINED, ret_flags);
		at = codepoint_put(at, cluster->marks[i]);
	}
	return at;
}

static uint8_t *text_put(const struct terminal *t, uint8_t *at, const struct slot *slots, int count, unsigned *ret_flags)
{
	const uint8_t *start = at;

	for (int col = 0; col < count; col++) {
		const struct slot *slot = &slots[col];

		if (slot->glyph - 1 < 0x7F) {
			*at++ = (uint8_t)slot->glyph;
		} else if (slot->kind != SLOT_RIGHT_HALF) {
			at = glyph_put(t, at, slot, ret_flags);
			*ret_flags |= slot->kind == SLOT_WIDE ? PIECE_WIDE : 0;
		}
	}
	if (at - start != count || *ret_flags & PIECE_WIDE)
		*ret_flags |= PIECE_MULTIBYTE;
	return at;
}

/* The block's number for a look; added when it is not there yet. */
static unsigned look_number(struct terminal *t, struct block *b, uint16_t style)
{
	struct scrollback *s = &t->scrollback;

	if (style == 0)
		return 0;
	if (s->numbers_room < t->styles.room) {
		free(s->numbers);
		s->numbers_room = t->styles.room;
		s->numbers = mem_new(s->numbers_room, sizeof *s->numbers);
	}
	if (!s->numbers[style]) {
		block_room_for_look(s, b);
		b->looks[b->n_looks++] = t->styles.items[style];
		s->numbers[style] = (uint16_t)b->n_looks;
	}
	return s->numbers[style];
}

/* Behind the slots come fill.cols blanks in its style. */
struct fill { int cols; uint16_t style; };

static uint8_t *runs_put(struct terminal *t, struct block *b, uint8_t *at, const struct slot *slots, int count, struct fill fill)
{
	uint8_t *start = at;
	bool any = false;

	for (int col = 0; col < count;) {
		uint16_t style = slots[col].style;
		int from = col;

		while (col < count && slots[col].style == style)
			col++;
		if (col == count && style == fill.style) {
			from -= fill.cols;
			fill.cols = 0;
		}
		if (style == 0 && col == count && fill.cols == 0)
			break;
		at = number_put(number_put(at, (size_t)(col - from)), look_number(t, b, style));
		any = any || style;
	}
	if (fill.cols > 0) {
		at = number_put(number_put(at, (size_t)fill.cols), look_number(t, b, fill.style));
		any = true;
	}
	return any ? at : start;
}

/* Where the text of a row ends; what follows are blanks. */
static int text_cols(const struct row *row, int from, int to)
{
	while (to > from && !row->slots[to - 1].glyph && row->slots[to - 1].kind == SLOT_SINGLE)
		to--;
	return to;
}

size_t piece_encode(struct terminal *t, struct block *b, const struct row *row, int from, int to, bool wrapped)
{
	struct scrollback *s = &t->scrollback;
	size_t needed = (size_t)(to - from + 1) * PIECE_CELL_MAX + 2 * PIECE_HEAD_MAX, text, runs;
	struct fill fill = { to == row->used && row->fill.style ? t->cols - to : 0, row->fill.style };
	int cols = wrapped ? to : text_cols(row, from, to);
	unsigned flags = wrapped ? PIECE_WRAPPED : 0;
	uint8_t head[PIECE_HEAD_MAX], *head_end, *body, *end;

	if (s->line_room < needed) {
		s->line = mem_grow(s->line, needed, 1);
		s->line_room = needed;
	}
	body = s->line + PIECE_HEAD_MAX;
	end = text_put(t, body, row->slots + from, cols - from, &flags);
	text = (size_t)(end - body);
	end = runs_put(t, b, end, row->slots + from, to - from, fill);
	runs = (size_t)(end - body) - text;
	head_end = number_put(head, text * PIECE_FLAGS + flags);
	if (flags & PIECE_MULTIBYTE)
		head_end = number_put(head_end, (size_t)(cols - from));
	head_end = number_put(head_end, runs);
	s->piece = body - (head_end - head);
	memcpy(s->piece, head, (size_t)(head_end - head));
	return (size_t)(end - s->piece);
}

struct piece piece_open(const struct block *b, size_t at)
{
	struct piece p = { .block = b };
	size_t text, cols, runs;
	const uint8_t *byte = number_get(b->bytes + b->offsets[at], &text);

	p.flags = text % PIECE_FLAGS;
	cols = text /= PIECE_FLAGS;
	if (p.flags & PIECE_MULTIBYTE)
		byte = number_get(byte, &cols);
	p.cols = (int)cols;
	p.text = number_get(byte, &runs);
	p.text_end = p.runs = p.text + text;
	p.runs_end = p.runs + runs;
	return p;
}

/* The look of the next cols columns; a cell is all in one run. */
static void look_take(struct piece *p, size_t cols, struct cell *ret)
{
	if (p->run == 0 && p->runs < p->runs_end) {
		size_t look;

		p->runs = number_get(number_get(p->runs, &p->run), &look);
		p->look = (unsigned)look;
	}
	if (p->run == 0)
		return;
	p->run -= cols < p->run ? cols : p->run;
	if (p->look) {
		ret->style = p->block->looks[p->look - 1].style;
		ret->link = p->block->looks[p->look - 1].link;
	}
}

static uint32_t codepoint_take(struct piece *p)
{
	uint32_t codepoint = *p->text;
	size_t used = 1;

	if (codepoint >= 0x80)
		used = utf8_decode((const char *)p->text, (size_t)(p->text_end - p->text), &codepoint);
	p->text += used ? used : 1;
	return codepoint;
}

/* The next code point belongs to the cell before it. */
static bool mark_follows(const struct piece *p)
{
	uint32_t codepoint = 0;

	if (p->text == p->text_end || *p->text >= ' ')
		return p->text != p->text_end && *p->text >= 0xCC && /* U+0300: all below has a width */
		       utf8_decode((const char *)p->text, (size_t)(p->text_end - p->text), &codepoint) && terminal_width(codepoint) == 0;
	return *p->text == TEXT_JOINED;
}

static bool byte_follows(struct piece *p, uint8_t byte)
{
	bool there = p->text < p->text_end && *p->text == byte;

	p->text += there;
	return there;
}

bool piece_next(struct piece *p, struct cell *ret)
{
	if (p->text == p->text_end)
		return false;
	*ret = (struct cell){ .codepoint = codepoint_take(p), .width = 1 };
	if (p->flags & PIECE_MULTIBYTE) {
		int marks = 0;

		ret->width = (uint8_t)terminal_width(ret->codepoint);
		if (byte_follows(p, TEXT_WIDE))
			ret->width = 2;
		while (mark_follows(p)) {
			(void)byte_follows(p, TEXT_JOINED);
			ret->marks[marks++] = codepoint_take(p);
		}
	}
	look_take(p, ret->width, ret);
	return true;
}

bool piece_blank(struct piece *p, struct cell *ret)
{
	if (p->run == 0 && p->runs == p->runs_end)
		return false;
	*ret = (struct cell){ .codepoint = ' ', .width = 1 };
	look_take(p, 1, ret);
	return true;
}

static bool is_plain(uint8_t byte)
{
	return byte >= ' ' && byte < 0x80;
}

/* The lead byte of three for U+4000 to U+9FFF, all of them wide. */
static bool leads_ideograph(uint8_t byte)
{
	return byte >= 0xE4 && byte <= 0xE9;
}

/* Most text: no code point behind the first could be a mark. */
static int skip_quickly(struct piece *p)
{
	size_t len = is_plain(*p->text) ? 1 : 3;
	const uint8_t *next = p->text + len;

	if (!is_plain(*p->text) && !leads_ideograph(*p->text))
		return 0;
	if (next < p->text_end && !is_plain(*next) && !leads_ideograph(*next))
		return 0;
	p->text = next;
	return len == 1 ? 1 : 2;
}

int piece_skip(struct piece *p)
{
	struct piece before = *p;
	struct cell cell;
	int width = p->text < p->text_end ? skip_quickly(p) : 0;

	if (width || !piece_next(p, &cell))
		return width;
	p->runs = before.runs;
	p->run = before.run;
	return cell.width;
}

void piece_skip_looks(struct piece *p, int cols)
{
	struct cell unused;

	while (cols > 0 && (p->run || p->runs < p->runs_end)) {
		size_t taken = p->run && p->run < (size_t)cols ? p->run : 1;

		look_take(p, taken, &unused);
		cols -= (int)taken;
	}
}
