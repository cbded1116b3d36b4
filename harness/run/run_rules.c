#include "run/parts.h"

bool wgc_run_rules_broken(const struct wgc_run_rules *rules, const struct wgc_record *record,
                          struct wgc_err *text)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    size_t skipped = count[WGC_STATE_SKIP];
    size_t ran = record->result_count - skipped;
    if (ran < rules->min_cases) {
        (void)wgc_err_set(text, WGC_OK, "only %zu %s run; --min-cases requires %u", ran,
                          ran == 1 ? "case was" : "cases were", rules->min_cases);
        return true;
    }
    if (rules->skips_as_fails && skipped > 0) {
        (void)wgc_err_set(text, WGC_OK, "%zu %s skipped; --skips-as-fails makes this a failure",
                          skipped, skipped == 1 ? "case was" : "cases were");
        return true;
    }
    return false;
}
