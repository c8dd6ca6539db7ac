/*
 * question — see question.h.
 */
#include "core/run/question.h"

#include "core/run/probe.h"

#define ANSWER_LIMIT_MS 10000

static bool ask(const struct supervision *s, const struct strlist *closed, struct strlist *ret_open)
{
	const struct vendor_question *q = s->adapter->question;
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(text) struct text answer = { 0 };

	strlist_add(&argv, s->adapter->program);
	for (const char *const *word = q->words; *word; word++)
		strlist_add(&argv, *word);
	if (closed)
		q->close(closed, &argv);
	return probe_answer(s->engine, s->adapter, s->record.program_path, &argv, ANSWER_LIMIT_MS, &answer) &&
	       q->read(text_c(&answer), answer.len, ret_open);
}

void question_ask(struct supervision *s)
{
	CLEARED(strlist) struct strlist still = { 0 };

	if (!s->record.verdict.projection.applied || !s->adapter->question || !s->record.program_path)
		return;
	s->answered = ask(s, NULL, &s->open);
	if (s->answered && s->open.count > 0)
		s->answered = ask(s, &s->open, &still) && still.count == 0;
	if (!s->answered)
		strlist_clear(&s->open);
}
