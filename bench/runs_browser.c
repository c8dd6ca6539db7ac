/*
 * runs_browser — the Runs screen over a hundred thousand recorded runs: reading the list against wc -l of the same file,
 * each filter over all of them, and the real console from its start to a screen of the newest runs, to the whole list, and
 * from a key to the filtered list; and what it takes when a run comes, and when all are read anew. The first line is written as every run's is; the others are made of it, each with its own digests.
 *
 *   runs_browser [BULKHEAD [runs]]     without BULKHEAD the console is left out; 100000 when not said
 */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/path.h"
#include "core/host/file.h"
#include "core/host/ports.h"
#include "core/run/tidy.h"
#include "core/record/ledger.h"
#include "core/record/writers.h"
#include "core/terminal/terminal.h"
#include "ui/run_filter.h"

#define ROUNDS 9
#define ROWS 40
#define COLS 140
#define LIST_ROWS 25 /* of them at least hold runs */
#define FIRST_ID "wf-2023-11-14T22-13-20-000Z-000000"
#define RUNS 100000
#define PATIENCE_MS 20000
#define QUIET_MS 300
#define FIRST_MS 1700000000000ull
#define BETWEEN_MS 900000ull
#define PROOF "460bb407bbf981fe7e555e49fe2fe169c0feb67fed7f93c336241e6e99a2fb83"

static const char *const projects[] = { "parser", "compiler", "website", "billing", "kernel notes", "bulkhead" };

static double now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static _Noreturn void stop(const char *why)
{
	(void)fprintf(stderr, "%s\n", why);
	exit(1);
}

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The median, and the best in brackets: what the machine does besides is in the one and hardly in the other. */
static const char *both(double *times, char room[static 40])
{
	qsort(times, ROUNDS, sizeof *times, ascending);
	(void)snprintf(room, 40, "%.2f (%.2f)", times[ROUNDS / 2], times[0]);
	return room;
}

static void first_line(const char *state)
{
	CLEARED(run_record) struct run_record r = { 0 };
	struct error err = { 0 };

	(void)snprintf(r.run_id, sizeof r.run_id, FIRST_ID);
	request_init(&r.request);
	str_set(&r.request.repository, "/home/operator/projects/parser");
	str_set(&r.request.adapter, "codex");
	r.directory = str_copy("/home/operator/projects/parser/.harnery/workflows/" FIRST_ID);
	r.started_ms = FIRST_MS;
	r.ended_ms = FIRST_MS + 61000;
	r.outcome = OUTCOME_DONE;
	if (!ledger_append(state, &r, PROOF, &err))
		stop(err.text);
}

static void set_time(struct json *line, const char *key, uint64_t ms)
{
	char text[TIME_TEXT_BYTES];

	time_print(ms, text);
	json_set_string(line, key, text);
}

static char *run_id_of(unsigned n)
{
	return n == 1 ? str_copy(FIRST_ID) : str_format("wf-run-%08u-%06x", n, n * 2654435761u % 0xFFFFFFu);
}

static void set_names(struct json *line, unsigned n)
{
	static const char *const adapters[] = { "codex", "claude-code", "cursor", "shell" };
	OWNED_MEM char *id = run_id_of(n);
	OWNED_MEM char *repository = str_format("/home/operator/projects/%s", projects[n % COUNT_OF(projects)]);
	OWNED_MEM char *directory = str_format("%s/.harnery/workflows/%s", repository, id);
	OWNED_MEM char *label = n % 3 == 0 ? str_format("ticket %u of the week", n % 5000) : NULL;

	json_set_string(line, "run_id", id);
	json_set_string(line, "repository", repository);
	json_set_string(line, "directory", directory);
	json_set_string(line, "adapter", adapters[n % COUNT_OF(adapters)]);
	json_set_string(line, "label", label);
}

