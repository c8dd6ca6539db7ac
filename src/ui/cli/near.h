/*
 * near — which known word was probably meant.
 */
#ifndef UI_CLI_NEAR_H
#define UI_CLI_NEAR_H
#include <stddef.h>

/* Borrowed: the nearest of words (NULL entries are skipped), NULL when none is near enough to be worth saying. */
const char *near_word(const char *word, const char *const *words, size_t count);
#endif
