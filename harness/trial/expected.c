#include "trial/expected.h"

#include <stdlib.h>
#include <string.h>

#include "trial/trial_data.h"

void wgc_expected_free(struct wgc_expected *expected)
{
    free(expected->mode);
    free(expected->values);
    free(expected->lo);
    free(expected->hi);
    *expected = (struct wgc_expected){0};
}

/* Nothing may be written but what the judge looks at, and the slots that it ignores. */
static void put_poison(const struct wgc_trial *trial, struct wgc_expected *expected)
{
    const size_t of_slot = expected->elements / trial->slot_count;
    memset(expected->mode, WGC_EXPECTED_POISON, expected->elements);
    for (size_t k = 0; k < trial->slot_count * trial->group_count; k++) {
        const size_t slot = k / trial->group_count, g = k % trial->group_count;
        const struct wgc_trial_group cell = wgc_trial_group_at(trial->data, slot, g);
        const size_t width = wgc_call_width(&trial->data->call);
        if (cell.slot == WGC_SLOT_SCRATCH) {
            memset(expected->mode + slot * of_slot + g * trial->group_items * width,
                   WGC_EXPECTED_ANY, cell.part->items * width);
        }
    }
}

enum wgc_status wgc_trial_expect(const struct wgc_trial *trial, const uint32_t *meta,
                                 size_t max_size, struct wgc_expected *expected,
                                 struct wgc_err *err)
{
    const size_t width = wgc_call_width(&trial->data->call);
    const size_t elements = trial->slot_count * trial->slot_items * width;
    struct wgc_tally tally = {.expected = expected};
    *expected = (struct wgc_expected){
        .elements = elements,
        .mode = calloc(elements, 1),
        .values = calloc(elements, trial->data->value_bytes / width),
        .lo = calloc(elements, sizeof(double)),
        .hi = calloc(elements, sizeof(double)),
        .max_size = max_size,
    };
    enum wgc_status status = WGC_OK;
    if (expected->mode == NULL || expected->values == NULL || expected->lo == NULL ||
        expected->hi == NULL) {
        status = wgc_err_memory(err, "the expected values");
    } else {
        put_poison(trial, expected);
        status = wgc_trial_judge_values(trial, trial->poison, meta, &tally, err);
    }
    if (status != WGC_OK) {
        wgc_expected_free(expected);
    }
    return status;
}

void wgc_expected_any(const struct wgc_trial *trial, struct wgc_expected *expected, size_t slot,
                      size_t g, const size_t *linear_ids, size_t first, size_t n)
{
    const size_t width = wgc_call_width(&trial->data->call);
    const size_t at = slot * trial->slot_items + g * trial->group_items;
    for (size_t i = first; i < first + n; i++) {
        const size_t id = linear_ids == NULL ? i : linear_ids[i];
        memset(expected->mode + (at + id) * width, WGC_EXPECTED_ANY, width);
    }
}

/* What is known of an element of the evidence that is not defined as a whole. */
static void put_known(struct wgc_expected *expected, size_t at, const struct wgc_evidence *evidence,
                      size_t element)
{
    uint32_t open = UINT32_MAX;
    if (evidence->open != NULL && wgc_type_info(evidence->cell->set->key.call.type)->bytes == 4) {
        memcpy(&open, evidence->open + element * sizeof open, sizeof open);
    }
    expected->mode[at] = open == UINT32_MAX ? WGC_EXPECTED_ANY : WGC_EXPECTED_KNOWN;
    if (open != UINT32_MAX) {
        memcpy(expected->values + at * sizeof open,
               (const unsigned char *)evidence->expects->expected + element * sizeof open,
               sizeof open);
        expected->lo[at] = (double)~open;
    }
}

void wgc_expected_add(const struct wgc_trial *trial, struct wgc_expected *expected,
                      const struct wgc_evidence *evidence, const size_t *linear_ids)
{
    const struct wgc_expectation *expects = evidence->expects;
    const size_t width = wgc_call_width(&trial->data->call);
    const size_t bytes = trial->data->value_bytes / width;
    const size_t first = evidence->slot * trial->slot_items + evidence->g * trial->group_items;
    for (size_t i = 0; i < evidence->items * width; i++) {
        const size_t item = i / width;
        const size_t linear_id = linear_ids == NULL ? evidence->first + item : linear_ids[item];
        const size_t at = (first + linear_id) * width + i % width;
        if (evidence->defined != NULL && !evidence->defined[item]) {
            put_known(expected, at, evidence, i);
            continue;
        }
        expected->mode[at] = (unsigned char)expects->mode;
        if (expects->mode == WGC_JUDGE_INTERVAL) {
            expected->lo[at] = expects->lo[i];
            expected->hi[at] = expects->hi[i];
        } else {
            memcpy(expected->values + at * bytes,
                   (const unsigned char *)expects->expected + i * bytes, bytes);
        }
    }
}
