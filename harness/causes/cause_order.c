/* The order of causes. */
#include <stdlib.h>
#include <string.h>

#include "causes/cause_parts.h"
#include "causes/parts.h"
#include "record/case_name.h"

/* The kinds of causes in their order: what a driver computes wrongly comes first, what it reports
 * about itself last, and of the checks that with a wrong value before the others. */
enum kind { KIND_WRONG_VALUE, KIND_CRASH, KIND_OTHER, KIND_WRONG_CHECK, KIND_CHECK };

bool wgc_cause_is_check(const struct wgc_report_cause *cause)
{
    return cause->types.count == 0 && !wgc_case_name_is_program(cause->example->name);
}

static enum kind kind_of(const struct wgc_report_cause *cause)
{
    if (wgc_cause_is_check(cause)) {
        return cause->example->mismatch != NULL ? KIND_WRONG_CHECK : KIND_CHECK;
    }
    if (cause->failure == WGC_STATE_CRASH || cause->failure == WGC_STATE_TIMEOUT) {
        return KIND_CRASH;
    }
    return cause->failure == WGC_STATE_FAIL && cause->example->mismatch != NULL ? KIND_WRONG_VALUE
                                                                                : KIND_OTHER;
}

/* In each kind the cause with the most cases comes first. */
static int by_kind(const void *a, const void *b)
{
    const struct wgc_report_cause *left = a;
    const struct wgc_report_cause *right = b;
    bool waived_left = left->state == WGC_STATE_WAIVED;
    bool waived_right = right->state == WGC_STATE_WAIVED;

    if (waived_left != waived_right) {
        return waived_left ? 1 : -1;
    }
    const enum kind kind_left = kind_of(left), kind_right = kind_of(right);
    if (kind_left != kind_right) {
        return kind_left < kind_right ? -1 : 1;
    }
    if (left->count != right->count) {
        return left->count > right->count ? -1 : 1;
    }
    size_t size_left = wgc_example_size(left->example->name);
    size_t size_right = wgc_example_size(right->example->name);
    if (size_left != size_right) {
        return size_left < size_right ? -1 : 1;
    }
    return strcmp(left->id, right->id);
}

void wgc_causes_sort(struct wgc_causes *causes)
{
    qsort(causes->cause, causes->count, sizeof *causes->cause, by_kind);
}
