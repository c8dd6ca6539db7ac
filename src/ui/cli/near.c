/*
 * near — which known word was probably meant: the number of letters to change, add, drop or swap with a neighbour.
 */
#include "ui/cli/near.h"

#include <string.h>

#define LETTERS_MAX 40

static size_t least_of(size_t a, size_t b, size_t c)
{
	const size_t ab = a < b ? a : b;

	return ab < c ? ab : c;
}

static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[LETTERS_MAX + 1][LETTERS_MAX + 1];

	for (size_t i = 0; i <= a_len; i++)
		rows[i][0] = i;
	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++)
		for (size_t j = 1; j <= b_len; j++) {
			rows[i][j] = least_of(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && rows[i - 2][j - 2] + 1 < rows[i][j])
				rows[i][j] = rows[i - 2][j - 2] + 1;
		}
	return rows[a_len][b_len];
}

/* A word that begins with what was typed is near, however long it is. */
static size_t farness(const char *word, const char *known)
{
	const size_t len = strlen(word), known_len = strlen(known);

	if (len > LETTERS_MAX || known_len > LETTERS_MAX)
		return LETTERS_MAX;
	if (len >= 4 && strncmp(word, known, len) == 0)
		return 1;
	return distance(word, len, known, known_len);
}

const char *near_word(const char *word, const char *const *words, size_t count)
{
	const char *nearest = NULL;
	size_t best = strlen(word) / 4 + 1; /* with more than a quarter of it wrong it is another word */

	for (size_t i = 0; i < count; i++) {
		size_t far = words[i] ? farness(word, words[i]) : LETTERS_MAX;

		if (far <= best && (!nearest || far < best)) {
			best = far;
			nearest = words[i];
		}
	}
	return nearest;
}
