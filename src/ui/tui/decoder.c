/*
 * decoder — what terminals send when keys are pressed, as struct typed.
 *
 * The sequences are those of xterm and of what imitates it (tmux, screen, VTE, kitty), plus rxvt's and the Linux
 * console's few own ones. What is not known is swallowed whole: a key must never turn into several others, nor an answer
 * of the terminal into keys.
 */
#include "ui/tui/typed.h"

#include <string.h>

#define ESC '\033'
#define BELL '\007'
#define SEQUENCE_BYTES_MAX 64 /* a longer one is no key: dropped */
#define STRING_BYTES_MAX 65536 /* a longer answer is none: what follows are keys again */
#define PARAMETERS_MAX 3
#define CLICK_BYTES 3         /* behind CSI M */
#define SYNCHRONIZED_MODE 2026
#define PASTE_END "\033[201~"

/* Final letters of CSI and SS3. */
static const struct { char letter; uint32_t key; } letters[] = {
	{ 'A', TYPED_UP }, { 'B', TYPED_DOWN }, { 'C', TYPED_RIGHT }, { 'D', TYPED_LEFT }, { 'H', TYPED_HOME },
	{ 'F', TYPED_END }, { 'P', TYPED_F1 }, { 'Q', TYPED_F2 }, { 'R', TYPED_F3 }, { 'S', TYPED_F4 },
	{ 'M', TYPED_ENTER }, { 'Z', TYPED_SHIFT | TYPED_TAB },
};
/* CSI number ~ */
static const struct { unsigned number; uint32_t key; } numbers[] = {
	{ 1, TYPED_HOME }, { 2, TYPED_INSERT }, { 3, TYPED_DELETE }, { 4, TYPED_END }, { 5, TYPED_PAGE_UP },
	{ 6, TYPED_PAGE_DOWN }, { 7, TYPED_HOME }, { 8, TYPED_END }, { 11, TYPED_F1 }, { 12, TYPED_F2 }, { 13, TYPED_F3 },
	{ 14, TYPED_F4 }, { 15, TYPED_F5 }, { 17, TYPED_F6 }, { 18, TYPED_F7 }, { 19, TYPED_F8 }, { 20, TYPED_F9 },
	{ 21, TYPED_F10 }, { 23, TYPED_F11 }, { 24, TYPED_F12 },
};

void decoder_clear(struct decoder *d)
{
	text_clear(&d->waiting);
	text_clear(&d->paste);
	d->pasting = false;
	d->in_string = 0;
}

void decoder_add(struct decoder *d, const char *bytes, size_t len)
{
	text_add(&d->waiting, bytes, len);
}

bool decoder_has_waiting(const struct decoder *d)
{
	return d->waiting.len > 0;
}

static void take(struct decoder *d, size_t len)
{
	size_t left = d->waiting.len - len;

	memmove(d->waiting.bytes, d->waiting.bytes + len, left);
	d->waiting.len = left;
	d->waiting.bytes[left] = '\0';
}

static uint32_t modifiers_of(unsigned xterm)
{
	unsigned bits = xterm > 0 ? xterm - 1 : 0;

	return (bits & 1 ? TYPED_SHIFT : 0) | (bits & 2 ? TYPED_ALT : 0) | (bits & 4 ? TYPED_CONTROL : 0);
}

static uint32_t letter_key(char letter)
{
	for (size_t i = 0; i < COUNT_OF(letters); i++) {
		if (letters[i].letter == letter)
			return letters[i].key;
	}
	return 0;
}

static uint32_t number_key(unsigned number)
{
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		if (numbers[i].number == number)
			return numbers[i].key;
	}
	return 0;
}

/* A CSI taken apart: CSI lead parameters middle last. Of parameters with parts only the first part counts. */
struct csi {
	char lead, middle, last; /* lead, middle: NUL when there is none */
	unsigned p[PARAMETERS_MAX];
	unsigned event;          /* second part of the second parameter: kitty's press, repeat, release */
	size_t n;
};

