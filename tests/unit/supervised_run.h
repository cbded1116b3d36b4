/* A run of the supervisor with null workers (null_worker.h) over a made-up suite, and what became
 * of it. */
#ifndef WGC_TESTS_SUPERVISED_RUN_H
#define WGC_TESTS_SUPERVISED_RUN_H

#include <stddef.h>

#include "supervisor/supervisor.h"
#include "tests/unit/scoped.h"

/*
 * The suite: functions f0, f1, ... of type int; forms plain (kernel "plain"), offset (the same
 * kernel) and loop; shapes 1, 2, 3, ... . Cases are named c.f0.int.1.plain and so on; a function
 * has two kernels.
 */
struct supervised {
    size_t functions, shapes; /* 3 forms each; set before the run, 0 gives 10 and 3 */
    size_t halves;            /* the first functions need fp16, which the device lacks */
    bool too_large;        /* the last shape has a side of 2000, which the device does not take */
    const char *rules;     /* WGC_NULL */
    const char *crashes;   /* a glob on the cases that are expected to crash; NULL: none */
    const char *hangs;     /* the same, to time out */
    const char *fails;     /* the same, to have wrong values */
    const char *refused;   /* the same, not to build */
    bool keeps_no_results; /* counts only, for large runs */
    unsigned stop_after;   /* sets the interrupted flag after so many results; 0: never */
    unsigned max_failures; /* the same after so many bad results; 0: never */
    unsigned fail_after;   /* the receiver fails after so many results; 0: never */
    bool checks;  /* the suite also has query.program_work_group_int, query.shared_program and
                     query.shared_process, in that order after the others */
    bool kernels; /* the signatures have kernels, wgc_f0_int_plain and so on */
    size_t audit; /* so many passes are run again (run/audit.c) after a run that is OK */
    bool twice;   /* the plan runs twice, the second time with the workers that the first one left;
                     the results are those of the second run */
    const unsigned char *skip;
    struct wgc_run_options
        options; /* program, timeout, repeat and interrupted are filled in where they are 0 */

    enum wgc_status status;
    struct wgc_err err;
    struct wgc_run_stats stats;
    unsigned started_first;    /* workers of the first of two runs */
    struct wgc_record *record; /* results in the plan's order */
    size_t total;              /* cases of the plan */
    size_t results, devices, ticks;
    size_t forecasts;     /* ticks with a forecast */
    double last_forecast; /* the last forecast */
    size_t unselected;    /* results of cases that the plan does not have; not among the others */
    unsigned char *seen;  /* how many verdicts each case of the plan got */
    size_t by_state[WGC_STATE_COUNT];
    unsigned bad; /* results, also of cases outside the plan */
    double seconds;
};

/*
 * Runs it, in a folder under WGC_TEST_BASE or /tmp. Fails the test when a case got more than one
 * verdict, when one got none although the run reported completion, or when a process or a
 * temporary file is left.
 */
void supervise(struct supervised *run);
/* The result of a case; fails the test when there is none. */
const struct wgc_result *supervised_result(const struct supervised *run, const char *name);
void supervised_free(struct supervised *run);

/* SCOPED_RUN run = {...}; is freed at the end of its block. */
#define SCOPED_RUN __attribute__((cleanup(supervised_free))) struct supervised

/* The name of a case of the suite, in a worker of the run (WGC_NULL_FUNCTIONS). */
void supervised_name(uint32_t signature, uint32_t form, uint32_t shape,
                     char name[WGC_CASE_NAME_MAX]);

/* The path of this test program, which is the worker too. */
const char *supervised_program(void);

/* How many processes have the folder in their environment, this one aside. */
size_t supervised_processes(const char *folder);

/* Whether a warning contains the text. */
bool supervised_warned(const struct supervised *run, const char *text);

#endif
