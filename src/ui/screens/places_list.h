/*
 * places_list — directories to pick from: recent ones narrowed by a few letters, or what lies at a typed path.
 */
#ifndef UI_SCREENS_PLACES_LIST_H
#define UI_SCREENS_PLACES_LIST_H
#include <stdbool.h>

#include "core/base/strlist.h"

/* Do the letters of pattern come in this order in text, whatever their case? The better the closer together and the
   nearer to the last component; 0: no. An empty pattern fits everything. */
int fuzzy_score(const char *text, const char *pattern);
/* Those of all that fit, best first, equal ones in their order. */
void fuzzy_filter(const struct strlist *all, const char *pattern, struct strlist *ret);
bool path_is_typed(const char *line); /* it begins like a path: / ~ . */
/* Owned: "~" and relative paths made absolute. */
char *path_meant(const char *line, const char *home, const char *here);
/* The typed directory itself when it is one, then the directories whose names begin as typed. At most PLACES_MAX. */
void directories_at(const char *line, const char *home, const char *here, struct strlist *ret);
#define PLACES_MAX 200
#endif
