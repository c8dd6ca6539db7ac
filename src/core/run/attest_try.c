/*
 * attest_try — see attest_try.h.
 */
#include "core/run/attest_try.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/run/attest_look.h"
#include "core/run/facts.h"
#include "core/run/probe.h"
#include "core/run/render.h"
#include "core/workspace/git.h"

#define NONCE_BYTES 16

/* Every step is tried whatever became of the one before; only the disk tells which were let through. The last word goes
   into the host's pipe, which can be written to where no file can, and beside the first mark. */
static const char command[] =
	"printf '%s\\n' \"$nonce\" >\"inside-$cell\"\n"
	"printf '%s\\n' \"$nonce\" >\"$outside/$cell\"\n"
	"printf '%s\\n' \"$nonce\" >\"$workspace/" ATTEST_BESIDE "/$cell\"\n"
	"printf '%s\\n' \"$nonce\" >\"$workspace/" ATTEST_NAMED "/$cell\"\n"
	"GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null\n"
	"export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL\n"
	"set -- git -c user.name=attest -c user.email=attest@example.invalid -c gc.auto=0 -c maintenance.auto=false\n"
	"\"$@\" add -A .\n"
	"\"$@\" commit -q --allow-empty -m \"$nonce\"\n"
	"printf '%s\\n' \"$nonce\" >\"ran-$cell\"\n"
	"printf '%s\\n' \"$nonce\" >\"$heard\"\n"
	"exit 0\n";

/* One try, from its request to what was seen. */
struct attest_trial {
	const struct attempt *attempt;
	enum attest_cell cell;
	struct attest_place place;
	struct probe probe;
	bool tried, started;
	struct error err;           /* reason set: why it was not tried, or not seen to its end */
	const char *word;           /* of the cell, in names of files */
	struct request request;
	struct binding binding;     /* the place's, with the directory the child works in: nothing in it is owned */
	char *active, *script;
	char nonce[2 * NONCE_BYTES + 1];
	char before[DIGEST_HEX_BYTES], workspace_before[DIGEST_HEX_BYTES];
	char *head;
};

static const char *const cell_words[] = {
#define X(id, mode, grant, roots) [ATTEST_##id] = #id,
	ATTEST_CELLS(X)
#undef X
};

static void add_quoted(struct text *out, const char *value)
{
	text_add_byte(out, '\'');
	for (; *value; value++)
		text_add_string(out, *value == '\'' ? "'\\''" : (const char[]){ *value, '\0' });
	text_add_byte(out, '\'');
}

static void add_assignment(struct text *out, const char *name, const char *value)
{
	text_add_format(out, "%s=", name);
	add_quoted(out, value);
	text_add_byte(out, '\n');
}

static bool write_script(struct attest_trial *t, struct error *err)
{
	const struct attest_place *p = &t->place;
	OWNED_MEM char *name = str_format("try-%s", t->word);
	CLEARED(text) struct text script = { 0 };
	OWNED_FD int dir = -1;

	add_assignment(&script, "nonce", t->nonce);
	add_assignment(&script, "cell", t->word);
	add_assignment(&script, "outside", p->outside);
	add_assignment(&script, "workspace", p->binding->workspace.path);
	add_assignment(&script, "heard", p->pipe);
	text_add_string(&script, command);
	t->script = path_join(p->directory, name);
	return dir_open(p->directory, &dir, err) && file_put_new(dir, name, script.bytes, script.len, err);
}

static void ask(struct attest_trial *t)
{
	CLEARED(text) struct text words = { 0 };
	struct request *r = &t->request;

	str_set(&r->repository, t->place.repository);
	str_set(&r->adapter, t->attempt->adapter->id);
	r->style = STYLE_HEADLESS;
	r->mode = attest_policies[t->cell].mode;
	r->git_write = attest_policies[t->cell].git_write;
	if (attest_policies[t->cell].roots)
		strlist_add(&r->writable_roots, "{workspace}/" ATTEST_NAMED);
	if (t->attempt->agent)
		text_add_string(&words, "Run exactly this one shell command, once, exactly as it stands, and nothing else. Do not look at "
					"files first, and do not repeat or repair it, whatever it prints. Then say: done\n\n");
	text_add_string(&words, "sh ");
	add_quoted(&words, t->script);
	r->prompt = text_take(&words);
}

