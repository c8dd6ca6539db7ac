/*
 * pane_input — what the operator does in a pane, as bytes for its child, in the encodings the child asked for. Pure.
 */
#ifndef UI_SCREENS_PANE_INPUT_H
#define UI_SCREENS_PANE_INPUT_H
#include "core/base/text.h"
#include "ui/screens/pane.h"
#include "ui/tui/typed.h"

/* A key or a paste. Appends nothing for keys a terminal does not have. */
void pane_encode(const struct pane *p, const struct typed *typed, struct text *out);
/* A mouse event in area, where the child's cells are; appends nothing when the child did not ask for it. With Shift the
   mouse is always the console's. */
void pane_encode_mouse(const struct pane *p, struct rect area, const struct typed *typed, struct text *out);
/* Would this paste act before the operator sees it: does it hold a line end that the child takes for Enter? */
bool pane_paste_acts(const struct pane *p, const char *bytes, size_t len);
size_t paste_lines(const char *bytes, size_t len);
#endif