static void set_end(struct json *line, unsigned n)
{
	static const char *const outcomes[] = { "done", "done", "failed", "refused", "stopped" };
	const char *outcome = outcomes[n % COUNT_OF(outcomes)];
	bool bad = n % COUNT_OF(outcomes) == 2 || n % COUNT_OF(outcomes) == 3;
	OWNED_MEM char *message = bad ? str_format("Child a1 could not do what it was asked: \"step %u\" is not there.", n) : NULL;

	json_set_string(line, "outcome", outcome);
	json_set_string(line, "reason", bad ? (n % 2 ? "child_failed" : "no_projection") : NULL);
	json_set_string(line, "message", message);
	json_set_string(line, "mode", n % 4 ? "workspace-write" : "read-only");
	json_set_string(line, "grant", n % 7 ? "none" : "shared-repository");
	json_set(line, "grant_used", n % 7 ? NULL : json_new_bool(n % 2));
}

/* The lines after the first, chained as the writer chains them. */
static void more_lines(const char *path, unsigned runs)
{
	CLEARED(text) struct text before = { 0 };
	CLEARED(text) struct text all = { 0 };
	OWNED(json) struct json *line = NULL;
	struct error err = { 0 };
	char hex[DIGEST_HEX_BYTES];

	if (!file_read_path(path, LEDGER_LINE_BYTES_MAX, &before, &err) || !json_parse(text_c(&before), before.len - 1, &line, &err))
		stop(err.text);
	before.len--;
	for (unsigned n = 2; n <= runs; n++) {
		digest_of(text_c(&before), before.len, hex);
		json_set_string(line, "previous_sha256", hex);
		json_set_int(line, "seq", n);
		set_time(line, "started_at", FIRST_MS + n * BETWEEN_MS);
		set_time(line, "ended_at", FIRST_MS + n * BETWEEN_MS + 61000);
		set_time(line, "recorded_at", FIRST_MS + n * BETWEEN_MS + 61001);
		set_names(line, n);
		set_end(line, n);
		json_digest(line, hex);
		digest_of(hex, sizeof hex - 1, hex);
		json_set_string(line, "proof_sha256", hex);
		json_unset(line, "line_sha256");
		json_digest(line, hex);
		json_set_string(line, "line_sha256", hex);
		text_empty(&before);
		json_write(line, JSON_CANONICAL, &before);
		text_add(&all, text_c(&before), before.len);
		text_add_byte(&all, '\n');
	}
	FILE *file = fopen(path, "ae");

	if (!file || fwrite(text_c(&all), 1, all.len, file) != all.len || fclose(file) != 0)
		stop("the ledger cannot be written");
}

static double count_lines(const char *path)
{
	double began = now_ms();
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

		(void)dup2(null, STDOUT_FILENO);
		(void)execlp("wc", "wc", "-l", path, (char *)NULL);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid || status != 0)
		stop("wc -l did not run");
	return now_ms() - began;
}

static double read_list(const char *state, unsigned runs)
{
	CLEARED(run_list) struct run_list list = { 0 };
	struct error err = { 0 };
	double began = now_ms();

	if (!browse_runs(state, &list, &err) || list.count != runs || list.damaged_lines > 0)
		stop("the list does not hold what was written");
	return now_ms() - began;
}

static void measure_list(const char *state, const char *path, unsigned runs)
{
	double lists[ROUNDS], counts[ROUNDS], ratios[ROUNDS];
	char list[40], count[40], ratio[40];
	struct stat st;

	for (int i = 0; i < ROUNDS; i++) {
		counts[i] = count_lines(path);
		lists[i] = read_list(state, runs);
		ratios[i] = lists[i] / counts[i];
	}
	if (stat(path, &st) != 0)
		stop("the ledger is gone");
	(void)printf("list of %u runs, %.1f MB: %s ms; wc -l %s ms; ratio %s\n", runs, (double)st.st_size / 1e6, both(lists, list),
		     both(counts, count), both(ratios, ratio));
}

