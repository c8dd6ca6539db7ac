/*
 * parser — the state machine after the well-known model of DEC's ANSI parser, with UTF-8 in the ground state.
 *
 *   GROUND --ESC--> ESCAPE --[--> CSI_PARAM --final--> csi_dispatch()
 *                     |   \--] P X ^ _--> STRING --ESC \ or BEL--> osc_dispatch(), dcs_dispatch()
 *                     \--final--> escape_dispatch()
 *
 * CAN and SUB end any sequence; ESC starts a new one; other controls act at once, also inside a sequence. A byte above
 * 0x7E inside a sequence ends it and is text. The whole state is in struct parser: any chunking gives the same result.
 */
#include "core/terminal/engine.h"

enum { CONTROL_BEL = 0x07, CONTROL_CAN = 0x18, CONTROL_SUB = 0x1A, CONTROL_ESC = 0x1B, CONTROL_DEL = 0x7F };

static void parser_ground(struct terminal *t)
{
	t->parser.state = STATE_GROUND;
}

static void parser_begin(struct terminal *t, enum parser_state state)
{
	struct parser *p = &t->parser;

	p->state = (uint8_t)state;
	p->leader = p->intermediate = 0;
	p->count = 0;
}

/* What means the same in every state but a string. True: the byte is done with. */
static bool parser_anywhere(struct terminal *t, uint8_t byte)
{
	if (byte == CONTROL_ESC)
		parser_begin(t, STATE_ESCAPE);
	else if (byte == CONTROL_CAN || byte == CONTROL_SUB)
		parser_ground(t);
	else if (byte < 0x20)
		screen_control(t, byte);
	else if (byte != CONTROL_DEL)
		return false;
	return true;
}

/* UTF-8: one U+FFFD for each maximal part of a sequence that cannot become valid, as the Unicode standard advises. */
static void utf8_begin(struct terminal *t, uint8_t lead)
{
	struct parser *p = &t->parser;

	p->low = 0x80;
	p->high = 0xBF;
	if (lead >= 0xC2 && lead <= 0xDF) {
		p->missing = 1;
		p->codepoint = lead & 0x1Fu;
	} else if (lead >= 0xE0 && lead <= 0xEF) {
		p->missing = 2;
		p->codepoint = lead & 0x0Fu;
		p->low = lead == 0xE0 ? 0xA0 : 0x80;  /* overlong */
		p->high = lead == 0xED ? 0x9F : 0xBF; /* surrogates */
	} else if (lead >= 0xF0 && lead <= 0xF4) {
		p->missing = 3;
		p->codepoint = lead & 0x07u;
		p->low = lead == 0xF0 ? 0x90 : 0x80;  /* overlong */
		p->high = lead == 0xF4 ? 0x8F : 0xBF; /* beyond U+10FFFF */
	} else {
		screen_put(t, REPLACEMENT);
	}
}

/* Controls of eight bits are not taken, in neither form. */
static bool codepoint_is_c1(uint32_t codepoint)
{
	return codepoint >= 0x80 && codepoint < 0xA0;
}

/* False: the byte does not continue the sequence and has to be looked at again. */
static bool utf8_go_on(struct terminal *t, uint8_t byte)
{
	struct parser *p = &t->parser;

	if (byte < p->low || byte > p->high) {
		p->missing = 0;
		screen_put(t, REPLACEMENT);
		return false;
	}
	p->low = 0x80;
	p->high = 0xBF;
	p->codepoint = p->codepoint << 6 | (byte & 0x3Fu);
	if (--p->missing == 0 && !codepoint_is_c1(p->codepoint))
		screen_put(t, p->codepoint);
	return true;
}

static bool byte_is_printable(uint8_t byte)
{
	return byte >= 0x20 && byte < CONTROL_DEL;
}

