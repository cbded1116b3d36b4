#include "worker/parts.h"

#include "plan/sub_group_size.h"

/* WGC_EMULATED_SUB_GROUP_SIZE of suite/emulation, which no build changes. */
enum { EMULATED = 8 };

struct asked {
    struct wgc_session *session;
    cl_kernel kernel;
};

static struct wgc_sub_groups_at ask(void *context, size_t items)
{
    const struct asked *asked = context;
    const size_t local[3] = {items, 1, 1};

    if (asked->session->device.kernel_sub_group_info == NULL) {
        return wgc_sub_groups_probe(asked->session, items);
    }
    const struct wgc_sub_group_info info =
        wgc_sub_group_query(&asked->session->device, asked->kernel, 1, local);
    return (struct wgc_sub_groups_at){info.count, info.max_size};
}

size_t wgc_sub_group_shape(struct wgc_session *session, const struct wgc_job *job, cl_kernel kernel,
                           size_t limit, struct wgc_outcome *outcome)
{
    static const char *const texts[] = {
        [WGC_SHAPE_FULL] = "several full sub-groups of more than one work-item",
        [WGC_SHAPE_PARTIAL] =
            "several sub-groups of more than one work-item and a smaller last one",
        [WGC_SHAPE_SINGLE] = "a single sub-group of more than one work-item",
    };
    struct asked asked = {session, kernel};
    const enum wgc_time before = wgc_watch_enter(&session->watch, WGC_TIME_DRIVER);
    const enum wgc_shape_size size = job->shape->size;
    const size_t found = session->config.impl == WGC_IMPL_EMULATED
                             ? wgc_sub_group_size_of(size, limit, EMULATED)
                             : wgc_sub_group_size_find(size, limit, ask, &asked);

    (void)wgc_watch_enter(&session->watch, before);
    if (found == 0) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "no local size in x that was tried has %s",
                        texts[size]);
    }
    return found;
}
