/*
 * look_texts — see look_texts.h.
 */
#include "ui/cli/look_texts.h"

#define TEXT_MS 5000

void look_texts(const struct cli *cli, const struct run_list *list, struct run_filter *filter)
{
	const char *state = cli->engine->places->state;
	const struct ports *ports = cli->engine->ports;
	struct run_texts *texts;

	if (!run_filter_wants_text(filter))
		return;
	texts = run_texts_open(state, list);
	if (run_texts_missing(texts) > 0 && run_texts_fill(state, list, ports->steady_ms(ports->self) + TEXT_MS) > 0) {
		run_texts_drop(&texts);
		texts = run_texts_open(state, list);
	}
	run_filter_look(filter, list, texts);
	if (run_texts_missing(texts) > 0)
		say_sentence_of("prompts and results of %zu runs are not searched: they are not in the index yet",
				run_texts_missing(texts));
	if (run_texts_cut(texts) > 0)
		say_sentence_of("prompts and results of %zu runs are searched in part: they are long, or their records cannot be read",
				run_texts_cut(texts));
	run_texts_drop(&texts);
}
