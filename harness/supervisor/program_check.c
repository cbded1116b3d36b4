#include "supervisor/program_check.h"

#include <stdlib.h>
#include <string.h>

bool wgc_program_check_start(struct wgc_program_check *check, size_t kernels)
{
    *check = (struct wgc_program_check){.kernels = kernels};
    check->set = calloc(kernels + 1, sizeof *check->set);
    check->left_out = calloc(kernels + 1, sizeof *check->left_out);
    if (check->set == NULL || check->left_out == NULL) {
        wgc_program_check_free(check);
        return false;
    }
    wgc_program_check_whole(check);
    return true;
}

void wgc_program_check_free(struct wgc_program_check *check)
{
    free(check->set);
    free(check->left_out);
    wgc_reduce_free(&check->reduction);
    *check = (struct wgc_program_check){0};
}

void wgc_program_check_whole(struct wgc_program_check *check)
{
    check->stage = WGC_PROGRAM_WHOLE;
    check->fresh = false;
    check->count = 0;
    for (size_t i = 0; i < check->kernels; i++) {
        if (!check->left_out[i]) {
            check->set[check->count++] = (uint32_t)i;
        }
    }
    if (check->count < 2) {
        check->end = WGC_PROGRAM_TOO_FEW;
    }
}

/* Continues with the next kernel that is not left out; after the last one, with the whole. */
static void next_single(struct wgc_program_check *check)
{
    while (check->single < check->kernels && check->left_out[check->single]) {
        check->single++;
    }
    check->fresh = false;
    if (check->single == check->kernels) {
        check->singles_known = true;
        wgc_program_check_whole(check);
        return;
    }
    check->stage = WGC_PROGRAM_SINGLE;
    check->set[0] = (uint32_t)check->single;
    check->count = 1;
}

/* Builds each kernel alone: at least one appears to fail alone. */
static void begin_singles(struct wgc_program_check *check)
{
    check->single = 0;
    next_single(check);
}

/* No smaller set than the whole fails each time. */
static void give_up_reducing(struct wgc_program_check *check)
{
    wgc_program_check_whole(check);
    check->unconfirmed = true;
    check->end = WGC_PROGRAM_FAILS;
}

static void finish_reduction(struct wgc_program_check *check)
{
    if (check->reduction.count > 1) {
        memcpy(check->set, check->reduction.item, check->reduction.count * sizeof *check->set);
        check->count = check->reduction.count;
        check->stage = WGC_PROGRAM_CONFIRM;
        check->fresh = true;
    } else if (check->singles_known) {
        give_up_reducing(check); /* the remaining kernel has already built alone */
    } else {
        begin_singles(check);
    }
}

static void next_reduction(struct wgc_program_check *check)
{
    check->stage = WGC_PROGRAM_REDUCE;
    check->fresh = false;
    if (!wgc_reduce_next(&check->reduction, check->set, &check->count)) {
        finish_reduction(check);
    }
}

static bool report_whole(struct wgc_program_check *check, enum wgc_built built)
{
    if (built == WGC_BUILT_OK) {
        check->end = WGC_PROGRAM_BUILDS;
    } else if (built == WGC_BUILT_TIMEOUT && check->singles_known) {
        check->end =
            WGC_PROGRAM_FAILS; /* a smaller program is faster anyway, so its time proves nothing */
    } else if (built == WGC_BUILT_TIMEOUT) {
        begin_singles(check);
    } else {
        wgc_reduce_free(&check->reduction);
        if (!wgc_reduce_start(&check->reduction, check->set, check->count)) {
            return false;
        }
        next_reduction(check);
    }
    return true;
}

bool wgc_program_check_report(struct wgc_program_check *check, enum wgc_built built,
                              bool new_process)
{
    const bool ended = built == WGC_BUILT_CRASHED || built == WGC_BUILT_TIMEOUT;

    /* an earlier build of the same process may be the cause */
    if (ended && !new_process) {
        check->fresh = true;
        return true;
    }
    switch (check->stage) {
    case WGC_PROGRAM_WHOLE:
        return report_whole(check, built);
    case WGC_PROGRAM_REDUCE:
        wgc_reduce_report(&check->reduction, built != WGC_BUILT_OK);
        next_reduction(check);
        return true;
    case WGC_PROGRAM_CONFIRM:
        check->end = WGC_PROGRAM_FAILS;
        if (built == WGC_BUILT_OK) {
            give_up_reducing(check);
        }
        return true;
    default:
        check->left_out[check->single] = built != WGC_BUILT_OK;
        check->crashed_alone = check->crashed_alone || ended;
        check->single++;
        next_single(check);
        return true;
    }
}
