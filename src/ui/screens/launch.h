/*
 * launch — the inside of the Launch screen, for the files that make it up: launch.c (the screen), launch_choice.c and
 * launch_form.c (what is chosen), launch_says.c (what follows from it), launch_timeout.c (a time limit by hand),
 * launch_keys.c (which keys hold when), launch_judge.c (the verdict and what would be accepted instead),
 * launch_verdict.c and launch_whole.c (drawing it), launch_errand.c (what is slow), grant_ask.c (the cost of the grant).
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
	FIELD_CHILDREN, FIELD_STYLE, FIELD_TIMEOUT, FIELD_PROMPT, FIELD_COUNT
};

/* A change of the draft that would be accepted. */
struct suggestion { struct request request; char *words, *consequence; };

struct launch {
	struct request request;         /* the draft; its prompt lives in prompt, its roots in roots, until judged */
	struct field prompt, roots, model, timeout;
	enum form_field focus;
	bool editing, whole_shown;      /* whole: the verdict has the screen, with the command line */
	int whole_first;                /* scrolled: the first line shown */
	struct layout *layout;          /* NULL: not read yet, or it cannot be: layout_why */
	char *layout_why;
	struct repository_facts facts;
	bool facts_known;
	char *facts_why;                /* NULL, or why they could not be counted */
	size_t dirty_count;
	size_t others;                  /* live runs in this repository */
	bool judged;
	bool prompt_optional;           /* interactive, and its adapter starts without one */
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
bool form_gather(struct launch *l, struct error *err) MUST_CHECK; /* fields of text into the request; false: one says nothing */
void form_scatter(struct launch *l);                         /* and back, all but the prompt */

/* launch_form.c */
void form_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area);
enum form_field form_at(const struct launch *l, const struct app *app, struct rect area, int row); /* FIELD_COUNT: none */

/* launch_says.c */
#define SAYS_BYTES 96
/* What follows from a choice, one dim line, perhaps written into room; NULL: nothing to say. It depends on the verdict. */
const char *form_says(const struct launch *l, const struct app *app, enum form_field field, char room[SAYS_BYTES]);
const char *form_hint(const struct launch *l, enum form_field field, bool editing, int cols); /* of an empty field of text */

/* launch_timeout.c */
bool timeout_read(const char *words, uint64_t *ret_ms, struct error *err) MUST_CHECK; /* "" is 0: none given */
void timeout_words(struct text *out, uint64_t ms); /* appends what timeout_read() reads back */

/* launch_keys.c */
extern const struct key_binding launch_bindings[], launch_editing[];
extern const struct key_binding *const launch_more[];
const struct key_binding *launch_bindings_now(const struct app *app, const void *state);

/* launch_judge.c */
void launch_judge(struct launch *l, const struct app *app);
bool launch_has_prompt(const struct launch *l);
bool launch_waits(const struct launch *l); /* for a prompt: it has none and needs one */
enum style launch_style(const struct launch *l, const struct adapter *adapter); /* never STYLE_DEFAULT; adapter NULL: unknown */
bool launch_can_start(const struct launch *l);
bool suggestion_apply(struct launch *l, const struct app *app, size_t at);
void suggestions_clear(struct launch *l);

/* launch_verdict.c */
struct verdict_view { const struct launch *launch; const struct app *app; bool with_argv; };
struct rect verdict_put(const void *view, struct canvas *c, struct rect area); /* a page_drawing */

/* launch_whole.c */
void verdict_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect area); /* as far as it fits */
void whole_draw(const struct launch *l, const struct app *app, struct canvas *c, struct rect body);   /* all of it, scrolled */
void whole_move(struct launch *l, const struct app *app, enum action action);

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
