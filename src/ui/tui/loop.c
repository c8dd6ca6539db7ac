/*
 * loop — the one poll of the console: the terminal, signals, and the fds the screens lend. Without a deadline it sleeps
 * until something happens. At most one frame in FRAME_MS, except for what the operator typed and what answers it; none
 * while the terminal has not taken the last one.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "ui/tui/app_parts.h"

#define FRAME_MS 16
#define ESCAPE_MS 25 /* a lone ESC is the Escape key when nothing follows for this long */
#define FRAME ((unsigned)(REDRAW | CELLS | URGENT))
#define FIRST_FDS 3 /* the terminal in, the terminal out, signals */
#define FDS_MAX (FIRST_FDS + (TABS_MAX + STACK_MAX) * SCREEN_FDS_MAX + APP_STRIP_FDS_MAX)

struct turn {
	struct pollfd fds[FDS_MAX];
	size_t n_fds;
	size_t strip_from; /* the strip's are the last */
	uint64_t painted_ms;
	uint64_t read_ms; /* when the operator's last bytes came */
	unsigned todo;
};

static void tell_time(struct app *app)
{
	app->now_ms = app->engine->ports->steady_ms(app->engine->ports->self);
}

static struct screen *screen_at(struct app *app, size_t at)
{
	return at < app->n_tabs ? &app->tabs[at] : &app->stack[at - app->n_tabs];
}

void loop_suspend(struct app *app)
{
	if (!app->term)
		return;
	term_pause(app->term);
	(void)raise(SIGSTOP);
	term_resume(app->term);
	app_resize(app, term_rows(app->term), term_cols(app->term));
}

static void paint(struct app *app, struct turn *turn)
{
	if (turn->todo & REDRAW)
		app_draw(app);
	else
		app_draw_cells(app);
	if (ask_open(&app->ask) && !app->ask.painted)
		term_forget(app->term);
	if (!term_paint(app->term, &app->canvas))
		return;
	tell_time(app);
	turn->painted_ms = app->now_ms;
	turn->todo = (turn->todo & ~FRAME) | app_settle(app, app_painted(app));
}

static bool frame_is_due(const struct app *app, const struct turn *turn)
{
	if (!(turn->todo & (REDRAW | CELLS)) || term_busy(app->term))
		return false;
	return (turn->todo & URGENT) || app->now_ms - turn->painted_ms >= FRAME_MS;
}

static void lend(struct app *app, struct screen *s, struct turn *turn)
{
	size_t room = FDS_MAX - turn->n_fds;

	s->n_fds = 0;
	s->fds = &turn->fds[turn->n_fds];
	if (!s->state || !s->ops->watch)
		return;
	s->n_fds = s->ops->watch(app, s->state, s->fds, room < SCREEN_FDS_MAX ? room : SCREEN_FDS_MAX);
	turn->n_fds += s->n_fds;
}

static void sooner(uint64_t *deadline_ms, uint64_t other_ms)
{
	if (other_ms && (!*deadline_ms || other_ms < *deadline_ms))
		*deadline_ms = other_ms;
}

static int patience_ms(struct app *app, const struct turn *turn)
{
	uint64_t deadline_ms = 0;

	for (size_t i = 0; i < app->n_tabs + app->depth; i++) {
		const struct screen *s = screen_at(app, i);

		if (s->state && s->ops->deadline_ms)
			sooner(&deadline_ms, s->ops->deadline_ms(app, s->state));
	}
	sooner(&deadline_ms, app_strip_deadline_ms(app));
	if ((turn->todo & (REDRAW | CELLS)) && !term_busy(app->term))
		sooner(&deadline_ms, turn->painted_ms + FRAME_MS);
	if (term_waiting(app->term))
		sooner(&deadline_ms, turn->read_ms + ESCAPE_MS);
	if (!deadline_ms)
		return -1;
	if (deadline_ms <= app->now_ms)
		return 0;
	return deadline_ms - app->now_ms > INT_MAX ? INT_MAX : (int)(deadline_ms - app->now_ms);
}

/* What the screens lent and waited for. A screen may open or close others: those are heard in the next turn. */
static unsigned hear_screens(struct app *app)
{
	unsigned todo = NOTHING;

	for (size_t i = 0; i < app->n_tabs + app->depth; i++) {
		struct screen *s = screen_at(app, i);
		struct news news = { .now_ms = app->now_ms, .fds = s->fds, .n_fds = s->n_fds };
		uint64_t deadline_ms = s->state && s->ops->deadline_ms ? s->ops->deadline_ms(app, s->state) : 0;
		bool came = false;

		news.deadline = deadline_ms && deadline_ms <= app->now_ms;
		for (size_t fd = 0; fd < s->n_fds; fd++)
			came |= s->fds[fd].revents != 0;
		if (s->state && s->ops->hear && (came || news.deadline))
			todo |= s->ops->hear(app, s->state, &news);
		s->n_fds = 0;
	}
	return app_settle(app, todo & ~(unsigned)LEAVE);
}

