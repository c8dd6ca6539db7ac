/*
 * row_text — the strings of a hundred thousand rows in few blocks: they come and go together.
 */
#ifndef CORE_RECORD_ROW_TEXT_H
#define CORE_RECORD_ROW_TEXT_H
#include <stddef.h>

struct row_text; /* opaque; what it gives lives until it is dropped */
struct row_text *row_text_new(void);
void row_text_drop(struct row_text **t);
void row_text_join(struct row_text *t, struct row_text *other); /* what other gave lives as long as t then */
char *row_text_keep(struct row_text *t, const char *bytes, size_t len);
/* The same, but a value that was kept lately is given again: names and reasons repeat from run to run. */
char *row_text_share(struct row_text *t, const char *bytes, size_t len);
#endif
