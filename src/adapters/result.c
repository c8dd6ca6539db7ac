/* result — see result.h; what a child printed is only ever read as data here, and copied, never shown. */
#include "adapters/result.h"

#include <string.h>

#include "core/base/json.h"
#include "core/base/mem.h"

/* Did it end by itself with status 0? Otherwise ret->why says what happened. */
static bool ended_well(const char *subject, const struct child_end *end, struct child_result *ret)
{
	if (!end->started)
		ret->why = str_format("%s was not started", subject);
	else if (end->timed_out)
		ret->why = str_format("%s ran longer than it was allowed to", subject);
	else if (end->stopped)
		ret->why = str_format("%s was stopped by the operator", subject);
	else if (end->killed)
		ret->why = str_format("%s had to be ended by a signal", subject);
	else if (end->signal)
		ret->why = str_format("%s ended by signal %d", subject, end->signal);
	else if (end->exit_status != 0)
		ret->why = str_format("%s ended with status %d", subject, end->exit_status);
	return ret->why == NULL;
}

void result_of(const char *subject, const struct child_end *end, struct child_result *ret)
{
	*ret = (struct child_result){ 0 };
	ret->succeeded = ended_well(subject, end, ret);
}

void result_by_status(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	result_of(self->program, end, ret);
}

static bool is_blank(const char *s)
{
	return !s || !s[strspn(s, " \t\r\n\v\f")];
}

void result_by_last_message(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	if (end->style == STYLE_INTERACTIVE) {
		result_by_status(self, end, ret);
		return;
	}
	*ret = (struct child_result){ 0 };
	if (!is_blank(end->last_message))
		ret->text = str_copy(end->last_message);
	if (!ended_well(self->program, end, ret))
		return;
	if (ret->text)
		ret->succeeded = true;
	else
		ret->why = str_format("%s ended with status 0 but left no last message, so nothing says that it finished its turn",
				      self->program);
}

/* The object of type "result" in one printed line; a terminal's control sequences may stand around it. NULL: none. */
static struct json *result_in_line(const char *line, size_t len)
{
	const char *from = memchr(line, '{', len);
	const char *to = memrchr(line, '}', len);
	struct json *value = NULL;
	struct error ignored = { 0 };
	const char *type;

	if (!from || !to || to < from)
		return NULL;
	if (!json_parse(from, (size_t)(to - from) + 1, &value, &ignored))
		return NULL;
	type = json_kind(value) == JSON_OBJECT ? json_get_string(value, "type") : NULL;
	if (!type || strcmp(type, "result") != 0)
		json_drop(&value);
	return value;
}

/* The newest such object: warnings may stand before and behind it. */
static struct json *result_in_output(const char *output, size_t len)
{
	while (len) {
		const char *newline = memrchr(output, '\n', len);
		size_t start = newline ? (size_t)(newline - output) + 1 : 0;
		struct json *value = result_in_line(output + start, len - start);

		if (value)
			return value;
		len = newline ? (size_t)(newline - output) : 0;
	}
	return NULL;
}

static void result_take(const struct json *value, struct child_result *ret)
{
	const struct json *cost = json_get(value, "total_cost_usd");
	enum json_kind kind = json_kind(cost);

	ret->text = str_copy(json_get_string(value, "result"));
	ret->session_id = str_copy(json_get_string(value, "session_id"));
	ret->cost_known = kind == JSON_INT || kind == JSON_DOUBLE;
	ret->cost_usd = ret->cost_known ? json_number(cost) : 0;
}

/* An interrupted Claude Code prints a result with is_error false and ends with 0; its terminal_reason tells. */
static bool was_aborted(const struct json *value)
{
	const char *reason = json_get_string(value, "terminal_reason");

	return reason && strncmp(reason, "aborted", strlen("aborted")) == 0;
}

void result_by_json(const struct adapter *self, const struct child_end *end, struct child_result *ret)
{
	OWNED(json) struct json *value = NULL;

	if (end->style == STYLE_INTERACTIVE) {
		result_by_status(self, end, ret);
		return;
	}
	*ret = (struct child_result){ 0 };
	value = end->output ? result_in_output(end->output, end->output_len) : NULL;
	if (value)
		result_take(value, ret);
	if (!ended_well(self->program, end, ret))
		return;
	if (!value)
		ret->why = str_format("%s ended with status 0 but printed no result object", self->program);
	else if (json_get_bool(value, "is_error", true))
		ret->why = str_format("%s reported an error in its result object", self->program);
	else if (was_aborted(value))
		ret->why = str_format("%s reported that it was interrupted", self->program);
	else if (!ret->text)
		ret->why = str_format("%s printed a result object without a result", self->program);
	else
		ret->succeeded = true;
}
