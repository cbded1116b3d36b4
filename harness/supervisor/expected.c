/*
 * Cases of which a waiver expects that they do not pass. They wait until the others have left the
 * queue, and run as any other case; what they do decides them.
 *
 * Those that are expected to end their process, by a crash or a timeout: in a batch with others,
 * one of these costs two processes, the kernels already built, and where it does not end twice the
 * time limit. So each of their kernels gets a new worker.
 *
 * Those that are expected to fail or not to build: in a program with others, a kernel that does not
 * build costs the programs in which it is looked for, and one with wrong values is built once more,
 * to know that its own program is wrong too. So each of their kernels is a program from the start.
 */
#include <stdlib.h>

#include "supervisor/state.h"

/* Whether cases may run separately: with repetitions, or where each has a process anyway, all run
 * the same way.
 */
static bool applies(const struct wgc_supervisor *supervisor)
{
    return supervisor->events->expects != NULL && supervisor->cases.repeat == 1 &&
           !supervisor->options->alone;
}

void wgc_expected_mark(struct wgc_supervisor *supervisor)
{
    const struct wgc_run_events *events = supervisor->events;

    for (size_t i = 0; applies(supervisor) && i < supervisor->plan->count; i++) {
        struct wgc_case_row *row = &supervisor->cases.row[i];
        if (row->decided || row->withheld) {
            continue;
        }
        const unsigned states = events->expects(events->context, i);
        row->hangs = (states & 1U << WGC_STATE_TIMEOUT) != 0;
        row->separate = row->hangs || (states & 1U << WGC_STATE_CRASH) != 0;
        row->alone =
            !row->separate && (states & (1U << WGC_STATE_FAIL | 1U << WGC_STATE_BUILD_ERROR)) != 0;
    }
}

struct separate {
    bool ends, hangs;
    uint32_t kernel, index;
};

static int by_kernel(const void *first, const void *second)
{
    const struct separate *a = first;
    const struct separate *b = second;

    if (a->ends != b->ends) {
        return a->ends ? 1 : -1;
    }
    if (a->hangs != b->hangs) {
        return a->hangs ? -1 : 1;
    }
    if (a->kernel != b->kernel) {
        return a->kernel < b->kernel ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Lists the cases that run separately; owned by the caller, NULL without memory. */
static struct separate *list_separate(const struct wgc_supervisor *supervisor, size_t *count)
{
    struct separate *list = calloc(supervisor->plan->count + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0; list != NULL && i < supervisor->plan->count; i++) {
        const struct wgc_case_row *row = &supervisor->cases.row[i];
        if (row->separate || row->alone) {
            list[(*count)++] = (struct separate){row->separate, row->hangs,
                                                 supervisor->queue.kernel[i], (uint32_t)i};
        }
    }
    if (list != NULL) {
        qsort(list, *count, sizeof *list, by_kernel);
    }
    return list;
}

enum wgc_status wgc_expected_defer(struct wgc_supervisor *supervisor)
{
    size_t count;

    if (wgc_supervisor_has_budget(supervisor)) {
        return WGC_OK; /* they count in their turn, and are deferred when they leave the queue */
    }
    struct separate *list = list_separate(supervisor, &count);
    enum wgc_status status =
        list == NULL ? wgc_err_memory(supervisor->err, "the cases that run separately") : WGC_OK;

    for (size_t at = 0, end; status == WGC_OK && at < count; at = end) {
        for (end = at + 1;
             end < count && end - at < WGC_BATCH_ENTRIES && list[end].kernel == list[at].kernel &&
             list[end].ends == list[at].ends && list[end].hangs == list[at].hangs;
             end++) {
        }
        struct wgc_batch *batch = wgc_batch_create(end - at);
        if (batch == NULL) {
            status = wgc_err_memory(supervisor->err, "a batch");
            break;
        }
        batch->separate = list[at].ends;
        for (size_t i = at; i < end; i++) {
            batch->entry[batch->count++].index = list[i].index;
        }
        wgc_batch_list_push(&supervisor->deferred, batch);
    }
    free(list);
    return status;
}

void wgc_expected_release(struct wgc_supervisor *supervisor)
{
    struct wgc_batch *batch;

    while ((batch = wgc_batch_list_pop(&supervisor->deferred)) != NULL) {
        wgc_batch_list_push(batch->separate ? &supervisor->ready_fresh : &supervisor->ready, batch);
    }
}

bool wgc_expected_are_due(const struct wgc_supervisor *supervisor)
{
    return supervisor->device_known && !wgc_supervisor_has_budget(supervisor) &&
           supervisor->deferred.first != NULL && wgc_work_queue_is_empty(&supervisor->queue) &&
           supervisor->ready.first == NULL && supervisor->ready_fresh.first == NULL;
}
