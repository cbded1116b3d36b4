#include <stdlib.h>
#include <string.h>

#include "supervisor/batch.h"

/* What makes two cases of a signature run the same kernel: the variant of their forms, and for some
 * the shape. */
struct kernel_key {
    size_t form; /* the first form with the variant */
    size_t shape;
    uint32_t number;
};

/* The first form with the same variant stands for it. */
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
    struct kernel_key *key; /* of the signature at hand: at most a form for each shape */
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

/* Gives each case its kernel's number. */
static enum wgc_status number_kernels(struct wgc_pool *pool, struct wgc_err *err)
{
    const struct wgc_manifest *manifest = pool->cases->manifest;
    const struct wgc_plan *plan = pool->cases->plan;
    struct numbering numbering = {.manifest = manifest};

    numbering.key =
        calloc(manifest->form_count * (manifest->shape_count + 1) + 1, sizeof *numbering.key);
    if (numbering.key == NULL) {
        return wgc_err_memory(err, "the kernels' numbers");
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (i > 0 && plan->item[i].signature != plan->item[i - 1].signature) {
            numbering.keys = 0;
        }
        pool->kernel[i] = number_kernel(&numbering, &plan->item[i]);
    }
    free(numbering.key);
    pool->kernels = numbering.next;
    return WGC_OK;
}

static bool is_for_workers(const struct wgc_case_row *row)
{
    return !row->decided && !row->withheld;
}

/* A counting sort, which keeps the plan's order within a kernel. */
static enum wgc_status order_by_kernel(struct wgc_pool *pool, struct wgc_err *err)
{
    const struct wgc_plan *plan = pool->cases->plan;
    size_t *start = calloc(pool->kernels + 1, sizeof *start);
    size_t used = 0;

    if (start == NULL) {
        return wgc_err_memory(err, "the kernels' order");
    }
    for (size_t i = 0; i < plan->count; i++) {
        start[pool->kernel[i]] += is_for_workers(&pool->cases->row[i]);
    }
    for (size_t k = 0; k <= pool->kernels; k++) {
        size_t cases = start[k];
        start[k] = pool->count;
        pool->count += cases;
        used += cases > 0;
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (is_for_workers(&pool->cases->row[i])) {
            pool->order[start[pool->kernel[i]]++] = (uint32_t)i;
        }
    }
    pool->kernels = used;
    free(start);
    return WGC_OK;
}

enum wgc_status wgc_pool_init(struct wgc_pool *pool, struct wgc_cases *cases, struct wgc_err *err)
{
    size_t count = cases->plan->count == 0 ? 1 : cases->plan->count;

    *pool = (struct wgc_pool){.cases = cases};
    pool->kernel = calloc(count, sizeof *pool->kernel);
    pool->order = calloc(count, sizeof *pool->order);
    if (pool->kernel == NULL || pool->order == NULL) {
        return wgc_err_memory(err, "the plan's kernels");
    }
    enum wgc_status status = number_kernels(pool, err);
    return status == WGC_OK ? order_by_kernel(pool, err) : status;
}

void wgc_pool_free(struct wgc_pool *pool)
{
    free(pool->kernel);
    free(pool->order);
    free(pool->again);
    *pool = (struct wgc_pool){0};
}

bool wgc_pool_is_empty(const struct wgc_pool *pool)
{
    return pool->at == pool->count && pool->again_count == 0;
}

enum wgc_status wgc_pool_again(struct wgc_pool *pool, uint32_t index, struct wgc_err *err)
{
    if (pool->again_count == pool->again_capacity) {
        size_t capacity = pool->again_capacity == 0 ? 64 : pool->again_capacity * 2;
        uint32_t *grown = realloc(pool->again, capacity * sizeof *grown);
        if (grown == NULL) {
            return wgc_err_memory(err, "the cases to be run again");
        }
        pool->again = grown;
        pool->again_capacity = capacity;
    }
    pool->again[pool->again_count++] = index;
    return WGC_OK;
}

static uint32_t kernel_at(const struct wgc_pool *pool, size_t at)
{
    return pool->kernel[pool->order[at]];
}

/* Moves on by one run of a case; says whether that was the last of its kernel. */
static bool step(struct wgc_pool *pool)
{
    if (++pool->repetition < pool->cases->repeat) {
        return false;
    }
    pool->repetition = 0;
    pool->at++;
    return pool->at == pool->count || kernel_at(pool, pool->at) != kernel_at(pool, pool->at - 1);
}

static void fill(struct wgc_pool *pool, size_t kernels, struct wgc_batch *batch)
{
    size_t ended = 0;

    while (pool->at < pool->count && ended < kernels && batch->count < WGC_BATCH_ENTRIES) {
        batch->entry[batch->count++].index = pool->order[pool->at];
        ended += step(pool);
    }
    pool->kernels -= ended;
}

/* From the end, where cases of one kernel are likely neighbours: they came in together. */
static void fill_again(struct wgc_pool *pool, size_t kernels, struct wgc_batch *batch)
{
    while (pool->again_count > 0 && batch->count < WGC_BATCH_ENTRIES) {
        batch->entry[batch->count++].index = pool->again[pool->again_count - 1];
        if (wgc_batch_kernels(batch, pool) > kernels) {
            batch->count--;
            return;
        }
        pool->again_count--;
    }
}

enum wgc_status wgc_pool_take(struct wgc_pool *pool, size_t kernels, struct wgc_batch **out,
                              struct wgc_err *err)
{
    *out = NULL;
    if (wgc_pool_is_empty(pool)) {
        return WGC_OK;
    }
    struct wgc_batch *batch = wgc_batch_create(WGC_BATCH_ENTRIES);
    if (batch == NULL) {
        return wgc_err_memory(err, "a batch");
    }
    if (pool->at < pool->count) {
        fill(pool, kernels, batch);
    } else {
        fill_again(pool, kernels, batch);
    }
    *out = batch;
    return WGC_OK;
}
