/*
 * keyboard — which way of sending keys the child asked for: the flags of kitty's protocol on a stack for each screen,
 * and xterm's modifyOtherKeys. Only flags that are honoured are ever in force, so what a query answers is what is sent.
 */
#include "core/terminal/engine.h"

enum { MODIFY_OTHER_KEYS = 4, MODIFY_MOST = 2 };
enum flags_change { FLAGS_SET = 1, FLAGS_ADD, FLAGS_REMOVE };

static struct keyboard *keyboard_shown(struct terminal *t)
{
	return &t->modes.keyboards[t->shown];
}

unsigned terminal_keyboard(const struct terminal *t)
{
	const struct keyboard *k = &t->modes.keyboards[t->shown];

	return k->flags[k->depth];
}

static uint8_t flags_asked(const struct terminal *t)
{
	return (uint8_t)(csi_value(t, 0, 0) & KEYBOARD_HONOURED);
}

/* A full stack forgets its oldest entry. */
void keyboard_push(struct terminal *t)
{
	struct keyboard *k = keyboard_shown(t);

	if (k->depth + 1 < KEYBOARD_DEPTH)
		k->depth++;
	else
		memmove(&k->flags[0], &k->flags[1], sizeof k->flags - sizeof k->flags[0]);
	k->flags[k->depth] = flags_asked(t);
}

void keyboard_pop(struct terminal *t)
{
	struct keyboard *k = keyboard_shown(t);
	int count = csi_value(t, 0, 1);

	if (count > k->depth)
		*k = (struct keyboard){ 0 };
	else
		k->depth = (uint8_t)(k->depth - count);
}

void keyboard_set(struct terminal *t)
{
	struct keyboard *k = keyboard_shown(t);
	uint8_t *flags = &k->flags[k->depth], asked = flags_asked(t);
	int change = csi_value(t, 1, FLAGS_SET);

	if (change == FLAGS_SET)
		*flags = asked;
	else if (change == FLAGS_ADD)
		*flags |= asked;
	else if (change == FLAGS_REMOVE)
		*flags = (uint8_t)(*flags & ~asked);
}

/* XTMODKEYS. Without a value, and without any parameter, the resource is as it was at birth. */
void keyboard_modify(struct terminal *t)
{
	int resource = csi_value(t, 0, 0), level = csi_value(t, 1, 0);

	if (t->parser.count == 0)
		t->modes.modify_keys = 0;
	if (resource == MODIFY_OTHER_KEYS && level <= MODIFY_MOST)
		t->modes.modify_keys = (uint8_t)level;
}

void keyboard_modify_off(struct terminal *t)
{
	if (csi_value(t, 0, 0) == MODIFY_OTHER_KEYS)
		t->modes.modify_keys = 0;
}

void reply_keyboard(struct terminal *t)
{
	replies_add(t, "\033[?%uu", terminal_keyboard(t));
}

void reply_modify(struct terminal *t)
{
	if (csi_value(t, 0, 0) == MODIFY_OTHER_KEYS)
		replies_add(t, "\033[>4;%dm", t->modes.modify_keys);
}
