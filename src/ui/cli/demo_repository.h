/*
 * demo_repository — the demonstration's own place: a private folder outside temporary directories with a real
 * repository in it, and a state directory of its own, so that the operator's ledger is left alone.
 */
#ifndef UI_CLI_DEMO_REPOSITORY_H
#define UI_CLI_DEMO_REPOSITORY_H
#include "core/base/error.h"
#include "core/run/engine.h"

struct demo_place {
	char *folder, *repository;
	struct places places; /* like the operator's, with state, runtime and configuration inside folder */
};
bool demo_place_make(const struct engine *e, struct demo_place *ret, struct error *err) MUST_CHECK;
bool demo_place_remove(const struct demo_place *place, struct error *err) MUST_CHECK;
void demo_place_clear(struct demo_place *place);
#endif
