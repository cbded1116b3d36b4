#include "oracle/undefined.h"

#include <math.h>

#include "oracle/real.h"

/* The first item from `from` on that holds a number, or `to`. */
static size_t first_number(enum wgc_type type, const void *x, size_t from, size_t to)
{
    while (from < to && isnan(wgc_real_load(type, x, from))) {
        from++;
    }
    return from;
}

static void put_nan(enum wgc_type type, size_t from, size_t to, void *expected)
{
    for (size_t i = from; i < to; i++) {
        wgc_real_store(type, (double)NAN, expected, i);
    }
}

void wgc_oracle_undefine(const struct wgc_call *call, const void *x, size_t n, void *expected)
{
    const enum wgc_type type = call->type;
    if (!wgc_real_any_nan(type, x, n)) {
        return;
    }
    const size_t number = first_number(type, x, 0, n);
    switch (call->kind) {
    case WGC_KIND_REDUCE:
        put_nan(type, 0, number == n ? n : 0, expected);
        break;
    case WGC_KIND_SCAN_INCLUSIVE:
        put_nan(type, 0, number, expected);
        break;
    case WGC_KIND_SCAN_EXCLUSIVE: /* the first item gets the identity, whatever the values are */
        put_nan(type, 1, number < n ? number + 1 : n, expected);
        break;
    case WGC_KIND_CLUSTERED_REDUCE:
        for (size_t from = 0; from < n; from += call->cluster) {
            const size_t to = n - from < call->cluster ? n : from + call->cluster;
            if (first_number(type, x, from, to) == to) {
                put_nan(type, from, to, expected);
            }
        }
        break;
    default: /* an initial value is a number */
        break;
    }
}
