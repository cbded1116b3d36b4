#include "cli/run_rules.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/options_value.h"

enum { RETRIES_LIMIT = 1000, REPEAT_LIMIT = 1000000 };

void wgc_run_rules_default(struct wgc_run_rules *rules)
{
    *rules = (struct wgc_run_rules){.repeat = 1};
}

void wgc_run_rules_free(struct wgc_run_rules *rules)
{
    free(rules->waivers);
    rules->waivers = NULL;
    rules->waivers_count = 0;
}

static enum wgc_status add_waivers(struct wgc_run_rules *rules, const char *path,
                                   struct wgc_err *err)
{
    size_t count = rules->waivers_count + 1;
    const char **grown = realloc(rules->waivers, count * sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the list of waiver files");
    }
    rules->waivers = grown;
    grown[rules->waivers_count++] = path;
    return WGC_OK;
}

enum wgc_status wgc_run_rules_take(struct wgc_run_rules *rules, enum wgc_run_rule rule,
                                   const char *value, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    uint64_t number = 0;

    switch (rule) {
    case WGC_RULE_WAIVERS:
        return add_waivers(rules, value, err);
    case WGC_RULE_RETRIES:
        status = wgc_parse_unsigned("--retries", value, 0, RETRIES_LIMIT, &number, err);
        rules->retries = (unsigned)number;
        return status;
    case WGC_RULE_REPEAT:
        status = wgc_parse_unsigned("--repeat", value, 1, REPEAT_LIMIT, &number, err);
        rules->repeat = (unsigned)number;
        return status;
    case WGC_RULE_MAX_FAILURES:
        status = wgc_parse_unsigned("--max-failures", value, 1, UINT32_MAX, &number, err);
        rules->max_failures = (unsigned)number;
        return status;
    case WGC_RULE_MIN_CASES:
        status = wgc_parse_unsigned("--min-cases", value, 0, UINT32_MAX, &number, err);
        rules->min_cases = (size_t)number;
        return status;
    case WGC_RULE_AUDIT:
        status = wgc_parse_unsigned("--audit", value, 1, UINT32_MAX, &number, err);
        rules->audit = (size_t)number;
        return status;
    case WGC_RULE_SKIPS_AS_FAILS:
        rules->skips_as_fails = true;
        return WGC_OK;
    default:
        if (value[0] == '\0' || (value[0] == '-' && value[1] == '\0')) {
            return wgc_err_set(err, WGC_ERR_INPUT, "--resume: the name of a file is needed");
        }
        rules->resume = value;
        return WGC_OK;
    }
}

bool wgc_run_rules_broken(const struct wgc_run_rules *rules, const struct wgc_record *record,
                          struct wgc_err *text)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    size_t skipped = count[WGC_STATE_SKIP];
    size_t ran = record->result_count - skipped;
    if (ran < rules->min_cases) {
        (void)wgc_err_set(text, WGC_OK, "only %zu %s run, and --min-cases asks for %zu", ran,
                          ran == 1 ? "case was" : "cases were", rules->min_cases);
        return true;
    }
    if (rules->skips_as_fails && skipped > 0) {
        (void)wgc_err_set(text, WGC_OK, "%zu %s skipped, which --skips-as-fails makes a failure",
                          skipped, skipped == 1 ? "case was" : "cases were");
        return true;
    }
    return false;
}
