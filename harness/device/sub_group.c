#include "device/sub_group.h"

#include <stdio.h>

#include "base/buf.h"
#include "device/dispatch.h"

static size_t query(const struct wgc_device *device, cl_kernel kernel,
                    cl_kernel_sub_group_info what, unsigned rank, const size_t local[3])
{
    size_t value = 0;

    if (device->kernel_sub_group_info(kernel, device->place.id, what, rank * sizeof local[0], local,
                                      sizeof value, &value, NULL) != CL_SUCCESS) {
        return 0;
    }
    return value;
}

struct wgc_sub_group_info wgc_sub_group_query(const struct wgc_device *device, cl_kernel kernel,
                                              unsigned rank, const size_t local[3])
{
    struct wgc_sub_group_info reported = {0};

    if (device->kernel_sub_group_info != NULL) {
        reported.max_size =
            query(device, kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, rank, local);
        reported.count = query(device, kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, rank, local);
    }
    return reported;
}

bool wgc_cluster_is_defined(size_t cluster, size_t largest, const char *source,
                            char reason[WGC_CLUSTER_REASON_MAX])
{
    if (largest == 0 || cluster <= largest) {
        return true;
    }
    (void)snprintf(reason, WGC_CLUSTER_REASON_MAX,
                   "undefined: a cluster of %zu work-items is larger than the largest sub-group of "
                   "the dispatch, which has %zu (%s)",
                   cluster, largest, source);
    return false;
}

char *wgc_sub_group_check(const struct wgc_sub_group_info *reported, const struct wgc_trial *trial,
                          const uint32_t *meta, bool *no_memory)
{
    const struct {
        const char *function, *query;
        size_t word, reported;
    } row[] = {
        {"get_max_sub_group_size", "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE", 3,
         reported->max_size},
        {"get_enqueued_num_sub_groups", "CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE", 5,
         reported->count},
    };

    *no_memory = false;
    for (size_t item = 0; item < trial->slot_items; item++) {
        const uint32_t *one = meta + item * WGC_META_WORDS;
        for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
            if (row[i].reported == 0 || one[row[i].word] == WGC_META_POISON ||
                one[row[i].word] == row[i].reported) {
                continue;
            }
            struct wgc_buf line = {0};
            wgc_buf_printf(&line, "%s() is %u in work-group %zu, work-item %zu, and %s is %zu",
                           row[i].function, one[row[i].word], item / trial->group_items,
                           item % trial->group_items, row[i].query, row[i].reported);
            if (line.failed) {
                *no_memory = true;
                wgc_buf_free(&line);
            }
            return line.data;
        }
    }
    return NULL;
}
