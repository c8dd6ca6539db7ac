/*
 * facts — gathers from the disk what the judgement needs to know: the only bridge from the world to core/judge/facts.h.
 */
#ifndef CORE_RUN_FACTS_H
#define CORE_RUN_FACTS_H
#include "core/base/json.h"
#include "core/judge/facts.h"
#include "core/run/engine.h"
#include "core/workspace/workspace.h"

/* Stands in a preview for names that a launch chooses. */
#define CHOSEN_AT_LAUNCH "chosen-at-launch"

/* Owns every string that facts points to. */
struct gathered {
	struct facts facts;
	const struct adapter *adapter;   /* borrowed; NULL: unknown */
	struct text known_adapters;
	char *program_path, *workspace_root, *active_root, *unavailable, *temporary_reach;
	char *gitdir, *common_dir, *private_tmp, *branch;
	char *attested_how, *attestation_sha256; /* what facts.attested rests on; NULL: nothing */
	struct json *attestation;        /* what the proof keeps of it; NULL: nothing */
	struct strlist root_paths, root_reals;
	struct root_facts *roots;
};

/* What is already decided about the run the facts are for; all borrowed, NULL: not yet. */
struct gather_plan {
	const struct layout *layout;     /* NULL: the repository could not be looked at; unavailable says why */
	const char *unavailable;
	const struct binding *binding;   /* set: judged against the bound workspace, else against what would be made */
	const char *binding_id;          /* NULL: CHOSEN_AT_LAUNCH */
	const char *run_id;              /* NULL: CHOSEN_AT_LAUNCH */
	bool launching;
};

void facts_gather(const struct engine *e, const struct request *request, const struct gather_plan *plan, struct gathered *ret);
void gathered_clear(struct gathered *g);
#endif