/* A prompt and a result for each run, as they are noted when it is sealed. */
static void write_texts(const char *state, unsigned runs)
{
	static const char *const things[] = { "rounding of the totals", "parser of dates", "layout of the page", "retry after a timeout" };

	for (unsigned n = 1; n <= runs; n++) {
		CLEARED(run_record) struct run_record r = { 0 };
		OWNED_MEM char *id = run_id_of(n);

		(void)snprintf(r.run_id, sizeof r.run_id, "%s", id);
		request_init(&r.request);
		r.request.prompt = str_format("Find out why the %s fails in case %u, mend it, and add a test that fails without the change. Do "
					      "not touch the public interface; say in one paragraph what was wrong.",
					      things[n % COUNT_OF(things)], n);
		r.n_children = 1;
		r.children[0].result = str_format("The cause was an assumption about %s that held for case %u alone. I changed the place where "
						  "it is made, and added a specification that fails on the old code.",
						  things[n % COUNT_OF(things)], n / 2);
		run_text_note(state, &r);
	}
}

static void measure_texts(const char *state)
{
	static const char *const needles[] = { "e", "ze", "rounding", "case 4711", "nowhere in any of them" };
	CLEARED(run_list) struct run_list list = { 0 };
	struct error err = { 0 };
	double opened[ROUNDS];
	char time[40];

	if (!browse_runs(state, &list, &err))
		stop(err.text);
	for (int i = 0; i < ROUNDS; i++) {
		double began = now_ms();
		struct run_texts *texts = run_texts_open(state, &list);

		opened[i] = now_ms() - began;
		if (run_texts_missing(texts) > 0)
			stop("the index does not hold what was noted");
		run_texts_drop(&texts);
	}
	(void)printf("index of prompts and results, opened: %s ms\n", both(opened, time));
	for (size_t at = 0; at < COUNT_OF(needles); at++) {
		struct run_texts *texts = run_texts_open(state, &list);
		OWNED_MEM bool *hits = mem_new(list.count + 1, sizeof *hits);
		double times[ROUNDS];
		size_t found = 0;

		for (int i = 0; i < ROUNDS; i++) {
			double began = now_ms();

			run_texts_find(texts, needles[at], hits);
			times[i] = now_ms() - began;
		}
		for (size_t i = 0; i < list.count; i++)
			found += hits[i];
		(void)printf("text \"%s\": %zu runs, %s ms\n", needles[at], found, both(times, time));
		run_texts_drop(&texts);
	}
}

static void measure_filters(const char *state)
{
	static const char *const filters[] = { "x", "bulkhead", "nowhere in any of them", "step 99", "repo:parser outcome:refused", "after:2025 alert" };
	CLEARED(run_list) struct run_list list = { 0 };
	struct error err = { 0 };

	if (!browse_runs(state, &list, &err))
		stop(err.text);
	for (size_t at = 0; at < COUNT_OF(filters); at++) {
		OWNED(run_filter) struct run_filter *filter = NULL;
		double times[ROUNDS];
		char time[40];
		size_t passed = 0;

		if (!run_filter_parse(filters[at], &filter, &err))
			stop(err.text);
		for (int i = 0; i < ROUNDS; i++) {
			double began = now_ms();

			passed = 0;
			for (size_t row = 0; row < list.count; row++)
				passed += run_filter_passes(filter, &list.rows[row]);
			times[i] = now_ms() - began;
		}
		(void)printf("filter \"%s\": %zu runs, %s ms\n", filters[at], passed, both(times, time));
	}
}

/* The console's own terminal, as its operator sees it: what is written is judged as cells. */
struct console { int fd; struct terminal *screen; };

/* Counts what the screen shows and asks for nothing: one row, its cells joined. */
static bool row_holds(const struct terminal *screen, int row, const char *words)
{
	CLEARED(text) struct text line = { 0 };

	for (int col = 0; col < COLS; col++) {
		struct cell cell;
		char bytes[4];

		terminal_cell(screen, row, col, &cell);
		text_add(&line, bytes, utf8_encode(cell.codepoint ? cell.codepoint : ' ', bytes));
	}
	return strstr(text_c(&line), words) != NULL;
}

static bool shows(const struct console *c, const char *words)
{
	for (int row = 0; row < ROWS; row++)
		if (row_holds(c->screen, row, words))
			return true;
	return false;
}

static void read_more(const struct console *c)
{
	struct pollfd in = { .fd = c->fd, .events = POLLIN };
	char bytes[65536];
	ssize_t got = poll(&in, 1, PATIENCE_MS) == 1 ? read(c->fd, bytes, sizeof bytes) : -1;

	if (got <= 0)
		stop("the console did not show what was waited for");
	terminal_feed(c->screen, bytes, (size_t)got);
}

