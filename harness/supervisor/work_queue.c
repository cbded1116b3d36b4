#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "suite/build_way.h"
#include "supervisor/batch.h"

/* Kernels that come before the cases without a rank; those that come strictly by rank; and of the
 * others, so many by rank are ordered by program. */
enum { KERNELS_BEFORE = 24, KERNELS_BY_RANK = 96, KERNELS_BY_PROGRAM = 480 };

/* A case, and a number that is equal for cases that run the same kernel. */
struct kernel_of {
    uint64_t key;
    uint32_t index; /* in the plan */
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

/* Two cases of a signature run the same kernel if their forms have the same variant and, for some
 * forms, if they have the same shape. */
static uint64_t kernel_key(const struct wgc_manifest *manifest, const struct wgc_case *item)
{
    const size_t variant = first_with_variant(manifest, item->form);
    const size_t shape = manifest->form[item->form].per_shape ? (size_t)item->shape + 1 : 0;

    return (uint64_t)item->signature << 32 | (uint64_t)variant << 16 | shape;
}

static int by_kernel(const void *first, const void *second)
{
    const struct kernel_of *a = first;
    const struct kernel_of *b = second;

    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool has_rank(const struct wgc_work_queue *queue, size_t index)
{
    const struct wgc_case *item = &queue->cases->plan->item[index];

    return queue->cases->manifest->signature[item->signature].rank != NULL;
}

/* The kernels that come before the cases without a rank. */
struct early {
    size_t count;
    bool has_kind[WGC_LANGUAGE_COUNT][WGC_SCOPE_COUNT]; /* of functions */
};

/* Whether the kernel of the case comes early, of kernels that are asked for by rank: the first ones
 * do, and the first one of each kind of functions, which together show that a driver fails at
 * everything (run/same_failure.h). */
static bool is_early(struct early *early, const struct wgc_work_queue *queue, size_t index)
{
    const struct wgc_case *item = &queue->cases->plan->item[index];
    const struct wgc_signature *signature = &queue->cases->manifest->signature[item->signature];
    bool *has_kind = &early->has_kind[signature->language][signature->scope];

    if (early->count >= KERNELS_BEFORE && *has_kind) {
        return false;
    }
    *has_kind = true;
    early->count++;
    return true;
}

/* A kernel's first case, and what its program is built with; of SPIR-V each module is one. */
struct kernel_by_program {
    bool spirv;
    const struct wgc_build_way *way;
    uint32_t index;
};

static int by_program(const void *first, const void *second)
{
    const struct kernel_by_program *a = first;
    const struct kernel_by_program *b = second;

    if (a->spirv != b->spirv) {
        return a->spirv ? 1 : -1;
    }
    const int order = a->spirv ? 0 : wgc_build_way_compare(a->way, b->way);
    return order != 0 ? order : a->index < b->index ? -1 : a->index > b->index;
}

/* Lists the kernels that have no number and a rank, in the order in which they run; NULL without
 * memory. */
static struct kernel_by_program *list_by_program(const struct wgc_work_queue *queue,
                                                 const uint32_t *number, size_t *count)
{
    const struct wgc_plan *plan = queue->cases->plan;
    const struct wgc_manifest *manifest = queue->cases->manifest;
    struct kernel_by_program *list = calloc(plan->count + 1, sizeof *list);

    *count = 0;
    for (size_t i = 0; list != NULL && i < plan->count; i++) {
        if (queue->kernel[i] == i && number[i] == 0 && has_rank(queue, i) &&
            !queue->cases->row[i].decided) {
            const struct wgc_case *item = &plan->item[i];
            list[(*count)++] = (struct kernel_by_program){
                .spirv = manifest->signature[item->signature].language == WGC_LANGUAGE_SPIRV,
                .way = wgc_build_way(manifest->form[item->form].variant),
                .index = (uint32_t)i,
            };
        }
    }
    for (size_t at = KERNELS_BY_RANK; list != NULL && at < *count; at += KERNELS_BY_PROGRAM) {
        const size_t left = *count - at;
        qsort(&list[at], left < KERNELS_BY_PROGRAM ? left : KERNELS_BY_PROGRAM, sizeof *list,
              by_program);
    }
    return list;
}

/*
 * Replaces the first case of each kernel, in kernel, by the kernel's number. The numbers are in the
 * plan's order, but for the cases without a rank, which it has first, such as capability checks: a
 * few kernels come before them, because they show sooner, and in fewer processes, that a driver
 * fails at everything. After the first kernels, those that can be in one program come together, a
 * part of the plan at a time: for some compilers a program costs as much as ten kernels.
 */
static enum wgc_status order_kernels(struct wgc_work_queue *queue, struct wgc_err *err)
{
    const struct wgc_plan *plan = queue->cases->plan;
    uint32_t *number = calloc(plan->count + 1, sizeof *number); /* plus 1; 0: none yet */
    struct kernel_by_program *list = NULL;
    struct early early = {0};
    size_t count = 0;

    for (size_t i = 0; number != NULL && i < plan->count; i++) {
        if (queue->kernel[i] == i && has_rank(queue, i) && !queue->cases->row[i].decided &&
            is_early(&early, queue, i)) {
            number[i] = (uint32_t)++queue->kernels;
        }
    }
    for (size_t i = 0; number != NULL && i < plan->count; i++) {
        if (queue->kernel[i] == i && !has_rank(queue, i)) {
            number[i] = (uint32_t)++queue->kernels;
        }
    }
    list = number == NULL ? NULL : list_by_program(queue, number, &count);
    if (list == NULL) {
        free(number);
        return wgc_err_memory(err, "the kernels' numbers");
    }
    for (size_t i = 0; i < count; i++) {
        number[list[i].index] = (uint32_t)++queue->kernels;
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (queue->kernel[i] == i && number[i] == 0) { /* decided */
            number[i] = (uint32_t)++queue->kernels;
        }
    }
    for (size_t i = 0; i < plan->count; i++) {
        queue->kernel[i] = number[queue->kernel[i]] - 1;
    }
    free(list);
    free(number);
    return WGC_OK;
}

/* Numbers the kernels of the cases, each by its first case. */
static enum wgc_status number_kernels(struct wgc_work_queue *queue, struct wgc_err *err)
{
    const struct wgc_plan *plan = queue->cases->plan;
    struct kernel_of *sorted = calloc(plan->count + 1, sizeof *sorted);
    size_t first = 0; /* the first case of the kernel, in sorted */

    if (sorted == NULL) {
        return wgc_err_memory(err, "the kernels' numbers");
    }
    for (size_t i = 0; i < plan->count; i++) {
        sorted[i].key = kernel_key(queue->cases->manifest, &plan->item[i]);
        sorted[i].index = (uint32_t)i;
    }
    qsort(sorted, plan->count, sizeof *sorted, by_kernel);
    for (size_t i = 0; i < plan->count; i++) {
        first = sorted[i].key == sorted[first].key ? first : i;
        queue->kernel[sorted[i].index] = sorted[first].index;
    }
    free(sorted);
    return order_kernels(queue, err);
}

static bool is_for_workers(const struct wgc_case_row *row)
{
    return !row->decided && !row->withheld;
}

/* By rank, the cases that are expected not to pass are in the queue: the supervisor defers those
 * that run separately when they leave it.
 */
static bool is_in_kernel_order(const struct wgc_case_row *row)
{
    return is_for_workers(row) && !row->separate && !row->alone;
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
        start[queue->kernel[i]] += is_in_kernel_order(&queue->cases->row[i]);
    }
    for (size_t k = 0; k <= queue->kernels; k++) {
        size_t cases = start[k];
        start[k] = queue->count;
        queue->count += cases;
        used += cases > 0;
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (is_in_kernel_order(&queue->cases->row[i])) {
            queue->order[start[queue->kernel[i]]++] = (uint32_t)i;
        }
    }
    queue->kernels = used;
    free(start);
    return WGC_OK;
}

/* The plan's order, with a few cases before those without a rank. */
static void order_by_rank(struct wgc_work_queue *queue)
{
    const struct wgc_plan *plan = queue->cases->plan;

    for (int late = 0; late <= 1; late++) {
        struct early early = {0};
        for (size_t i = 0; i < plan->count; i++) {
            if (is_for_workers(&queue->cases->row[i]) &&
                (has_rank(queue, i) && is_early(&early, queue, i)) == (late == 0)) {
                queue->order[queue->count++] = (uint32_t)i;
            }
        }
    }
    queue->kernels = queue->count;
}

enum wgc_status wgc_work_queue_init(struct wgc_work_queue *queue, struct wgc_cases *cases,
                                    bool by_rank, struct wgc_err *err)
{
    size_t count = cases->plan->count == 0 ? 1 : cases->plan->count;

    *queue = (struct wgc_work_queue){.cases = cases, .by_rank = by_rank};
    queue->kernel = calloc(count, sizeof *queue->kernel);
    queue->order = calloc(count, sizeof *queue->order);
    if (queue->kernel == NULL || queue->order == NULL) {
        return wgc_err_memory(err, "the plan's kernels");
    }
    enum wgc_status status = number_kernels(queue, err);
    if (status != WGC_OK || !by_rank) {
        return status == WGC_OK ? order_by_kernel(queue, err) : status;
    }
    order_by_rank(queue);
    return WGC_OK;
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
    uint32_t *grown = wgc_array_grow(queue->rerun, queue->rerun_count, sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the cases to be run again");
    }
    queue->rerun = grown;
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
    return queue->by_rank || queue->at == queue->count ||
           kernel_at(queue, queue->at) != kernel_at(queue, queue->at - 1);
}

/* Moves the cases of a kernel together, as batches have them. */
static void sort_by_kernel(const struct wgc_work_queue *queue, struct wgc_batch *batch)
{
    for (size_t i = 1; i < batch->count; i++) { /* most are in order already */
        const struct wgc_entry entry = batch->entry[i];
        size_t at = i;
        while (at > 0 && queue->kernel[batch->entry[at - 1].index] > queue->kernel[entry.index]) {
            batch->entry[at] = batch->entry[at - 1];
            at--;
        }
        batch->entry[at] = entry;
    }
}

static void fill(struct wgc_work_queue *queue, size_t kernels, struct wgc_batch *batch)
{
    size_t ended = 0;

    while (queue->at < queue->count && ended < kernels && batch->count < WGC_BATCH_ENTRIES) {
        batch->entry[batch->count++].index = queue->order[queue->at];
        ended += step(queue);
    }
    queue->kernels -= ended;
    if (queue->by_rank) {
        sort_by_kernel(queue, batch);
    }
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
