/* What makes the exit status of a run 1 although no case failed: --min-cases, --skips-as-fails. */
#ifndef WGC_RUN_RUN_RULES_H
#define WGC_RUN_RUN_RULES_H

#include <stdbool.h>

#include "base/err.h"
#include "options/options.h"
#include "record/record.h"

/* True, with a sentence in *text, if a rule is broken. */
bool wgc_run_rules_broken(const struct wgc_run_rules *rules, const struct wgc_record *record,
                          struct wgc_err *text);

#endif