static void csi_digit(struct csi *csi, size_t part, char digit)
{
	unsigned *number = part == 0 ? &csi->p[csi->n] : part == 1 && csi->n == 1 ? &csi->event : NULL;

	if (number && *number < 1000000)
		*number = *number * 10 + (unsigned)(digit - '0');
}

/* bytes: without ESC [. Numbers stop growing at a million, which is no key and no column. */
static struct csi csi_of(const char *bytes, size_t len)
{
	struct csi csi = { .last = bytes[len - 1] };
	size_t part = 0;

	for (size_t i = 0; i + 1 < len; i++) {
		char byte = bytes[i];

		if (byte >= '<' && byte <= '?' && i == 0)
			csi.lead = byte;
		else if (byte >= ' ' && byte <= '/')
			csi.middle = byte;
		else if (byte == ';' && csi.n + 1 == PARAMETERS_MAX)
			break;
		else if (byte == ';' || byte == ':')
			part = byte == ':' ? part + 1 : 0;
		else if (byte >= '0' && byte <= '9')
			csi_digit(&csi, part, byte);
		csi.n += byte == ';';
	}
	csi.n++;
	return csi;
}

static bool key_found(struct typed *ret, uint32_t key)
{
	*ret = (struct typed){ .kind = TYPED_KEY, .key = key };
	return key != 0;
}

/* button as xterm counts it. Wheels turned sideways or let go of and buttons beyond the third are none of ours. */
static bool mouse_found(struct typed *ret, unsigned button, unsigned col, unsigned row, bool pressed)
{
	*ret = (struct typed){ .kind = TYPED_MOUSE, .pressed = pressed, .moved = (button & 32) != 0,
			       .row = row > 0 ? (int)row - 1 : 0, .col = col > 0 ? (int)col - 1 : 0 };
	ret->key = (button & 4 ? TYPED_SHIFT : 0) | (button & 8 ? TYPED_ALT : 0) | (button & 16 ? TYPED_CONTROL : 0);
	if (button & 64)
		ret->button = button & 1 ? BUTTON_WHEEL_DOWN : BUTTON_WHEEL_UP;
	else
		ret->button = (enum mouse_button)(button & 3);
	return !(button & 128) && !((button & 64) && ((button & 2) || !pressed));
}

/* What the console asked, answered. */
static void heed_answer(struct decoder *d, const struct csi *csi)
{
	const bool known = csi->p[1] >= 1 && csi->p[1] <= 3;

	if (csi->last == 'u')
		d->answers.keyboard |= !d->answers.over;
	else if (csi->last == 'y' && csi->middle == '$' && csi->p[0] == SYNCHRONIZED_MODE)
		d->answers.synchronized = known;
	else if (csi->last == 'c')
		d->answers.over = true;
}

/* Where kitty and modifyOtherKeys name a key by the number of its character. */
static uint32_t coded_key(unsigned code)
{
	static const struct { unsigned code; uint32_t key; } keys[] = {
		{ 9, TYPED_TAB }, { 13, TYPED_ENTER }, { 27, TYPED_ESCAPE }, { 8, TYPED_BACKSPACE }, { 127, TYPED_BACKSPACE },
		{ 57409, '.' }, { 57410, '/' }, { 57411, '*' }, { 57412, '-' }, { 57413, '+' }, { 57414, TYPED_ENTER },
		{ 57415, '=' }, { 57416, ',' }, { 57417, TYPED_LEFT }, { 57418, TYPED_RIGHT }, { 57419, TYPED_UP },
		{ 57420, TYPED_DOWN }, { 57421, TYPED_PAGE_UP }, { 57422, TYPED_PAGE_DOWN }, { 57423, TYPED_HOME },
		{ 57424, TYPED_END }, { 57425, TYPED_INSERT }, { 57426, TYPED_DELETE },
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		if (keys[i].code == code)
			return keys[i].key;
	}
	if (code >= 57399 && code <= 57408)
		return '0' + (code - 57399); /* the keypad's digits */
	if (code < ' ' || (code >= 0xD800 && code <= 0xF8FF) || code > 0x10FFFF)
		return 0; /* kitty's other keys are in the private area */
	return code;
}

