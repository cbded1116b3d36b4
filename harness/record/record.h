/*
 * The results of a run: one for each selected case, the device, the totals. Pure data, the input of
 * all reports.
 */
#ifndef WGC_RECORD_RECORD_H
#define WGC_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/device.h"
#include "record/mismatch.h"
#include "record/state.h"
#include "wire/about.h"

/* What a waiver made of a result. The result's reason is the sentence of these. */
struct wgc_result_waived {
    enum wgc_state state; /* without the waiver: PASS of an unexpected pass */
    char *why;            /* the waiver's reason */
    char *link;           /* the waiver's; NULL: none */
    char *reason;         /* without the waiver; NULL: none */
};

/* What the shape of a program of explore is. */
enum wgc_shape_kind {
    WGC_SHAPE_REDUCED,  /* the reduced program's */
    WGC_SHAPE_CHANGING, /* the same, of one that crashed at another place when it ran again */
    WGC_SHAPE_PLACE,    /* no program was reduced: where it crashed */
    WGC_SHAPE_KIND_COUNT
};

/* The kind as a word of reports, and the kind of a word: REDUCED for NULL and an unknown one. */
const char *wgc_shape_kind_name(enum wgc_shape_kind kind);
enum wgc_shape_kind wgc_shape_kind_by_name(const char *name);

void wgc_result_waived_free(struct wgc_result_waived *waived); /* NULL is nothing to free */

/* The result owns its strings and parts; each may be NULL where it does not apply. */
struct wgc_result {
    char *name;
    enum wgc_state state;
    double seconds; /* in the record whole microseconds, as in the JSON report: sums are the same */
    char *reason;   /* without the version of SPIR-V: wgc_result_put_reason */
    struct wgc_about about; /* of the reason, without a waiver */
    unsigned
        spirv_version; /* in which the module of a case that failed ran, such as 120; 0: none */
    char *waiver;      /* the waiver's id */
    struct wgc_result_waived *waived; /* NULL without a waiver */
    struct wgc_record_mismatch *mismatch;
    char *build_log;
    char *shape; /* of a program of the command explore: what it is reduced to, or where it
                    crashed, as one line */
    enum wgc_shape_kind shape_kind;
    char *signal;                         /* "SIGSEGV" */
    char *frames;                         /* of a crash: where (record/frames.h) */
    struct wgc_record_attempts *attempts; /* NULL after a single attempt */
    size_t sub_group_items; /* the most in a sub-group, of a work-group of several work-items; 0:
                               not known, or no function of sub-groups */
    char **kernels;     /* of a program that several cases share: a case of each of its kernels, the
                           one that shows the failure first; NULL at the end */
    bool after_refusal; /* a crash of a process in which the driver had refused a build before */
    size_t live;        /* the number of the line that named its cause while it ran; 0: none. Not in
                           reports */
    bool is_live_example; /* the line has its name */
    bool unselected;      /* no case of the plan: a finding about several cases (query.shared_*) */
    bool same_end; /* the crash or timeout is that of another result, of the same kernel; not in
                      reports */
    size_t order;  /* place in the plan; the supervisor and the report reader set it */
};
/* Frees the strings and parts of the result and makes it all zero. */
void wgc_result_free(struct wgc_result *result);
/* Appends the whole reason: "REASON; as SPIR-V 1.2". Nothing where there is none. */
void wgc_result_put_reason(struct wgc_buf *out, const struct wgc_result *result);
/* The state and the reason ("" for none) without a waiver; FAIL where a waived result of an older
 * report does not name its state. */
enum wgc_state wgc_result_failure(const struct wgc_result *result);
const char *wgc_result_own_reason(const struct wgc_result *result);

struct wgc_record {
    char *tool_version, *tool_commit;
    struct wgc_record_git tool_git;
    char *tool_suite; /* the suite's digest (suite/manifest.h); NULL: the report has none */
    char **command;   /* argv, NULL at the end */
    char **rerun; /* environment and program of a command for the same driver (run/rerun_command.h),
                     NULL at the end; NULL: the report has none */
    char *started, *finished; /* RFC 3339, UTC; finished NULL while running */
    double seconds;
    uint64_t seed;
    char *profile;
    char *impl;
    char *build_options; /* of clBuildProgram for every kernel, by --build-option; NULL: none */
    bool complete;
    struct wgc_record_machine host;
    struct wgc_record_device device;
    char *unadvertised; /* a JSON array as text, the findings of --unadvertised; NULL without it */
    char *audit;        /* a JSON object as text, the passes that --audit reran; NULL without it */
    char *not_run;      /* a JSON object as text, the cases that were left out; NULL: none */
    char *explore;      /* a JSON object as text, the causes of explore; NULL for a run */
    char **warning;     /* about the run as a whole, each one line */
    size_t warning_count;
    char **waiver_warning; /* those of the warnings that are about waivers */
    size_t waiver_warning_count;
    size_t total;    /* cases selected; wgc_record_total counts unselected results too */
    bool open_ended; /* of explore: a limit of time alone decides how many cases there are */
    size_t result_count;
    struct wgc_result *result;
};

struct wgc_record *wgc_record_create(void); /* NULL without memory */
void wgc_record_free(struct wgc_record *record);
/* Moves *result into the record. */
enum wgc_status wgc_record_add(struct wgc_record *record, struct wgc_result *result,
                               struct wgc_err *err);
/* Adds a copy of text, unless the record has the same warning. */
enum wgc_status wgc_record_warn(struct wgc_record *record, const char *text, struct wgc_err *err);
/* Notes that a warning is about a waiver, also one that follows; the last removes these warnings.
 */
enum wgc_status wgc_record_note_waiver(struct wgc_record *record, const char *text,
                                       struct wgc_err *err);
bool wgc_record_is_of_waiver(const struct wgc_record *record, const char *warning);
void wgc_record_remove_waiver_warnings(struct wgc_record *record);
/* Puts the results in the plan's order (result.order), so that two runs compare. */
void wgc_record_sort(struct wgc_record *record);
/* WGC_ERR_INPUT when two results have the same name. */
enum wgc_status wgc_record_check_names(const struct wgc_record *record, struct wgc_err *err);
/* The result of that name; NULL: there is none. It is the record's. */
const struct wgc_result *wgc_record_find(const struct wgc_record *record, const char *name);
/* How many results are in each state. */
void wgc_record_count(const struct wgc_record *record, size_t count[WGC_STATE_COUNT]);
/* The number of cases and unselected results; result_count is smaller while running or cut short.
 */
size_t wgc_record_total(const struct wgc_record *record);
/* Sets total to the number of selected cases that have a result. */
void wgc_record_fix_total(struct wgc_record *record);
/* Appends what an incomplete record lacks: "not complete: 80 of 200 cases have no result". */
void wgc_record_put_incomplete(struct wgc_buf *out, const struct wgc_record *record);
/* 0, or 1 where a result is bad. */
int wgc_record_exit_status(const struct wgc_record *record);

#endif
