/*
 * What a result's reason is about, where a count, a table or a cause depends on it. The reason
 * itself is a sentence for people, and no module reads it. Pure.
 */
#ifndef WGC_WIRE_ABOUT_H
#define WGC_WIRE_ABOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

enum wgc_about_kind {
    WGC_ABOUT_OTHER,
    WGC_ABOUT_LACKS,         /* a skip: the device lacks features */
    WGC_ABOUT_LOCAL_SIZE,    /* a skip: a local size past a limit */
    WGC_ABOUT_REQUIRED_SIZE, /* a failure: sub-groups of another size than the kernel requires */
    WGC_ABOUT_CALL,          /* a failure: a call of OpenCL returned an error */
    WGC_ABOUT_KIND_COUNT
};

/* The limits that a local size can exceed, in the order in which they are checked. */
enum wgc_size_limit {
    WGC_LIMIT_SIDE,      /* CL_DEVICE_MAX_WORK_ITEM_SIZES */
    WGC_LIMIT_DEVICE,    /* CL_DEVICE_MAX_WORK_GROUP_SIZE */
    WGC_LIMIT_KERNEL,    /* CL_KERNEL_WORK_GROUP_SIZE */
    WGC_LIMIT_LOCAL_MEM, /* CL_DEVICE_LOCAL_MEM_SIZE holds the kernel's memory of no more */
    WGC_LIMIT_COUNT
};

/* Instead of a feature: the device has no compiler. */
enum { WGC_LACKS_COMPILER = 63 };

struct wgc_about {
    enum wgc_about_kind kind;
    uint64_t lacks;            /* LACKS: bit 1 << enum wgc_feature, and that of the compiler */
    unsigned first;            /* LACKS: the feature that the reason names first */
    enum wgc_size_limit limit; /* LOCAL_SIZE */
};

/* Notes a missing feature. */
void wgc_about_add_lack(struct wgc_about *about, unsigned feature);
/* The text of a missing feature, or of the compiler. */
const char *wgc_lack_text(unsigned feature);

/* The fields of a message: u32 kind, u64 missing features, u32 first of them, u32 limit. get is
 * false where they are malformed. */
void wgc_about_put(struct wgc_buf *buf, const struct wgc_about *about);
bool wgc_about_get(struct wgc_wire_view *view, struct wgc_about *about);

#endif
