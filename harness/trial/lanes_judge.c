#include "trial/parts.h"

#include <string.h>

bool wgc_slot_needs_lanes(const struct wgc_trial_data *data, enum wgc_slot slot)
{
    return wgc_has_activity(slot) || wgc_trial_has_classes(data, slot) ||
           (slot != WGC_SLOT_COPY && wgc_uses_local_ids(data->call.kind));
}

/* The part of a sub-group that computes together: a cluster, or all of it. */
struct part {
    const struct wgc_lanes_group *group;
    size_t first, end; /* local ids */
    struct wgc_call call;
};

static bool is_active(const struct wgc_lanes_group *group, size_t i)
{
    return group->active == NULL || group->active[i];
}

/* The active work-items of a part are reduced or scanned as a group of their own. */
static enum wgc_status expect_part(const struct wgc_trial_data *data, enum wgc_judge_mode mode,
                                   const struct part *part, struct wgc_lanes_expected *expected,
                                   struct wgc_err *err)
{
    const size_t bytes = data->value_bytes;
    size_t n = 0;
    for (size_t i = part->first; i < part->end; i++) {
        if (is_active(part->group, i)) {
            memcpy(expected->room + n++ * bytes, part->group->x + i * bytes, bytes);
        }
    }
    if (n == 0) {
        return WGC_OK;
    }
    unsigned char *results = expected->room + part->group->n * bytes;
    if (mode != WGC_JUDGE_INTERVAL) {
        wgc_oracle_exact(&part->call, expected->room, n, NULL, 0, results);
    } else if (!wgc_oracle_interval(&part->call, &data->fp, expected->room, n, NULL,
                                    expected->room_lo, expected->room_hi)) {
        return wgc_err_set(err, WGC_ERR_RUN, "no bound can be given for %zu active work-items", n);
    }
    for (size_t i = part->first, k = 0; i < part->end; i++) {
        if (!is_active(part->group, i)) {
            continue;
        }
        if (mode == WGC_JUDGE_INTERVAL) {
            expected->lo[i] = expected->room_lo[k];
            expected->hi[i] = expected->room_hi[k];
        } else {
            memcpy(expected->values + i * bytes, results + k * bytes, bytes);
        }
        expected->defined[i] = true;
        k++;
    }
    return WGC_OK;
}

enum wgc_status wgc_lanes_expect(const struct wgc_trial_data *data, enum wgc_judge_mode mode,
                                 const struct wgc_lanes_group *group,
                                 struct wgc_lanes_expected *expected, struct wgc_err *err)
{
    const struct wgc_lanes lanes = {group->n, group->max_size, group->active, group->argument,
                                    data->spirv};
    struct part part = {.group = group, .call = data->call};
    enum wgc_status status = WGC_OK;
    if (wgc_uses_local_ids(data->call.kind)) {
        wgc_oracle_lanes(&data->call, &lanes, group->x, expected->values, expected->defined);
        return WGC_OK;
    }
    const bool clusters = data->call.kind == WGC_KIND_CLUSTERED_REDUCE;
    const size_t step = clusters ? data->call.cluster : group->n;
    part.call.kind = clusters ? WGC_KIND_REDUCE : data->call.kind;
    memset(expected->defined, 0, group->n * sizeof *expected->defined);
    const size_t end = data->spirv ? wgc_spirv_determined(&data->call, group->n) : group->n;
    for (; part.first < end && status == WGC_OK; part.first = part.end) {
        part.end = group->n - part.first < step ? group->n : part.first + step;
        status = expect_part(data, mode, &part, expected, err);
    }
    return status;
}