static bool new_nonce(struct attest_trial *t, struct error *err)
{
	const struct ports *ports = t->attempt->scratch->engine->ports;
	unsigned char bytes[NONCE_BYTES];

	if (!ports->random(ports->self, bytes, sizeof bytes))
		return error_set(err, REASON_SYSTEM, "No random bytes are to be had.");
	for (size_t i = 0; i < sizeof bytes; i++)
		(void)snprintf(t->nonce + 2 * i, 3, "%02x", bytes[i]);
	return true;
}

/* Where a directory is named the child works in a subdirectory, so that the name says something. */
static bool bind(struct attest_trial *t, struct error *err)
{
	const struct binding *whole = t->place.binding;
	struct stat st;

	t->binding = *whole;
	t->active = attest_policies[t->cell].roots ? path_join(whole->workspace.path, ATTEST_WORK) : str_copy(whole->workspace.path);
	if (stat(t->active, &st) != 0)
		return error_set_sys(err, REASON_SYSTEM, "cannot look at %s", t->active);
	t->binding.active = (struct place){ t->active, { st.st_dev, st.st_ino } };
	return true;
}

/* Owned: the commit the worktree's branch is at, read by the paths that were bound. */
static char *head_now(const struct binding *b)
{
	OWNED_MEM char *ref = str_format("refs/heads/%s", b->branch);
	OWNED(repository) struct repository *r = NULL;
	struct error err = { 0 };
	char *commit = NULL;

	if (!repository_open(b->common.path, &r, &err) || !repository_commit_of(r, ref, &commit, &err))
		return NULL;
	return commit;
}

static bool look_before(struct attest_trial *t, struct error *err)
{
	const struct binding *b = &t->binding;

	t->head = head_now(b);
	if (t->head && tree_digest(b->common.path, t->before) && tree_digest(b->workspace.path, t->workspace_before))
		return true;
	return error_set(err, REASON_SYSTEM, "The scratch repository could not be read before the command.");
}

static bool render(struct attest_trial *t, struct gathered *g, struct strlist *argv, struct error *err)
{
	const struct attest_place *p = &t->place;
	const struct gather_plan plan = { .layout = p->layout, .binding = &t->binding, .run_id = p->scratch->id, .launching = true };
	OWNED_MEM char *last = str_format("%s/last-%s", p->directory, t->word);
	struct render_places places = { .layout = p->layout, .active_root = t->active, .workspace_root = p->binding->workspace.path,
		.private_tmp = p->tmp, .open = t->attempt->open, .last_message_path = last };
	CLEARED(verdict) struct verdict v = { 0 };

	facts_gather(p->scratch->engine, &t->request, &plan, g);
	g->facts.private_tmp = p->tmp;
	g->facts.attested = ATTESTED_NOT; /* what was seen before does not refuse that it is looked at again */
	verdict_judge(&t->request, &g->facts, &v);
	if (!v.accepted)
		return error_set(err, v.reason, "%s", v.message);
	return render_argv(t->attempt->adapter, &t->request, 0, &v.projection, &places, argv, err);
}

static bool heard(const struct attest_trial *t)
{
	char bytes[4096];
	ssize_t got = read(t->place.heard, bytes, sizeof bytes - 1);

	bytes[got > 0 ? got : 0] = '\0';
	return strstr(bytes, t->nonce) != NULL;
}

