/*
 * run_document — one recorded run as a page: what it was permitted, where, what its children did, what changed, what is
 * not known, and how the record stands.
 */
#ifndef UI_SCREENS_RUN_DOCUMENT_H
#define UI_SCREENS_RUN_DOCUMENT_H
#include "core/record/browse.h"
#include "ui/screens/document.h"

void run_document(const struct run_view *v, const struct verification *verified, struct document *out); /* verified NULL: not asked */
void run_document_raw(const struct run_view *v, struct document *out);
void run_document_transcript(const struct run_view *v, struct document *out);
#endif
