#include "plan/local_size.h"

#include <inttypes.h>
#include <stdio.h>

enum { BYTES_PER_ITEM = 16 };

/* A reason; its numbers are texts. */
struct size_words {
    const char *local, *has, *dimension, *is;
};

static void put_reason(enum wgc_size_limit limit, struct size_words words,
                       char reason[WGC_LOCAL_SIZE_REASON_MAX])
{
    static const char *const names[WGC_LIMIT_COUNT] = {
        [WGC_LIMIT_DEVICE] = "CL_DEVICE_MAX_WORK_GROUP_SIZE",
        [WGC_LIMIT_KERNEL] = "CL_KERNEL_WORK_GROUP_SIZE",
        [WGC_LIMIT_LOCAL_MEM] =
            "the largest that CL_DEVICE_LOCAL_MEM_SIZE holds the kernel's memory of",
    };

    if (limit == WGC_LIMIT_SIDE) {
        (void)snprintf(reason, WGC_LOCAL_SIZE_REASON_MAX,
                       "a local size of %s has side %s and CL_DEVICE_MAX_WORK_ITEM_SIZES[%s] is %s",
                       words.local, words.has, words.dimension, words.is);
    } else {
        (void)snprintf(reason, WGC_LOCAL_SIZE_REASON_MAX,
                       "a local size of %s has %s work-items and %s is %s", words.local, words.has,
                       names[limit], words.is);
    }
}

void wgc_size_general_reason(enum wgc_size_limit limit, char reason[WGC_LOCAL_SIZE_REASON_MAX])
{
    put_reason(limit, (struct size_words){"N", "N", "N", "N"}, reason);
}

/* False, with the excess, when the size exceeds a known limit. dimension: of a side. */
static bool fits(const struct wgc_shape *shape, uint64_t size, uint64_t most,
                 enum wgc_size_limit limit, unsigned dimension, struct wgc_size_excess *excess)
{
    enum { NUMBER = 24 };
    char has[NUMBER], in[NUMBER], is[NUMBER];

    if (most == 0 || size <= most) {
        return true;
    }
    (void)snprintf(has, sizeof has, "%" PRIu64, size);
    (void)snprintf(in, sizeof in, "%u", dimension);
    (void)snprintf(is, sizeof is, "%" PRIu64, most);
    excess->limit = limit;
    put_reason(limit, (struct size_words){shape->name, has, in, is}, excess->reason);
    return false;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return b != 0 && b < a ? b : a;
}

bool wgc_local_size(const struct wgc_shape *shape, const struct wgc_size_limits *limits,
                    size_t local[3], struct wgc_size_excess *excess)
{
    uint64_t items = 1;

    for (unsigned i = 0; i < 3; i++) {
        local[i] = i < shape->rank && shape->size == WGC_SHAPE_SIDES ? shape->side[i] : 1;
        items *= local[i];
    }
    if (shape->size != WGC_SHAPE_SIDES) {
        items = least(limits->device_items, limits->device_side[0]);
        items = least(least(items, limits->kernel_items), limits->local_mem_items);
        local[0] = items > 0 ? (size_t)items : 1;
        return true;
    }
    for (unsigned i = 0; i < shape->rank; i++) {
        if (!fits(shape, local[i], limits->device_side[i], WGC_LIMIT_SIDE, i, excess)) {
            return false;
        }
    }
    return fits(shape, items, limits->device_items, WGC_LIMIT_DEVICE, 0, excess) &&
           fits(shape, items, limits->kernel_items, WGC_LIMIT_KERNEL, 0, excess) &&
           fits(shape, items, limits->local_mem_items, WGC_LIMIT_LOCAL_MEM, 0, excess);
}

uint64_t wgc_local_mem_items(uint64_t device_items, uint64_t local_memory)
{
    uint64_t most = local_memory / BYTES_PER_ITEM;
    uint64_t items = 1;

    if (device_items <= most) {
        return device_items > 0 ? device_items : 1;
    }
    while (items * 2 <= most) {
        items *= 2;
    }
    return items;
}
