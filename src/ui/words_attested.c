/*
 * words_attested — what a record says of the attestation that its run rests on.
 */
#include "core/base/mem.h"
#include "ui/words.h"

static const char *word(const struct json *o, const char *key)
{
	const char *value = json_get_string(o, key);

	return value ? value : "?";
}

/* Which path, mode, grant, roots and kind of workspace: no more than these was observed. */
static void add_tried(const struct json *o, struct text *out)
{
	static const struct { const char *key, *word, *words; } rows[] = {
		{ "roots", "named", "with a named directory" }, { "roots", "none", "no named directory" },
		{ "git_write", "none", "no grant" }, { "git_write", "shared-repository", "with the grant" },
	};
	const char *roots = "roots ?", *grant = "grant ?";

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(word(o, rows[i].key), rows[i].word) == 0)
			*(strcmp(rows[i].key, "roots") == 0 ? &roots : &grant) = rows[i].words;
	text_add_format(out, "%s %s, adapter %s by the path %s, %s, %s, %s, in a %s, %s", word(o, "result"), word(o, "attested_at"),
			word(o, "adapter"), word(o, "path"), word(o, "mode"), roots, grant, word(o, "topology"), word(o, "style"));
}

static void add_program(const struct json *o, struct text *out)
{
	const char *version = json_get_string(o, "version");

	text_add_format(out, "%s, sha256 %s", word(o, "path"), word(o, "sha256"));
	if (version)
		text_add_format(out, ", %s", version);
}

void words_attested(const struct json *adapter, void (*line)(void *self, const char *label, const char *words), void *self)
{
	const struct json *o = json_get(adapter, "sandbox_attestation"), *program = json_get(o, "program");
	const struct json *starts = json_get(program, "starts");
	const char *unknown = json_get_string(program, "starts_unknown"), *sha256 = json_get_string(adapter, "attestation_sha256");
	CLEARED(text) struct text tried = { 0 };
	CLEARED(text) struct text of = { 0 };
	CLEARED(text) struct text started = { 0 };

	if (json_kind(o) == JSON_OBJECT) {
		add_tried(o, &tried);
		line(self, "tried", text_c(&tried));
		add_program(program, &of);
		line(self, "of program", text_c(&of));
	}
	if (json_kind(starts) == JSON_OBJECT) {
		add_program(starts, &started);
		line(self, "that starts", text_c(&started));
	}
	if (unknown)
		line(self, "not known", unknown);
	if (sha256)
		line(self, "attestation", sha256);
}
