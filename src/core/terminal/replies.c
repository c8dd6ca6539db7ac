/*
 * replies — what a child may ask about its terminal. A reply becomes the child's own input, so it is made of constants
 * and numbers of ours: no byte a child chose comes back, or text it printed could type for it.
 */
#include "core/terminal/engine.h"

#include <stdarg.h>

#define REPLY_MAX 256
#define SCHEME_DARK 1

void replies_add(struct terminal *t, const char *fmt, ...)
{
	char reply[REPLY_MAX];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(reply, sizeof reply, fmt, args);
	va_end(args);
	if (len <= 0 || (size_t)len >= sizeof reply || (size_t)len > sizeof t->replies - t->replies_len)
		return;
	memcpy(t->replies + t->replies_len, reply, (size_t)len);
	t->replies_len += (size_t)len;
}

size_t terminal_take_replies(struct terminal *t, void *ret_bytes, size_t room)
{
	size_t len = t->replies_len < room ? t->replies_len : room;

	memcpy(ret_bytes, t->replies, len);
	memmove(t->replies, t->replies + len, t->replies_len - len);
	t->replies_len -= len;
	return len;
}

/* DA1: a VT220 with colour. */
void reply_device(struct terminal *t)
{
	if (csi_value(t, 0, 0) == 0)
		replies_add(t, "\033[?62;22c");
}

/* DA2: programs read the middle number as an xterm patch level; 277 is the first with the mouse protocol we offer. */
void reply_device_version(struct terminal *t)
{
	if (csi_value(t, 0, 0) == 0)
		replies_add(t, "\033[>0;277;0c");
}

/* DA3: no unit number. */
void reply_device_unit(struct terminal *t)
{
	if (csi_value(t, 0, 0) == 0)
		replies_add(t, "\033P!|00000000\033\\");
}

void reply_name(struct terminal *t)
{
	if (csi_value(t, 0, 0) == 0)
		replies_add(t, "\033P>|bulkhead\033\\");
}

void reply_status(struct terminal *t)
{
	bool private = t->parser.leader == '?';
	int what = csi_value(t, 0, 0);
	int top = t->modes.origin ? t->top : 0;

	if (what == 5 && !private)
		replies_add(t, "\033[0n");
	else if (what == 996 && private)
		replies_add(t, "\033[?997;%dn", SCHEME_DARK);
	else if (what == 6)
		replies_add(t, "\033[%s%d;%dR", private ? "?" : "", t->cursor.row - top + 1, t->cursor.col + 1);
}

/* X11's form, two hexadecimal digits doubled for each channel. */
void reply_color(struct terminal *t, int request, int index, uint32_t rgb)
{
	unsigned r = rgb >> 16 & 0xFF, g = rgb >> 8 & 0xFF, b = rgb & 0xFF;
	char entry[16] = "";

	if (index >= 0)
		(void)snprintf(entry, sizeof entry, "%d;", index);
	replies_add(t, "\033]%d;%srgb:%02x%02x/%02x%02x/%02x%02x\033\\", request, entry, r, r, g, g, b, b);
}
