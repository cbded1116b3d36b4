#include <stdlib.h>
#include <string.h>

#include "supervisor/batch.h"

/* Two cases of a signature run the same kernel when these are equal: the variant of their forms,
 * and for some forms the shape. */
struct kernel_key {
    size_t form; /* the first form with the variant */
    size_t shape;
    uint32_t number;
};

/* Returns the first form with the same variant, which represents the variant. */
static size_t first_with_variant(const struct wgc_manifest *manifest, size_t form)
{
    for (size_t i = 0; i < form; i++) {
        if (strcmp(manifest->form[i].variant, manifest->form[form].variant) == 0) {
            return i;
        }
    }
    return form;
}

struct numbering {
    const struct wgc_manifest *manifest;
    struct kernel_key *key; /* of the current signature: at most one for each form and shape */
    size_t keys;
    uint32_t next;
};

static uint32_t number_kernel(struct numbering *numbering, const struct wgc_case *item)
{
    const struct wgc_form *form = &numbering->manifest->form[item->form];
    size_t variant = first_with_variant(numbering->manifest, item->form);
    size_t shape = form->per_shape ? (size_t)item->shape + 1 : 0;

    for (size_t i = 0; i < numbering->keys; i++) {
        if (numbering->key[i].form == variant && numbering->key[i].shape == shape) {
            return numbering->key[i].number;
        }
    }
    numbering->key[numbering->keys++] = (struct kernel_key){variant, shape, numbering->next};
    return numbering->next++;
}

static int feature_of_type(const struct wgc_work_queue *queue, size_t at)
{
    const struct wgc_case *item = &queue->cases->plan->item[at];

    return wgc_type_info(queue->cases->manifest->signature[item->signature].type)->feature;
}

static void number_kernels_of(struct wgc_work_queue *queue, struct numbering *numbering,
                              int feature)
{
    const struct wgc_plan *plan = queue->cases->plan;

    for (size_t i = 0; i < plan->count; i++) {
        if (i == 0 || plan->item[i].signature != plan->item[i - 1].signature) {
            numbering->keys = 0;
        }
        if (feature_of_type(queue, i) == feature) {
            queue->kernel[i] = number_kernel(numbering, &plan->item[i]);
        }
    }
}

/*
 * Numbers the kernels of the cases. Kernels of types that need a feature are adjacent: a compiler
 * that crashes on one of them mostly crashes on others, and each crash loses the kernels already
 * built for the same batch.
 */
static enum wgc_status number_kernels(struct wgc_work_queue *queue, struct wgc_err *err)
{
    const struct wgc_manifest *manifest = queue->cases->manifest;
    struct numbering numbering = {.manifest = manifest};

    numbering.key =
        calloc(manifest->form_count * (manifest->shape_count + 1) + 1, sizeof *numbering.key);
    if (numbering.key == NULL) {
        return wgc_err_memory(err, "the kernels' numbers");
    }
    for (int feature = -1; feature < WGC_FEATURE_COUNT; feature++) {
        number_kernels_of(queue, &numbering, feature);
    }
    free(numbering.key);
    queue->kernels = numbering.next;
    return WGC_OK;
}

static bool is_for_workers(const struct wgc_case_row *row)
{
    return !row->decided && !row->withheld;
}

/* Counting sort by kernel; keeps the plan's order within a kernel. */
static enum wgc_status order_by_kernel(struct wgc_work_queue *queue, struct wgc_err *err)
{
    const struct wgc_plan *plan = queue->cases->plan;
    size_t *start = calloc(queue->kernels + 1, sizeof *start);
    size_t used = 0;

    if (start == NULL) {
        return wgc_err_memory(err, "the kernels' order");
    }
    for (size_t i = 0; i < plan->count; i++) {
        start[queue->kernel[i]] += is_for_workers(&queue->cases->row[i]);
    }
    for (size_t k = 0; k <= queue->kernels; k++) {
        size_t cases = start[k];
        start[k] = queue->count;
        queue->count += cases;
        used += cases > 0;
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (is_for_workers(&queue->cases->row[i])) {
            queue->order[start[queue->kernel[i]]++] = (uint32_t)i;
        }
    }
    queue->kernels = used;
    free(start);
    return WGC_OK;
}

