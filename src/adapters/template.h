/*
 * template — an argv written down as data: words with placeholders, and groups that are left out when what they name
 * was not asked for. docs/adapters.md is its manual.
 *
 * A prompt can never be read as an option: {prompt} is either the last word, right behind "--", or glued to a long
 * option of its own ("--message={prompt}"). Any other place is refused when the template is read.
 */
#ifndef ADAPTERS_TEMPLATE_H
#define ADAPTERS_TEMPLATE_H
#include <stdbool.h>

#include "core/adapter/adapter.h"
#include "core/base/json.h"

#define TEMPLATE_WORDS_MAX 128

/* id, word between braces, whole: a word of its own; optional: in a group, which falls away without a value;
   sealed: only where a policy is rendered */
#define SLOTS(X)                                    \
	X(PROMPT, "prompt", false, false, false)        \
	X(MODEL, "model", true, true, false)            \
	X(EFFORT, "effort", false, true, false)         \
	X(MAX_TURNS, "maxTurns", true, true, false)     \
	X(LAST_MESSAGE, "lastMessage", true, false, false) \
	X(MODE, "mode", false, false, true)             \
	X(ROOTS, "roots", false, false, true)           \
	X(ROOT, "root", true, true, true)               \
	X(TMP, "tmp", false, false, true)

#define X(id, word, whole, optional, sealed) SLOT_##id,
enum slot { SLOTS(X) SLOT_COUNT };
#undef X

struct template;
/* where names the place in the file for the sentence; the strings of array are copied. REASON_REQUEST_INVALID. */
bool template_parse(const struct json *array, bool sealed, const char *where, struct template **ret, struct error *err) MUST_CHECK;
void template_drop(struct template **t);
bool template_has(const struct template *t, enum slot slot);
const char *slot_word(enum slot slot);
/* Appends the words; carry_check() was asked before. */
bool template_render(const struct template *t, const struct adapter *self, const struct invocation *in, struct strlist *argv,
		     struct error *err) MUST_CHECK;
/* Every string of the file: 1 to 1000 bytes of UTF-8 without control characters. */
bool template_string_check(const struct json *value, const char *where, struct error *err) MUST_CHECK;
#endif
