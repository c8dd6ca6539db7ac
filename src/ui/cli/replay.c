/*
 * replay — a recorded terminal: played on the console's screen, exported, or told in numbers.
 */
#include <inttypes.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/judge/value.h"
#include "core/replay/player.h"
#include "core/replay/sealed.h"
#include "ui/cli/commands.h"
#include "ui/cli/find_run.h"
#include "ui/cli/replay_export.h"
#include "ui/cli/say.h"

#define IDLE_LIMIT_MAX_S 86400

struct wishes { unsigned speed; uint64_t idle_s; }; /* idle_s 0: not limited */

static bool read_wishes(const struct arguments *a, struct wishes *ret, struct error *err)
{
	OWNED_MEM char *shown = NULL;

	*ret = (struct wishes){ .speed = PLAYER_SPEED_ONCE };
	if (a->given[FLAG_FORCE] && !a->given[FLAG_EXPORT])
		return error_set(err, REASON_MISUSE, "--force is for --export");
	if (a->given[FLAG_SPEED] && a->given[FLAG_EXPORT])
		return error_set(err, REASON_MISUSE, "--speed is for the screen: an export keeps the recorded times");
	if (a->given[FLAG_SPEED] && !player_speed_from_word(a->value[FLAG_SPEED], &ret->speed)) {
		shown = value_shown(a->value[FLAG_SPEED]);
		return error_set(err, REASON_MISUSE, "--speed \"%s\" is not one of %s", shown, flag_value(FLAG_SPEED));
	}
	return arguments_number(a, FLAG_IDLE_LIMIT, 1, IDLE_LIMIT_MAX_S, &ret->idle_s, err);
}

static int tell(const struct run_view *v, const struct recording *r)
{
	CLEARED(text) struct text sentence = { 0 };
	size_t count;
	const struct moment *moments = recording_moments(r, &count);
	struct json *o = json_new_object();
	enum seal seal = sealed_log(v, recording_child(r), &sentence);

	json_set_string(o, "run_id", v->row.run_id);
	json_set_string(o, "child", recording_child(r));
	json_set_int(o, "duration_ms", count > 0 ? (int64_t)moments[count - 1].at_ms : 0);
	json_set_int(o, "moments", (int64_t)count);
	json_set_int(o, "bytes", (int64_t)recording_bytes(r));
	json_set_bool(o, "cut", recording_was_cut(r));
	json_set_bool(o, "ended", recording_ended(r));
	json_set_string(o, "damage", recording_damage(r));
	json_set_string(o, "seal", seal_word(seal));
	json_set_string(o, "seal_message", text_c(&sentence));
	say_json(o);
	return recording_damage(r) || seal == SEAL_BROKEN ? EXIT_RUN_FAILED : EXIT_YES;
}

static int play(const struct cli *cli, const struct run_view *v, const struct recording *r, const struct wishes *wishes)
{
	OWNED_MEM char *argument = str_format("%s\n%s\n%u\n%" PRIu64, v->row.run_id, recording_child(r), wishes->speed, wishes->idle_s);
	struct error err = { 0 };
	int status;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		(void)error_set(&err, REASON_MISUSE,
				"there is no terminal to replay on; --export FILE writes an asciicast, and --json "
				"tells what was recorded");
		return say_failure(cli, &err);
	}
	status = cli->console(cli->engine, "replay", argument);
	if (!recording_damage(r))
		return status;
	say_sentence(recording_damage(r));
	return EXIT_RUN_FAILED;
}

int replay_command(struct cli *cli)
{
	const struct strlist *operands = &cli->arguments.operands;
	CLEARED(found_run) struct found_run found = { NULL, NULL };
	CLEARED(run_view) struct run_view view = { .proof = NULL };
	OWNED(recording) struct recording *r = NULL;
	struct wishes wishes;
	struct error err = { 0 };

	if (!read_wishes(&cli->arguments, &wishes, &err) || !find_run(cli->engine, operands->items[0], &found, &err) ||
	    !browse_open_known(cli->engine->places->state, found.directory, &view, &err))
		return say_failure(cli, &err);
	browse_compare(cli->engine->places->state, &view);
	if (!recording_open(&view, operands->items[1], &r, &err))
		return say_failure(cli, &err);
	if (cli->arguments.given[FLAG_EXPORT])
		return replay_export(cli, &view, r, wishes.idle_s * 1000);
	return cli->json ? tell(&view, r) : play(cli, &view, r, &wishes);
}
