/*
 * command — THE table of commands. A new command is one file, one line in commands.h and one row here.
 */
#include "ui/cli/command.h"

#include "core/base/owned.h"
#include "ui/cli/commands.h"

static const struct flag_use everywhere[] = {
	{ FLAG_JSON, "print the answer as JSON; its keys do not change" },
	{ FLAG_HELP, "print this help" },
};

#define REQUEST_FLAGS                                                                                                          \
	{ FLAG_REPOSITORY, "the repository or directory to work on; without it the current directory" },                      \
	{ FLAG_TOPOLOGY, "where children work: your own checkout, or a linked worktree made for this run (the default)" },     \
	{ FLAG_MODE, "the filesystem policy; without it there is none and the vendor's own invocation is used" },              \
	{ FLAG_WRITABLE_ROOT, "a further directory the children may write, inside the workspace; may be given again; "         \
			      "{workspace} at its start stands for the workspace root" },                                      \
	{ FLAG_GIT_WRITE, "the Git grant, asked for by name: shared-repository lets the children commit, and change what "     \
			  "every worktree of the repository shares" },                                                        \
	{ FLAG_ADAPTER, "which vendor program; bulkhead adapters lists them" },                                                \
	{ FLAG_MODEL, "the model, where the adapter takes one" },                                                              \
	{ FLAG_EFFORT, "the effort, one of the words the adapter lists" },                                                     \
	{ FLAG_TIMEOUT, "end the children after this many seconds, 1 to 604800; without it 300, and never when interactive" },                             \
	{ FLAG_MAX_TURNS, "the turn limit, 1 to 1000000, where the adapter takes one" },                                       \
	{ FLAG_STYLE, "headless (the default): nothing is the child's input; interactive: its terminal is, and the vendor's own screen is started" },                 \
	{ FLAG_CHILDREN, "how many children get the prompt, 1 to 16; without it 1" },                                          \
	{ FLAG_LABEL, "a name for the run in lists" },                                                                         \
	{ FLAG_REQUEST, "take the whole request from a JSON file, or from the standard input, in place of the flags above" }

static const struct flag_use check_flags[] = { REQUEST_FLAGS };
static const struct flag_use launch_flags[] = {
	REQUEST_FLAGS,
	{ FLAG_DETACH, "do not wait: print the run's id as soon as its children have started" },
	{ FLAG_NO_ATTEST, "do not try the adapter's sandbox first where it has not been tried with this program and kernel; "
			  "BULKHEAD_ATTEST=never in the environment does the same" },
};
static const struct flag_use runs_flags[] = {
	{ FLAG_RECORDS, "the records that lie in this directory, whoever wrote them, in place of those of this account: a "
			"repository or its .harnery" },
	{ FLAG_REPOSITORY, "only runs of this repository: a path, or the name of its directory" },
	{ FLAG_ADAPTER, "only runs of this adapter" },
	{ FLAG_OUTCOME, "only runs that ended so: running, done, failed, stopped, refused or lost" },
	{ FLAG_FILTER, "only runs in which every word is found, in the list, the prompt or a result; agent:codex, repo:NAME, mode:ro, grant:used, outcome:refused, "
		       "reason:WORD, topology:shared, label:WORD, run:ID, pruned:yes, after:2026-11-01 and before:2026-12 (local time) look in one place, "
		       "alert finds runs with an alert" },
	{ FLAG_LIMIT, "at most this many, newest first; 0 for all; without it 50, and all with --json or --format" },
	{ FLAG_FORMAT, "print JSON lines, CSV for a spreadsheet, or a Markdown report in place of the list" },
};
static const struct flag_use show_flags[] = {
	{ FLAG_TRANSCRIPT, "print the run's transcript in place of its summary" },
	{ FLAG_OUTPUT, "print what this child (a1, a2 and so on) printed on its terminal, line by line; controls are made visible" },
};
static const struct flag_use compare_flags[] = {
	{ FLAG_ALL, "print what is equal too" },
};
static const struct flag_use statistics_flags[] = {
	{ FLAG_FILTER, "only of the runs that this filter of the Runs screen lets through" },
	{ FLAG_FORMAT, "print the counts for another program: a line or a table row each" },
};
static const struct flag_use release_flags[] = {
	{ FLAG_DISCARD_IGNORED, "remove the workspace although ignored files are in it; they are named first" },
	{ FLAG_DISCARD_UNREACHABLE, "remove the workspace although only its logs lead to some commits, as after an amend or a reset; "
				    "they are named first" },
	{ FLAG_KEEP_BRANCH, "leave the branch that was made for the run" },
};

