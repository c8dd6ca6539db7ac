/*
 * attest_first — see attest_first.h.
 */
#include "core/run/attest_first.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/run/attest.h"
#include "core/run/probe.h"

#define VERSION_LIMIT_MS 5000

static bool is_wanted(const struct engine *e)
{
	const char *word = places_env(e->places, ATTEST_ENVIRONMENT);

	return !e->no_attest && !(word && strcmp(word, "never") == 0);
}

static void note_inconclusive(struct run_record *r, const struct sandbox_attestation *a, const char *otherwise)
{
	const char *why = otherwise;

	if (a && sandbox_attestation_result(a) != ATTEST_INCONCLUSIVE)
		return;
	for (int cell = 0; a && cell < ATTEST_CELL_COUNT && why == otherwise; cell++)
		if (a->cells[cell].result == ATTEST_INCONCLUSIVE)
			why = a->cells[cell].sentence;
	OWNED_MEM char *message =
		str_format("Whether the sandbox is enforced could not be concluded from trying it: %s.", why ? why : "no reason is known");

	run_record_unknown(r, "attestation_inconclusive", message, NULL);
}

bool attest_first(struct supervision *s)
{
	struct run_record *r = &s->record;
	CLEARED(sandbox_attestation) struct sandbox_attestation known = { 0 };
	CLEARED(attest_report) struct attest_report report = { 0 };
	OWNED_MEM char *why = NULL;
	const char *no_subject = NULL;
	const struct adapter *subject;

	if (!r->verdict.projection.applied || !s->adapter || !r->program_path || !is_wanted(s->engine))
		return false;
	subject = attest_subject(s->adapter, ATTEST_WAY_SANDBOX, &no_subject);
	if (!subject)
		return false;
	r->program_version = probe_version(s->engine, s->adapter, r->program_path, VERSION_LIMIT_MS);
	if (attest_known(s->engine, subject, r->program_version, &known, &why)) {
		note_inconclusive(r, &known, NULL);
		return false;
	}
	engine_attest(s->engine, subject, ATTEST_WAY_SANDBOX, r->program_version, &report);
	if (report.result == ATTEST_INCONCLUSIVE)
		note_inconclusive(r, report.tried ? &report.made : NULL, report.sentence);
	return report.stored;
}
