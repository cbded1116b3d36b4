/* Two reports compared, case by case. Pure. */
#ifndef WGC_REPORTS_DIFF_H
#define WGC_REPORTS_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum wgc_change {
    WGC_CHANGE_BROKE,  /* it was not bad, and is */
    WGC_CHANGE_MENDED, /* it was bad, and is not; one that is skipped now is LOST */
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
        *item; /* in the order of after; what is gone stands at the end, in the order of before */
    size_t count;
    size_t changes[WGC_CHANGE_COUNT];
};

/* The records are not owned and stay as they are; *diff is freed with wgc_diff_free. */
enum wgc_status wgc_diff_make(const struct wgc_record *before, const struct wgc_record *after,
                              struct wgc_diff *diff, struct wgc_err *err);
void wgc_diff_free(struct wgc_diff *diff);

/* Appends what differs as text, kind by kind, with the reason of what is bad; the last line counts.
 */
void wgc_diff_put(struct wgc_buf *out, const struct wgc_diff *diff, bool color);

#endif
