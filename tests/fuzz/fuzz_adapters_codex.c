/* Any bytes as what codex recorded and listed: every statement is understood or says why not, and reading comes to an end. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/codex_observe.h"
#include "adapters/codex_servers.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void look(const char *bytes, size_t len)
{
	struct observation o = { 0 };
	size_t at = 0, before = 0;

	while (codex_observe(bytes, len, &at, &o)) {
		if (at <= before || at > len || o.understood != (o.why == NULL) ||
		    (o.understood && (!o.mode || !o.directory || !o.approval)))
			abort();
		before = at;
		observation_clear(&o);
	}
	observation_clear(&o);
}

static void list(const char *bytes, size_t len)
{
	CLEARED(strlist) struct strlist open = { 0 }, argv = { 0 };

	if (!codex_servers_read(bytes, len, &open))
		return;
	codex_servers_close(&open, &argv);
	if (argv.count != (open.count ? 2 : 0) || (open.count && strstr(argv.items[1], ",,")))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	look((const char *)bytes, len);
	list((const char *)bytes, len);
	return 0;
}