static void look_after(const struct attest_trial *t, struct attest_seen *ret)
{
	const struct attest_place *p = &t->place;
	const struct binding *b = &t->binding;
	OWNED_MEM char *inside = str_format("%s/inside-%s", t->active, t->word), *ran = str_format("%s/ran-%s", t->active, t->word);
	OWNED_MEM char *outside = path_join(p->outside, t->word), *head = head_now(b);
	OWNED_MEM char *beside = str_format("%s/" ATTEST_BESIDE "/%s", b->workspace.path, t->word);
	OWNED_MEM char *named = str_format("%s/" ATTEST_NAMED "/%s", b->workspace.path, t->word);
	char after[DIGEST_HEX_BYTES], workspace_after[DIGEST_HEX_BYTES];
	const bool whole = tree_digest(b->common.path, after) && strcmp(after, t->before) == 0;
	const bool same = tree_digest(b->workspace.path, workspace_after) && strcmp(workspace_after, t->workspace_before) == 0;
	const bool writes = t->request.mode == POLICY_WORKSPACE_WRITE;

	ret->ran = file_says(ran, t->nonce);
	ret->ran |= heard(t);
	ret->sight[SIGHT_INSIDE] = writes ? file_says(inside, t->nonce) : !same;
	ret->sight[SIGHT_OUTSIDE] = something_is_at(outside);
	ret->sight[SIGHT_BESIDE] = something_is_at(beside);
	ret->sight[SIGHT_ROOT] = file_says(named, t->nonce);
	ret->sight[SIGHT_COMMITTED] = !head || strcmp(head, t->head) != 0;
	ret->sight[SIGHT_ADMINISTRATIVE] = !whole;
}

static bool run(struct attest_trial *t, struct error *err)
{
	const struct attest_scratch *scratch = t->attempt->scratch;
	const struct binding *b = &t->binding;
	CLEARED(gathered) struct gathered g = { 0 };
	CLEARED(strlist) struct strlist argv = { 0 };
	CLEARED(strlist) struct strlist env = { 0 };

	if (!render(t, &g, &argv, err))
		return false;
	adapter_environment(t->attempt->adapter, &scratch->engine->places->environment, scratch->id, t->word, t->place.tmp, &env);
	const struct child_spec spec = { .program = g.program_path, .argv = argv.items, .env = env.items, .dir = b->active.path,
		.dir_device = b->active.id.device, .dir_inode = b->active.id.inode, .rows = 24, .cols = 200, .stdin_null = true };

	return probe_start(scratch->engine, &spec, t->attempt->limit_ms, NULL, &t->probe, err);
}

static bool is_declared(const struct adapter *adapter, const struct attest_policy *policy)
{
	return adapter->declares.native_mode[policy->mode] &&
	       (adapter->declares.carries_roots || !(policy->roots || policy->git_write != GIT_WRITE_NONE));
}

struct attest_trial *attest_trial_begin(const struct attempt *a, enum attest_cell cell)
{
	struct attest_trial *t = mem_new(1, sizeof *t);
	struct error *err = &t->err;

	t->attempt = a;
	t->cell = cell;
	t->word = cell_words[cell];
	t->place.heard = -1;
	request_init(&t->request);
	t->tried = is_declared(a->adapter, &attest_policies[cell]);
	if (!t->tried || !attest_place_make(a->scratch, t->word, &t->place, err) || !new_nonce(t, err) || !write_script(t, err) ||
	    !bind(t, err) || !look_before(t, err))
		return t;
	ask(t);
	t->started = run(t, err);
	return t;
}

struct probe *attest_trial_probe(struct attest_trial *t)
{
	return &t->probe;
}

void attest_trial_end(struct attest_trial **t, struct attest_seen *ret, struct text *ret_why)
{
	struct attest_trial *own = *t;

	*ret = (struct attest_seen){ .tried = own->tried, .in_time = own->probe.in_time };
	probe_clear(&own->probe);
	if (own->started)
		look_after(own, ret);
	if (own->err.text[0]) {
		text_empty(ret_why);
		text_add_string(ret_why, own->err.text);
		ret->why_not = text_c(ret_why);
	}
	request_clear(&own->request);
	attest_place_clear(&own->place);
	free(own->active);
	free(own->script);
	free(own->head);
	free(own);
	*t = NULL;
}
