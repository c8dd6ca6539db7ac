/*
 * adapters_attest — see adapters_attest.h. Trying goes on in a process of its own, the command `bulkhead attest`, so that
 * the screen never waits for it.
 */
#include "ui/screens/adapters_attest.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/mem.h"
#include "core/host/ports.h"
#include "core/run/attest.h"

#define TRYING_MS 120000

static const struct adapter *adapter_at(const struct app *app, size_t at)
{
	return app_engine(app)->adapters->items[at];
}

static bool declares(const struct adapter *adapter)
{
	return adapter->declares.native_mode[POLICY_READ_ONLY] || adapter->declares.native_mode[POLICY_WORKSPACE_WRITE];
}

static void forget_kept(struct attests *a)
{
	for (size_t i = 0; i < a->n; i++) {
		sandbox_attestation_clear(&a->kept[i].attestation);
		free(a->kept[i].why);
	}
	free(a->kept);
	a->kept = NULL;
}

void attests_clear(struct attests *a)
{
	errand_give_up(&a->errand);
	forget_kept(a);
	a->n = a->trying = 0;
}

void attests_look(struct attests *a, const struct app *app)
{
	const size_t trying = errand_busy(&a->errand) ? a->trying : SIZE_MAX;

	forget_kept(a);
	a->n = app_engine(app)->adapters->count;
	a->trying = trying < a->n ? trying : a->n;
	a->kept = mem_new(a->n, sizeof *a->kept);
	for (size_t i = 0; i < a->n; i++)
		a->kept[i].known = attest_known(app_engine(app), adapter_at(app, i), NULL, &a->kept[i].attestation, &a->kept[i].why);
}

unsigned attests_try(struct attests *a, struct app *app, size_t at)
{
	const struct engine *e = app_engine(app);
	const struct adapter *adapter = adapter_at(app, at);
	OWNED_MEM char *id = str_copy(adapter->id);
	char name[] = "bulkhead", command[] = "attest", as_json[] = "--json";
	char *const argv[] = { name, command, id, as_json, NULL };
	struct error err = { 0 };
	const char *why = NULL;

	if (errand_busy(&a->errand))
		return app_say(app, "%s is being tried already.", adapter_at(app, a->trying)->id);
	if (!attest_subject(adapter, ATTEST_WAY_SANDBOX, &why))
		return app_alert(app, "%s cannot be attested here: %s.", adapter->id, why);
	if (!errand_program(&a->errand, e->program, argv, app_now_ms(app), TRYING_MS, &err))
		return app_alert(app, "Nothing was tried: %s", err.text);
	a->trying = at;
	return REDRAW;
}

unsigned attests_hear(struct attests *a, struct app *app, const struct news *news)
{
	OWNED(json) struct json *answer = NULL;
	const char *from, *sentence;
	struct error err = { 0 };

	if (!errand_hear(&a->errand, news->now_ms))
		return NOTHING;
	from = strchr(text_c(&a->errand.result), '{'); /* a complaint about a settings file may stand before it */
	sentence = from && json_parse(from, strlen(from), &answer, &err) ? json_get_string(answer, "sentence") : NULL;
	attests_look(a, app);
	a->trying = a->n;
	if (!sentence)
		return REDRAW | app_alert(app, "The sandbox could not be tried to its end; nothing is known of it.");
	if (strcmp(json_get_string(answer, "result") ? json_get_string(answer, "result") : "", attest_result_word(ATTEST_ATTESTED)) == 0)
		return REDRAW | app_say(app, "%s.", sentence);
	return REDRAW | app_alert(app, "%s.", sentence);
}

const char *attests_word(const struct attests *a, const struct app *app, size_t at)
{
	if (!declares(adapter_at(app, at)))
		return "";
	if (errand_busy(&a->errand) && a->trying == at)
		return "being tried";
	return attest_result_word(a->kept[at].known ? sandbox_attestation_result(&a->kept[at].attestation) : ATTEST_DECLARED);
}

static enum role role_of(enum attest_result r)
{
	static const enum role roles[] = { [ATTEST_DECLARED] = ROLE_DIM, [ATTEST_ATTESTED] = ROLE_GOOD, [ATTEST_CONTRADICTED] = ROLE_ALERT,
		[ATTEST_INCONCLUSIVE] = ROLE_STRONG };

	return roles[r];
}

enum role attests_role(const struct attests *a, size_t at)
{
	return a->kept[at].known ? role_of(sandbox_attestation_result(&a->kept[at].attestation)) : ROLE_DIM;
}

static struct rect draw_cells(const struct sandbox_attestation *kept, int label_cols, struct canvas *c, struct rect area)
{
	for (int cell = 0; cell < ATTEST_CELL_COUNT; cell++) {
		const struct attest_policy *policy = &attest_policies[cell];
		const enum attest_result result = kept->cells[cell].result;
		OWNED_MEM char *words = str_format("%s%s%s: %s: %s", policy_word(policy->mode), policy->roots ? " + roots" : "",
						   policy->git_write != GIT_WRITE_NONE ? " + grant" : "", attest_result_word(result),
						   kept->cells[cell].sentence ? kept->cells[cell].sentence : "");

		area = canvas_fact(c, area, label_cols, ROLE_LABEL, "", role_of(result), words);
	}
	return area;
}

static struct rect draw_started(const struct program_seen *p, int label_cols, struct canvas *c, struct rect area)
{
	OWNED_MEM char *starts = p->starts ? str_format("it starts %s, sha256 %.12s", p->starts->path, p->starts->sha256) : NULL;

	if (starts || p->unknown)
		area = canvas_fact(c, area, label_cols, ROLE_LABEL, "", ROLE_DIM, starts ? starts : p->unknown);
	return area;
}

struct rect attests_draw(const struct attests *a, const struct app *app, size_t at, int label_cols, struct canvas *c, struct rect area)
{
	const struct adapter *adapter = adapter_at(app, at);
	const struct sandbox_attestation *kept = &a->kept[at].attestation;
	OWNED_MEM char *words = NULL;
	char when[TIME_TEXT_BYTES];

	if (!declares(adapter))
		return area;
	time_print(kept->at_ms, when);
	if (a->kept[at].known)
		words = str_format("%s %s, in a linked worktree, headless, through %s; program sha256 %.12s, %s; attestation %.12s",
				   attests_word(a, app, at), when, attest_way_words(kept->way), kept->program.sha256, kept->kernel,
				   kept->sha256);
	else
		words = str_format("%s%s%s", attests_word(a, app, at), a->kept[at].why ? "; " : " only",
				   a->kept[at].why ? a->kept[at].why : "");
	area = canvas_fact(c, area, label_cols, ROLE_LABEL, "Sandbox", attests_role(a, at), words);
	if (a->kept[at].known) {
		area = draw_started(&kept->program, label_cols, c, area);
		area = draw_cells(kept, label_cols, c, area);
	}
	if (adapter->sandbox) {
		OWNED_MEM char *through = str_format("the same program's sandbox, not this agent, is tried as %s; its state is said there",
						     adapter->sandbox->id);

		area = canvas_fact(c, area, label_cols, ROLE_LABEL, "", ROLE_DIM, through);
	}
	return area;
}
