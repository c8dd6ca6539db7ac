/* definition — see definition.h. */
#include "adapters/definition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/carry.h"
#include "adapters/result.h"
#include "adapters/template.h"
#include "core/base/mem.h"
#include "core/base/path.h"

struct definition {
	struct adapter adapter;
	char *id, *title, *program, *install_hint, *login_hint, *version_flag;
	char *modes[POLICY_COUNT];
	struct strlist efforts, env_keep, unknown_codes, unknown_messages;
	struct adapter_unknown *unknowns;
	struct template *plain, *sealed; /* sealed NULL: declares nothing */
};

static const struct schema_key adapter_keys[] = {
	{ "id", JSON_STRING, true },           { "title", JSON_STRING, true },
	{ "program", JSON_STRING, true },      { "argv", JSON_ARRAY, true },
	{ "installHint", JSON_STRING, false }, { "loginHint", JSON_STRING, false },
	{ "versionFlag", JSON_STRING, false }, { "interactive", JSON_BOOL, false },
	{ "stopWithTermOnly", JSON_BOOL, false }, { "efforts", JSON_ARRAY, false },
	{ "keepEnvironment", JSON_ARRAY, false }, { "result", JSON_STRING, false },
	{ "mutableInSession", JSON_BOOL, false }, { "sealed", JSON_OBJECT, false },
	{ "plainCommand", JSON_BOOL, false },
};
static const struct schema_key sealed_keys[] = {
	{ "modes", JSON_OBJECT, true },
	{ "writableRoots", JSON_BOOL, true },
	{ "argv", JSON_ARRAY, true },
	{ "unknowns", JSON_ARRAY, false },
};
static const struct schema_key unknown_keys[] = { { "code", JSON_STRING, true }, { "message", JSON_STRING, true } };

static const struct {
	const char *name;
	void (*result)(const struct adapter *self, const struct child_end *end, struct child_result *ret);
} result_rules[] = {
	{ "status", result_by_status },
	{ "last-message", result_by_last_message },
	{ "json-result", result_by_json },
};

/* Words that the vendors themselves give to running without a sandbox; no policy is rendered with one. */
static const char *const no_sandbox_words[] = { "danger", "bypass", "full-access", "yolo" };

void definition_drop(struct definition **d)
{
	if (!*d)
		return;
	free((*d)->id);
	free((*d)->title);
	free((*d)->program);
	free((*d)->install_hint);
	free((*d)->login_hint);
	free((*d)->version_flag);
	for (int i = 0; i < POLICY_COUNT; i++)
		free((*d)->modes[i]);
	strlist_clear(&(*d)->efforts);
	strlist_clear(&(*d)->env_keep);
	strlist_clear(&(*d)->unknown_codes);
	strlist_clear(&(*d)->unknown_messages);
	free((*d)->unknowns);
	template_drop(&(*d)->plain);
	template_drop(&(*d)->sealed);
	free(*d);
	*d = NULL;
}

const struct adapter *definition_adapter(const struct definition *d)
{
	return &d->adapter;
}

static bool definition_render(const struct adapter *self, const struct invocation *in, struct strlist *ret_argv, struct error *err)
{
	const struct definition *d = self->definition;

	if (!carry_check(self, in, err))
		return false;
	strlist_add(ret_argv, d->program);
	return template_render(in->projection->applied ? d->sealed : d->plain, self, in, ret_argv, err);
}

static bool string_take(const struct json *object, const char *key, const char *where, char **ret, struct error *err)
{
	OWNED_MEM char *place = str_format("%s: '%s'", where, key);
	const struct json *value = json_get(object, key);

	if (!value)
		return true;
	if (!template_string_check(value, place, err))
		return false;
	*ret = str_copy(json_string(value, NULL));
	return true;
}

static bool strings_take(const struct json *array, const char *key, const char *where, struct strlist *ret, struct error *err)
{
	OWNED_MEM char *place = str_format("%s: each of '%s'", where, key);

	if (json_count(array) > TEMPLATE_WORDS_MAX)
		return error_set(err, REASON_REQUEST_INVALID, "%s: '%s' has more than %d entries", where, key, TEMPLATE_WORDS_MAX);
	for (size_t i = 0; i < json_count(array); i++) {
		if (!template_string_check(json_at(array, i), place, err))
			return false;
		strlist_add(ret, json_string(json_at(array, i), NULL));
	}
	return true;
}

