#include "plan/sub_group_size.h"

enum { USUAL = 256 };

/* Whether a work-group of `items` work-items has the sub-groups that the shape asks for. */
static bool has_shape(enum wgc_shape_size size, size_t items, struct wgc_sub_groups_at found)
{
    const size_t room = found.count * found.most;

    if (found.most < 2 || room < items) {
        return false;
    }
    switch (size) {
    case WGC_SHAPE_FULL:
        return found.count > 1 && room == items;
    case WGC_SHAPE_PARTIAL:
        return found.count > 1 && room > items && room - found.most < items;
    case WGC_SHAPE_SINGLE:
        return found.count == 1 && items > 1;
    case WGC_SHAPE_SIDES:
    case WGC_SHAPE_MAX:
    case WGC_SHAPE_SIZE_COUNT:
        break;
    }
    return false;
}

size_t wgc_sub_group_size_find(enum wgc_shape_size size, size_t limit, wgc_ask_sub_groups_fn *ask,
                               void *context)
{
    const size_t usual = limit != 0 && limit < USUAL ? limit : USUAL;
    const size_t m = ask(context, usual).most;
    const size_t full[] = {4 * m, 3 * m, 2 * m, 128, 64, 32, 16, 8, 4};
    const size_t partial[] = {3 * m - m / 4 - 1, 2 * m - 1, m + m / 2, 67, 37, 19, 11, 7, 3};
    const size_t single[] = {m, m - m / 4, 32, 16, 8, 4, 3, 2};
    const size_t *list = size == WGC_SHAPE_FULL      ? full
                         : size == WGC_SHAPE_PARTIAL ? partial
                                                     : single;
    const size_t count = size == WGC_SHAPE_FULL      ? sizeof full / sizeof *full
                         : size == WGC_SHAPE_PARTIAL ? sizeof partial / sizeof *partial
                                                     : sizeof single / sizeof *single;

    for (size_t i = m == 0 ? count : 0; i < count; i++) {
        if (list[i] > 1 && (limit == 0 || list[i] <= limit) &&
            has_shape(size, list[i], ask(context, list[i]))) {
            return list[i];
        }
    }
    return 0;
}

static struct wgc_sub_groups_at even(void *context, size_t items)
{
    const size_t most = *(const size_t *)context;

    return (struct wgc_sub_groups_at){(items + most - 1) / most, items < most ? items : most};
}

size_t wgc_sub_group_size_of(enum wgc_shape_size size, size_t limit, size_t most)
{
    return wgc_sub_group_size_find(size, limit, even, &most);
}
