/*
 * clipboard — text for the clipboard of the operator's own terminal, as the sequence terminals understand. Pure.
 */
#ifndef UI_TUI_CLIPBOARD_H
#define UI_TUI_CLIPBOARD_H
#include <stddef.h>

#include "core/base/text.h"

/* OSC 52 with the bytes in base64: no byte of them can end it early. Appends. */
void clipboard_encode(const char *bytes, size_t len, struct text *out);
#endif
