/*
 * Waivers: failures that are expected, each with its reason. schemas/waivers.schema.json describes
 * the file. Pure.
 *
 * A waiver applies to a case when the device is the one it names, it has not expired, and the
 * case's name matches its query. Then a state that it expects becomes `waived`, and `pass` becomes
 * `unexpected_pass`, so that nobody keeps a waiver that is not needed any more; other states stay.
 * A flaky waiver also expects `flaky`, and lets a case pass.
 */
#ifndef WGC_WAIVERS_WAIVERS_H
#define WGC_WAIVERS_WAIVERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "plan/plan.h"
#include "record/record.h"

/* The size of a file in bytes, and how many waivers a run can have. */
enum { WGC_WAIVERS_VERSION = 1, WGC_WAIVERS_LIMIT = 8 * 1024 * 1024, WGC_WAIVERS_MOST = 10000 };

/* Globs and bounds are NULL where the waiver does not have them. */
struct wgc_waiver {
    char *id;
    char *file; /* that it stands in */
    size_t query_count;
    char **query;
    char *name, *platform, *vendor; /* globs for the device */
    char *driver_min, *driver_max;
    int impl;        /* enum wgc_impl, or -1: both */
    unsigned states; /* a bit for each enum wgc_state that it expects */
    char *reason, *link, *owner;
    char *expires; /* the last day it holds, YYYY-MM-DD */
    bool flaky;
    /* what wgc_waivers_bind finds out */
    bool of_device; /* it is about this device and implementation */
    bool selected;  /* a case of the plan matches it */
    bool expired;
    size_t met; /* results that it applied to */
};

struct wgc_waivers {
    size_t count;
    struct wgc_waiver *item;
};

/*
 * Adds those of a file. What the schema does not allow, or an id that is there already, is an error
 * of status WGC_ERR_INPUT that names the file and the place in it; *waivers is freed by the caller
 * all the same.
 */
enum wgc_status wgc_waivers_load(struct wgc_waivers *waivers, const char *path,
                                 struct wgc_err *err);
/* The same from text; path stands for the file in errors. */
enum wgc_status wgc_waivers_parse(struct wgc_waivers *waivers, const char *path, const char *text,
                                  size_t size, struct wgc_err *err);
void wgc_waivers_free(struct wgc_waivers *waivers);

/* What the waivers are to be applied to. */
struct wgc_waivers_target {
    const char *device; /* the report's device object as text */
    enum wgc_impl impl;
    const char *today; /* YYYY-MM-DD */
    const struct wgc_manifest *manifest;
    const struct wgc_plan *plan;
};

/* Decides which of them apply. Without it, none does. */
enum wgc_status wgc_waivers_bind(struct wgc_waivers *waivers,
                                 const struct wgc_waivers_target *target, struct wgc_err *err);

/* Changes the state of a result by what was said above, and its reason and waiver with it. */
enum wgc_status wgc_waivers_apply(struct wgc_waivers *waivers, struct wgc_result *result,
                                  struct wgc_err *err);

/*
 * The record's results that name a waiver already, as those of a run that was resumed, count for it
 * as if it had been applied.
 */
void wgc_waivers_count(struct wgc_waivers *waivers, const struct wgc_record *record);

/* Sentences for people about one waiver; false where there is nothing to say. */
bool wgc_waiver_tell_expired(const struct wgc_waiver *waiver, struct wgc_err *text);
/* Of use at the end of a complete run: a case was selected, but none failed as it says. A flaky one
 * lets its cases pass, so it never is. */
bool wgc_waiver_tell_unused(const struct wgc_waiver *waiver, struct wgc_err *text);

/*
 * Whether a driver's version is within [min, max]; either may be NULL. What counts is the first run
 * of dotted numbers in the version. The bounds are compared number by number as far as they go, so
 * that 6.0.3 is within [6, 6.0]. A version without a number is within no bound.
 */
bool wgc_version_within(const char *version, const char *min, const char *max);

#endif
