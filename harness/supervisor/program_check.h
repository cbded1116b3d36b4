/*
 * The check of a program of several kernels: builds the whole, and where that fails, reduces it to
 * the smallest failing set of kernels. Kernels that fail alone are left out: their own cases report
 * them. Pure: the caller builds and reports.
 *
 *     while (check.end == WGC_PROGRAM_OPEN) {
 *         build a program of the kernels check.set[0 .. count), in a new process if check.fresh
 *         wgc_program_check_report(&check, the outcome, whether the process was new)
 *     }
 */
#ifndef WGC_SUPERVISOR_PROGRAM_CHECK_H
#define WGC_SUPERVISOR_PROGRAM_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "supervisor/reduce.h"

enum wgc_built {
    WGC_BUILT_OK,
    WGC_BUILT_REFUSED, /* the compiler refused */
    WGC_BUILT_CRASHED, /* the process exited */
    WGC_BUILT_TIMEOUT,
};

enum wgc_program_end {
    WGC_PROGRAM_OPEN,    /* one more program is to be built */
    WGC_PROGRAM_BUILDS,  /* the program of all that are not left out builds */
    WGC_PROGRAM_FAILS,   /* set is the smallest that fails; its kernels build alone */
    WGC_PROGRAM_TOO_FEW, /* fewer than two kernels build alone */
};

enum wgc_program_stage {
    WGC_PROGRAM_WHOLE,   /* all that are not left out */
    WGC_PROGRAM_REDUCE,  /* a part of a whole that failed */
    WGC_PROGRAM_CONFIRM, /* the smallest set once more, in a new process */
    WGC_PROGRAM_SINGLE,  /* one kernel after the other */
};

struct wgc_program_check {
    size_t kernels;
    enum wgc_program_end end;
    enum wgc_program_stage stage;
    uint32_t *set; /* numbers below kernels, ascending; owned */
    size_t count;
    bool fresh;     /* only a new process counts */
    bool *left_out; /* of each kernel: it fails alone; owned */
    size_t single;  /* in WGC_PROGRAM_SINGLE: the kernel that is built */
    bool singles_known;
    bool crashed_alone; /* one that is left out crashed or timed out */
    bool unconfirmed;   /* FAILS: no smaller set failed each time, so set is the whole */
    struct wgc_reduction reduction;
};

/* Starts with a whole of so many kernels; false without memory. The caller may set left_out of some
 * kernels and then calls wgc_program_check_whole. */
bool wgc_program_check_start(struct wgc_program_check *check, size_t kernels);
/* Sets the whole again, without those left out. */
void wgc_program_check_whole(struct wgc_program_check *check);
void wgc_program_check_free(struct wgc_program_check *check);

/* Takes the outcome of building set; false without memory. */
bool wgc_program_check_report(struct wgc_program_check *check, enum wgc_built built,
                              bool new_process);

#endif
