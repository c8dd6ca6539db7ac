/*
 * policy — the words a request may use, listed for sentences that say what is known. The words themselves are read and
 * written with the functions of request.h.
 */
#ifndef CORE_JUDGE_POLICY_H
#define CORE_JUDGE_POLICY_H

#include "core/base/text.h"

enum word_set { WORDS_TOPOLOGY, WORDS_MODE, WORDS_GIT_WRITE, WORDS_STYLE, WORDS_COUNT };

/* Appends "shared, worktree": what a request may say. "none" is no mode: the absence of a policy is. */
void words_known(enum word_set set, struct text *out);
#endif