/* A character with modifiers as every terminal has always sent it, where there is such a form. */
static uint32_t coded_character(uint32_t code, uint32_t modifiers)
{
	bool letter = code < 0x80 && ((code | 0x20) >= 'a' && (code | 0x20) <= 'z');

	if (letter && (modifiers & TYPED_CONTROL))
		return code | 0x20 | modifiers;
	if (letter && (modifiers & TYPED_SHIFT))
		return (code & ~0x20u) | (modifiers & ~TYPED_SHIFT);
	return code | (modifiers == TYPED_SHIFT ? 0 : modifiers);
}

/* A key let go of is none, nor is one for the desktop: with super, hyper or meta. */
static bool is_pressed(unsigned modifiers, unsigned event)
{
	const unsigned desktop = 8 | 16 | 32;

	return event <= 2 && !(modifiers > 0 && ((modifiers - 1) & desktop));
}

/* CSI code ; modifiers u, and CSI 27 ; modifiers ; code ~. */
static bool coded_found(struct typed *ret, unsigned code, unsigned modifiers, unsigned event)
{
	uint32_t key = coded_key(code);
	uint32_t with = modifiers_of(modifiers);

	if (!key || !is_pressed(modifiers, event))
		return false;
	return key_found(ret, key >= TYPED_NAMED_BASE ? key | with : coded_character(key, with));
}

/* A CSI without lead that ends in ~ : a key by its number, or the beginning of a paste. */
static bool numbered_found(struct decoder *d, const struct csi *csi, struct typed *ret)
{
	uint32_t key = number_key(csi->p[0]);

	if (csi->p[0] == 27 && csi->n > 2)
		return coded_found(ret, csi->p[2], csi->p[1], 1);
	if (csi->p[0] == 200) {
		d->pasting = true;
		d->paste_cut = false;
		text_empty(&d->paste);
		return false;
	}
	return is_pressed(csi->p[1], csi->event) && key_found(ret, key ? key | modifiers_of(csi->p[1]) : 0);
}

/* A whole CSI sequence without ESC [ : true when it is something typed. */
static bool csi_found(struct decoder *d, const char *bytes, size_t len, struct typed *ret)
{
	struct csi csi = csi_of(bytes, len);
	uint32_t key;

	if (csi.lead == '<' && (csi.last == 'M' || csi.last == 'm'))
		return mouse_found(ret, csi.p[0], csi.p[1], csi.p[2], csi.last == 'M');
	if (csi.lead == '?')
		heed_answer(d, &csi);
	if (csi.lead || csi.middle)
		return false;
	if (len == 1 && (csi.last == 'I' || csi.last == 'O')) {
		*ret = (struct typed){ .kind = TYPED_FOCUS, .focused = csi.last == 'I' };
		return true;
	}
	if (csi.last == '~')
		return numbered_found(d, &csi, ret);
	if (csi.last == 'u')
		return coded_found(ret, csi.p[0], csi.p[1], csi.event);
	key = csi.p[0] <= 1 ? letter_key(csi.last) : 0; /* CSI 12 ; 40 R is where the cursor is, and no F3 */
	return is_pressed(csi.p[1], csi.event) && key_found(ret, key ? key | modifiers_of(csi.p[1]) : 0);
}

