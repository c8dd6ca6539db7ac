/*
 * binding_json — the binding as the peer writes it, and the one extra key of our own index entries.
 */
#ifndef CORE_RECORD_BINDING_JSON_H
#define CORE_RECORD_BINDING_JSON_H
#include "core/base/json.h"
#include "core/record/run_record.h"

/* What binding_print() gives plus "console" with the places the peer does not record: for entries that
   binding_parse() has to give back whole. Also for a shared run, which has no binding in the peer's sense. */
struct json *binding_print_whole(const struct binding *b, const struct run_record *r);
/* {source_root, common_dir, base_commit, target_commit, target_ref, workspace_ref, workspace_branch}; yours; NULL (null)
   without a repository. */
struct json *binding_print_repository(const struct binding *b);
/* The places alone, for the console key: realpath and identity each. */
struct json *binding_print_places(const struct binding *b);
/* Yours: the binding a plan will give when it comes true, identities 0 and gitdir NULL: not known yet. */
struct binding *binding_planned(const struct workspace_plan *plan, const struct layout *l);
#endif
