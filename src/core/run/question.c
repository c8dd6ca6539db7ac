/*
 * question — see question.h.
 */
#include "core/run/question.h"

#include "core/run/probe.h"

#define ANSWER_LIMIT_MS 10000

struct asking { const struct engine *engine; const struct adapter *adapter; const char *program_path; };

static bool ask(const struct asking *in, const struct strlist *closed, struct strlist *ret_open)
{
	const struct vendor_question *q = in->adapter->question;
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(text) struct text answer = { 0 };

	strlist_add(&argv, in->adapter->program);
	for (const char *const *word = q->words; *word; word++)
		strlist_add(&argv, *word);
	if (closed)
		q->close(closed, &argv);
	return probe_answer(in->engine, in->adapter, in->program_path, &argv, ANSWER_LIMIT_MS, &answer) &&
	       q->read(text_c(&answer), answer.len, ret_open);
}

bool question_answer(const struct engine *e, const struct adapter *adapter, const char *program_path, struct strlist *ret_open)
{
	const struct asking in = { e, adapter, program_path };
	CLEARED(strlist) struct strlist still = { 0 };
	bool answered = ask(&in, NULL, ret_open);

	if (answered && ret_open->count > 0)
		answered = ask(&in, ret_open, &still) && still.count == 0;
	if (!answered)
		strlist_clear(ret_open);
	return answered;
}

void question_ask(struct supervision *s)
{
	if (!s->record.verdict.projection.applied || !s->adapter->question || !s->record.program_path)
		return;
	s->answered = question_answer(s->engine, s->adapter, s->record.program_path, &s->open);
}
