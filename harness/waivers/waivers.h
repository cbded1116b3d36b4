/*
 * Waivers: failures that are expected, each with its reason. schemas/waivers.schema.json describes
 * the file. Pure.
 *
 * A waiver applies to a case when the device is the one it names, it has not expired, and the
 * case's name matches its query, and, for a waiver with shapes, the shape of the result's reduced
 * program matches one of them. Then a state that it expects becomes `waived`, and `pass` becomes
 * `unexpected_pass`, which points to a waiver that is no longer needed; other states stay.
 * A flaky waiver also expects `flaky`, and lets a case pass.
 */
#ifndef WGC_WAIVERS_WAIVERS_H
#define WGC_WAIVERS_WAIVERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"

/* The size of a file in bytes, and how many waivers a run can have. */
enum { WGC_WAIVERS_VERSION = 1, WGC_WAIVERS_LIMIT = 8 * 1024 * 1024, WGC_WAIVERS_MOST = 10000 };

/* Versions of a driver, both included; NULL: no bound. */
struct wgc_waiver_versions {
    char *min, *max;
};

/* Globs are NULL where the waiver does not have them. */
struct wgc_waiver {
    char *id;
    char *file; /* that it comes from */
    size_t query_count;
    char **query;
    size_t shape_count; /* 0: of results with any shape, and without one */
    char **shape;       /* globs for the shape of a reduced program of explore */
    char *name, *platform, *platform_version, *vendor, *device_version; /* globs for the device */
    char *system;        /* a glob for that of the machine that --worker-command reaches */
    size_t driver_count; /* 0: every version */
    struct wgc_waiver_versions *driver;
    int impl;        /* enum wgc_impl, or -1: both */
    unsigned states; /* a bit for each enum wgc_state that it expects */
    char *reason, *link, *owner;
    char *expires; /* its last day, YYYY-MM-DD */
    bool flaky;
    /* set by wgc_waivers_bind */
    bool of_device; /* it is about this device and implementation */
    bool selected;  /* a case of the plan matches it */
    bool expired;
    long days_left; /* until it expires; only where it has a date */
    size_t met;     /* results that it applied to */
};

struct wgc_waivers {
    size_t count;
    struct wgc_waiver *item;
};

/*
 * Adds the waivers of a file. A violation of the schema or a duplicate id is an error of status
 * WGC_ERR_INPUT that names the file and the place in it; the caller frees *waivers in any case.
 */
enum wgc_status wgc_waivers_load(struct wgc_waivers *waivers, const char *path,
                                 struct wgc_err *err);
/* The same from text; errors have path as the file. */
enum wgc_status wgc_waivers_parse(struct wgc_waivers *waivers, const char *path, const char *text,
                                  size_t size, struct wgc_err *err);
void wgc_waivers_free(struct wgc_waivers *waivers);

/* The run that the waivers are applied to, or the saved report of one. */
struct wgc_waivers_target {
    const struct wgc_record_device *device;
    enum wgc_impl impl;
    const char *today; /* YYYY-MM-DD */
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;     /* the cases of a run, or NULL */
    const struct wgc_record *record; /* whose results are the cases of a saved report, or NULL */
};

/* Decides which waivers apply; before it none does. */
void wgc_waivers_bind(struct wgc_waivers *waivers, const struct wgc_waivers_target *target);

/* Applies the rules above to a result: its state, reason and waiver. */
enum wgc_status wgc_waivers_apply(struct wgc_waivers *waivers, struct wgc_result *result,
                                  struct wgc_err *err);

/*
 * How the case is expected to run, a bit for each state: crash and timeout, where a waiver of the
 * case expects no other state, or a timeout; fail and build_error, where one expects these, and not
 * that the case passes now and then. 0: as any other case.
 */
unsigned wgc_waivers_expected(const struct wgc_waivers *waivers, const char *name);

/*
 * Removes the waiver from a result: state and reason are those without it. A waived result of an
 * older report whose reason does not name its state without the waiver is an error of status
 * WGC_ERR_INPUT. Results without a waiver stay as they are.
 */
enum wgc_status wgc_waivers_undo(struct wgc_result *result, struct wgc_err *err);

/* The same for each result of a saved record. *undone is the number of results that had one. */
enum wgc_status wgc_waivers_undo_all(struct wgc_record *record, size_t *undone,
                                     struct wgc_err *err);

/*
 * Applies the waivers, which are bound, to the results of a saved record as if they had been those
 * of its run: undoes the waivers that the results have. *undone is the number of results that had
 * one.
 */
enum wgc_status wgc_waivers_reapply(struct wgc_waivers *waivers, struct wgc_record *record,
                                    size_t *undone, struct wgc_err *err);

/*
 * Counts the record's results that have a waiver already, as those of a resumed run, as uses of it.
 */
void wgc_waivers_count(struct wgc_waivers *waivers, const struct wgc_record *record);

/* Sentences about one waiver; false where none applies. */
bool wgc_waiver_describe_expired(const struct wgc_waiver *waiver, struct wgc_err *text);
/* It expires within WGC_WAIVER_NOTICE days. */
enum { WGC_WAIVER_NOTICE = 30 };
bool wgc_waiver_describe_expiring(const struct wgc_waiver *waiver, struct wgc_err *text);
/* At the end of a complete run: a case was selected, but none failed as expected. A flaky waiver
 * lets its cases pass, so it is never unused. */
bool wgc_waiver_describe_unused(const struct wgc_waiver *waiver, struct wgc_err *text);
/* Calls on_unknown with a sentence for each query that matches no case of the suite, whatever the
 * device. Ids of causes of explore and findings about several cases are no cases of the suite:
 * their queries are not looked at. */
enum wgc_status wgc_waivers_find_unknown(const struct wgc_waivers *waivers,
                                         const struct wgc_manifest *manifest,
                                         void (*on_unknown)(void *context, const char *text),
                                         void *context, struct wgc_err *err);
/* Warns in the record that the waivers of these files were applied after its run. */
enum wgc_status wgc_waivers_note_files(const struct wgc_waivers *waivers, struct wgc_record *record,
                                       struct wgc_err *err);

/*
 * Whether a driver's version is within [min, max]; either may be NULL. Only the first run of dotted
 * numbers in the version counts. The bounds are compared number by number as far as they go, so
 * that 6.0.3 is within [6, 6.0]. A version without a number is within no bound.
 */
bool wgc_version_within(const char *version, const char *min, const char *max);
/* Negative, 0 or positive: the first runs of dotted numbers, compared number by number, a missing
 * one as 0. A version without a number is after the others. */
int wgc_version_compare(const char *a, const char *b);

#endif
