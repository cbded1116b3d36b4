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
    wgc_batch_free(batch->repetitions);
    wgc_incident_release(batch->incident);
    wgc_incident_release(batch->refusal);
    wgc_candidate_free(batch->candidate);
    free(batch);
}

size_t wgc_batch_kernels(const struct wgc_batch *batch, const struct wgc_work_queue *queue)
{
    size_t kernels = 0;

    for (size_t i = 0; i < batch->count; i++) {
        kernels += i == 0 ||
                   queue->kernel[batch->entry[i].index] != queue->kernel[batch->entry[i - 1].index];
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

void wgc_batch_mark_in_flight(struct wgc_batch *batch, const struct wgc_work_queue *queue,
                              enum wgc_step step, const uint32_t *index, size_t count)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct wgc_entry *entry = &batch->entry[i];
        entry->in_flight = false;
        for (size_t k = 0; k < count && !entry->in_flight; k++) {
            const uint32_t other = batch->entry[index[k]].index;
            entry->in_flight = step == WGC_STEP_BUILD
                                   ? queue->kernel[entry->index] == queue->kernel[other]
                                   : entry->index == other;
        }
    }
}

struct wgc_batch *wgc_batch_part(const struct wgc_batch *batch, const struct wgc_work_queue *queue,
                                 size_t *at, size_t kernels)
{
    struct wgc_batch *part = wgc_batch_create(batch->count - *at);

    if (part == NULL) {
        return NULL;
    }
    for (size_t seen = 0; *at < batch->count; (*at)++) {
        uint32_t index = batch->entry[*at].index;
        if (part->count == 0 ||
            queue->kernel[index] != queue->kernel[part->entry[part->count - 1].index]) {
            if (seen++ == kernels) {
                break;
            }
        }
        part->entry[part->count++].index = index;
    }
    wgc_batch_share(part, batch->incident);
    return part;
}

void wgc_batch_list_push(struct wgc_batch_list *list, struct wgc_batch *batch)
{
    batch->next = NULL;
    if (list->first == NULL) {
        list->first = batch;
    } else {
        list->last->next = batch;
    }
    list->last = batch;
}

struct wgc_batch *wgc_batch_list_pop(struct wgc_batch_list *list)
{
    struct wgc_batch *batch = list->first;

    if (batch != NULL) {
        list->first = batch->next;
        batch->next = NULL;
    }
    return batch;
}

void wgc_batch_list_free(struct wgc_batch_list *list)
{
    struct wgc_batch *batch;

    while ((batch = wgc_batch_list_pop(list)) != NULL) {
        wgc_batch_free(batch);
    }
}
