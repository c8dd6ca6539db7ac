/*
 * replay_export — see replay_export.h.
 */
#include "ui/cli/replay_export.h"

#include <inttypes.h>

#include "core/base/mem.h"
#include "core/replay/cast.h"
#include "core/replay/sealed.h"
#include "ui/cli/replay_file.h"

static bool write_cast(struct cast *c, FILE *out)
{
	CLEARED(text) struct text lines = { 0 };

	while (cast_more(c, &lines)) {
		if (fwrite(text_c(&lines), 1, lines.len, out) != lines.len)
			return false;
		text_empty(&lines);
	}
	return true;
}

static bool write_file(const struct cli *cli, struct recording *r, const struct cast_header *header, uint64_t *ret_events, struct error *err)
{
	CLEARED(replay_file) struct replay_file f = { .dir = -1 };
	OWNED(cast) struct cast *c = cast_new(r, header);

	if (!replay_file_open(cli->arguments.value[FLAG_EXPORT], cli->arguments.given[FLAG_FORCE], &f, err))
		return false;
	(void)write_cast(c, f.out); /* a failed write is found by replay_file_keep(), or at the end of the command */
	*ret_events = cast_events(c);
	return replay_file_keep(&f, err);
}

/* What the file cannot say: a file that was made is no claim that the log was whole. */
static int say_rest(const struct run_view *v, const struct recording *r)
{
	CLEARED(text) struct text sentence = { 0 };
	enum seal seal = sealed_log(v, recording_child(r), &sentence);

	if (recording_was_cut(r))
		say_sentence_of("the log of %s was cut after %" PRIu64 " bytes; what followed was not recorded, and the export ends there",
				recording_child(r), recording_bytes(r));
	if (!recording_ended(r))
		say_sentence_of("the log of %s has no end yet; the export holds what was recorded so far", recording_child(r));
	if (seal != SEAL_HOLDS)
		say_sentence_of("%s %s: %s", seal == SEAL_BROKEN ? "what was exported is not what was sealed in run" : "not verified, run",
				v->row.run_id, text_c(&sentence));
	return seal == SEAL_BROKEN ? EXIT_RUN_FAILED : EXIT_YES;
}

static void say_answer(const struct cli *cli, const struct run_view *v, const struct recording *r, uint64_t events)
{
	const char *path = cli->arguments.value[FLAG_EXPORT];
	struct json *answer;

	if (strcmp(path, "-") == 0)
		return;
	if (!cli->json) {
		say_sentence_of("%s holds %" PRIu64 " events of %s", path, events, recording_child(r));
		return;
	}
	answer = json_new_object();
	json_set_string(answer, "run_id", v->row.run_id);
	json_set_string(answer, "child", recording_child(r));
	json_set_string(answer, "file", path);
	json_set_int(answer, "events", (int64_t)events);
	say_json(answer);
}

int replay_export(const struct cli *cli, const struct run_view *v, struct recording *r, uint64_t idle_ms)
{
	OWNED_MEM char *title = v->row.label ? str_format("%s (%s, %s)", v->row.label, v->row.run_id, recording_child(r))
					     : str_format("%s, %s", v->row.run_id, recording_child(r));
	const struct cast_header header = { recording_started_ms(r), idle_ms, title };
	struct error err = { 0 };
	uint64_t events = 0;

	if (recording_damage(r))
		(void)error_set(&err, REASON_RECORD_DAMAGED, "nothing was exported: %s", recording_damage(r));
	else if (cli->json && strcmp(cli->arguments.value[FLAG_EXPORT], "-") == 0)
		(void)error_set(&err, REASON_MISUSE, "--export - and --json are two answers for one standard output; ask for one of them");
	if (err.reason || !write_file(cli, r, &header, &events, &err))
		return say_failure(cli, &err);
	say_answer(cli, v, r, events);
	return say_rest(v, r);
}
