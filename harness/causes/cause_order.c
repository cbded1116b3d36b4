/* The order of causes. */
#include <stdlib.h>
#include <string.h>

#include "causes/cause_parts.h"
#include "causes/parts.h"
#include "record/case_name.h"

bool wgc_cause_is_check(const struct wgc_report_cause *cause)
{
    return cause->types.count == 0 && !wgc_case_name_is_program(cause->example->name);
}

enum wgc_cause_kind wgc_cause_kind(const struct wgc_report_cause *cause)
{
    switch (cause->failure) {
    case WGC_STATE_CRASH:
        return WGC_CAUSE_CRASH;
    case WGC_STATE_TIMEOUT:
        return WGC_CAUSE_TIMEOUT;
    case WGC_STATE_BUILD_ERROR:
        return WGC_CAUSE_BUILD_ERROR;
    case WGC_STATE_FAIL:
        return wgc_cause_is_check(cause)          ? WGC_CAUSE_CHECK
               : cause->example->mismatch != NULL ? WGC_CAUSE_WRONG_VALUE
                                                  : WGC_CAUSE_OTHER;
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_UNEXPECTED_PASS:
    case WGC_STATE_FLAKY:
    case WGC_STATE_ERROR:
    case WGC_STATE_COUNT:
        break;
    }
    return WGC_CAUSE_OTHER;
}

/* The place of a cause's kind; of the checks that with a wrong value come before the others. */
static int rank_of(const struct wgc_report_cause *cause)
{
    const enum wgc_cause_kind kind = wgc_cause_kind(cause);

    return 2 * (int)kind + (kind == WGC_CAUSE_CHECK && cause->example->mismatch == NULL);
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
    const int rank_left = rank_of(left), rank_right = rank_of(right);
    if (rank_left != rank_right) {
        return rank_left < rank_right ? -1 : 1;
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
