/*
 * layout_words — a layout said in one line. Inner header of core/workspace.
 */
#ifndef CORE_WORKSPACE_LAYOUT_WORDS_H
#define CORE_WORKSPACE_LAYOUT_WORDS_H
#include "core/workspace/workspace.h"

char *layout_say(const struct layout *l); /* owned; safe to draw */
#endif
