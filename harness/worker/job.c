#include "worker/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "suite/build_way.h"
#include "suite/kernel_text.h"
#include "suite/spirv.h"
#include "device/features.h"
#include "plan/eligibility.h"
#include "worker/parts.h"

static const char max_items_macro[] = "WGC_MAX_ITEMS";

bool wgc_job_is_check(const struct wgc_job *job)
{
    return job->signature->language == WGC_LANGUAGE_QUERY;
}

static bool is_eligible(const struct wgc_session *session, const struct wgc_job *job,
                        struct wgc_outcome *outcome)
{
    const struct wgc_properties *properties = &session->device.properties;
    const uint64_t *side = properties->value[WGC_DEVICE_MAX_WORK_ITEM_SIZES].size;
    const struct wgc_device_info device = {
        .features = session->device.features,
        .has_compiler = wgc_has_compiler(properties),
        .max_work_group_size = wgc_property_number(properties, WGC_DEVICE_MAX_WORK_GROUP_SIZE),
        .max_work_item_size = {side[0], side[1], side[2]},
    };
    struct wgc_obstacle obstacle;
    struct wgc_err err;

    if (wgc_eligibility(job->signature, job->form, job->shape, session->config.impl,
                        session->config.unadvertised, &device, &obstacle, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        return false;
    }
    if (obstacle.reason == NULL) {
        return true;
    }
    outcome->state = WGC_STATE_SKIP;
    outcome->reason = obstacle.reason;
    outcome->about = obstacle.about;
    return false;
}

static bool find_case(struct wgc_session *session, const struct wgc_case *item, struct wgc_job *job,
                      struct wgc_outcome *outcome)
{
    const struct wgc_manifest *manifest = session->manifest;
    enum wgc_impl impl = session->config.impl;

    if (item->signature >= manifest->signature_count || item->form >= manifest->form_count ||
        item->shape >= manifest->shape_count) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR,
                        "the suite has no case of signature %u, form %u, shape %u", item->signature,
                        item->form, item->shape);
        return false;
    }
    job->signature = &manifest->signature[item->signature];
    job->form = &manifest->form[item->form];
    job->shape = &manifest->shape[item->shape];
    job->signature_number = item->signature;
    if (wgc_job_is_check(job)) {
        return true;
    }
    if (!is_eligible(session, job, outcome)) {
        return false;
    }
    job->kernel = wgc_manifest_kernel(manifest, job->signature, item->form, item->shape, impl);
    if (job->kernel == NULL) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "the suite has no %skernel for the case",
                        impl == WGC_IMPL_EMULATED ? "emulated " : "");
        return false;
    }
    const struct wgc_kernel *first =
        impl == WGC_IMPL_EMULATED ? job->signature->emulated_kernel : job->signature->kernel;
    job->kernel_number = (uint32_t)(job->kernel - first);
    return true;
}

/* The same with the suite data that came with the batch. */
static bool find_sent_case(struct wgc_session *session, struct wgc_job *job,
                           struct wgc_outcome *outcome)
{
    const struct wgc_case_set *set = session->cases;

    if (set == NULL || job->index >= set->count) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR,
                        "the worker was sent nothing of the suite for it");
        return false;
    }
    const struct wgc_case_data *item = &set->item[job->index];
    job->signature = &item->signature;
    job->form = &item->form;
    job->shape = &item->shape;
    job->signature_number = item->signature_number;
    if (wgc_job_is_check(job)) {
        return true;
    }
    if (!is_eligible(session, job, outcome)) {
        return false;
    }
    if (!item->has_kernel) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "the suite has no kernel for the case");
        return false;
    }
    job->kernel = &item->kernel;
    job->kernel_number = item->kernel_number;
    job->text = set->text[item->text].data;
    job->size = set->text[item->text].size;
    job->has_local_mem =
        job->signature->language == WGC_LANGUAGE_C &&
        wgc_bytes_find(job->text, job->size, max_items_macro, sizeof max_items_macro - 1) != NULL;
    return true;
}

