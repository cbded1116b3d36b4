/* What the modules of this folder share. */
#ifndef WGC_RUN_PARTS_H
#define WGC_RUN_PARTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "options/options.h"
#include "plan/plan.h"
#include "record/record.h"
#include "run/early_end.h"
#include "run/progress.h"
#include "run/run.h"
#include "suite/manifest.h"
#include "supervisor/supervisor.h"
#include "causes/causes.h"

/* ---- device_match.c: The device that a text of --device names. Pure. ---- */

/* Whether the text is a device number: digits alone, no more than six. */
bool wgc_device_is_number(const char *text);

/*
 * Gets the number of the one device that matches. A text of digits is the number in the list. Any
 * other text is searched, ignoring case, in platform name, platform version, vendor, device name
 * and driver version, joined by blanks in this order. PLATFORM/DEVICE searches the first part in
 * the two fields of the platform and the second part in the three of the device. A text that equals
 * the name of a platform or of a device, or PLATFORM/DEVICE with or without the driver version at
 * the end, takes precedence over parts. #N at the end selects the N-th matching device. No device,
 * or more than one, is an error of status WGC_ERR_INPUT that lists the devices with their
 * platforms.
 */
enum wgc_status wgc_device_match(const struct wgc_device_list *list, const char *text, int *number,
                                 struct wgc_err *err);

/* ---- github_actions.c: The output for GitHub Actions: nothing unless $GITHUB_ACTIONS is set. ----
 */

/*
 * Appends the annotations to *text, which is printed with the summary, and the summary of the step
 * to the file $GITHUB_STEP_SUMMARY.
 */
enum wgc_status wgc_github_actions_report(const struct wgc_record *record, struct wgc_buf *text,
                                          struct wgc_err *err);

/* ---- parallel_runs.c: Runs on several devices at the same time, each in a process of its own.
 * ---- */

struct wgc_parallel_runs {
    void *context;
    /* Run i; *out receives its text for standard output. */
    enum wgc_status (*run)(void *context, size_t i, struct wgc_buf *out, int *exit_status,
                           struct wgc_err *err);
};

/* The end of one run. */
struct wgc_parallel_result {
    enum wgc_status status;
    int exit_status;
    struct wgc_err err; /* unless status is WGC_OK */
};

/*
 * Starts all runs and waits for them. Their texts for standard output are written in order, each
 * when the run and those before it have ended. A signal in *interrupted is forwarded to the runs.
 * A run whose process crashes ends with WGC_ERR_RUN. If this process ends first, the runs get
 * SIGTERM. result has count elements. Fails if a run could not be started or the output not
 * written; the runs that were started have ended then, too.
 */
enum wgc_status wgc_run_parallel(const struct wgc_parallel_runs *runs, size_t count,
                                 const volatile sig_atomic_t *interrupted,
                                 struct wgc_parallel_result *ended, struct wgc_err *err);

/* ---- run_text.c: What a run prints before its first case, and at its end. ---- */

/* Prints the device, the number of cases, a shard of the environment, and that -p quick is shorter.
 */
void wgc_run_print_device(const struct wgc_options *options, const struct wgc_manifest *manifest,
                          const struct wgc_device_info *info, const char *platform, size_t cases);

/* All borrowed. */
struct wgc_run_end_text {
    const struct wgc_run_request *request;
    const struct wgc_manifest *manifest;
    const struct wgc_record *record;
    const struct wgc_early_end *end;
    const struct wgc_run_stats *stats;
};

/* Prints the summary to standard output, to standard error if a report goes to standard output, or
 * appends it to request->summary. Without -v it is at most a screen. */
enum wgc_status wgc_run_print_end(const struct wgc_run_end_text *run, struct wgc_err *err);

/* ---- run_notes.c: What the end of a run prints about its command line. ---- */

/*
 * Appends a line with the number of capability checks that --language left out, and one with the
 * variables of --env; neither where there is nothing to print; and one with the files that were
 * written, the JSON report only with_report. Errors are those of wgc_plan_make.
 */
enum wgc_status wgc_run_notes(const struct wgc_manifest *manifest,
                              const struct wgc_options *options, bool with_report,
                              struct wgc_buf *out, struct wgc_err *err);

/* What makes the exit status of a run 1 although no case failed: --min-cases, --skips-as-fails. */

/* True, with a sentence in *text, if a rule is broken. */
bool wgc_run_rules_broken(const struct wgc_run_rules *rules, const struct wgc_record *record,
                          struct wgc_err *text);

/* --unadvertised: runs functions that the device does not advertise. Never part of the verdicts. */

/*
 * Runs the cases of the plan whose function the device does not advertise. One plain case of each
 * signature runs first; the others run only if the compiler accepted it, because a compiler that
 * rejects one case rejects all. Cases whose type or form the device lacks are left out.
 *
 * Sets record->unadvertised to a JSON array with one object per signature: function, type, the
 * counts works, accepted_and_wrong, rejected, crashed and not_run; answer, the first of "accepted
 * and wrong", "crashed", "rejected", "works" and "not run" with a case; example, the name of one
 * of its cases; detail, the reason of that case, or "". base has the program, the device and the
 * other options.
 */