static const struct flag_use attest_flags[] = {
	{ FLAG_WAY, "what is tried: sandbox, a plain command in the program's own sandbox, without a model (the default); or exec, the "
		    "headless agent as a launch starts it, asked to run the command" },
	{ FLAG_SPEND_TOKENS, "with --path exec: agree that four short turns are spent from your own login" },
};
static const struct flag_use replay_flags[] = {
	{ FLAG_SPEED, "how fast it is played; without it 1" },
	{ FLAG_IDLE_LIMIT, "show a time in which nothing was printed as at most this many seconds, 1 to 86400, and say so" },
	{ FLAG_EXPORT, "write an asciicast (version 2) in place of playing; - is the standard output" },
	{ FLAG_FORCE, "replace the file that --export names" },
};
static const struct flag_use prune_flags[] = {
	{ FLAG_OLDER_THAN, "only runs that ended at least so many days ago, as in 90d" },
	{ FLAG_KEEP_NEWEST, "leave the records of the newest N runs; with --older-than a run goes only when both allow it" },
	{ FLAG_DRY_RUN, "change nothing: say which records would go, and of every other why it stays" },
};
static const struct flag_use demo_flags[] = {
	{ FLAG_KEEP, "leave the demonstration's folder and say where it is" },
};

#define FLAGS_OF(array) array, COUNT_OF(array)