static bool is_id(const char *s)
{
	size_t len = strlen(s);

	return len >= 1 && len <= 32 && islower((unsigned char)*s) && strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

static bool names_check(const struct definition *d, const char *where, struct error *err)
{
	if (!is_id(d->id))
		return error_set(err, REASON_REQUEST_INVALID,
				 "%s: the id '%s' must be 1 to 32 lower-case letters, digits and '-', a letter first", where, d->id);
	if (!path_is_absolute(d->program) && strchr(d->program, '/'))
		return error_set(err, REASON_REQUEST_INVALID, "%s: the program '%s' must be a name or an absolute path", where, d->program);
	if (*d->program == '-')
		return error_set(err, REASON_REQUEST_INVALID, "%s: the program '%s' starts with '-'", where, d->program);
	return true;
}

/* Only these are ever removed, so only these can be kept; LD_*, GIT_* and a policy's TMPDIR stay out for every adapter. */
static bool keep_check(const struct strlist *names, const char *where, struct error *err)
{
	static const char *const prefixes[] = { "CLAUDE", "CODEX", "CURSOR" };

	for (size_t i = 0; i < names->count; i++) {
		bool known = false;

		for (size_t k = 0; k < COUNT_OF(prefixes); k++)
			known = known || strncmp(names->items[i], prefixes[k], strlen(prefixes[k])) == 0;
		if (!known || strchr(names->items[i], '='))
			return error_set(err, REASON_REQUEST_INVALID,
					 "%s: 'keepEnvironment' can keep CLAUDE*, CODEX* and CURSOR* variables only; '%s' is none", where,
					 names->items[i]);
	}
	return true;
}

static bool result_take(const struct json *object, const char *where, struct adapter *a, struct error *err)
{
	OWNED_MEM char *name = NULL;

	a->result = result_by_status;
	if (!string_take(object, "result", where, &name, err))
		return false;
	for (size_t i = 0; name && i < COUNT_OF(result_rules); i++) {
		if (strcmp(result_rules[i].name, name) != 0)
			continue;
		a->result = result_rules[i].result;
		return true;
	}
	return !name || error_set(err, REASON_REQUEST_INVALID,
				  "%s: the result rule '%s' is unknown; known are status, last-message, json-result", where, name);
}

static bool sandboxed_words_check(const struct json *value, const char *where, struct error *err)
{
	const char *s = json_string(value, NULL);

	for (size_t i = 0; json_kind(value) == JSON_ARRAY && i < json_count(value); i++)
		if (!sandboxed_words_check(json_at(value, i), where, err))
			return false;
	for (size_t i = 0; s && i < COUNT_OF(no_sandbox_words); i++)
		if (strcasestr(s, no_sandbox_words[i]))
			return error_set(err, REASON_REQUEST_INVALID,
					 "%s: '%.120s' is a word for running without a sandbox; a policy is never carried by one", where,
					 s);
	return true;
}

static bool modes_take(const struct json *modes, const char *where, struct definition *d, struct error *err)
{
	CLEARED(strlist) struct strlist names = { 0 };

	json_keys(modes, &names);
	for (size_t i = 0; i < names.count; i++) {
		enum policy_mode mode;

		if (!policy_from_word(names.items[i], &mode))
			return error_set(err, REASON_REQUEST_INVALID,
					 "%s: 'modes' holds an unknown mode; known are read-only and workspace-write", where);
		if (!string_take(modes, names.items[i], where, &d->modes[mode], err) ||
		    !sandboxed_words_check(json_get(modes, names.items[i]), where, err))
			return false;
		d->adapter.declares.native_mode[mode] = d->modes[mode];
	}
	if (!d->modes[POLICY_READ_ONLY] && !d->modes[POLICY_WORKSPACE_WRITE])
		return error_set(err, REASON_REQUEST_INVALID,
				 "%s: 'modes' represents nothing; leave 'sealed' out to declare that this adapter carries no policy",
				 where);
	return true;
}

static bool unknowns_take(const struct json *array, const char *where, struct definition *d, struct error *err)
{
	for (size_t i = 0; i < json_count(array); i++) {
		OWNED_MEM char *code = NULL, *message = NULL;
		const struct json *row = json_at(array, i);

		if (!schema_check(row, unknown_keys, COUNT_OF(unknown_keys), where, err) || !string_take(row, "code", where, &code, err) ||
		    !string_take(row, "message", where, &message, err))
			return false;
		strlist_add(&d->unknown_codes, code);
		strlist_add(&d->unknown_messages, message);
	}
	if (d->adapter.declares.mutable_in_session && !strlist_has(&d->unknown_codes, UNKNOWN_MUTABLE_IN_SESSION)) {
		strlist_add(&d->unknown_codes, UNKNOWN_MUTABLE_IN_SESSION);
		strlist_add(&d->unknown_messages,
			    "Its definition does not rule out that a person or its own screen changes the sandbox within the session.");
	}
	strlist_add(&d->unknown_codes, "user_defined_unmeasured");
	strlist_add(
		&d->unknown_messages,
		"This adapter was defined by the operator; that its vendor keeps to what is declared was not measured by this project.");
	d->unknowns = mem_new(d->unknown_codes.count + 1, sizeof *d->unknowns);
	for (size_t i = 0; i < d->unknown_codes.count; i++)
		d->unknowns[i] = (struct adapter_unknown){ .code = d->unknown_codes.items[i], .message = d->unknown_messages.items[i],
			.style = strcmp(d->unknown_codes.items[i], UNKNOWN_MUTABLE_IN_SESSION) == 0 ? STYLE_INTERACTIVE : STYLE_DEFAULT };
	d->adapter.unknowns = d->unknowns;
	d->adapter.n_unknowns = d->unknown_codes.count;
	return true;
}

/* What the plain argv can say the sealed one must say too, and the other way about: no policy changes what is asked. */
static bool templates_agree(const struct definition *d, const char *where, struct error *err)
{
	static const enum slot both[] = { SLOT_MODEL, SLOT_EFFORT, SLOT_MAX_TURNS, SLOT_LAST_MESSAGE };

	for (size_t i = 0; i < COUNT_OF(both); i++)
		if (template_has(d->plain, both[i]) != template_has(d->sealed, both[i]))
			return error_set(err, REASON_REQUEST_INVALID, "%s: {%s} must stand in both argv and sealed argv, or in neither",
					 where, slot_word(both[i]));
	return true;
}

static bool sealed_argv_check(const struct definition *d, bool roots, const char *where, struct error *err)
{
	bool says_roots = template_has(d->sealed, SLOT_ROOTS) || template_has(d->sealed, SLOT_ROOT);

	if (!template_has(d->sealed, SLOT_MODE))
		return error_set(err, REASON_REQUEST_INVALID, "%s: the sealed argv must hold {mode}", where);
	if (roots != says_roots)
		return error_set(err, REASON_REQUEST_INVALID,
				 "%s: 'writableRoots' must be true exactly when the sealed argv holds {roots} or a group with {root}",
				 where);
	return templates_agree(d, where, err);
}

static bool sealed_take(const struct json *sealed, const char *where, struct definition *d, struct error *err)
{
	OWNED_MEM char *place = str_format("%s, sealed", where);
	bool roots;

	if (!sealed)
		return true;
	roots = json_get_bool(sealed, "writableRoots", false);
	if (!schema_check(sealed, sealed_keys, COUNT_OF(sealed_keys), place, err) ||
	    !modes_take(json_get(sealed, "modes"), place, d, err) ||
	    !template_parse(json_get(sealed, "argv"), true, place, &d->sealed, err) ||
	    !sandboxed_words_check(json_get(sealed, "argv"), place, err) || !sealed_argv_check(d, roots, place, err))
		return false;
	d->adapter.declares.carries_roots = roots;
	return unknowns_take(json_get(sealed, "unknowns"), place, d, err);
}

static bool efforts_check(const struct definition *d, const char *where, struct error *err)
{
	for (size_t i = 0; i < d->efforts.count; i++)
		if (strspn(d->efforts.items[i], "abcdefghijklmnopqrstuvwxyz0123456789-_") != strlen(d->efforts.items[i]) ||
		    *d->efforts.items[i] == '-')
			return error_set(err, REASON_REQUEST_INVALID, "%s: the effort '%s' must be a lower-case word", where,
					 d->efforts.items[i]);
	if ((d->efforts.count > 0) != template_has(d->plain, SLOT_EFFORT))
		return error_set(err, REASON_REQUEST_INVALID, "%s: 'efforts' and a group with {effort} belong together", where);
	return true;
}

static bool strings_parse(const struct json *object, const char *where, struct definition *d, struct error *err)
{
	return string_take(object, "id", where, &d->id, err) && string_take(object, "title", where, &d->title, err) &&
	       string_take(object, "program", where, &d->program, err) &&
	       string_take(object, "installHint", where, &d->install_hint, err) &&
	       string_take(object, "loginHint", where, &d->login_hint, err) &&
	       string_take(object, "versionFlag", where, &d->version_flag, err) &&
	       strings_take(json_get(object, "efforts"), "efforts", where, &d->efforts, err) &&
	       strings_take(json_get(object, "keepEnvironment"), "keepEnvironment", where, &d->env_keep, err) &&
	       names_check(d, where, err) && keep_check(&d->env_keep, where, err);
}

static bool styles_take(const struct json *object, const char *where, struct declaration *ret, struct error *err)
{
	ret->interactive = json_get_bool(object, "interactive", false);
	ret->mutable_in_session = ret->interactive && json_get_bool(object, "mutableInSession", true);
	if (ret->interactive || !json_has(object, "mutableInSession"))
		return true;
	return error_set(err, REASON_REQUEST_INVALID, "%s: 'mutableInSession' belongs to an adapter with 'interactive' true", where);
}

static void adapter_fill(const struct json *object, const char *file, struct definition *d)
{
	struct adapter *a = &d->adapter;

	a->id = a->declares.adapter = d->id;
	a->title = d->title;
	a->program = d->program;
	a->install_hint = d->install_hint;
	a->login_hint = d->login_hint;
	a->version_flag = d->version_flag;
	a->declares.takes_model = template_has(d->plain, SLOT_MODEL);
	a->declares.takes_max_turns = template_has(d->plain, SLOT_MAX_TURNS);
	a->declares.efforts = (const char *const *)d->efforts.items;
	a->default_style = a->declares.interactive ? STYLE_INTERACTIVE : STYLE_HEADLESS;
	a->writes_last_message = template_has(d->plain, SLOT_LAST_MESSAGE);
	a->stop_with_term_only = json_get_bool(object, "stopWithTermOnly", false);
	a->plain_command = json_get_bool(object, "plainCommand", false);
	a->env_keep = (const char *const *)d->env_keep.items;
	a->render = definition_render;
	a->definition = d;
	a->defined_in = file;
}

bool definition_parse(const struct json *object, const char *file, const char *where, struct definition **ret, struct error *err)
{
	OWNED(definition) struct definition *d = mem_new(1, sizeof *d);

	if (!schema_check(object, adapter_keys, COUNT_OF(adapter_keys), where, err) || !strings_parse(object, where, d, err) ||
	    !template_parse(json_get(object, "argv"), false, where, &d->plain, err) || !efforts_check(d, where, err) ||
	    !result_take(object, where, &d->adapter, err) || !styles_take(object, where, &d->adapter.declares, err) ||
	    !sealed_take(json_get(object, "sealed"), where, d, err))
		return false;
	adapter_fill(object, file, d);
	if (d->adapter.result == result_by_last_message && !d->adapter.writes_last_message)
		return error_set(err, REASON_REQUEST_INVALID, "%s: the result 'last-message' needs {lastMessage} in the argv", where);
	*ret = d;
	d = NULL;
	return true;
}
