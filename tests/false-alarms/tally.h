/* The counts of the simulation, and how they are printed. */
#ifndef WGC_FALSE_ALARMS_TALLY_H
#define WGC_FALSE_ALARMS_TALLY_H

#include <stdbool.h>
#include <stddef.h>

#include "patterns/patterns.h"
#include "suite/tables.h"

enum { PATTERNS_MAX = 32 };

/* How well one of the suite's rounding patterns detects a loss of precision. */
struct sharpness {
    const char *pattern; /* NULL: a free entry */
    size_t least_n, most_n;
    size_t rows, vacuous;
    double least, most;            /* loss / tolerance */
    size_t narrow, narrow_refused; /* evaluations with fewer bits */
    size_t unseen;                 /* rows of which every evaluation with fewer bits passed */
};

/* One type and operator. */
struct tally {
    size_t rows, exact_rows;
    size_t evaluations, exact_evaluations; /* each one order, tree or blocking in one arithmetic */
    size_t refused;
    double used;                     /* the most of a tolerance that an evaluation used: 1 is all */
    size_t exact[WGC_PATTERN_COUNT]; /* rows of each of the suite's exact patterns */
    struct sharpness sharpness[PATTERNS_MAX];
};

/* The entry for a pattern's name, or NULL if there are more than PATTERNS_MAX. */
struct sharpness *tally_sharpness(struct tally *tally, const char *pattern);

/* Counts a row of an exact pattern. */
void tally_exact(struct tally *tally, const char *pattern);

/* Prints the tally of one type and operator. Returns whether nothing was refused, and no pattern is
 * vacuous or missing. */
bool tally_print(const struct tally *tally, enum wgc_type type, enum wgc_op op);

#endif
