/*
 * verify_known — the lines of the ledger, as far as verification compares records with them: as little of each as that
 * takes, found again by run and by number.
 */
#include <inttypes.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/record/row_text.h"
#include "core/record/verify_ledger.h"

#define ROOM_FIRST 64

void ledger_known_clear(struct ledger_known *k)
{
	row_text_drop(&k->texts);
	free(k->lines);
	free(k->by_run);
	free(k->by_seq);
	*k = (struct ledger_known){ 0 };
}

static const char *keep(struct ledger_known *k, const char *text)
{
	return text ? row_text_keep(k->texts, text, strlen(text)) : NULL;
}

static const char *share(struct ledger_known *k, const char *text, size_t len)
{
	return row_text_share(k->texts, text, len);
}

/* The last component is the run's id, and the rest is that of many runs. */
static void keep_directory(struct ledger_known *k, struct known_line *line, const char *directory)
{
	const char *slash = directory ? strrchr(directory, '/') : NULL;

	if (!directory)
		return;
	if (!slash || slash[1] == '\0') {
		line->place = keep(k, directory);
		return;
	}
	line->place = share(k, directory, (size_t)(slash - directory));
	line->name = line->run_id && strcmp(slash + 1, line->run_id) == 0 ? line->run_id : keep(k, slash + 1);
}

char *known_directory(const struct known_line *line)
{
	if (!line->place || !line->name)
		return str_copy(line->place);
	return str_format("%s/%s", line->place, line->name);
}

static void keep_words(struct known_line *known, const struct json *value)
{
	const struct ledger_words words = {
		json_get_string(value, "topology"), json_get_string(value, "mode"), json_get_string(value, "grant"),
		json_get_string(value, "outcome"),
	};
	struct run_row row = { 0 };

	(void)ledger_row_words(&words, &row);
	known->outcome = outcome_word(row.outcome);
	known->topology = row.topology_known ? topology_word(row.topology) : NULL;
	known->mode = row.mode_known ? policy_word(row.mode) : NULL;
	known->grant = row.grant_known ? git_write_word(row.git_write) : NULL;
}

static void keep_texts(struct ledger_known *k, struct known_line *known, const struct json *value)
{
	const char *adapter = json_get_string(value, "adapter"), *proof = json_get_string(value, "proof_sha256");

	known->run_id = keep(k, json_get_string(value, "run_id"));
	known->label = keep(k, json_get_string(value, "label"));
	known->adapter = adapter ? share(k, adapter, strlen(adapter)) : NULL;
	keep_directory(k, known, json_get_string(value, "directory"));
	known->sealed = proof != NULL;
	if (proof) /* what is no digest is kept as far as it is shown, and equals none */
		(void)snprintf(known->proof_sha256, sizeof known->proof_sha256, digest_is_hex(proof) ? "%s" : "%.12s", proof);
}

void ledger_known_add(struct ledger_known *k, const struct ledger_line *line, const struct json *value)
{
	struct known_line *known;

	if (!k->texts)
		k->texts = row_text_new();
	if (k->count == k->room) {
		k->room = k->room ? k->room * 2 : ROOM_FIRST;
		k->lines = mem_grow(k->lines, k->room, sizeof *k->lines);
	}
	known = &k->lines[k->count++];
	*known = (struct known_line){ .seq = 0 };
	(void)json_get_int(value, "seq", &known->seq);
	digest_of(line->bytes, line->len, known->sha256);
	keep_words(known, value);
	keep_texts(k, known, value);
}

bool ledger_known_of(const char *state, const char *run_id, int64_t seq, struct ledger_known *ret, struct error *err)
{
	OWNED(ledger_reader) struct ledger_reader *l = NULL;
	OWNED_MEM char *run = str_format("\"run_id\":\"%s\"", run_id), *number = str_format("\"seq\":%" PRId64 ",", seq);
	struct ledger_line line;

	if (!ledger_open(state, &l, err))
		return false;
	while (l && ledger_next(l, &line)) {
		bool wanted = memmem(line.bytes, line.len, run, strlen(run)) || memmem(line.bytes, line.len, number, strlen(number));
		OWNED(json) struct json *value = wanted ? ledger_parse(&line) : NULL;

		if (value)
			ledger_known_add(ret, &line, value);
	}
	return true;
}

static int is_run(const struct known_line *line, const void *run_id)
{
	return strcmp(line->run_id, run_id);
}

static int is_seq(const struct known_line *line, const void *seq)
{
	const int64_t wanted = *(const int64_t *)seq;

	return line->seq < wanted ? -1 : line->seq > wanted;
}

/* Of two that are the same the one that was written first is the first. */
static int by_age(const struct known_line *a, const struct known_line *b)
{
	return a < b ? -1 : a > b;
}

static int by_run(const void *a, const void *b)
{
	const struct known_line *x = *(const struct known_line *const *)a, *y = *(const struct known_line *const *)b;
	int order = is_run(x, y->run_id);

	return order ? order : by_age(x, y);
}

static int by_seq(const void *a, const void *b)
{
	const struct known_line *x = *(const struct known_line *const *)a, *y = *(const struct known_line *const *)b;
	int order = is_seq(x, &y->seq);

	return order ? order : by_age(x, y);
}

static const struct known_line **sorted_by(const struct ledger_known *k, int (*order)(const void *, const void *))
{
	const struct known_line **sorted = mem_new(k->count + 1, sizeof *sorted);

	for (size_t i = 0; i < k->count; i++)
		sorted[i] = &k->lines[i];
	qsort(sorted, k->count, sizeof *sorted, order);
	return sorted;
}

void ledger_known_sort(struct ledger_known *k)
{
	k->by_run = sorted_by(k, by_run);
	k->by_seq = sorted_by(k, by_seq);
}

const struct known_line *known_find(const struct known_line *const *sorted, size_t count,
				    int (*order)(const struct known_line *line, const void *wanted), const void *wanted)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order(sorted[middle], wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && order(sorted[low], wanted) == 0 ? sorted[low] : NULL;
}

static const struct known_line *find_unsorted(const struct ledger_known *k, int (*order)(const struct known_line *, const void *),
					      const void *wanted)
{
	for (size_t i = 0; i < k->count; i++)
		if (order(&k->lines[i], wanted) == 0)
			return &k->lines[i];
	return NULL;
}

const struct known_line *ledger_known_run(const struct ledger_known *k, const char *run_id)
{
	return k->by_run ? known_find(k->by_run, k->count, is_run, run_id) : find_unsorted(k, is_run, run_id);
}

const struct known_line *ledger_known_seq(const struct ledger_known *k, int64_t seq)
{
	return k->by_seq ? known_find(k->by_seq, k->count, is_seq, &seq) : find_unsorted(k, is_seq, &seq);
}

static void each_once(struct strlist *l)
{
	size_t kept = 0;

	strlist_sort(l);
	for (size_t i = 0; i < l->count; i++) {
		if (kept > 0 && strcmp(l->items[kept - 1], l->items[i]) == 0) {
			free(l->items[i]);
			continue;
		}
		l->items[kept++] = l->items[i];
	}
	l->count = kept;
	if (l->items)
		l->items[kept] = NULL;
}

void ledger_known_places(const struct ledger_known *k, struct strlist *ret)
{
	const char *last = NULL;

	for (size_t i = 0; i < k->count; i++) {
		if (k->lines[i].name && k->lines[i].place != last) /* runs of one place come in turn, and share it */
			strlist_add(ret, k->lines[i].place);
		last = k->lines[i].place;
	}
	each_once(ret);
}
