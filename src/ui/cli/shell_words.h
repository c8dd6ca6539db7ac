/*
 * shell_words — an argv as one line that a shell would read back as the same words.
 */
#ifndef UI_CLI_SHELL_WORDS_H
#define UI_CLI_SHELL_WORDS_H
#include "core/base/strlist.h"
#include "core/base/text.h"

void shell_words(struct text *out, const struct strlist *argv); /* appends; not sanitized */
#endif