/* Chooses the SPIR-V version of the module that the device gets. */
static bool choose_version(const struct wgc_session *session, struct wgc_job *job, const char *file,
                           struct wgc_outcome *outcome)
{
    const struct wgc_properties *properties = &session->device.properties;
    const unsigned least = wgc_spirv_version(job->text, job->size);

    if (least == 0) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s: this is no SPIR-V module", file);
        return false;
    }
    job->spirv_version = wgc_spirv_choose(wgc_property_text(properties, WGC_DEVICE_IL_VERSION),
                                          least, job->signature, job->kernel_number);
    if (job->spirv_version == 0) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "CL_DEVICE_IL_VERSION lists no SPIR-V from %u.%u to %u.%u: %s",
                        WGC_VERSION_PARTS(least), WGC_VERSION_PARTS(WGC_SPIRV_LAST),
                        wgc_property_text(properties, WGC_DEVICE_IL_VERSION));
        return false;
    }
    return true;
}

static bool find_module(struct wgc_session *session, struct wgc_job *job,
                        struct wgc_outcome *outcome)
{
    const struct wgc_buf *module;
    char file[WGC_SPIRV_FILE_MAX];
    struct wgc_err err;

    wgc_spirv_file(
        job->kernel->file,
        (uint32_t)wgc_property_number(&session->device.properties, WGC_DEVICE_ADDRESS_BITS), file);
    if (wgc_sources_get(&session->sources, file, &module, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        return false;
    }
    job->text = module->data;
    job->size = module->size;
    return choose_version(session, job, file, outcome);
}

static bool find_text(struct wgc_session *session, struct wgc_job *job, struct wgc_outcome *outcome)
{
    const struct wgc_buf *text;
    struct wgc_err err;

    if (job->signature->language == WGC_LANGUAGE_SPIRV) {
        return find_module(session, job, outcome);
    }
    if (wgc_sources_get(&session->sources, job->kernel->file, &text, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        return false;
    }
    if (!wgc_kernel_section(text->data, job->kernel->entry, &job->text, &job->size)) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s/%s: no section \"//@ kernel %s\"",
                        session->sources.folder, job->kernel->file, job->kernel->entry);
        return false;
    }
    job->has_local_mem =
        wgc_bytes_find(job->text, job->size, max_items_macro, sizeof max_items_macro - 1) != NULL;
    return true;
}

struct wgc_size_limits wgc_job_limits(const struct wgc_session *session, const struct wgc_job *job)
{
    const struct wgc_properties *properties = &session->device.properties;
    const uint64_t *side = properties->value[WGC_DEVICE_MAX_WORK_ITEM_SIZES].size;

    return (struct wgc_size_limits){
        .device_items = wgc_property_number(properties, WGC_DEVICE_MAX_WORK_GROUP_SIZE),
        .device_side = {side[0], side[1], side[2]},
        .local_mem_items = job->has_local_mem ? session->max_items : 0,
    };
}

static bool uses_sub_groups(const struct wgc_job *job)
{
    return job->signature->scope == WGC_SCOPE_SUB_GROUP ||
           job->form->feature == WGC_FEATURE_subgroups;
}

/* The version of OpenCL C. */
static unsigned choose_standard(const struct wgc_session *session, const struct wgc_job *job)
{
    const bool non_uniform = job->form->feature == WGC_FEATURE_non_uniform_work_groups;
    const bool collectives = job->signature->scope != WGC_SCOPE_SUB_GROUP ||
                             job->form->feature == WGC_FEATURE_collective_functions;

    return job->way->standard != 0 ? job->way->standard
                                   : wgc_c_standard(&session->device.properties,
                                                    session->config.impl, non_uniform, collectives);
}

/* Whether the device claims sub-groups in that version; if not, sets *outcome. "OpenCL C 3.0 or
 * newer" has them by the feature, and older versions by an extension. */
static bool has_sub_groups_in(const struct wgc_session *session, const struct wgc_job *job,
                              struct wgc_outcome *outcome)
{
    const enum wgc_feature before_3 = WGC_FEATURE_subgroups_before_3;