static void read_until_quiet(const struct console *c)
{
	struct pollfd in = { .fd = c->fd, .events = POLLIN };

	while (poll(&in, 1, QUIET_MS) == 1)
		read_more(c);
}

static double wait_for(const struct console *c, const char *words, double began)
{
	while (!shows(c, words))
		read_more(c);
	return now_ms() - began;
}

/* From the newest run down to the last that fits, every row is the right one. */
static bool shows_newest(const struct console *c, unsigned runs, int first)
{
	for (int row = 0; row < LIST_ROWS; row++)
		if (!row_holds(c->screen, first + row, projects[(runs - (unsigned)row) % COUNT_OF(projects)]))
			return false;
	return true;
}

static double wait_for_newest(const struct console *c, unsigned runs, double began)
{
	for (;;) {
		for (int first = 0; first < ROWS - LIST_ROWS; first++)
			if (shows_newest(c, runs, first))
				return now_ms() - began;
		read_more(c);
	}
}

static void seal_one(const char *state, unsigned number)
{
	CLEARED(run_record) struct run_record r = { 0 };
	struct error err = { 0 };

	(void)snprintf(r.run_id, sizeof r.run_id, "wf-late-%08u", number);
	request_init(&r.request);
	str_set(&r.request.repository, "/home/operator/projects/late");
	str_set(&r.request.adapter, "codex");
	r.directory = str_format("/home/operator/projects/late/.harnery/workflows/%s", r.run_id);
	r.started_ms = FIRST_MS + (RUNS + 100ull + number) * BETWEEN_MS;
	r.ended_ms = r.started_ms + 1;
	r.outcome = OUTCOME_DONE;
	if (!ledger_append(state, &r, PROOF, &err))
		stop(err.text);
}

static double type(const struct console *c, const char *keys, const char *words)
{
	double began = now_ms();

	if (write(c->fd, keys, strlen(keys)) < 0)
		stop("the console does not read");
	return wait_for(c, words, began);
}

static long most_kib(pid_t pid)
{
	OWNED_MEM char *path = str_format("/proc/%d/status", pid);
	FILE *file = fopen(path, "re");
	char line[256];
	long kib = 0;

	while (file && fgets(line, sizeof line, file))
		if (strncmp(line, "VmHWM:", 6) == 0)
			kib = strtol(line + 6, NULL, 10);
	if (file)
		(void)fclose(file);
	return kib;
}

/* The console proper is a child of the process that was started and guards the terminal. */
static long most_kib_of_all(pid_t pid)
{
	OWNED_MEM char *path = str_format("/proc/%d/task/%d/children", pid, pid);
	FILE *file = fopen(path, "re");
	long most = most_kib(pid), child;

	while (file && fscanf(file, "%ld", &child) == 1)
		most = most_kib((pid_t)child) > most ? most_kib((pid_t)child) : most;
	if (file)
		(void)fclose(file);
	return most;
}

static pid_t console_start(const char *program, const char *scratch, int *ret_terminal)
{
	struct winsize size = { .ws_row = ROWS, .ws_col = COLS };
	pid_t pid = forkpty(ret_terminal, NULL, NULL, &size);

	if (pid == 0) {
		(void)setenv("XDG_STATE_HOME", scratch, 1);
		(void)setenv("TERM", "xterm-256color", 1);
		if (chdir(scratch) == 0)
			(void)execl(program, program, (char *)NULL);
		_exit(127);
	}
	return pid;
}

