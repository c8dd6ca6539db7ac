/*
 * rows — runs as JSON, for the commands that list them.
 */
#ifndef UI_CLI_ROWS_H
#define UI_CLI_ROWS_H
#include "core/base/json.h"
#include "core/record/browse.h"

struct json *row_json(const struct run_row *row); /* yours; null where the record does not say */
struct json *time_json(uint64_t wall_ms);         /* yours: "2026-11-30T17:40:26.083Z"; null for 0 */
#endif
