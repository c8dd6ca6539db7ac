/*
 * live_states — what the children of a live run are at, as its supervisor says within a bounded time, for the commands.
 */
#ifndef UI_CLI_LIVE_STATES_H
#define UI_CLI_LIVE_STATES_H
#include "core/run/states.h"
#include "ui/cli/say.h"

#define LIVE_STATES_WAIT_MS 1000 /* for all runs of one command together */

/* until_ms is steady. false: the supervisor could not be asked, and nothing is known. */
bool live_states(const struct engine *e, const char *run_id, uint64_t until_ms, struct states *ret);
uint64_t live_states_until_ms(const struct engine *e);
/* Yours: [{"child", "state", "evidence", "words", "since"}]; null when it is not known. */
struct json *live_states_json(const struct engine *e, const char *run_id, uint64_t until_ms);
/* "1 wants you, 2 working"; "not known" when it is not. Appended. */
void live_states_cell(const struct engine *e, const char *run_id, uint64_t until_ms, struct text *out);
/* One field for each child. */
void live_states_fields(const struct engine *e, const char *run_id, struct text *out);
#endif
