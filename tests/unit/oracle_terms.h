/* Which terms each item of a group has: the tests' own reading of the standard,
 * independent of the oracle's. */
#ifndef WGC_TESTS_ORACLE_TERMS_H
#define WGC_TESTS_ORACLE_TERMS_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/oracle.h"

/* What an item's value is made of: init if there is one, then the terms from first to before last.
 */
struct span {
    size_t first, last;
    bool init;
};

static inline struct span span_of(const struct wgc_call *call, size_t n, size_t i)
{
    struct span span = {0, n, false};
    switch (call->kind) {
    case WGC_KIND_SCAN_EXCLUSIVE_INIT:
        span.init = true;
        span.last = i;
        break;
    case WGC_KIND_SCAN_EXCLUSIVE:
        span.last = i;
        break;
    case WGC_KIND_SCAN_INCLUSIVE_INIT:
        span.init = true;
        span.last = i + 1;
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
        span.last = i + 1;
        break;
    case WGC_KIND_REDUCE_INIT:
        span.init = true;
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        span.first = i - i % call->cluster;
        span.last = span.first + call->cluster < n ? span.first + call->cluster : n;
        break;
    default:
        break;
    }
    return span;
}

static inline bool has_init(enum wgc_kind kind)
{
    return kind == WGC_KIND_REDUCE_INIT || kind == WGC_KIND_SCAN_EXCLUSIVE_INIT ||
           kind == WGC_KIND_SCAN_INCLUSIVE_INIT;
}

#endif
