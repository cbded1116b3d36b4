/* The results of a record by suite: "LANGUAGE.FUNCTION", or the group of a capability check. */
#ifndef WGC_RECORD_SUITES_H
#define WGC_RECORD_SUITES_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

struct wgc_suite {
    char *name;
    const struct wgc_result **result; /* in the record's order */
    size_t count;
    size_t states[WGC_STATE_COUNT]; /* how many of them are in each state */
    size_t bad;
    double seconds; /* of all */
};

struct wgc_suites {
    struct wgc_suite *suite; /* by name */
    size_t count;
    const struct wgc_result **result; /* those of all suites */
};

/* The record stays as it is and outlives *suites, which is freed with wgc_suites_free. */
enum wgc_status wgc_suites_make(const struct wgc_record *record, struct wgc_suites *suites,
                                struct wgc_err *err);
void wgc_suites_free(struct wgc_suites *suites);

#endif
