/*
 * launch — the inside of the Launch screen, for the files that make it up: launch.c (the screen), launch_choice.c and
 * launch_form.c (what is chosen), launch_keys.c (which keys hold when), launch_judge.c (the verdict and what would be
 * accepted instead), launch_verdict.c (drawing it), launch_errand.c (what is slow), grant_ask.c (the cost of the grant).
 */
#ifndef UI_SCREENS_LAUNCH_H
#define UI_SCREENS_LAUNCH_H
#include "core/run/engine.h"
#include "ui/tui/app.h"
#include "ui/tui/errand.h"
#include "ui/tui/field.h"

#define FORM_WORDS_MAX 48
#define SUGGESTIONS_MAX 3
#define PROMPT_STAND_IN "the prompt"

enum form_field {
	FIELD_REPOSITORY, FIELD_TOPOLOGY, FIELD_MODE, FIELD_GRANT, FIELD_ROOTS, FIELD_ADAPTER, FIELD_MODEL, FIELD_EFFORT,
	FIELD_CHILDREN, FIELD_STYLE, FIELD_PROMPT, FIELD_COUNT
};

/* A change of the draft that would be accepted. */
struct suggestion { struct request request; char *words, *consequence; };

struct launch {
	struct request request;         /* the draft; its prompt lives in prompt, its roots in roots, until judged */
	struct field prompt, roots, model;
	enum form_field focus;
	bool editing, argv_shown;
	size_t argv_first;              /* scrolled: the first word shown */
	struct layout *layout;          /* NULL: not read yet, or it cannot be: layout_why */
	char *layout_why;
	struct repository_facts facts;
	bool facts_known;
	char *facts_why;                /* NULL, or why they could not be counted */
	size_t dirty_count;
	size_t others;                  /* live runs in this repository */
	bool judged;
	struct check check;             /* with a stand-in prompt while there is none */
	char *check_why;                /* NULL, or why the machine could not judge */
	struct suggestion suggestions[SUGGESTIONS_MAX];
	size_t n_suggestions;
	struct errand counting, launching;
	bool chosen;                    /* the operator has chosen an adapter or a mode: defaults are left alone */
};

/* launch_choice.c */
const struct adapter *launch_adapter(const struct launch *l, const struct app *app); /* NULL: unknown */
bool form_is_text(enum form_field field);
struct field *form_text(struct launch *l, enum form_field field);     /* NULL: not a text field */
/* The words of a choice field into ret_words (FORM_WORDS_MAX); false: it has none. */
bool form_choice(const struct launch *l, const struct app *app, enum form_field field, const char **ret_words, struct choice *ret);
/* Choose what lies to the left (-1) or right; true: the draft changed. The grant is never turned on here. */
bool form_move(struct launch *l, const struct app *app, enum form_field field, int by);
void form_defaults(struct launch *l, const struct app *app); /* the narrowest that works here */
void form_gather(struct launch *l);                          /* fields of text into the request */

/* launch_form.c */
void form_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area);
enum form_field form_at(const struct launch *l, const struct app *app, struct rect area, int row); /* FIELD_COUNT: none */

/* launch_keys.c */
extern const struct key_binding launch_bindings[], launch_editing[];
extern const struct key_binding *const launch_more[];
const struct key_binding *launch_bindings_now(const struct app *app, const void *state);
bool launch_shows_argv(const struct launch *l);

/* launch_judge.c */
void launch_judge(struct launch *l, const struct app *app);
bool launch_has_prompt(const struct launch *l);
bool launch_can_start(const struct launch *l);
bool suggestion_apply(struct launch *l, const struct app *app, size_t at);
void suggestions_clear(struct launch *l);

/* launch_verdict.c */
void verdict_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area);
void argv_draw(const struct launch *l, struct canvas *c, struct rect area);

/* launch_errand.c */
void launch_open_repository(struct launch *l, struct app *app, const char *path); /* layout at once, the rest by errand */
unsigned launch_start(struct launch *l, struct app *app);
unsigned launch_hear(struct launch *l, struct app *app, const struct news *news);
size_t launch_watch(const struct launch *l, struct pollfd *fds, size_t room);
uint64_t launch_deadline_ms(const struct launch *l);

/* grant_ask.c */
#define ASK_GRANT 1
unsigned grant_ask(const struct launch *l, struct app *app);

/* recent.c: repositories used lately, newest first: the recent file, then those of recorded runs. */
void recent_read(const struct engine *e, struct strlist *ret);                 /* the small file alone: cheap */
void recent_add(const struct engine *e, const char *path);
/* Errand: paths of recorded runs, NUL-ended, newest first. argument is the struct engine. */
void recent_errand(const void *engine, struct text *out);
#endif