static const struct command commands[] = {
	{ .name = "check", .operands = "-- PROMPT", .purpose = "Say whether a request would be accepted, and why not",
	  .about = "Judges the request as a launch would and prints the verdict, what the child could write, and the command line it "
		   "would be started with. Nothing on the disk changes. A refusal has exit status 3.",
	  .answer = "{\"verdict\", \"reason\", \"message\", \"note\", \"adapter\", \"topology\", \"projection\": "
		    "{\"mode\", \"native_mode\", \"writable_roots\", \"git_grant\"}, \"effective_writable\", "
		    "\"commits\", \"argv\", \"unknowns\": [{\"code\", \"message\"}]}; projection is null without a policy, reason when accepted",
	  .example = "bulkhead check --adapter codex --mode workspace-write -- \"fix the rounding\"", FLAGS_OF(check_flags),
	  .takes_prompt = true, .changes_nothing = true, .run = check_command },
	{ .name = "launch", .operands = "-- PROMPT", .purpose = "Start a run, wait for it and say how it ended",
	  .about = "Judges the request with fresh facts, makes the workspace, starts the children under a supervisor of their own and "
		   "waits until the run is sealed. Interrupting the wait stops the run; interrupting again kills its children. The "
		   "run goes on when the terminal is closed. Exit status 0 when the run is done, 1 when it failed, was stopped or was "
		   "lost, 3 when it was refused, and 4 when the machine failed, as when the run ended and its line could not be "
		   "written to the ledger: the next command that can does it.",
	  .answer = "the keys of check as the run's record has them, and {\"run_id\", \"status\", \"directory\", "
		    "\"proof\", \"alerts\", \"unsealed\"}; the prompt in argv is its digest; unsealed is null when the run is in the "
		    "ledger, or else a sentence",
	  .example = "bulkhead launch --adapter codex --mode workspace-write --git-write shared-repository -- \"fix it and commit\"",
	  FLAGS_OF(launch_flags), .takes_prompt = true, .run = launch_command },
	{ .name = "runs", .operands = "", .purpose = "List the recorded runs, newest first",
	  .about = "Every run this account has recorded, across all repositories, with what it was permitted and how it ended. "
		   "What is shown is in local time; ids and what --json prints are in UTC. With --records those that another program or another account left: what is damaged says so in its row.",
	  .answer = "an array of {\"run_id\", \"outcome\", \"reason\", \"message\", \"started_at\", \"ended_at\", "
		    "\"repository\", \"adapter\", \"label\", \"children\", \"topology\", \"mode\", \"git_write\", "
		    "\"grant_used\", \"alerts\", \"acknowledged\", \"pruned\", \"damage\", \"directory\", \"proof_sha256\", \"attention\"}; null is what a record "
		    "does not say; attention, of a running run whose supervisor answers, is an array of {\"child\", \"state\", "
		    "\"evidence\", \"words\", \"since\"}: state is starting, working, quiet, wants you, done, failed, killed, lost or "
		    "not known, and evidence is what it rests on: process, notice, bell, prompt mark, title, output or screen",
	  .example = "bulkhead runs --filter 'outcome:refused after:2026-11' --limit 5", FLAGS_OF(runs_flags), .run = runs_command },
	{ .name = "show", .operands = "RUN", .purpose = "Show what a run was permitted, what it did, and how that is known",
	  .about = "RUN is an id, a unique beginning of one, the label of exactly one run, \"last\", or the directory of a record, whoever wrote it. With --json the proof is printed as it was sealed. "
		   "A record that is not what the ledger or its own proof sealed is said first, and the exit status is 0 all the same: "
		   "what is there is shown. bulkhead verify RUN is what has a status for it.",
	  .answer = "proof.json as it was sealed; of a running run {\"run_id\", \"outcome\", \"attention\"} as in runs; with --transcript an array of the transcript's lines; with --output {\"run_id\", "
		    "\"child\", \"lines\"}",
	  .example = "bulkhead show last", FLAGS_OF(show_flags), .least = 1, .most = 1, .run = show_command },
	{ .name = "compare", .operands = "RUN RUN", .purpose = "Say what differs between two recorded runs",
	  .about = "RUN is what show takes. Compares what was asked, the policy that was rendered, the programs with their versions and digests, the "
		   "repository, the result and each child with its command line. What only names a run is written as {run}, "
		   "{workspace}, {gitdir}, {branch} and {tmp}, so that equal runs are equal.",
	  .answer = "{\"left\", \"right\", \"differing\", \"facts\": [{\"section\", \"name\", \"left\", \"right\", "
		    "\"differs\"}]}; null is what a record does not say",
	  .example = "bulkhead compare wf-2026-11-30T18 last", FLAGS_OF(compare_flags), .least = 2, .most = 2, .run = compare_command },
	{ .name = "statistics", .operands = "", .purpose = "Count and chart the recorded runs",
	  .about = "Runs over time, how they ended, why they were refused, whether a grant was used, and which adapters and "
		   "repositories they were of. A chart begins at nothing and ends at its largest count, which is printed beside it. "
		   "Hours, days and months are those of local time.",
	  .answer = "{\"runs\", \"first_at\", \"last_at\", \"without_time\", \"unit\", \"over_time\": [{\"from\", \"runs\"}], "
		    "\"outcomes\", \"refusals\", \"grants\", \"adapters\", \"repositories\"}; each of the last five is an array of "
		    "{\"name\", \"runs\"}, the most first; unit is hour, day, week, month or year",
	  .example = "bulkhead statistics --filter 'repo:orders after:2026-11'", FLAGS_OF(statistics_flags), .run = statistics_command },
	{ .name = "stop", .operands = "RUN [CHILD]", .purpose = "Stop a run, or one of its children",
	  .about = "Asks the supervisor to end the children and does not wait. They are asked to end first and killed when they do not; "
		   "stopping a second time kills them at once. CHILD is a1, a2 and so on.",
	  .answer = "{\"run_id\", \"child\", \"asked\"}; child is null for all of them",
	  .example = "bulkhead stop last a2", .least = 1, .most = 2, .run = stop_command },
	{ .name = "replay", .operands = "RUN CHILD", .purpose = "Play the recorded terminal of a child, or export it",
	  .about = "Opens the console where the terminal of CHILD (a1, a2 and so on) is played as it was recorded, with its times: Space "
		   "pauses, arrows and digits go to another time. What is recorded of a live run is played, then followed. With --export "
		   "the recording becomes a file that asciinema plays; it is written whole or not at all. Exit status 1 when the log is "
		   "damaged or is not what was sealed: a damaged log is played up to the damage and never exported.",
	  .answer = "{\"run_id\", \"child\", \"duration_ms\", \"moments\", \"bytes\", \"cut\", \"ended\", \"damage\", "
		    "\"seal\", \"seal_message\"}; seal is holds, broken or unknown; with --export {\"run_id\", \"child\", "
		    "\"file\", \"events\"}",
	  .example = "bulkhead replay last a1 --export fixed.cast", FLAGS_OF(replay_flags), .least = 2, .most = 2, .run = replay_command },
	{ .name = "attach", .operands = "[RUN]", .purpose = "Open the console at the terminals of what is running",
	  .about = "Every live child is shown as it stands, with what it printed before. Without RUN all live runs are shown, with RUN "
		   "that one has the keys. Leaving the console leaves runs running. When several consoles show one run, the first that "
		   "types is the one that types; another takes the keyboard over by a key of its own. A run that is over is refused: "
		   "replay plays it.",
	  .answer = "nothing: it is a screen",
	  .example = "bulkhead attach", .most = 1, .run = attach_command },
	{ .name = "adapters", .operands = "", .purpose = "List the adapters, what each declares, and which are here",
	  .about = "What an adapter declares is what it can represent of a filesystem policy; what it does not declare is refused, "
		   "never dropped. Each program found is asked for its version, for at most 5 seconds.",
	  .answer = "an array of {\"id\", \"title\", \"program\", \"found\", \"path\", \"version\", \"declares\": "
		    "{\"modes\", \"writable_roots\", \"interactive\", \"model\", \"max_turns\", \"efforts\"}, "
		    "\"install\", \"login\", \"defined_in\", \"attestation\": {\"result\", \"path\", \"attested_at\", \"version\", "
		    "\"program_sha256\", \"starts_sha256\", \"starts_unknown\", \"sha256\", \"cells\": [{\"mode\", \"git_write\", \"roots\", \"result\"}]}, \"attestation_note\", "
		    "\"sandbox\"}; a mode that is null is not representable; attestation is null where none counts here, and "
		    "attestation_note says why; sandbox is the adapter through which its program's sandbox can be attested",
	  .example = "bulkhead adapters --json", .run = adapters_command },
	{ .name = "attest", .operands = "ADAPTER", .purpose = "Try an adapter's sandbox here, and keep what was seen",
	  .about = "In a private scratch, a repository with a linked worktree, one command is started through the adapter's own "
		   "rendering in each projection: it tries to write inside, outside and beside, and to commit. What became of that is "
		   "looked up on the disk, never taken from what a program says: attested, contradicted, or inconclusive where what "
		   "must succeed did not. It holds for this program, version, kernel and machine, in a linked worktree and headless, "
		   "and for nothing else. A launch does it by itself before the first run with a policy, through the sandbox path, "
		   "which costs no tokens. Exit status 1 unless everything that is declared was attested.",
	  .answer = "{\"asked_for\", \"adapter\", \"path\", \"result\", \"sentence\", \"stored\"} and, when it was tried, "
		    "{\"topology\", \"style\", \"attested_at\", \"took_ms\", \"program\": {\"path\", \"sha256\", \"version\", \"device\", "
		    "\"inode\", \"size\", \"mtime_ns\", \"ctime_ns\", \"starts\", \"starts_unknown\"}, \"kernel\", \"machine\", \"cells\": [{\"mode\", \"git_write\", "
		    "\"roots\", \"result\", \"sentence\", \"tried\", \"in_time\", \"ran\", \"seen\"}], \"sha256\"}",
	  .example = "bulkhead attest codex-sandbox", FLAGS_OF(attest_flags), .least = 1, .most = 1, .run = attest_command },
	{ .name = "workspaces", .operands = "", .purpose = "List the workspaces that runs have made and nobody has released",
	  .about = "A workspace stays after its run, with everything the children left in it, until it is released.",
	  .answer = "an array of {\"run_id\", \"state\", \"workspace\", \"branch\", \"source\", \"base_commit\", "
		    "\"created_at\", \"directory\"}; state is bound, gone, interrupted or damaged",
	  .example = "bulkhead workspaces", .run = workspaces_command },
	{ .name = "release", .operands = "RUN", .purpose = "Remove a run's workspace, losing nothing",
	  .about = "Removes the linked worktree and the branch that were made for the run, each only when it is still what was made. "
		   "Refuses while anything uncommitted, another repository, or a commit that no branch leads to is in the "
		   "workspace, and names it. A branch whose commits nothing else leads to is kept, and why is said. Uncommitted "
		   "work is never discarded.",
	  .answer = "{\"run_id\", \"released\", \"already_gone\", \"worktree_removed\", \"files_removed\", "
		    "\"branch_deleted\", \"branch_kept_why\", \"ignored\", \"unreachable\"}",
	  .example = "bulkhead release last --discard-ignored", FLAGS_OF(release_flags), .least = 1, .most = 1, .run = release_command },
	{ .name = "acknowledge", .operands = "RUN", .purpose = "Say that you have looked at the alerts of a run",
	  .about = "Lists what the audit of the run found: hooks, configuration, attributes, pointers, object stores and executables that "
		   "appeared or changed, and objects that are lost. That you looked is written beside the records, never into one. "
		   "Until then the run is shown in red, it is not pruned, and no worktree is made of a repository that a granted run "
		   "changed in this way.",
	  .answer = "{\"run_id\", \"alerts\", \"acknowledged_before\"}; alerts is an array of sentences",
	  .example = "bulkhead acknowledge last", .least = 1, .most = 1, .run = acknowledge_command },
	{ .name = "prune", .operands = "", .purpose = "Take the records of old runs away; the ledger keeps every line",
	  .about = "Removes the directories of records, terminal logs included, by age, by count, or by both. A run stays while it lives, "
		   "while its workspace is not released, while its alerts are not acknowledged, and when its record is not what was "
		   "sealed. Its line in the ledger always stays; verify and show then say when it was pruned. A removal that is "
		   "interrupted goes on at the next start.",
	  .answer = "{\"dry_run\", \"bytes\", \"pruned\": [{\"run_id\", \"ended_at\", \"directory\", \"bytes\"}], \"kept\": "
		    "[{\"run_id\", \"ended_at\", \"directory\", \"why\"}]}",
	  .example = "bulkhead prune --older-than 90d --dry-run", FLAGS_OF(prune_flags), .run = prune_command },
	{ .name = "verify", .operands = "[RUN]", .purpose = "Check the ledger and every run in it, or one run",
	  .about = "Recomputes the digests and names the first thing that does not hold, and what that implies. Exit status 1 when "
		   "something does not hold, 2 while the run is still going: nothing of it is sealed yet.",
	  .answer = "{\"run_id\", \"holds\", \"checked\", \"findings\"}; run_id is null for the ledger",
	  .example = "bulkhead verify last", .most = 1, .run = verify_command },
	{ .name = "demo", .operands = "", .purpose = "Show the whole program in seconds, on a repository of its own",
	  .about = "Makes a real repository in a private folder with a ledger of its own, shows six verdicts, launches children in a "
		   "linked worktree, records a refusal, shows a proof, verifies the ledger and releases what was made. With codex on "
		   "PATH it also shows a commit inside codex's sandbox without and with the grant. Exit status 1 when something did not "
		   "happen as it must.",
	  .answer = "an array with one object a step",
	  .example = "bulkhead demo --keep", FLAGS_OF(demo_flags), .changes_nothing = true, .run = demo_command },
	{ .name = "docs", .operands = "commands|refusals|reasons|manual", .purpose = "Print a document that is made from the tables",
	  .about = "docs/commands.md, docs/refusals.md, docs/reasons.md and docs/bulkhead.1 are made by this command.",
	  .answer = "the document, which is no JSON",
	  .example = "bulkhead docs refusals", .least = 1, .most = 1, .hidden = true, .changes_nothing = true, .run = docs_command },
};

const struct command *commands_all(size_t *ret_count)
{
	*ret_count = COUNT_OF(commands);
	return commands;
}

const struct command *command_find(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (strcmp(commands[i].name, word) == 0)
			return &commands[i];
	return NULL;
}

const struct flag_use *command_flag(const struct command *command, size_t at)
{
	if (at < command->n_flags)
		return &command->flags[at];
	at -= command->n_flags;
	return at < COUNT_OF(everywhere) ? &everywhere[at] : NULL;
}
