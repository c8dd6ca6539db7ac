/*
 * budget — bounded text and lists for one record.
 */
#include "core/record/budget.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/record/harnery.h"

#define SHORTENED_MAX 100
#define FAR_TOO_LONG 4 /* times the limit: the next tier would be too long as well */

static void note(struct budget *b, const char *field, size_t whole, const char *unit, const struct json *value)
{
	struct json *row;
	char hex[DIGEST_HEX_BYTES];

	if (!b->shortened || json_count(b->shortened) > SHORTENED_MAX)
		return;
	row = json_new_object();
	if (json_count(b->shortened) == SHORTENED_MAX) {
		json_set_string(row, "field", "and more");
		json_add(b->shortened, row);
		return;
	}
	json_digest(value, hex);
	json_set_string(row, "field", field);
	json_set_int(row, unit, (int64_t)whole);
	json_set_string(row, "sha256", hex);
	json_add(b->shortened, row);
}

struct json *budget_string(struct budget *b, const char *field, const char *s)
{
	OWNED_MEM char *kept = NULL;

	if (!s || b->string_units == 0)
		return json_new_string(s);
	kept = harnery_clip(s, b->string_units);
	if (!harnery_fits(s, b->string_units)) {
		OWNED(json) struct json *whole = json_new_string(s);

		note(b, field, strlen(s), "bytes", whole);
	}
	return json_new_string(kept);
}

struct json *budget_list(struct budget *b, const char *field, const struct strlist *l)
{
	struct json *array = json_new_array();
	size_t most = b->list_items ? b->list_items : l->count;

	for (size_t i = 0; i < l->count && i < most; i++)
		json_add(array, budget_string(b, field, l->items[i]));
	if (l->count > most) {
		OWNED(json) struct json *whole = json_from_strlist(l);

		note(b, field, l->count, "items", whole);
	}
	return array;
}

static const struct budget tiers[] = {
	{ 8000, 500, 65536, NULL }, { 4000, 200, 32768, NULL }, { 2000, 100, 16384, NULL },
	{ 1000, 50, 8192, NULL },   { 400, 20, 4096, NULL },    { 200, 8, 2048, NULL },
};

bool budget_fit(const char *what, record_builder *build, const void *from, size_t limit, struct text *ret, struct error *err)
{
	for (size_t i = 0; i < COUNT_OF(tiers); i += ret->len / limit >= FAR_TOO_LONG && i + 2 < COUNT_OF(tiers) ? 2 : 1) {
		OWNED(json) struct json *shortened = json_new_array();
		struct budget b = tiers[i];
		OWNED(json) struct json *record = NULL;

		b.shortened = shortened;
		record = build(from, &b);
		text_empty(ret);
		json_write(record, JSON_INDENTED, ret);
		text_add_byte(ret, '\n');
		if (ret->len <= limit)
			return true;
	}
	return error_set(err, REASON_RECORD_NOT_SAVED, "%s would be %zu bytes at its shortest; at most %zu can be read back", what,
			 ret->len, limit);
}