enum wgc_status wgc_work_queue_init(struct wgc_work_queue *queue, struct wgc_cases *cases,
                                    struct wgc_err *err)
{
    size_t count = cases->plan->count == 0 ? 1 : cases->plan->count;

    *queue = (struct wgc_work_queue){.cases = cases};
    queue->kernel = calloc(count, sizeof *queue->kernel);
    queue->order = calloc(count, sizeof *queue->order);
    if (queue->kernel == NULL || queue->order == NULL) {
        return wgc_err_memory(err, "the plan's kernels");
    }
    enum wgc_status status = number_kernels(queue, err);
    return status == WGC_OK ? order_by_kernel(queue, err) : status;
}

void wgc_work_queue_free(struct wgc_work_queue *queue)
{
    free(queue->kernel);
    free(queue->order);
    free(queue->rerun);
    *queue = (struct wgc_work_queue){0};
}

bool wgc_work_queue_is_empty(const struct wgc_work_queue *queue)
{
    return queue->at == queue->count && queue->rerun_count == 0;
}

enum wgc_status wgc_work_queue_rerun(struct wgc_work_queue *queue, uint32_t index,
                                     struct wgc_err *err)
{
    if (queue->rerun_count == queue->rerun_capacity) {
        size_t capacity = queue->rerun_capacity == 0 ? 64 : queue->rerun_capacity * 2;
        uint32_t *grown = realloc(queue->rerun, capacity * sizeof *grown);
        if (grown == NULL) {
            return wgc_err_memory(err, "the cases to be run again");
        }
        queue->rerun = grown;
        queue->rerun_capacity = capacity;
    }
    queue->rerun[queue->rerun_count++] = index;
    return WGC_OK;
}

static uint32_t kernel_at(const struct wgc_work_queue *queue, size_t at)
{
    return queue->kernel[queue->order[at]];
}

/* Advances by one repetition of a case; true after the last one of its kernel. */
static bool step(struct wgc_work_queue *queue)
{
    if (++queue->repetition < queue->cases->repeat) {
        return false;
    }
    queue->repetition = 0;
    queue->at++;
    return queue->at == queue->count ||
           kernel_at(queue, queue->at) != kernel_at(queue, queue->at - 1);
}

static void fill(struct wgc_work_queue *queue, size_t kernels, struct wgc_batch *batch)
{
    size_t ended = 0;

    while (queue->at < queue->count && ended < kernels && batch->count < WGC_BATCH_ENTRIES) {
        batch->entry[batch->count++].index = queue->order[queue->at];
        ended += step(queue);
    }
    queue->kernels -= ended;
}

/* Takes reruns from the end, where cases of one kernel are likely adjacent. */
static void fill_reruns(struct wgc_work_queue *queue, size_t kernels, struct wgc_batch *batch)
{
    while (queue->rerun_count > 0 && batch->count < WGC_BATCH_ENTRIES) {
        batch->entry[batch->count++].index = queue->rerun[queue->rerun_count - 1];
        if (wgc_batch_kernels(batch, queue) > kernels) {
            batch->count--;
            return;
        }
        queue->rerun_count--;
    }
}

enum wgc_status wgc_work_queue_next(struct wgc_work_queue *queue, size_t kernels,
                                    struct wgc_batch **out, struct wgc_err *err)
{
    *out = NULL;
    if (wgc_work_queue_is_empty(queue)) {
        return WGC_OK;
    }
    struct wgc_batch *batch = wgc_batch_create(WGC_BATCH_ENTRIES);
    if (batch == NULL) {
        return wgc_err_memory(err, "a batch");
    }
    if (queue->at < queue->count) {
        fill(queue, kernels, batch);
    } else {
        fill_reruns(queue, kernels, batch);
    }
    *out = batch;
    return WGC_OK;
}
