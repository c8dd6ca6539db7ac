/*
 * anchor — taken from the ledger itself: its head can be behind by the lines of a crash.
 */
#include "core/record/anchor.h"

#include <stdio.h>

#include "core/record/ledger.h"

static void take_line(const struct ledger_line *line, const struct json *value, struct ledger_anchor *a)
{
	a->known = true;
	(void)json_get_int(value, "seq", &a->seq);
	digest_of(line->bytes, line->len, a->sha256);
}

void anchor_take(const char *state, struct run_record *r)
{
	OWNED(ledger_back) struct ledger_back *back = NULL;
	struct ledger_line line;
	struct error unused;

	r->anchor = (struct ledger_anchor){ 0 };
	if (!ledger_back_open(state, &back, &unused))
		return;
	while (back && !r->anchor.known && ledger_back_next(back, &line)) {
		OWNED(json) struct json *value = ledger_parse(&line);

		if (value)
			take_line(&line, value, &r->anchor);
	}
	r->anchor.known = r->anchor.known || !back || !ledger_back_unreadable(back);
}

struct json *anchor_print(const struct ledger_anchor *a)
{
	struct json *o;

	if (!a->known)
		return NULL;
	o = json_new_object();
	json_set_int(o, "seq", a->seq);
	json_set_string(o, "sha256", *a->sha256 ? a->sha256 : NULL);
	return o;
}

bool anchor_read(const struct json *proof, struct ledger_anchor *ret)
{
	const struct json *o = json_get(json_get(json_get(proof, "console"), "integrity"), "ledger");
	const char *sha256 = json_get_string(o, "sha256");

	*ret = (struct ledger_anchor){ 0 };
	if (json_kind(o) != JSON_OBJECT || !json_get_int(o, "seq", &ret->seq))
		return false;
	ret->known = true;
	(void)snprintf(ret->sha256, sizeof ret->sha256, "%s", sha256 ? sha256 : "");
	return true;
}
