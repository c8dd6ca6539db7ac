/*
 * notify — see notify.h.
 */
#include "ui/tui/notify.h"

#include "core/base/mem.h"
#include "core/base/sanitize.h"

#define WORDS_MAX 200
#define CALL_WORDS 3

static bool is(const struct places *places, const char *name, char value)
{
	const char *is = places_env(places, name);

	return is && is[0] == value && is[1] == '\0';
}

void notify_open(struct notify *n, const struct places *places)
{
	const char *program = places_env(places, "BULKHEAD_NOTIFY");

	*n = (struct notify){ .bell = !is(places, "BULKHEAD_BELL", '0'), .osc9 = is(places, "BULKHEAD_OSC9", '1'),
		.program = program && *program ? program : NULL, .hook = HOOK_IDLE };
}

void notify_clear(struct notify *n)
{
	text_clear(&n->words);
	strlist_clear(&n->calls);
	hook_leave(&n->hook);
}

void notify_add(struct notify *n, const struct strip_change *change)
{
	n->waiting++;
	text_empty(&n->words);
	strip_change_say(change, &n->words);
	if (!n->program || n->calls.count >= NOTIFY_PENDING_MAX * CALL_WORDS)
		return;
	strlist_add(&n->calls, change->run_id);
	strlist_add(&n->calls, change->child);
	strlist_add(&n->calls, attention_word(change->attention));
}

/* A ";" ends a parameter of OSC, and "4;" would be progress: words begin with our own name. */
static void notice_add(const struct notify *n, struct text *out)
{
	CLEARED(text) struct text words = { 0 };
	size_t len;

	sanitize_add(&words, text_c(&n->words), n->words.len);
	for (len = words.len < WORDS_MAX ? words.len : WORDS_MAX; len > 0 && len < words.len && (words.bytes[len] & 0xc0) == 0x80; len--) {}
	text_add_string(out, "\033]9;bulkhead: ");
	text_add(out, text_c(&words), len);
	if (n->waiting > 1)
		text_add_format(out, " (and %zu more)", n->waiting - 1);
	text_add_byte(out, '\a');
}

void notify_ring(struct notify *n, uint64_t now_ms, struct text *out)
{
	if (n->waiting == 0 || now_ms < n->next_ms)
		return;
	if (n->osc9)
		notice_add(n, out);
	if (n->bell)
		text_add_byte(out, '\a');
	n->waiting = 0;
	n->next_ms = now_ms + NOTIFY_EVERY_MS;
}

static bool once(struct notify *n, const struct error *err)
{
	bool first = !n->complained && err->reason != REASON_NONE;

	n->complained |= first;
	return !first;
}

bool notify_call(struct notify *n, uint64_t now_ms, struct error *err)
{
	bool said = true;

	if (n->hook.fd >= 0 && !hook_over(&n->hook, n->program, now_ms, err))
		return true;
	said = once(n, err);
	if (said && n->calls.count >= CALL_WORDS && n->hook.fd < 0) {
		char *const argv[] = { str_copy(n->program), str_copy(n->calls.items[0]), str_copy(n->calls.items[1]),
			str_copy(n->calls.items[2]), NULL };

		*err = (struct error){ 0 };
		(void)!hook_start(&n->hook, n->program, argv, now_ms, err);
		for (size_t i = 0; argv[i]; i++)
			free(argv[i]);
		for (size_t i = 0; i < CALL_WORDS; i++)
			strlist_remove(&n->calls, 0);
		said = once(n, err);
	}
	return said;
}

uint64_t notify_deadline_ms(const struct notify *n)
{
	uint64_t ring = n->waiting > 0 && (n->bell || n->osc9) ? n->next_ms : 0;
	uint64_t hook = n->hook.fd >= 0 ? n->hook.deadline_ms : 0;

	if (ring && hook)
		return ring < hook ? ring : hook;
	return ring ? ring : hook;
}

size_t notify_watch(const struct notify *n, struct pollfd *fds, size_t room)
{
	if (n->hook.fd < 0 || room == 0)
		return 0;
	fds[0] = (struct pollfd){ .fd = n->hook.fd, .events = POLLIN };
	return 1;
}
