#include "supervisor/batch.h"

#include <stdlib.h>

struct wgc_batch *wgc_batch_create(size_t capacity)
{
    return calloc(1, sizeof(struct wgc_batch) + capacity * sizeof(struct wgc_entry));
}

void wgc_batch_share(struct wgc_batch *batch, struct wgc_incident *incident)
{
    if (incident != NULL) {
        incident->references++;
    }
    wgc_incident_release(batch->incident);
    batch->incident = incident;
}

struct wgc_batch *wgc_batch_of_case(uint32_t index, struct wgc_incident *incident)
{
    struct wgc_batch *batch = wgc_batch_create(1);

    if (batch != NULL) {
        batch->entry[batch->count++].index = index;
        wgc_batch_share(batch, incident);
    }
    return batch;
}

void wgc_batch_free(struct wgc_batch *batch)
{
    if (batch == NULL) {
        return;
    }
    wgc_batch_free(batch->after);
    wgc_incident_release(batch->incident);
    wgc_incident_release(batch->refusal);
    free(batch);
}

size_t wgc_batch_kernels(const struct wgc_batch *batch, const struct wgc_pool *pool)
{
    size_t kernels = 0;

    for (size_t i = 0; i < batch->count; i++) {
        kernels += i == 0 ||
                   pool->kernel[batch->entry[i].index] != pool->kernel[batch->entry[i - 1].index];
    }
    return kernels;
}

void wgc_batch_prune(struct wgc_batch *batch, const struct wgc_cases *cases)
{
    size_t kept = 0;

    for (size_t i = 0; i < batch->count; i++) {
        if (!batch->entry[i].done && !cases->row[batch->entry[i].index].decided) {
            batch->entry[kept++] = batch->entry[i];
        }
    }
    batch->count = kept;
}

struct wgc_batch *wgc_batch_part(const struct wgc_batch *batch, const struct wgc_pool *pool,
                                 size_t *at, size_t kernels)
{
    struct wgc_batch *part = wgc_batch_create(batch->count - *at);

    if (part == NULL) {
        return NULL;
    }
    for (size_t seen = 0; *at < batch->count; (*at)++) {
        uint32_t index = batch->entry[*at].index;
        if (part->count == 0 ||
            pool->kernel[index] != pool->kernel[part->entry[part->count - 1].index]) {
            if (seen++ == kernels) {
                break;
            }
        }
        part->entry[part->count++].index = index;
    }
    wgc_batch_share(part, batch->incident);
    return part;
}

void wgc_queue_push(struct wgc_queue *queue, struct wgc_batch *batch)
{
    batch->next = NULL;
    if (queue->first == NULL) {
        queue->first = batch;
    } else {
        queue->last->next = batch;
    }
    queue->last = batch;
}

struct wgc_batch *wgc_queue_pop(struct wgc_queue *queue)
{
    struct wgc_batch *batch = queue->first;

    if (batch != NULL) {
        queue->first = batch->next;
        batch->next = NULL;
    }
    return batch;
}

void wgc_queue_free(struct wgc_queue *queue)
{
    struct wgc_batch *batch;

    while ((batch = wgc_queue_pop(queue)) != NULL) {
        wgc_batch_free(batch);
    }
}