/* Length of the CSI at bytes (behind ESC [), 0 when its end is not there yet. */
static size_t csi_length(const char *bytes, size_t len)
{
	if (len > 1 && bytes[0] == '[')
		return 2; /* the Linux console's F1 … F5: ESC [ [ A */
	for (size_t i = 0; i < len && i < SEQUENCE_BYTES_MAX; i++) {
		if (bytes[i] >= 0x40 && bytes[i] <= 0x7e && !(i == 0 && bytes[i] == '['))
			return i + 1;
		if (bytes[i] < 0x20)
			return i + 1;
	}
	return len >= SEQUENCE_BYTES_MAX ? len : 0;
}

static bool console_function_key(const char *bytes, struct typed *ret)
{
	static const uint32_t keys[] = { TYPED_F1, TYPED_F2, TYPED_F3, TYPED_F4, TYPED_F5 };

	if (bytes[1] < 'A' || bytes[1] > 'E')
		return false;
	return key_found(ret, keys[bytes[1] - 'A']);
}

static uint32_t control_key(unsigned char byte)
{
	static const struct { unsigned char byte; uint32_t key; } named[] = {
		{ '\r', TYPED_ENTER }, { '\n', CONTROL('j') }, { '\t', TYPED_TAB }, { ESC, TYPED_ESCAPE },
		{ 0x7f, TYPED_BACKSPACE }, { 0, CONTROL(' ') }, { 8, CONTROL('h') },
	};

	for (size_t i = 0; i < COUNT_OF(named); i++) {
		if (named[i].byte == byte)
			return named[i].key;
	}
	return byte < 27 ? CONTROL(byte - 1 + 'a') : CONTROL(byte + '@');
}

/* One code point or control at the front: its length, 0 when more bytes are needed. */
static size_t plain_found(const char *bytes, size_t len, bool final, struct typed *ret)
{
	unsigned char first = (unsigned char)bytes[0];
	uint32_t code = 0;
	size_t used;

	*ret = (struct typed){ .kind = TYPED_KEY };
	if (first < 0x20 || first == 0x7f) {
		ret->key = control_key(first);
		return 1;
	}
	used = utf8_decode(bytes, len, &code);
	if (used == 0 && len < 4 && first >= 0xc2 && first <= 0xf4 && !final)
		return 0;
	ret->key = used ? code : 0xFFFD;
	return used ? used : 1;
}

/* CSI M and three bytes: the mouse of terminals that know no other report. Release is button 3. */
static bool click_found(const char *bytes, struct typed *ret)
{
	const unsigned char *at = (const unsigned char *)bytes;
	unsigned button = at[0] >= 32 ? at[0] - 32u : 0;
	bool pressed = (button & 3) != 3 || (button & 64);

	return mouse_found(ret, button, at[1] >= 32 ? at[1] - 32u : 0, at[2] >= 32 ? at[2] - 32u : 0, pressed);
}

/* A CSI at the front, whole or not. */
static bool control_sequence_found(struct decoder *d, bool final, size_t *used, struct typed *ret)
{
	const char *bytes = d->waiting.bytes;
	size_t len = d->waiting.len;
	size_t n = csi_length(bytes + 2, len - 2);

	*used = n ? n + 2 : (final ? len : 0);
	if (len == 2 && final)
		return key_found(ret, TYPED_ALT | '[');
	if (n == 1 && bytes[2] == 'M') {
		*used = len >= 3 + CLICK_BYTES ? 3 + CLICK_BYTES : (final ? len : 0);
		return len >= 3 + CLICK_BYTES && click_found(bytes + 3, ret);
	}
	if (n == 2 && bytes[2] == '[')
		return console_function_key(bytes + 2, ret);
	return n > 0 && csi_found(d, bytes + 2, n, ret);
}

/* Does an answer that is a string begin here (OSC, DCS, APC), rather than a letter typed with Alt? */
static bool string_begins(const char *bytes, size_t len)
{
	static const struct { char introducer; const char *then; } strings[] = {
		{ ']', "0123456789" }, { 'P', "0123456789>!$+=" }, { '_', "G" },
	};

	for (size_t i = 0; len > 2 && i < COUNT_OF(strings); i++) {
		if (bytes[1] == strings[i].introducer && bytes[2] && strchr(strings[i].then, bytes[2]))
			return true;
	}
	return false;
}