/* Text up to the next thing that is not a run of it; returns how many bytes were used. */
static size_t parser_text(struct terminal *t, const uint8_t *bytes, size_t len)
{
	size_t run = 0;

	if (t->parser.missing && utf8_go_on(t, bytes[0]))
		return 1;
	if (bytes[0] > CONTROL_DEL)
		run = screen_put_run(t, bytes, len);
	if (run)
		return run;
	while (run < len && byte_is_printable(bytes[run]))
		run++;
	if (run) {
		screen_put_ascii(t, bytes, run);
		return run;
	}
	if (!parser_anywhere(t, bytes[0]))
		utf8_begin(t, bytes[0]);
	return 1;
}

/* A byte that cannot be part of a sequence: the sequence is given up and the byte is text. */
static void parser_give_up(struct terminal *t, uint8_t byte)
{
	parser_ground(t);
	(void)parser_text(t, &byte, 1);
}

static void string_begin(struct terminal *t, uint8_t kind)
{
	struct parser *p = &t->parser;

	p->state = STATE_STRING;
	p->string_kind = kind;
	p->string_len = 0;
}

static void state_escape(struct terminal *t, uint8_t byte)
{
	if (parser_anywhere(t, byte))
		return;
	if (byte > CONTROL_DEL) {
		parser_give_up(t, byte);
	} else if (byte < 0x30) {
		t->parser.intermediate = byte;
		t->parser.state = STATE_ESCAPE_INTERMEDIATE;
	} else if (byte == '[') {
		parser_begin(t, STATE_CSI_PARAM);
	} else if (byte == ']' || byte == 'P' || byte == 'X' || byte == '^' || byte == '_') {
		string_begin(t, byte);
	} else {
		parser_ground(t);
		escape_dispatch(t, byte);
	}
}

static void state_escape_intermediate(struct terminal *t, uint8_t byte)
{
	if (parser_anywhere(t, byte))
		return;
	if (byte > CONTROL_DEL) {
		parser_give_up(t, byte);
	} else if (byte < 0x30) {
		t->parser.intermediate = CONTROL_DEL; /* more than one: nothing we know */
	} else {
		parser_ground(t);
		escape_dispatch(t, byte);
	}
}

static bool param_open(struct parser *p)
{
	if (p->count == 0) {
		p->count = 1;
		p->values[0] = 0;
		p->given[0] = p->colon[0] = false;
	}
	return p->count <= PARAMS_MAX;
}

/* Parameters beyond PARAMS_MAX are read and forgotten; values stay below PARAM_VALUE_MAX. */
static void param_digit(struct parser *p, uint8_t byte)
{
	uint32_t value;

	if (!param_open(p))
		return;
	value = p->values[p->count - 1] * 10u + (uint32_t)(byte - '0');
	p->values[p->count - 1] = (uint16_t)(value < PARAM_VALUE_MAX ? value : PARAM_VALUE_MAX);
	p->given[p->count - 1] = true;
}

static void param_next(struct parser *p, bool colon)
{
	if (!param_open(p))
		return;
	p->count++;
	if (p->count > PARAMS_MAX)
		return;
	p->values[p->count - 1] = 0;
	p->given[p->count - 1] = false;
	p->colon[p->count - 1] = colon;
}

/* The digits and separators at the start of bytes: most of a stream of colours is these. */
static size_t param_run(struct parser *p, const uint8_t *bytes, size_t len)
{
	size_t at = 0;

	for (; at < len && bytes[at] >= '0' && bytes[at] <= ';'; at++) {
		if (bytes[at] <= '9')
			param_digit(p, bytes[at]);
		else
			param_next(p, bytes[at] == ':');
	}
	return at;
}

static void csi_finish(struct terminal *t, uint8_t final_byte)
{
	parser_ground(t);
	if (t->parser.count > PARAMS_MAX)
		t->parser.count = PARAMS_MAX;
	csi_dispatch(t, final_byte);
}

