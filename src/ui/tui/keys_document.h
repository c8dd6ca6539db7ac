/*
 * keys_document — docs/keys.md, made from the tables of actions and bindings so that it cannot say anything else.
 */
#ifndef UI_TUI_KEYS_DOCUMENT_H
#define UI_TUI_KEYS_DOCUMENT_H
#include "core/base/text.h"
#include "ui/tui/app.h"

void keys_document(const struct screen_set *screens, struct text *out);
#endif
