/*
 * Runs programs (explore/) on a device as cases of a suite of their own, through the supervisor: a
 * program that crashes its worker, hangs or does not build is isolated as any case is.
 */
#ifndef WGC_EXPLORE_RUN_ROUND_H
#define WGC_EXPLORE_RUN_ROUND_H

#include "base/buf.h"
#include "base/err.h"
#include "supervisor/supervisor.h"

/* The largest number of programs of a round. */
enum { WGC_ROUND_MOST = 2048, WGC_ROUND_NAME = 64 };

/* One program. */
struct wgc_round_item {
    char name[WGC_ROUND_NAME]; /* of its case without the language: "explore.17" */
    struct wgc_buf text;       /* in the text format; owned; empty until the device is known */
    bool is_done;              /* it has a result */
    struct wgc_result result;  /* owned */
};

struct wgc_round {
    const struct wgc_manifest *suite;      /* of this build: for the emulated functions */
    const struct wgc_run_options *options; /* source is ignored */
    void *context;
    /* The device of the round; every item must have its text on return. NULL: each has it before.
     */
    enum wgc_status (*device)(void *context, const struct wgc_device_info *info,
                              struct wgc_err *err);
    /* An item has got its result. NULL: the caller looks at the items at the end. */
    enum wgc_status (*result)(void *context, struct wgc_round_item *item, struct wgc_err *err);
    /* A result of no item: a failure that several programs show in one process (query.shared_*).
     * Moves *result. NULL: it is dropped. */
    enum wgc_status (*other)(void *context, struct wgc_result *result, struct wgc_err *err);
    /* About every 100 ms; false ends the round. NULL: only options->interrupted does. */
    bool (*tick)(void *context);
    void (*warning)(void *context, const char *text);
    size_t count;
    struct wgc_round_item *item;
};

/* Runs all items; after an interruption, or when a callback fails, some have no result. */
enum wgc_status wgc_round_run(struct wgc_round *round, struct wgc_run_stats *stats,
                              struct wgc_err *err);

/* Frees the texts and results, not the array. */
void wgc_round_items_free(struct wgc_round_item *item, size_t count);

#endif
