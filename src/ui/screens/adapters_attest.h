/*
 * adapters_attest — the attested part of the Adapters screen: what is kept of each adapter's sandbox, and trying it now.
 */
#ifndef UI_SCREENS_ADAPTERS_ATTEST_H
#define UI_SCREENS_ADAPTERS_ATTEST_H
#include "core/record/attestation.h"
#include "ui/tui/app.h"
#include "ui/tui/errand.h"

struct kept { bool known; struct sandbox_attestation attestation; char *why; /* nothing counts; NULL: nothing is there */ };

struct attests {
	struct kept *kept;    /* one per adapter */
	size_t n, trying;     /* trying: whose sandbox the errand tries; n: nobody's */
	struct errand errand;
};

void attests_look(struct attests *a, const struct app *app); /* reads what is kept */
void attests_clear(struct attests *a);                       /* gives the errand up */
unsigned attests_try(struct attests *a, struct app *app, size_t at);
unsigned attests_hear(struct attests *a, struct app *app, const struct news *news);
/* "attested", "declared", …, "being tried"; "" where nothing is declared. Static. */
const char *attests_word(const struct attests *a, const struct app *app, size_t at);
enum role attests_role(const struct attests *a, size_t at);
/* The facts of one adapter, each a row as draw_detail() of adapters.c draws them. */
struct rect attests_draw(const struct attests *a, const struct app *app, size_t at, int label_cols, struct canvas *c, struct rect area);
#endif
