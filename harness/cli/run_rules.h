/*
 * The rules of a run besides its selection: what failure is expected, how often a case runs, when
 * the run stops, and what makes its exit status 1 although no case failed.
 */
#ifndef WGC_CLI_RUN_RULES_H
#define WGC_CLI_RUN_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

enum wgc_run_rule {
    WGC_RULE_WAIVERS,
    WGC_RULE_RETRIES,
    WGC_RULE_REPEAT,
    WGC_RULE_MAX_FAILURES,
    WGC_RULE_SKIPS_AS_FAILS,
    WGC_RULE_MIN_CASES,
    WGC_RULE_AUDIT,
    WGC_RULE_RESUME,
    WGC_RULE_COUNT
};

struct wgc_run_rules {
    const char **waivers; /* files; the array is owned */
    size_t waivers_count;
    unsigned retries;
    unsigned repeat;       /* at least 1 */
    unsigned max_failures; /* 0: no limit */
    bool skips_as_fails;
    size_t min_cases;
    size_t audit;       /* passes to run again at the end */
    const char *resume; /* a report, or NULL */
};

void wgc_run_rules_default(struct wgc_run_rules *rules);
void wgc_run_rules_free(struct wgc_run_rules *rules);

/* Takes one option; value is NULL for one that has none. Errors name the option. */
enum wgc_status wgc_run_rules_take(struct wgc_run_rules *rules, enum wgc_run_rule rule,
                                   const char *value, struct wgc_err *err);

/*
 * What skips_as_fails and min_cases say of a run: true and a sentence in *text when its exit status
 * has to be 1.
 */
bool wgc_run_rules_broken(const struct wgc_run_rules *rules, const struct wgc_record *record,
                          struct wgc_err *text);

#endif
