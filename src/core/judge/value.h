/*
 * value — a value somebody else chose, made fit to stand in a sentence: safe to draw and not too long.
 */
#ifndef CORE_JUDGE_VALUE_H
#define CORE_JUDGE_VALUE_H

#define VALUE_SHOWN_BYTES 240 /* longer values lose their middle */

char *value_shown(const char *value); /* owned; NULL gives "" */
#endif