enum wgc_status wgc_unadvertised_run(const struct wgc_manifest *manifest,
                                     const struct wgc_plan *plan,
                                     const struct wgc_device_info *device,
                                     const struct wgc_run_options *base, struct wgc_record *record,
                                     struct wgc_err *err);

/* Appends the table of answers and functions of record->unadvertised. */
void wgc_unadvertised_table(const struct wgc_record *record, struct wgc_buf *out);

/* ---- audit.c: --audit: checks whether passed cases pass again when each runs alone. ---- */

struct wgc_audit_spec {
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;        /* of the run; the order of the results refers to it */
    const struct wgc_run_options *base; /* of the run; the seed selects the cases and their order */
    int device;                         /* its number in the list */
    size_t requested;
    const struct wgc_run_events *events; /* of the run: tick and warning are called */
    struct wgc_progress *progress;       /* started for the cases requested */
};

/*
 * Reruns the requested number of passed cases, selected at random, each alone in a new process and
 * in random order. A case that does not pass again gets the state error in the record, with a
 * reason. Sets record->audit (schemas/).
 */
enum wgc_status wgc_audit_run(const struct wgc_audit_spec *spec, struct wgc_record *record,
                              struct wgc_err *err);

/* Appends a line about record->audit, if there is one. */
void wgc_audit_summary(const struct wgc_record *record, struct wgc_buf *out);

/* ---- cts_device.c ----
 * The device that the environment chooses in the terms of OpenCL-CTS: device number CL_DEVICE_INDEX
 * of those of CL_DEVICE_TYPE on platform number CL_PLATFORM_INDEX. Pure but for the environment.
 */

/* The names of types, as CL_DEVICE_TYPE has them: in small letters alone, in capitals after
 * CL_DEVICE_TYPE_. */
#define WGC_CTS_TYPES(X)                                                                           \
    X(ALL, "all")                                                                                  \
    X(GPU, "gpu")                                                                                  \
    X(CPU, "cpu")                                                                                  \
    X(ACCELERATOR, "accelerator")                                                                  \
    X(CUSTOM, "custom")                                                                            \
    X(DEFAULT, "default")

enum wgc_cts_type {
#define WGC_CTS_TYPE(name, word) WGC_CTS_TYPE_##name,
    WGC_CTS_TYPES(WGC_CTS_TYPE)
#undef WGC_CTS_TYPE
};

struct wgc_cts_device {
    bool given; /* a variable is set, and not empty */
    enum wgc_cts_type type;
    int platform, device;
};

/*
 * Reads the three variables. What is not given is as in OpenCL-CTS: the first of the default
 * devices on the first platform. A word that is no type, or no number, is WGC_ERR_INPUT and names
 * the variable.
 */
enum wgc_status wgc_cts_device_read(struct wgc_cts_device *chosen, struct wgc_err *err);

/* Gets the number of the chosen device in the list; WGC_ERR_INPUT where none fits. */
enum wgc_status wgc_cts_device_match(const struct wgc_device_list *list,
                                     const struct wgc_cts_device *chosen, int *number,
                                     struct wgc_err *err);

/* ---- run_lines.c: --lines: prints the results of a run to standard output as they come. ---- */

/* Without --lines these do nothing. WGC_ERR_RUN where the output cannot be written. */
enum wgc_status wgc_run_lines_start(const struct wgc_options *options, size_t cases,
                                    struct wgc_err *err);
enum wgc_status wgc_run_lines_result(const struct wgc_options *options,
                                     const struct wgc_result *result, struct wgc_err *err);
enum wgc_status wgc_run_lines_end(const struct wgc_options *options,
                                  const struct wgc_record *record, struct wgc_err *err);

/* ---- live_causes.c: Causes of failures while a run continues: each is printed once, when its
 * first cases fail. ---- */

struct wgc_live_causes {
    size_t seen;   /* results at the last look */
    size_t bad;    /* bad ones among them */
    size_t causes; /* of these, at the last look */
    size_t named;  /* causes that were new */
    double next;   /* when the next look is worth its time, in seconds on the monotonic clock */
    double next_of_count; /* the same if the causes are counted */
};

/* A cause none of whose cases had failed at an earlier look; number: of those that were new, from 1
 * on; so_far: causes until then, with it. */
typedef void wgc_new_cause(void *context, const struct wgc_report_cause *cause, size_t number,
                           size_t so_far);

/* Whether a look is due at that time, with so many bad results; counts: their number decides
 * something, so a look is due as soon as it does not slow the run down. */
bool wgc_live_causes_due(const struct wgc_live_causes *live, size_t bad, bool counts, double now);

/* Makes the causes of the record's bad results, and calls on_new for each new one. The results get
 * the number of their cause, which they keep: another cause that has one of them is not new, and
 * its other results get that number too. */
enum wgc_status wgc_live_causes_look(struct wgc_live_causes *live, struct wgc_record *record,
                                     wgc_new_cause *on_new, void *context, struct wgc_err *err);

#endif
