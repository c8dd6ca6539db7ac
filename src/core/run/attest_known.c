/*
 * attest_known — what earlier attestations say of one request; see attest.h. Nothing is claimed beyond the cell that was
 * observed: the same adapter, way, mode, grant and kind of roots, in a linked worktree, headless.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/run/attest.h"

bool attest_known(const struct engine *e, const struct adapter *adapter, const char *version, struct sandbox_attestation *ret,
		  char **ret_why)
{
	OWNED_MEM char *path = program_find(e->places->path, adapter->program);
	CLEARED(program_seen) struct program_seen program = { 0 };
	struct error err = { 0 };

	*ret_why = NULL;
	memset(ret, 0, sizeof *ret);
	if (!path || !program_see(path, &program, &err))
		return false;
	program_see_started(&program, adapter->starts);
	return sandbox_attestation_find(e->places->state, adapter->id, &program, version, ret, ret_why);
}

/* A root beneath the directory that the mode makes writable already is not rendered, so it says nothing of roots. */
static bool names_roots(const struct gathered *g)
{
	for (size_t i = 0; i < g->facts.n_roots; i++)
		if (g->roots[i].real && g->active_root && !path_is_within(g->active_root, g->roots[i].real))
			return true;
	return false;
}

static bool is_observed(const struct request *r)
{
	return r->topology == TOPOLOGY_WORKTREE && r->style != STYLE_INTERACTIVE;
}

/* What the mode alone does not keep to, it keeps to with nothing added. */
static enum attest_cell contradicted_cell(const struct request *r, enum attest_cell cell, const struct sandbox_attestation *a)
{
	if (cell < ATTEST_CELL_COUNT && a->cells[cell].result == ATTEST_CONTRADICTED)
		return cell;
	if (r->mode == POLICY_WORKSPACE_WRITE && a->cells[ATTEST_WRITE].result == ATTEST_CONTRADICTED)
		return ATTEST_WRITE;
	return ATTEST_CELL_COUNT;
}

static void keep(struct gathered *g, enum attested attested, const struct sandbox_attestation *a, enum attest_cell cell, char *taken_how)
{
	g->facts.attested = attested;
	free(g->attested_how);
	g->attested_how = taken_how;
	str_set(&g->attestation_sha256, a->sha256);
	json_drop(&g->attestation);
	g->attestation = sandbox_attestation_cite(a, cell);
}

static char *how(const struct sandbox_attestation *a, const char *before, const char *after)
{
	char when[TIME_TEXT_BYTES];

	time_print(a->at_ms, when);
	return str_format("%sattested %s, %s, program sha256 %.12s, through %s%s%s", before, when,
			  a->version ? a->version : "version not told", a->program.sha256, attest_way_words(a->way), after ? ": " : "",
			  after ? after : "");
}

/* own: the adapter's own rendering was tried, not its program's sandbox through another. */
static void weigh(const struct request *r, const struct sandbox_attestation *a, bool own, struct gathered *g)
{
	const enum attest_cell cell = attest_cell_of(r->mode, r->git_write, names_roots(g));
	const enum attest_cell against = contradicted_cell(r, cell, a);

	if (g->facts.attested == ATTESTED_CONTRADICTED)
		return;
	if (against < ATTEST_CELL_COUNT)
		keep(g, ATTESTED_CONTRADICTED, a, against, how(a, own ? "" : "the same program's sandbox: ", a->cells[against].sentence));
	else if (cell == ATTEST_CELL_COUNT || a->cells[cell].result != ATTEST_ATTESTED || g->facts.attested == ATTESTED_ENFORCES)
		return;
	else if (own && is_observed(r))
		keep(g, ATTESTED_ENFORCES, a, cell, how(a, "", a->cells[cell].sentence));
	else if (own)
		keep(g, ATTESTED_NEAR, a, cell, how(a, "in a linked worktree and headless it was ", NULL));
	else if (g->facts.attested == ATTESTED_NOT)
		keep(g, ATTESTED_NEAR, a, cell, how(a, "the same program's sandbox, not its agent, was ", NULL));
}

static void consult(const struct engine *e, const struct adapter *adapter, bool own, const struct request *r, struct gathered *g)
{
	CLEARED(sandbox_attestation) struct sandbox_attestation a = { 0 };
	OWNED_MEM char *why = NULL;

	if (attest_known(e, adapter, NULL, &a, &why))
		weigh(r, &a, own, g);
	else if (why && !g->attested_how)
		g->attested_how = str_copy(why);
}

void attest_gather(const struct engine *e, const struct request *r, struct gathered *g)
{
	if (r->mode == POLICY_ABSENT || !g->adapter || !g->program_path)
		return;
	consult(e, g->adapter, true, r, g);
	if (g->adapter->sandbox)
		consult(e, g->adapter->sandbox, false, r, g);
}
