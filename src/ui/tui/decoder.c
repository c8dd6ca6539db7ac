/*
 * decoder — what terminals send when keys are pressed, as struct typed.
 *
 * The sequences are those of xterm and of what imitates it (tmux, screen, VTE, kitty's legacy mode), plus rxvt's and the
 * Linux console's few own ones. What is not known is swallowed whole: a key must never turn into several others.
 */
#include "ui/tui/typed.h"

#include <string.h>

#define ESC '\033'
#define SEQUENCE_BYTES_MAX 64 /* a longer one is no key: dropped */
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

/* Parameters of a CSI, at most three, each at most 9999. */
static size_t parameters_of(const char *bytes, size_t len, unsigned ret[3])
{
	size_t n = 0;

	ret[0] = ret[1] = ret[2] = 0;
	for (size_t i = 0; i < len && n < 3; i++) {
		if (bytes[i] == ';')
			n++;
		else if (bytes[i] >= '0' && bytes[i] <= '9' && ret[n] < 1000)
			ret[n] = ret[n] * 10 + (unsigned)(bytes[i] - '0');
	}
	return n + 1;
}

static bool key_found(struct typed *ret, uint32_t key)
{
	*ret = (struct typed){ .kind = TYPED_KEY, .key = key };
	return key != 0;
}

/* CSI < button ; col ; row M or m (SGR mouse). */
static bool mouse_found(struct typed *ret, const unsigned p[3], bool pressed)
{
	unsigned button = p[0];

	*ret = (struct typed){ .kind = TYPED_MOUSE, .pressed = pressed, .moved = (button & 32) != 0,
			       .row = p[2] > 0 ? (int)p[2] - 1 : 0, .col = p[1] > 0 ? (int)p[1] - 1 : 0 };
	ret->key = (button & 4 ? TYPED_SHIFT : 0) | (button & 8 ? TYPED_ALT : 0) | (button & 16 ? TYPED_CONTROL : 0);
	if (button & 64)
		ret->button = button & 1 ? BUTTON_WHEEL_DOWN : BUTTON_WHEEL_UP;
	else
		ret->button = (enum mouse_button)(button & 3);
	return true;
}

/* A whole CSI sequence without ESC [ : true when it is something typed. */
static bool csi_found(struct decoder *d, const char *bytes, size_t len, struct typed *ret)
{
	char last = bytes[len - 1];
	unsigned p[3];
	size_t n = parameters_of(bytes, len - 1, p);
	uint32_t key;

	if (bytes[0] == '<' && (last == 'M' || last == 'm'))
		return mouse_found(ret, p, last == 'M');
	if (len == 1 && (last == 'I' || last == 'O')) {
		*ret = (struct typed){ .kind = TYPED_FOCUS, .focused = last == 'I' };
		return true;
	}
	if (last == '~' && p[0] == 200) {
		d->pasting = true;
		text_empty(&d->paste);
		return false;
	}
	key = last == '~' ? number_key(p[0]) : letter_key(last);
	if (last == 'u')
		key = p[0]; /* CSI code ; modifiers u: what some terminals send for keys xterm has no sequence for */
	return key_found(ret, key ? key | (n > 1 ? modifiers_of(p[1]) : 0) : 0);
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

/* A sequence that begins with ESC. Sets *used, 0 when more is needed; true when *ret is something typed. */
static bool escape_found(struct decoder *d, bool final, size_t *used, struct typed *ret)
{
	const char *bytes = d->waiting.bytes;
	size_t len = d->waiting.len;
	size_t n;

	*used = 0;
	if (len >= 2 && bytes[1] == '[') {
		n = csi_length(bytes + 2, len - 2);
		*used = n ? n + 2 : (final ? len : 0);
		if (len == 2 && final)
			return key_found(ret, TYPED_ALT | '[');
		if (n == 2 && bytes[2] == '[')
			return console_function_key(bytes + 2, ret);
		return n > 0 && csi_found(d, bytes + 2, n, ret);
	}
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
static bool paste_found(struct decoder *d, bool final, struct typed *ret)
{
	const size_t mark = sizeof PASTE_END - 1;
	const char *end = memmem(d->waiting.bytes, d->waiting.len, PASTE_END, mark);
	size_t len = end ? (size_t)(end - d->waiting.bytes) : d->waiting.len;
	size_t room = TYPED_PASTE_MAX - d->paste.len;

	if (!end)
		len = len >= mark ? len - (mark - 1) : 0; /* the end mark may be cut in two */
	text_add(&d->paste, d->waiting.bytes, len < room ? len : room);
	take(d, end ? len + mark : len);
	(void) final;
	if (!end)
		return false;
	d->pasting = false;
	*ret = (struct typed){ .kind = TYPED_PASTE, .bytes = text_c(&d->paste), .len = d->paste.len };
	return true;
}

bool decoder_next(struct decoder *d, bool final, struct typed *ret)
{
	while (d->waiting.len > 0) {
		size_t used;
		bool found;

		if (d->pasting)
			return paste_found(d, final, ret);
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
