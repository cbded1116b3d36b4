/* One group of data under every order and arithmetic that a right device may use, and under some
 * that it may not. */
#ifndef WGC_FALSE_ALARMS_TRIALS_H
#define WGC_FALSE_ALARMS_TRIALS_H

#include <stdint.h>

#include "tests/false-alarms/rows.h"
#include "tests/false-alarms/tally.h"

struct trials {
    struct tally *tally;
    uint64_t seed;
};

/* A row_visitor; context is a struct trials. Prints refused results on standard output. */
enum wgc_status trials_visit(void *context, const struct row *row, struct wgc_err *err);

#endif
