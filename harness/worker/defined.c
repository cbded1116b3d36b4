#include "worker/parts.h"

#include <inttypes.h>

#include "device/sub_group.h"

/* Whether the job's function is defined for sub-groups of which the largest has so many items; if
 * not, sets *outcome. */
static bool is_defined(const struct wgc_job *job, size_t largest, const char *source,
                       struct wgc_outcome *outcome)
{
    char reason[WGC_CLUSTER_REASON_MAX];

    if (!wgc_cluster_is_defined(wgc_case_cluster(job->signature, job->form), largest, source,
                                reason)) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", reason);
        return false;
    }
    return true;
}

bool wgc_may_be_defined(const struct wgc_job *job, const struct wgc_sub_group_info *sub_groups,
                        const size_t local[3], struct wgc_outcome *outcome)
{
    return is_defined(job, local[0] * local[1] * local[2], "the local size", outcome) &&
           is_defined(job, sub_groups->max_size, "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE",
                      outcome);
}

/* The first work-item for which get_max_sub_group_size() is not `required`; slot_items: none. */
static size_t find_other_max_size(const struct wgc_trial *trial, const uint32_t *meta,
                                  size_t required)
{
    size_t i = 0;

    while (i < trial->slot_items && meta[i * WGC_META_WORDS + WGC_META_MAX_SIZE] == required) {
        i++;
    }
    return i;
}

/*
 * Whether the sub-groups have the size that the kernel requires, and get_max_sub_group_size() is
 * that size, as cl_intel_required_subgroup_size guarantees; if not, sets *outcome. A driver that
 * makes sub-groups of single rows has smaller ones where rows are short: a fault of its own,
 * which the cases of sub_group_mapping report.
 */
static bool has_required_size(const struct wgc_job *job, const struct wgc_trial *trial,
                              const uint32_t *meta, size_t largest, struct wgc_outcome *outcome)
{
    const size_t required = job->form->required_size;
    const size_t expected = required < trial->group_items ? required : trial->group_items;

    const bool is_line = trial->local_size[0] == trial->group_items;

    if (largest != 0 && (is_line ? largest != expected : largest > expected)) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL,
                        "the kernel requires sub-groups of %zu work-items; the largest of a "
                        "work-group of %zu has %zu",
                        required, trial->group_items, largest);
        outcome->about.kind = WGC_ABOUT_REQUIRED_SIZE;
        return false;
    }
    const size_t item = largest == 0 ? trial->slot_items /* the words are no partition */
                                     : find_other_max_size(trial, meta, required);
    if (item < trial->slot_items) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL,
                        "the kernel requires sub-groups of %zu work-items, and "
                        "get_max_sub_group_size() is %" PRIu32 " in work-group %zu, work-item %zu",
                        required, meta[item * WGC_META_WORDS + WGC_META_MAX_SIZE],
                        item / trial->group_items, item % trial->group_items);
        outcome->about.kind = WGC_ABOUT_REQUIRED_SIZE;
        return false;
    }
    return true;
}

bool wgc_was_defined(const struct wgc_job *job, const struct wgc_trial *trial, const uint32_t *meta,
                     struct wgc_outcome *outcome)
{
    size_t largest = 0;
    struct wgc_err err;

    const size_t cluster = wgc_case_cluster(job->signature, job->form);
    const bool required =
        job->form->required_size != 0 && job->signature->scope == WGC_SCOPE_SUB_GROUP;

    if (cluster == 0 && !required) {
        return true;
    }
    if (wgc_trial_largest_sub_group(trial, meta, &largest, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        return false;
    }
    return (!required || has_required_size(job, trial, meta, largest, outcome)) &&
           is_defined(job, largest,
                      meta == NULL ? "at least, by clGetKernelSubGroupInfo" : "get_sub_group_id()",
                      outcome);
}
