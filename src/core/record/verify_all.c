/*
 * verify_all — the ledger, every run in it, and whether a record lies beside them that the ledger does not know: what a
 * ledger that was rolled back together with its head leaves.
 */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/ports.h"
#include "core/record/browse_compare.h"
#include "core/record/prune.h"
#include "core/record/store.h"
#include "core/record/verify_ledger.h"
#include "core/record/verify_workspace.h"

#define FINDINGS_MAX 100

struct all {
	const char *state;
	struct ledger_known known;
	struct strlist places; /* directories that hold records */
	struct strlist live;
	struct verification *v;
	size_t held, pruned, foreign, copies, unsaid;
};

static void all_clear(struct all *a)
{
	ledger_known_clear(&a->known);
	strlist_clear(&a->places);
	strlist_clear(&a->live);
}

static void add_findings(struct all *a, const char *run_id, const struct verification *of)
{
	if (of->findings.count == 0)
		return;
	if (a->v->findings.count < FINDINGS_MAX)
		verify_finding(a->v, "run %s: %s", run_id, of->findings.items[0]);
	else
		a->unsaid++;
	a->v->holds = false;
}

/* Somebody prunes at the same time: then what is missing was taken away and not lost. */
static bool taken_meanwhile(const struct all *a, const struct known_line *line, const char *directory, struct verification *v)
{
	OWNED_MEM char *note = prune_took(a->state, line->run_id, directory);

	if (!note)
		return false;
	verification_clear(v);
	v->holds = true;
	return true;
}

static void check_line(struct all *a, const struct known_line *line)
{
	CLEARED(run_view) struct run_view view = { 0 };
	CLEARED(verification) struct verification v = { .holds = true };
	OWNED_MEM char *directory = known_directory(line);
	OWNED_FD int dir = -1;
	struct checking c = { .view = &view, .v = &v };
	struct error why = { 0 };

	if (!directory || !verify_open(directory, &view, &dir, &why)) {
		if (verify_gone(a->state, line, &why, &v))
			a->pruned++;
	} else {
		c.dir = dir;
		verify_record(&c, &a->known, line);
		if (!v.holds && taken_meanwhile(a, line, directory, &v))
			a->pruned++;
		else
			a->held += v.holds;
	}
	add_findings(a, line->run_id, &v);
}

/* A record that the ledger does not know. The peer's are no concern of the ledger. */
static void check_unknown(struct all *a, const char *directory)
{
	CLEARED(run_view) struct run_view view = { 0 };
	CLEARED(verification) struct verification v = { .holds = true };
	struct checking c = { .view = &view, .v = &v };
	OWNED_FD int dir = -1;
	struct error unused;

	if (!verify_open(directory, &view, &dir, &unused))
		return;
	if (!json_has(view.proof, "console") && !json_has(view.manifest, "console")) {
		a->foreign++;
		return;
	}
	c.dir = dir;
	verify_line(&c, &a->known, NULL);
	if (v.findings.count == 0)
		verify_finding(&v, "the ledger has no line for this run, and it has no proof.json: nothing seals what the record says");
	add_findings(a, view.row.run_id, &v);
}

static int by_text(const void *name, const void *item)
{
	return strcmp(name, *(char *const *)item);
}

static bool is_live(const struct all *a, const char *name)
{
	return a->live.count > 0 && bsearch(name, a->live.items, a->live.count, sizeof *a->live.items, by_text);
}

static void check_entry(struct all *a, const char *place, const char *name)
{
	const struct known_line *line = ledger_known_run(&a->known, name);
	OWNED_MEM char *directory = path_join(place, name), *said = line ? known_directory(line) : NULL;
	struct stat st;

	if (!run_id_valid(name) || lstat(directory, &st) != 0 || !S_ISDIR(st.st_mode) || is_live(a, name))
		return;
	if (!line)
		check_unknown(a, directory);
	else if (!said || strcmp(said, directory) != 0)
		a->copies++;
}

/* In the order of their ids, which is that of their starts: the oldest is said first. */
static void check_place(struct all *a, const char *place)
{
	CLEARED(strlist) struct strlist names = { 0 };
	DIR *stream = opendir(place);

	for (struct dirent *d = stream ? readdir(stream) : NULL; d; d = readdir(stream))
		strlist_add(&names, d->d_name);
	if (stream)
		(void)closedir(stream);
	strlist_sort(&names);
	for (size_t i = 0; i < names.count; i++)
		check_entry(a, place, names.items[i]);
}

static void find_live(struct all *a)
{
	struct live_entry *live;
	size_t count;
	struct error unused;

	if (!store_live_list(a->state, &live, &count, &unused))
		return;
	for (size_t i = 0; i < count; i++) {
		strlist_add(&a->live, live[i].run_id);
		if (!live[i].owned)
			verify_finding(a->v, "run %s ended and could not be sealed (%s): nothing vouches for its record", live[i].run_id,
				       live[i].entry ? "its record could not be written" : "its entry in the state directory is damaged");
	}
	store_live_free(live, count);
	strlist_sort(&a->live);
}

/* Where runs were recorded that have a workspace still: their lines can be gone from the ledger. */
static void find_places(struct all *a)
{
	struct workspace_entry *entries;
	size_t count;
	struct error unused;

	if (store_workspace_list(a->state, &entries, &count, &unused)) {
		for (size_t i = 0; i < count; i++)
			if (entries[i].directory)
				strlist_take(&a->places, path_parent(entries[i].directory));
		store_workspace_free(entries, count);
	}
	ledger_known_places(&a->known, &a->places);
}

static void say_counts(struct all *a)
{
	const struct { size_t count; const char *what; } said[] = {
		{ a->held, "run%s of the ledger hold" },
		{ a->pruned, "run%s pruned; the ledger's lines stand" },
		{ a->copies, "record%s beside them of a run that the ledger has elsewhere: a copy, which was not compared" },
		{ a->foreign, "record%s beside them that this program did not write: no ledger vouches for the peer's" },
	};

	for (size_t i = 0; i < COUNT_OF(said); i++) {
		CLEARED(text) struct text sentence = { 0 };
		const char *rest = strstr(said[i].what, "%s");

		if (said[i].count == 0)
			continue;
		text_add_format(&sentence, "%zu %.*s%s%s", said[i].count, (int)(rest - said[i].what), said[i].what,
				said[i].count == 1 ? "" : "s", rest + 2);
		strlist_add(&a->v->checked, text_c(&sentence));
	}
	if (a->unsaid > 0)
		verify_finding(a->v, "%zu more runs do not hold; bulkhead verify RUN says why", a->unsaid);
}

bool verify_all(const char *state, struct verification *ret, struct error *err)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	struct all a = { .state = state, .v = ret };
	struct ledger_head head;

	*ret = (struct verification){ .holds = true };
	find_live(&a);
	if (!ledger_open(state, &l, err)) {
		all_clear(&a);
		return false;
	}
	(void)ledger_head_read(state, &head);
	ledger_check_keeping(l, &head, ret, &a.known);
	ledger_known_sort(&a.known);
	find_places(&a);
	for (size_t i = 0; i < a.known.count; i++)
		check_line(&a, &a.known.lines[i]);
	for (size_t i = 0; i < a.places.count; i++)
		check_place(&a, a.places.items[i]);
	say_counts(&a);
	all_clear(&a);
	return true;
}