/* Drops what belongs to the string; true: it is over. Its end is ST or BEL; any other control says that it broke off. */
static bool string_over(struct decoder *d, bool final)
{
	size_t at = 0;

	while (at < d->waiting.len && d->in_string > 0 && (unsigned char)d->waiting.bytes[at] >= ' ') {
		at++;
		d->in_string--;
	}
	take(d, at);
	if (d->waiting.len == 0 || (d->waiting.len == 1 && d->waiting.bytes[0] == ESC && !final))
		return false;
	if (d->in_string > 0 && d->waiting.bytes[0] == BELL)
		take(d, 1);
	else if (d->in_string > 0 && d->waiting.len > 1 && d->waiting.bytes[0] == ESC && d->waiting.bytes[1] == '\\')
		take(d, 2);
	d->in_string = 0;
	return true;
}

/* A sequence that begins with ESC. Sets *used, 0 when more is needed; true when *ret is something typed. */
static bool escape_found(struct decoder *d, bool final, size_t *used, struct typed *ret)
{
	const char *bytes = d->waiting.bytes;
	size_t len = d->waiting.len;
	size_t n;

	*used = 0;
	if (len >= 2 && bytes[1] == '[')
		return control_sequence_found(d, final, used, ret);
	if (string_begins(bytes, len)) {
		d->in_string = STRING_BYTES_MAX;
		*used = 2;
		return false;
	}
	if (len == 2 && !final && strchr("]P_", bytes[1]))
		return false;
	if (len >= 3 && bytes[1] == 'O') {
		*used = 3;
		return key_found(ret, letter_key(bytes[2]));
	}
	if (len == 1 || (bytes[1] == 'O' && !final)) {
		*used = final ? 1 : 0;
		return final && key_found(ret, TYPED_ESCAPE);
	}
	if (bytes[1] == ESC) {
		*used = 1; /* two Escapes, or Escape and then a sequence */
		return key_found(ret, TYPED_ESCAPE);
	}
	n = plain_found(bytes + 1, len - 1, final, ret);
	*used = n ? n + 1 : 0;
	ret->key |= TYPED_ALT;
	return n > 0;
}

/* Inside a paste: true when its end is there and *ret is the paste. */
static bool paste_found(struct decoder *d, struct typed *ret)
{
	const size_t mark = sizeof PASTE_END - 1;
	const char *end = memmem(d->waiting.bytes, d->waiting.len, PASTE_END, mark);
	size_t len = end ? (size_t)(end - d->waiting.bytes) : d->waiting.len;
	size_t room = TYPED_PASTE_MAX - d->paste.len;

	if (!end)
		len = len >= mark ? len - (mark - 1) : 0; /* the end mark may be cut in two */
	text_add(&d->paste, d->waiting.bytes, len < room ? len : room);
	d->paste_cut |= len > room;
	take(d, end ? len + mark : len);
	if (!end)
		return false;
	d->pasting = false;
	*ret = (struct typed){ .kind = TYPED_PASTE, .bytes = text_c(&d->paste), .len = d->paste.len, .cut = d->paste_cut };
	return true;
}

bool decoder_next(struct decoder *d, bool final, struct typed *ret)
{
	while (d->waiting.len > 0) {
		size_t used;
		bool found;

		if (d->pasting)
			return paste_found(d, ret);
		if (d->in_string) {
			if (!string_over(d, final))
				return false;
			continue;
		}
		if (d->waiting.bytes[0] == ESC) {
			found = escape_found(d, final, &used, ret);
		} else {
			used = plain_found(d->waiting.bytes, d->waiting.len, final, ret);
			found = used > 0;
		}
		if (used == 0)
			return false;
		take(d, used);
		if (found)
			return true;
	}
	return false;
}