    if (job->standard >= 300 || !uses_sub_groups(job) || session->config.impl != WGC_IMPL_BUILTIN ||
        session->config.unadvertised || (session->device.features >> before_3 & 1U) != 0) {
        return true;
    }
    wgc_outcome_set(outcome, WGC_STATE_SKIP, "the device lacks %s", wgc_lack_text(before_3));
    wgc_about_add_lack(&outcome->about, before_3);
    return false;
}

void wgc_job_exceeds(const struct wgc_size_excess *excess, struct wgc_outcome *outcome)
{
    wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", excess->reason);
    outcome->about = (struct wgc_about){.kind = WGC_ABOUT_LOCAL_SIZE, .limit = excess->limit};
}

bool wgc_job_make(struct wgc_session *session, const struct wgc_case *item, uint32_t index,
                  struct wgc_job *job, struct wgc_outcome *outcome)
{
    struct wgc_size_excess excess;
    struct wgc_size_limits limits;
    size_t local[3];

    *job = (struct wgc_job){.index = index};
    *outcome = (struct wgc_outcome){.state = WGC_STATE_ERROR};
    if (session->manifest == NULL ? !find_sent_case(session, job, outcome)
                                  : !find_case(session, item, job, outcome)) {
        return false;
    }
    if (wgc_job_is_check(job)) {
        return true;
    }
    job->way = wgc_build_way(job->form->variant);
    if (job->signature->language == WGC_LANGUAGE_C) {
        job->standard = choose_standard(session, job);
        if (!has_sub_groups_in(session, job, outcome)) {
            return false;
        }
    }
    bool came_with_batch = session->manifest == NULL;
    if (came_with_batch && job->signature->language == WGC_LANGUAGE_SPIRV
            ? !choose_version(session, job, job->kernel->file, outcome)
            : !came_with_batch && !find_text(session, job, outcome)) {
        return false;
    }
    if (wgc_job_is_program(job) && !wgc_program_job_make(session, job, outcome)) {
        return false;
    }
    limits = wgc_job_limits(session, job);
    if (!wgc_local_size(job->shape, &limits, local, &excess)) {
        wgc_job_exceeds(&excess, outcome);
        return false;
    }
    return true;
}

void wgc_job_free(struct wgc_job *job)
{
    wgc_program_job_free(job->program);
    job->program = NULL;
}

/* Orders by program; SPIR-V (standard 0) by module. Capability checks come first and share nothing.
 */
static int compare_program(const struct wgc_job *a, const struct wgc_job *b)
{
    if (wgc_job_is_check(a) != wgc_job_is_check(b)) {
        return wgc_job_is_check(a) ? -1 : 1;
    }
    if (wgc_job_is_check(a)) {
        return (a->index > b->index) - (a->index < b->index);
    }
    if (a->standard != b->standard) {
        return a->standard < b->standard ? -1 : 1;
    }
    const int order = wgc_build_way_compare(a->way, b->way);
    return order == 0 && a->standard == 0 ? strcmp(a->kernel->file, b->kernel->file) : order;
}

static int compare_kernel(const struct wgc_job *a, const struct wgc_job *b)
{
    int order = compare_program(a, b);

    if (order == 0 && a->signature_number != b->signature_number) {
        return a->signature_number < b->signature_number ? -1 : 1;
    }
    if (order == 0 && a->kernel_number != b->kernel_number) {
        return a->kernel_number < b->kernel_number ? -1 : 1;
    }
    return order;
}

static int compare(const void *left, const void *right)
{
    const struct wgc_job *a = left, *b = right;
    int order = compare_kernel(a, b);

    if (order == 0 && a->index != b->index) {
        return a->index < b->index ? -1 : 1;
    }
    return order;
}

void wgc_jobs_sort(struct wgc_job *job, size_t count)
{
    if (count > 1) {
        qsort(job, count, sizeof *job, compare);
    }
}

bool wgc_jobs_share_program(const struct wgc_job *a, const struct wgc_job *b)
{
    return compare_program(a, b) == 0;
}

bool wgc_jobs_share_kernel(const struct wgc_job *a, const struct wgc_job *b)
{
    return compare_kernel(a, b) == 0;
}
