/*
 * panes_look_link — an address that a child printed is opened only when the operator has read the whole of it and said
 * yes, and then by the operator's own browser, apart from the console.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/sanitize.h"
#include "core/base/strlist.h"
#include "ui/screens/pane_link.h"
#include "ui/screens/panes_look.h"

/* The words of $BROWSER, its first when it lists several, or xdg-open; the first is a path. false: there is none. */
static bool browser(const struct app *app, struct strlist *ret)
{
	const struct places *places = app_engine(app)->places;
	const char *said = places_env(places, "BROWSER");
	OWNED_MEM char *words = str_copy(said && *said ? said : "xdg-open");
	OWNED_MEM char *path = NULL;
	char *rest = NULL;

	words[strcspn(words, ":")] = '\0';
	for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (strcmp(word, "%s") != 0)
			strlist_add(ret, word);
	path = ret->count > 0 ? program_find(places->path, ret->items[0]) : NULL;
	if (!path)
		return false;
	str_set(&ret->items[0], path);
	return true;
}

_Noreturn static void become(char *const *argv)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd <= 2; fd++)
		(void)dup2(null, fd);
	(void)execv(argv[0], argv);
	_exit(127);
}

/* Nobody's child and without a terminal: it outlives the console and is not waited for. */
static bool start_apart(char *const *argv)
{
	pid_t pid = fork();
	int status = -1;

	if (pid < 0)
		return false;
	if (pid == 0) {
		pid_t apart;

		(void)setsid();
		apart = fork();
		if (apart == 0)
			become(argv);
		_exit(apart < 0);
	}
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static unsigned ask(struct app *app, struct pane *p, bool hidden)
{
	CLEARED(strlist) struct strlist with = { 0 };
	CLEARED(text) struct text address = { 0 };
	struct ask ask = { .id = ASK_LINK, .title = str_copy("Open an address that the child printed") };

	sanitize_add(&address, p->look.address, strlen(p->look.address));
	strlist_add_format(&ask.lines, "  %s", text_c(&address));
	strlist_add(&ask.lines, "");
	if (hidden)
		strlist_add(&ask.lines, "It is not what stands there, but what stands behind it.");
	if (browser(app, &with)) {
		ask.purpose = str_copy("open it");
		strlist_add_format(&ask.lines, "%s is started with it, outside every sandbox.", with.items[0]);
	} else {
		ask.purpose = str_copy("copy it to the clipboard");
		strlist_add(&ask.lines, "No browser was found: neither $BROWSER nor xdg-open names a program.");
	}
	return app_ask(app, &ask);
}

unsigned look_ask_link(struct app *app, struct pane *p, const struct pane_text *text, struct spot spot)
{
	OWNED_MEM char *address = NULL;
	bool hidden;

	address = link_at(text, spot, &hidden);
	if (!address)
		return app_say(app, "No address stands there.");
	if (!link_may_open(address))
		return app_say(app, "\"%s\" is not opened: only http and https are.", address);
	str_set(&p->look.address, address);
	return ask(app, p, hidden);
}

unsigned look_open_link(struct app *app, struct pane *p)
{
	OWNED_MEM char *address = p->look.address;
	CLEARED(strlist) struct strlist argv = { 0 };

	p->look.address = NULL;
	if (!address)
		return REDRAW;
	if (!browser(app, &argv)) {
		if (!app_copy(app, address, strlen(address)))
			return app_say(app, "This terminal cannot be written to; nothing was copied.");
		return app_say(app, "Copied the address. Whether the terminal took it cannot be known.");
	}
	strlist_add(&argv, address);
	if (!start_apart(argv.items))
		return app_alert(app, "%s could not be started.", argv.items[0]);
	return app_say(app, "%s was started with it.", argv.items[0]);
}

/* A live pane's text is read at once and let go again. */
unsigned panes_look_follow(struct app *app, struct panes_state *s, size_t at, const struct typed *typed)
{
	struct pane *p = &s->panes[at];
	struct rect area = panes_look_area(app, s, at);
	CLEARED(pane_text) struct pane_text now = { 0 };
	OWNED_MEM char *address = NULL;
	struct spot spot;
	bool hidden;

	if (typed->button != BUTTON_LEFT || !typed->pressed || typed->moved || !(typed->key & TYPED_CONTROL))
		return PASS;
	if (p->look.on)
		return look_ask_link(app, p, &p->look.text, look_spot_at(&p->look, typed->row - area.row, typed->col - area.col));
	pane_text_freeze(&now, p->terminal);
	spot = (struct spot){ now.edge + (uint64_t)(typed->row - area.row), typed->col - area.col };
	address = link_at(&now, spot, &hidden);
	return address ? look_ask_link(app, p, &now, spot) : (unsigned)PASS;
}
