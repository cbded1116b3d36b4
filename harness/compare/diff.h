/* Two reports compared, case by case. Pure. */
#ifndef WGC_COMPARE_DIFF_H
#define WGC_COMPARE_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum wgc_change {
    WGC_CHANGE_BROKE,  /* it was not bad, and is */
    WGC_CHANGE_FIXED,  /* it was bad, and is not; one that is skipped now is LOST */
    WGC_CHANGE_OTHER,  /* bad before and after, in another way; waived or not */
    WGC_CHANGE_LOST,   /* it ran, and is skipped now */
    WGC_CHANGE_GAINED, /* it was skipped, and runs well now */
    WGC_CHANGE_NEW,
    WGC_CHANGE_GONE,
    WGC_CHANGE_NONE, /* the same state in both */
    WGC_CHANGE_COUNT
};

struct wgc_difference {
    enum wgc_change change;
    const struct wgc_result *before; /* NULL when new */
    const struct wgc_result *after;  /* NULL when gone */
};

struct wgc_diff {
    const struct wgc_record *before, *after;
    struct wgc_difference
        *item; /* in the order of after; at the end those that are gone, in the order of before */
    size_t count;
    size_t changes[WGC_CHANGE_COUNT];
};

/* The records outlive *diff; *diff is freed with wgc_diff_free. */
enum wgc_status wgc_diff_make(const struct wgc_record *before, const struct wgc_record *after,
                              struct wgc_diff *diff, struct wgc_err *err);
void wgc_diff_free(struct wgc_diff *diff);

struct wgc_diff_style {
    bool color;
    bool verbose; /* every case that differs; else the first of each kind */
};

/*
 * Appends the differences as text: the causes that appeared, stayed and are gone; of one device the
 * cases, kind by kind, with the reasons of bad ones; of two devices a table of the functions with
 * the causes of each; the last line has the counts.
 */
void wgc_diff_put(struct wgc_buf *out, const struct wgc_diff *diff,
                  const struct wgc_diff_style *style);

#endif