static void state_csi_param(struct terminal *t, uint8_t byte)
{
	struct parser *p = &t->parser;

	if (byte >= 0x40 && byte < CONTROL_DEL) {
		csi_finish(t, byte);
	} else if (byte > CONTROL_DEL) {
		parser_give_up(t, byte);
	} else if (byte >= '<' && byte <= '?') {
		if (p->count || p->leader)
			p->state = STATE_CSI_IGNORE;
		p->leader = byte;
	} else if (!parser_anywhere(t, byte)) {
		p->intermediate = byte;
		p->state = STATE_CSI_INTERMEDIATE;
	}
}

static void state_csi_intermediate(struct terminal *t, uint8_t byte)
{
	if (parser_anywhere(t, byte))
		return;
	if (byte > CONTROL_DEL)
		parser_give_up(t, byte);
	else if (byte >= 0x40)
		csi_finish(t, byte);
	else
		t->parser.state = STATE_CSI_IGNORE;
}

static void state_csi_ignore(struct terminal *t, uint8_t byte)
{
	if (parser_anywhere(t, byte))
		return;
	if (byte > CONTROL_DEL)
		parser_give_up(t, byte);
	else if (byte >= 0x40)
		parser_ground(t);
}

static void string_finish(struct terminal *t)
{
	parser_ground(t);
	if (t->parser.string_kind == ']')
		osc_dispatch(t);
	else if (t->parser.string_kind == 'P')
		dcs_dispatch(t);
}

static void state_string(struct terminal *t, uint8_t byte)
{
	struct parser *p = &t->parser;

	if (byte == CONTROL_ESC) {
		p->state = STATE_STRING_ESCAPE;
	} else if (byte == CONTROL_CAN || byte == CONTROL_SUB) {
		parser_ground(t);
	} else if (byte == CONTROL_BEL && p->string_kind == ']') {
		string_finish(t);
	} else if (p->string_len < OSC_BYTES) {
		p->string[p->string_len++] = (char)byte;
	}
}

/* ESC \ ends the string; any other sequence starts where the string broke off, and the string is forgotten. */
static void state_string_escape(struct terminal *t, uint8_t byte)
{
	if (byte == '\\') {
		string_finish(t);
		return;
	}
	parser_begin(t, STATE_ESCAPE);
	state_escape(t, byte);
}

/* The part of a string that is only swallowed. */
static size_t string_skip(const struct parser *p, const uint8_t *bytes, size_t len)
{
	size_t at = 0;

	if (p->string_len < OSC_BYTES)
		return 0;
	while (at < len && bytes[at] >= 0x20)
		at++;
	return at;
}

/* What needs no look at the state for every byte; returns how many bytes that was. */
static size_t parser_run(struct terminal *t, const uint8_t *bytes, size_t len)
{
	if (t->parser.state == STATE_GROUND)
		return parser_text(t, bytes, len);
	if (t->parser.state == STATE_CSI_PARAM)
		return param_run(&t->parser, bytes, len);
	return t->parser.state == STATE_STRING ? string_skip(&t->parser, bytes, len) : 0;
}

void terminal_feed(struct terminal *t, const void *bytes, size_t len)
{
	static void (*const states[STATE_COUNT])(struct terminal *, uint8_t) = {
		[STATE_ESCAPE] = state_escape,
		[STATE_ESCAPE_INTERMEDIATE] = state_escape_intermediate,
		[STATE_CSI_PARAM] = state_csi_param,
		[STATE_CSI_INTERMEDIATE] = state_csi_intermediate,
		[STATE_CSI_IGNORE] = state_csi_ignore,
		[STATE_STRING] = state_string,
		[STATE_STRING_ESCAPE] = state_string_escape,
	};
	const uint8_t *at = bytes, *end = at + len;

	if (len == 0)
		return;
	t->generation++;
	while (at < end) {
		at += parser_run(t, at, (size_t)(end - at));
		if (at < end && t->parser.state != STATE_GROUND)
			states[t->parser.state](t, *at++);
	}
}