/* A run that comes, and everything read anew: until the screen shows it, and the most memory until then. */
static void measure_refresh(const char *program, const char *scratch, const char *state)
{
	double gained[ROUNDS];
	char came[40];
	long kib[2] = { 0 };
	struct console c = { .screen = terminal_new(ROWS, COLS, 0) };
	pid_t pid = console_start(program, scratch, &c.fd);
	int status;

	(void)wait_for(&c, "Launch", now_ms());
	(void)type(&c, "R", "of 100,000");
	for (unsigned i = 0; i < ROUNDS; i++) {
		OWNED_MEM char *count = str_format("of 100,%03u", i + 1);
		double began = now_ms();

		seal_one(state, i);
		gained[i] = wait_for(&c, count, began);
	}
	kib[0] = most_kib_of_all(pid);
	for (int i = 0; i < ROUNDS; i++) {
		if (write(c.fd, "r", 1) != 1)
			stop("the console does not read");
		read_until_quiet(&c);
	}
	kib[1] = most_kib_of_all(pid);
	(void)kill(pid, SIGKILL);
	(void)waitpid(pid, &status, 0);
	(void)close(c.fd);
	terminal_drop(&c.screen);
	(void)printf("a run sealed to its row on the screen %s ms, most memory %.1f MiB; after all was read anew %d times %.1f MiB\n",
		     both(gained, came), (double)kib[0] / 1024, ROUNDS, (double)kib[1] / 1024);
}

/* How long each press of a key took until the list it filters was shown. */
static void measure_console(const char *program, const char *scratch, const char *path, unsigned runs)
{
	static const struct { const char *key, *shown; } keys[] = {
		{ "h", "/ h" }, { "o", "/ ho" }, { "u", "/ hou" }, { "q", "No run matches" },
	};
	double newest[ROUNDS], opened[ROUNDS], ratios[ROUNDS], keyed[ROUNDS], pressed[COUNT_OF(keys)][ROUNDS];
	char first[40], open[40], key[40], ratio[40];
	long kib = 0;

	for (int i = 0; i < ROUNDS; i++) {
		double counted = count_lines(path), began = now_ms();
		struct console c = { .screen = terminal_new(ROWS, COLS, 0) };
		int status;
		pid_t pid = console_start(program, scratch, &c.fd);

		(void)wait_for(&c, "Launch", began);
		if (write(c.fd, "R", 1) != 1)
			stop("the console does not read");
		newest[i] = wait_for_newest(&c, runs, began);
		opened[i] = wait_for(&c, "of 100,000", began);
		ratios[i] = opened[i] / counted;
		keyed[i] = type(&c, "/", "empty it");
		for (size_t at = 0; at < COUNT_OF(keys); at++)
			pressed[at][i] = type(&c, keys[at].key, keys[at].shown);
		kib = most_kib_of_all(pid);
		(void)kill(pid, SIGKILL);
		(void)waitpid(pid, &status, 0);
		(void)close(c.fd);
		terminal_drop(&c.screen);
	}
	(void)printf("console start to a screen of the newest runs %s ms, to the whole list %s ms, %s x wc -l\n", both(newest, first),
		     both(opened, open), both(ratios, ratio));
	(void)printf("/ to its field, prompts and results opened: %s ms; most memory %.1f MiB\n", both(keyed, key), (double)kib / 1024);
	for (size_t at = 0; at < COUNT_OF(keys); at++)
		(void)printf("key \"%s\" to its filtered list, prompts and results too: %s ms\n", keys[at].key, both(pressed[at], key));
}

int main(int argc, char **argv)
{
	const char *root = getenv("BULKHEAD_TEST_SCRATCH"), *home = getenv("HOME");
	OWNED_MEM char *parent = root ? str_copy(root) : str_format("%s/.cache/bulkhead-check", home ? home : ".");
	OWNED_MEM char *scratch = str_format("%s/bench-runs-%d", parent, (int)getpid());
	OWNED_MEM char *state = path_join(scratch, "bulkhead"), *path = path_join(state, LEDGER_NAME);
	unsigned runs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : RUNS;
	struct error err = { 0 };

	(void)mkdir(parent, 0700);
	if (mkdir(scratch, 0700) != 0)
		stop("the scratch directory cannot be made");
	first_line(state);
	more_lines(path, runs);
	measure_list(state, path, runs);
	write_texts(state, runs);
	measure_filters(state);
	measure_texts(state);
	if (argc > 1) {
		OWNED_MEM char *program = realpath(argv[1], NULL);

		if (!program)
			stop("there is no such program");
		measure_console(program, scratch, path, runs);
		measure_refresh(program, scratch, state);
	}
	return directory_remove_path(scratch, &err) ? 0 : 1;
}
