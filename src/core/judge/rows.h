/*
 * rows — the functions behind the rows of the verdict table. True: the row applies and *why got its sentence.
 *
 * One list, in the order in which the rows are tried; verdict.c makes the table from it and docs/refusals.md is printed
 * from the table. The order: the request by itself, what the adapter declares, the place, each root, what was observed
 * and found on this machine. So a sentence never speaks of something that an earlier, simpler correction makes moot.
 */
#ifndef CORE_JUDGE_ROWS_H
#define CORE_JUDGE_ROWS_H
#include <stdbool.h>

#include "core/base/text.h"
#include "core/judge/facts.h"

/* function, reason, what was asked for, why that is refused, how to go on */
#define ROWS(X)                                                                                                            \
	X(row_word_unknown, REQUEST_INVALID, "unknown topology, mode, grant or style",                                     \
	  "a request may only say what this program knows how to enforce", "use one of the known words")                   \
	X(row_adapter_unknown, REQUEST_INVALID, "unknown adapter", "only a known adapter declares what it can represent",  \
	  "name one of the known adapters")                                                                                \
	X(row_children_count, REQUEST_INVALID, "no child, or more than 16", "a run has 1 to 16 children",                  \
	  "ask for 1 to 16 children")                                                                                      \
	X(row_text_unfit, REQUEST_INVALID,                                                                                 \
	  "a repository, label, model or effort that is empty, too long or not plain text",                                \
	  "it would reach a program or a record as something else", "correct the value that is named, or leave it out")    \
	X(row_prompt_missing, REQUEST_INVALID, "prompt missing, empty or blank",                                           \
	  "a vendor program without a prompt waits for one or ends in success without doing anything; an interactive one may be left without", \
	  "say what the child is to do")                                                                                   \
	X(row_prompt_dash, REQUEST_INVALID, "prompt that is a lone \"-\"",                                                 \
	  "vendor programs read it as an order to take the prompt from their input, which is empty",                       \
	  "say what the child is to do")                                                                                   \
	X(row_prompt_bytes, REQUEST_INVALID, "prompt that is not valid UTF-8", "it would reach the vendor program changed", \
	  "write the prompt in UTF-8")                                                                                     \
	X(row_prompt_long, REQUEST_INVALID, "prompt longer than the kernel takes as one argument",                         \
	  "the child could not be started", "shorten the prompt, or put the long part into a file of the repository")     \
	X(row_number_range, REQUEST_INVALID, "time limit or turn limit out of range",                                      \
	  "a limit that cannot be kept is no limit", "use a number within the range that is named")                        \
	X(row_style_undeclared, REQUEST_INVALID, "interactive style, adapter does not declare it",                         \
	  "the child's input would be something its vendor program does not expect", "use the headless style")             \
	X(row_model_undeclared, REQUEST_INVALID, "model given, adapter takes none", "the adapter would drop it silently",  \
	  "leave the model out, or choose another adapter")                                                                \
	X(row_turns_undeclared, REQUEST_INVALID, "turn limit given, adapter takes none",                                   \
	  "the adapter would drop it silently", "leave the turn limit out, or choose another adapter")                     \
	X(row_effort_unlisted, EFFORT_UNSUPPORTED, "effort value the adapter does not list",                               \
	  "the adapter would drop it or its vendor would guess", "choose one of the values the adapter lists")             \
	X(row_roots_without_policy, REQUEST_INVALID, "writable roots without a mode",                                      \
	  "without a policy nothing would carry them", "choose a mode, or drop the roots")                                 \
	X(row_grant_without_policy, GRANT_WITHOUT_POLICY, "grant without a policy",                                        \
	  "the grant travels in the filesystem policy; without one it would be silently inert",                            \
	  "choose workspace-write, or drop the grant")                                                                     \
	X(row_grant_inert, GRANT_INERT, "read-only with writable roots or with a grant",                                   \
	  "read-only writes nothing, so the vendor would accept them and ignore them", "choose workspace-write, or drop them") \
	X(row_no_projection, NO_PROJECTION, "policy, adapter declares nothing",                                            \
	  "passing a policy that the adapter drops would leave an operator believing a child was constrained when it was not", \
	  "choose an adapter that declares the mode, or leave the policy out")                                             \
	X(row_mode_unrepresentable, MODE_UNREPRESENTABLE, "mode the adapter maps to null",                                 \
	  "no other mode may stand in for it: there is no fallback", "choose a mode the adapter declares, or another adapter") \
	X(row_roots_unrepresentable, WRITABLE_ROOTS_UNREPRESENTABLE, "writable roots or a grant, adapter cannot carry roots", \
	  "they would be dropped", "drop the roots and the grant, or choose another adapter")                              \
	X(row_workspace_required, WORKSPACE_REQUIRED, "writable roots in the shared checkout",                             \
	  "there is no isolated workspace that they could be contained in", "choose the worktree topology, or drop the roots") \
	X(row_grant_unavailable, GIT_GRANT_UNAVAILABLE, "grant in the shared checkout, or a workspace without a repository", \
	  "the grant's paths come from the verified binding of an isolated workspace, and there is none",                  \
	  "choose the worktree topology in a repository, or drop the grant")                                               \
	X(row_workspace_unavailable, WORKSPACE_UNAVAILABLE, "a place or layout that cannot be served",                     \
	  "the workspace cannot be made or used", "choose another repository, topology or place")                          \
	X(row_temporary_reach, WORKSPACE_UNAVAILABLE, "policy, and something of the run lies under a temporary directory", \
	  "every sandboxed neighbour can write there", "move it out of the temporary directory")                           \
	X(row_workspace_is_administrative, WORKSPACE_UNAVAILABLE,                                                          \
	  "workspace-write, and the children would work in the repository's administrative directory (a bare repository, `.git`)", \
	  "the mode alone would give them what the Git grant must be asked for by name",                                   \
	  "choose the worktree topology, or read-only")                                                                    \
	X(row_workspace_unfit, WORKSPACE_UNAVAILABLE, "policy, and a workspace path that cannot be handed over exactly",   \
	  "the vendor's sandbox would be told of another directory, or of everything", "move or rename the directory")     \
	X(row_roots_many, WRITABLE_ROOT_INVALID, "more than 16 writable roots",                                            \
	  "the vendor's sandbox slows down without bound with their number", "name a directory that holds several of them") \
	X(row_root_invalid, WRITABLE_ROOT_INVALID,                                                                         \
	  "root relative, empty, with a control character, longer than 4000 bytes, not a directory, or not its own realpath", \
	  "the vendor's sandbox would drop it, widen it or break every command; one bad root refuses the set",             \
	  "name the real directory")                                                                                       \
	X(row_root_escapes, WRITABLE_ROOT_ESCAPES_WORKSPACE,                                                               \
	  "root outside the workspace, or either half of the repository's administrative directory",                       \
	  "a caller widens nothing by passing a path; one bad root refuses the set",                                       \
	  "name a directory inside the workspace; ask for Git write by name")                                              \
	X(row_contradicted, PROJECTION_CONTRADICTED, "policy, observed not to be enforced on this machine and version",    \
	  "the declaration has been contradicted by an observation", "use another adapter or program version, or attest again") \
	X(row_program_missing, ADAPTER_MISSING, "launch, program not on PATH",                                             \
	  "there is nothing to start; a check is accepted and says so", "install the program, or choose another adapter")

#define X(function, reason, asked, meaning, way_on) \
	bool function(const struct request *request, const struct facts *facts, struct text *why);
ROWS(X)
#undef X
#endif
