/* What is wrong with a group's results: the arrays that judge/damage.h compares. */
#include <stdlib.h>
#include <string.h>

#include "trial/trial_data.h"

const unsigned char *wgc_trial_before(const struct wgc_trial *trial, size_t slot,
                                      const unsigned char *actual)
{
    const bool calls = slot > 0 && trial->data->slot[slot - 1] != WGC_SLOT_COPY;

    return calls ? actual - trial->slot_items * trial->data->value_bytes : NULL;
}

/* The results in groups of each work-item alone; false: they are not known. Functions that hand a
 * value on, such as shuffles, give the work-item its own. */
static bool put_alone(const struct wgc_trial *trial, const struct wgc_evidence *evidence,
                      unsigned char *alone)
{
    const struct wgc_trial_data *data = trial->data;
    const unsigned char *inits = evidence->cell->inits;

    if (wgc_uses_local_ids(data->call.kind)) {
        memcpy(alone, evidence->input, evidence->items * data->value_bytes);
        return wgc_data_of(data->call.kind, data->call.op) == WGC_DATA_BROADCAST;
    }
    for (size_t i = 0; i < evidence->items; i++) {
        const size_t at = i * data->value_bytes;
        wgc_oracle_exact(&data->call, evidence->input + at, 1,
                         inits == NULL ? NULL : inits + evidence->sub_group * data->value_bytes, 0,
                         alone + at);
    }
    return true;
}

/* Gathers the values of the slot before; false: there are none. */
static bool put_before(const struct wgc_trial *trial, const struct wgc_evidence *evidence,
                       const size_t *linear_ids, unsigned char *before)
{
    const size_t bytes = trial->data->value_bytes;

    for (size_t i = 0; evidence->before != NULL && i < evidence->items; i++) {
        const size_t at = linear_ids == NULL ? evidence->first + i : linear_ids[i];
        memcpy(before + i * bytes, evidence->before + at * bytes, bytes);
    }
    return evidence->before != NULL;
}

enum wgc_status wgc_evidence_find_damage(const struct wgc_trial *trial,
                                         struct wgc_evidence *evidence, const unsigned char *poison,
                                         const size_t *linear_ids, struct wgc_err *err)
{
    const size_t bytes = evidence->items * trial->data->value_bytes;
    unsigned char *alone = malloc(2 * bytes);

    if (alone == NULL) {
        return wgc_err_memory(err, "the description of a mismatch");
    }
    unsigned char *before = alone + bytes;
    const struct wgc_damaged damaged = {
        .items = evidence->items,
        .components = evidence->components,
        .bytes = trial->data->value_bytes / evidence->components,
        .truth = evidence->expects->mode == WGC_JUDGE_TRUTH,
        .actual = evidence->actual,
        .poison = poison,
        .alone = put_alone(trial, evidence, alone) ? alone : NULL,
        .expected =
            evidence->expects->mode == WGC_JUDGE_INTERVAL ? NULL : evidence->expects->expected,
        .before = put_before(trial, evidence, linear_ids, before) ? before : NULL,
        .wrong = evidence->wrong,
    };
    evidence->damage = wgc_damage_of(&damaged);
    free(alone);
    return WGC_OK;
}
