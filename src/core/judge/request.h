/*
 * request — what the operator asks for, as a value. The same struct is filled by flags, by --request JSON and by the
 * Launch screen; request_print() gives the JSON that request_parse() reads, and the run keeps it frozen.
 */
#ifndef CORE_JUDGE_REQUEST_H
#define CORE_JUDGE_REQUEST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/strlist.h"

enum topology { TOPOLOGY_SHARED, TOPOLOGY_WORKTREE, TOPOLOGY_COUNT };
/* POLICY_ABSENT is not a mode: no policy at all, today's invocation byte for byte. There is no full-access mode. */
enum policy_mode { POLICY_ABSENT, POLICY_READ_ONLY, POLICY_WORKSPACE_WRITE, POLICY_COUNT };
enum git_write { GIT_WRITE_NONE, GIT_WRITE_SHARED_REPOSITORY, GIT_WRITE_COUNT };
/* Headless: stdin is /dev/null. Interactive: the terminal is the child's stdin too. */
enum style { STYLE_DEFAULT, STYLE_HEADLESS, STYLE_INTERACTIVE, STYLE_COUNT };

#define REQUEST_CHILDREN_MAX 16
#define REQUEST_ROOTS_MAX 16
#define REQUEST_BYTES_MAX ((size_t)1024 * 1024)
#define REQUEST_TIMEOUT_MS_MAX (7ull * 24 * 3600 * 1000)
#define REQUEST_TURNS_MAX 1000000
#define REQUEST_LABEL_BYTES_MAX 200

struct child_request {
	char *label;  /* NULL: the child's id */
	char *prompt; /* NULL: the request's prompt */
};

struct request {
	char *repository;              /* a directory as given; the engine makes it absolute and real */
	enum topology topology;
	enum policy_mode mode;
	struct strlist writable_roots; /* as given; "{workspace}" at the start stands for the workspace root */
	enum git_write git_write;
	char *adapter;
	char *model, *effort;          /* NULL: the adapter's default */
	uint64_t timeout_ms;           /* 0: none given; see request_timeout_ms() */
	int64_t max_turns;             /* 0: none given */
	enum style style;
	char *label;                   /* NULL: none */
	char *prompt;                  /* NULL when every child has its own, or an interactive one needs none */
	size_t n_children;             /* 1 … REQUEST_CHILDREN_MAX */
	struct child_request children[REQUEST_CHILDREN_MAX];
};

#define REQUEST_DEFAULT_TIMEOUT_MS (300ull * 1000)

void request_init(struct request *r);   /* worktree, no policy, no grant, one child; every pointer NULL */
void request_clear(struct request *r);
void request_copy(struct request *to, const struct request *from); /* to is overwritten: clear it first */
/* What was given; else the default for a headless run; 0, none, for an interactive one: a person sits in front of it. */
uint64_t request_timeout_ms(const struct request *r);
const char *request_prompt(const struct request *r, size_t child); /* borrowed; NULL when there is none */
/* Unknown keys, wrong kinds and unknown words: REASON_REQUEST_INVALID, naming the key and the known values; a root that
   is no string, and too many of them: REASON_WRITABLE_ROOT_INVALID. *ret is overwritten on success only. */
bool request_parse(const char *bytes, size_t len, struct request *ret, struct error *err) MUST_CHECK;
struct json *request_print(const struct request *r); /* yours */

/* The words of design section 1, in both directions; *_from_word: false for an unknown word. */
const char *topology_word(enum topology t);
const char *policy_word(enum policy_mode m);       /* "none" for POLICY_ABSENT */
const char *git_write_word(enum git_write g);
const char *style_word(enum style s);
bool topology_from_word(const char *word, enum topology *ret);
bool policy_from_word(const char *word, enum policy_mode *ret); /* "read-only", "workspace-write"; not "none" */
bool git_write_from_word(const char *word, enum git_write *ret);
bool style_from_word(const char *word, enum style *ret);
#endif
