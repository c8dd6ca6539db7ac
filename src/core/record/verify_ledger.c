/*
 * verify_ledger — a record against the ledger: its digest, what both say of the run, and the line that was the ledger's
 * last when the run was sealed.
 */
#include "core/record/verify_ledger.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/anchor.h"
#include "core/record/browse_compare.h"
#include "core/record/harnery.h"
#include "core/record/verify_workspace.h"

#define COMPARED_MAX 190 /* what is longer is clipped in one of the two */

static void check_digest(struct checking *c, const struct known_line *line)
{
	const char *sealed = line->sealed ? line->proof_sha256 : "nothing";
	OWNED_MEM char *differs = proof_differs(c->view, sealed);

	if (differs)
		verify_finding(c->v, "%s", differs);
	else
		strlist_add_format(&c->v->checked, "proof: digest %.12s as in the ledger", sealed);
}

/* What the line says of the run is what its proof says: the last line of the ledger is sealed by nothing behind it. */
static void check_said(struct checking *c, const struct known_line *line)
{
	const struct json *console = json_get(c->view->proof, "console"), *requested = json_get(console, "requested");
	OWNED_MEM char *directory = known_directory(line);
	const struct { const char *what, *ledger, *proof; } said[] = {
		{ "outcome", line->outcome, json_get_string(console, "outcome") },
		{ "topology", line->topology, json_get_string(console, "topology") },
		{ "mode", line->mode, json_get_string(requested, "mode") },
		{ "grant", line->grant, json_get_string(requested, "git_write") },
		{ "adapter", line->adapter, json_get_string(requested, "adapter") },
		{ "label", line->label, json_get_string(console, "label") },
		{ "directory", directory, c->view->row.directory },
	};

	for (size_t i = 0; c->view->proof && console && i < COUNT_OF(said); i++) {
		const char *there = said[i].ledger ? said[i].ledger : "none", *here = said[i].proof ? said[i].proof : "none";

		if (strcmp(there, here) == 0 || strlen(here) > COMPARED_MAX)
			continue;
		verify_finding(c->v, "the ledger says %s %s of this run and its record says %s: one of them was rewritten", said[i].what,
			       there, here);
		return;
	}
}

/* line NULL: the run itself has none. */
static void check_anchor(struct checking *c, const struct ledger_known *known, const struct known_line *line)
{
	const struct known_line *there;
	struct ledger_anchor anchor;

	if (!anchor_read(c->view->proof, &anchor))
		return;
	there = anchor.seq > 0 ? ledger_known_seq(known, anchor.seq) : NULL;
	if (!line && anchor.seq > 0 && (!there || strcmp(there->sha256, anchor.sha256) != 0))
		verify_finding(
			c->v,
			"this run was sealed behind line %" PRId64
			" (%.12s) of a ledger, which is not in this one: it was sealed with the ledger of another state directory, or this "
			"ledger was rolled back or rewritten",
			anchor.seq, anchor.sha256);
	else if (anchor.seq > 0 && !there)
		verify_finding(
			c->v,
			"the ledger had a line %" PRId64
			" (%.12s) when this run was sealed, which is not there any more: the ledger was rolled back, or lines of it removed",
			anchor.seq, anchor.sha256);
	else if (there && strcmp(there->sha256, anchor.sha256) != 0)
		verify_finding(c->v,
			       "line %" PRId64 " of the ledger (%.12s) is not the one that was its last when this run was sealed (%.12s): "
			       "the ledger was rolled back and written on, or rewritten",
			       anchor.seq, there->sha256, anchor.sha256);
	else if (line && line->seq <= anchor.seq)
		verify_finding(c->v,
			       "the ledger's line of this run has number %" PRId64 " but number %" PRId64
			       " was there before it was sealed: lines were moved",
			       line->seq, anchor.seq);
	else if (line && anchor.seq > 0)
		strlist_add_format(&c->v->checked, "ledger: line %" PRId64 ", its last when this run was sealed, is still there",
				   anchor.seq);
}

void verify_line(struct checking *c, const struct ledger_known *known, const struct known_line *line)
{
	check_anchor(c, known, line);
	if (line) {
		check_digest(c, line);
		check_said(c, line);
		return;
	}
	if (json_has(c->view->proof, "console"))
		verify_finding(c->v, "the ledger of this machine has no line for this run: its line was removed, or the record was made "
				     "elsewhere or by hand");
	strlist_add(&c->v->checked, "ledger: the run is not in it, so nothing outside the record vouches for proof.json");
}
