/*
 * launching — the Launch screen and its neighbours on a real repository, without a terminal: for the specifications of
 * these screens.
 */
#ifndef SPEC_SCREENS_LAUNCHING_H
#define SPEC_SCREENS_LAUNCHING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "support/repo.h"
#include "ui/screens/launch.h"
#include "ui/screens/screens.h"
#include "ui/tui/app_parts.h"

static inline bool render_plain(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	(void)err;
	strlist_add(ret_argv, self->program);
	if (!request_prompt(in->request, in->child))
		return true;
	strlist_add(ret_argv, "--");
	strlist_add(ret_argv, request_prompt(in->request, in->child));
	return true;
}

static inline void result_none(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	(void)self, (void)end;
	*ret = (struct child_result){ 0 };
}

static const char *const efforts[] = { "low", "high", NULL };
static const struct adapter_unknown open_ends[] = {
	{ .code = "one", .message = "Everything the operator can read stays readable in every mode; the child can copy it into what it says, "
	  "and into what it writes, and nothing of what it has read is taken out of the record that is kept of what it printed while it "
	  "was at work in the directory that was given to it for that." },
	{ .code = "two", .message = "A managed file of the machine can turn one mode into another without an error." },
	{ .code = "three", .message = "And this is the last of what stays open." },
	{ 0 },
};
static const struct adapter boxed = {
	.unknowns = open_ends, .n_unknowns = COUNT_OF(open_ends) - 1, .id = "boxed", .title = "A boxed vendor", .program = "sh", .render = render_plain, .result = result_none,
	.declares = { .adapter = "boxed", .native_mode = { NULL, "read-only", "workspace-write" }, .carries_roots = true, .takes_model = true,
		      .efforts = efforts },
};
static const struct adapter open_vendor = {
	.id = "open", .title = "An open vendor", .program = "sh", .render = render_plain, .result = result_none, .declares = { .adapter = "open" },
};
static const struct adapter absent = {
	.id = "absent", .title = "An absent vendor", .program = "no-such-program-here", .install_hint = "fetch it from its vendor",
	.render = render_plain, .result = result_none,
	.declares = { .adapter = "absent", .native_mode = { NULL, "read-only", "workspace-write" }, .carries_roots = true },
};
static const struct adapter screen_vendor = {
	.id = "screen", .title = "A vendor with a screen", .program = "sh", .render = render_plain, .result = result_none,
	.declares = { .adapter = "screen", .native_mode = { NULL, "read-only", "workspace-write" }, .carries_roots = true, .interactive = true,
		      .starts_without_prompt = true, .mutable_in_session = true },
};
static const struct adapter *const adapter_items[] = { &boxed, &open_vendor, &absent, &screen_vendor };
static const struct adapter_set adapters = { adapter_items, COUNT_OF(adapter_items) };
static const struct screen_ops *const items[] = { &launch_screen, &matrix_screen, &adapters_screen, &picker_screen, &help_screen, &palette_screen };
static const struct screen_set set = { items, COUNT_OF(items) };

struct desk {
	char *scratch, *repository;
	struct places places;
	struct engine engine;
	struct app *app;
};

static inline struct desk *desk_new(int rows, int cols)
{
	struct desk *d = mem_new(1, sizeof *d);
	struct error err = { 0 };

	d->scratch = scratch_new("launch");
	d->repository = repo_new(d->scratch, "orders");
	(void)unsetenv("XDG_STATE_HOME");
	(void)unsetenv("XDG_CONFIG_HOME");
	assert_true(places_read(&d->places, &err));
	d->engine = (struct engine){ .ports = &host_ports, .adapters = &adapters, .places = &d->places, .program = "/nowhere" };
	d->app = app_new(&d->engine, &set, d->repository, rows, cols);
	return d;
}

static inline struct launch *launch_of(struct desk *d)
{
	return app_state_of(d->app, "launch");
}

/* What a loop does until the repository is counted. */
static inline void settle(struct desk *d)
{
	struct launch *l = launch_of(d);

	(void)app_settle(d->app, app_painted(d->app));
	while (errand_busy(&l->counting)) {
		struct pollfd fds[2];
		struct news news = { 0 };
		size_t n = launch_watch(l, fds, 2);

		assert_true(poll(fds, (nfds_t)n, 20000) > 0);
		d->app->now_ms = host_ports.steady_ms(NULL);
		news.now_ms = d->app->now_ms;
		(void)launch_hear(l, d->app, &news);
	}
}

static inline void desk_drop(struct desk **slot)
{
	struct desk *d = *slot;

	app_drop(&d->app);
	places_clear(&d->places);
	scratch_drop(&d->scratch);
	free(d->repository);
	free(d);
	*slot = NULL;
}

static inline void press(struct desk *d, uint32_t key)
{
	const struct typed t = { .kind = TYPED_KEY, .key = key };

	(void)app_type(d->app, &t);
	(void)app_settle(d->app, app_painted(d->app));
}

static inline void type_words(struct desk *d, const char *words)
{
	for (; *words; words++)
		press(d, (unsigned char)*words);
}

static inline char *frame(struct desk *d)
{
	struct text out = { 0 };

	app_draw(d->app);
	canvas_print(&d->app->canvas, &out);
	return text_take(&out);
}

static inline void sees(struct desk *d, const char *words)
{
	OWNED_MEM char *text = frame(d);

	if (!strstr(text, words))
		fail_msg("\"%s\" is not on the screen:\n%s", words, text);
}

static inline void sees_not(struct desk *d, const char *words)
{
	OWNED_MEM char *text = frame(d);

	if (strstr(text, words))
		fail_msg("\"%s\" is on the screen:\n%s", words, text);
}

static inline void go_to_field(struct desk *d, enum form_field field)
{
	press(d, TYPED_HOME);
	for (int i = 0; i < (int)field; i++)
		press(d, TYPED_DOWN);
	assert_int_equal(launch_of(d)->focus, field);
}
#endif