static unsigned hear_strip(struct app *app, const struct turn *turn)
{
	uint64_t deadline_ms = app_strip_deadline_ms(app);
	bool came = deadline_ms && deadline_ms <= app->now_ms;

	for (size_t i = turn->strip_from; i < turn->n_fds; i++)
		came |= turn->fds[i].revents != 0;
	return came ? app_strip_hear(app) : (unsigned)NOTHING;
}

static unsigned hear_signals(struct app *app)
{
	unsigned todo = NOTHING;

	for (int signal = term_signal(app->term); signal; signal = term_signal(app->term)) {
		if (signal == SIGWINCH && term_refit(app->term)) {
			app_resize(app, term_rows(app->term), term_cols(app->term));
			todo |= REDRAW | URGENT;
		} else if (signal == SIGTSTP) {
			loop_suspend(app);
			todo |= REDRAW | URGENT;
		} else if (app_is_end(signal)) {
			todo |= QUIT;
		}
	}
	return todo;
}

/* Half a paste may mean something else than the whole. */
static unsigned take_typed(struct app *app, const struct typed *typed)
{
	if (typed->kind == TYPED_PASTE && typed->cut && !app->unseen && !app_too_small(app))
		return app_alert(app, "Nothing was pasted: it is longer than %u KiB. Save it as a file and name that.",
				 TYPED_PASTE_MAX / 1024);
	return app_type(app, typed);
}

static unsigned hear_operator(struct app *app, bool readable, bool final)
{
	struct typed typed;
	unsigned todo = NOTHING;

	if (readable && !term_read(app->term))
		return QUIT;
	while (!(todo & QUIT) && term_next(app->term, final, &typed)) {
		todo |= take_typed(app, &typed);
		/* A question must be painted before what comes behind it may answer it. */
		if (ask_open(&app->ask) && !app->ask.painted)
			break;
	}
	return todo | (todo & REDRAW ? URGENT : NOTHING);
}

static void turn_once(struct app *app, struct turn *turn)
{
	bool waiting = term_waiting(app->term);
	bool silent;
	int got;

	turn->fds[0] = (struct pollfd){ .fd = term_fd(app->term), .events = POLLIN };
	turn->fds[1] = (struct pollfd){ .fd = term_signal_fd(app->term), .events = POLLIN };
	turn->fds[2] = (struct pollfd){ .fd = term_busy(app->term) ? term_out_fd(app->term) : -1, .events = POLLOUT };
	turn->n_fds = FIRST_FDS;
	for (size_t i = 0; i < app->n_tabs + app->depth; i++)
		lend(app, screen_at(app, i), turn);
	turn->strip_from = turn->n_fds;
	turn->n_fds += app_strip_watch(app, turn->fds + turn->n_fds, FDS_MAX - turn->n_fds);
	got = poll(turn->fds, (nfds_t)turn->n_fds, patience_ms(app, turn));
	tell_time(app);
	if (got < 0 && errno != EINTR)
		turn->todo |= QUIT;
	if (got < 0)
		return;
	if (turn->fds[2].revents)
		term_push(app->term);
	if (turn->fds[1].revents)
		turn->todo |= hear_signals(app);
	if (turn->fds[0].revents)
		turn->read_ms = app->now_ms;
	/* Other news may end the wait early: half a sequence waits its whole time all the same. */
	silent = app->now_ms - turn->read_ms >= ESCAPE_MS;
	if (turn->fds[0].revents || (waiting && silent))
		turn->todo |= hear_operator(app, turn->fds[0].revents != 0, silent);
	turn->todo |= hear_screens(app) | hear_strip(app, turn);
}

void loop_run(struct app *app)
{
	struct turn *turn = mem_new(1, sizeof *turn);

	turn->todo = REDRAW | URGENT;
	while (!(turn->todo & QUIT) && !app->told_to_end) {
		if (frame_is_due(app, turn))
			paint(app, turn);
		else
			turn_once(app, turn);
	}
	for (size_t i = 0; i < app->n_tabs + app->depth; i++)
		screen_at(app, i)->fds = NULL;
	free(turn);
}
