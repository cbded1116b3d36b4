#include "worker/job.h"

#include <stdlib.h>
#include <string.h>

#include "suite/kernel_text.h"
#include "suite/spirv.h"
#include "worker/features.h"

static const char scratch_macro[] = "WGC_MAX_ITEMS";

bool wgc_job_is_query(const struct wgc_job *job)
{
    return job->signature->language == WGC_LANGUAGE_QUERY;
}

static bool has_features(const struct wgc_session *session, const struct wgc_job *job,
                         struct wgc_outcome *outcome)
{
    uint64_t features = session->device.features;
    int missing;

    for (int i = 0; i < WGC_FEATURE_COUNT && session->config.unadvertised; i++) {
        features |= (uint64_t)wgc_feature_of_functions((enum wgc_feature)i) << i;
    }
    missing = wgc_feature_missing(job->signature, job->form, session->config.impl, features);

    if (missing >= 0) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "needs %s",
                        wgc_feature_text((enum wgc_feature)missing));
    }
    return missing < 0;
}

static bool find_case(struct wgc_session *session, const char *name, struct wgc_job *job,
                      struct wgc_outcome *outcome)
{
    const struct wgc_manifest *manifest = session->manifest;
    enum wgc_impl impl = session->config.impl;
    struct wgc_case item;
    struct wgc_err err;

    if (wgc_case_find(manifest, name, &item, &err) != WGC_OK) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s", err.text);
        return false;
    }
    job->signature = &manifest->signature[item.signature];
    job->form = &manifest->form[item.form];
    job->shape = &manifest->shape[item.shape];
    job->signature_number = item.signature;
    if (wgc_job_is_query(job)) {
        return true;
    }
    if (!has_features(session, job, outcome)) {
        return false;
    }
    job->kernel = wgc_manifest_kernel(manifest, job->signature, item.form, item.shape, impl);
    if (job->kernel == NULL) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s/manifest.json has no %skernel for the case",
                        session->config.suite_folder, impl == WGC_IMPL_EMULATED ? "emulated " : "");
        return false;
    }
    const struct wgc_kernel *first =
        impl == WGC_IMPL_EMULATED ? job->signature->emulated_kernel : job->signature->kernel;
    job->kernel_number = (uint32_t)(job->kernel - first);
    return true;
}

/* The same of what came with the batch. */
static bool take_case(struct wgc_session *session, struct wgc_job *job, struct wgc_outcome *outcome)
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
    if (wgc_job_is_query(job)) {
        return true;
    }
    if (!item->has_kernel) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "the suite has no kernel for the case");
        return false;
    }
    job->kernel = &item->kernel;
    job->kernel_number = item->kernel_number;
    job->text = set->text[item->text].data;
    job->size = set->text[item->text].size;
    job->scratch = job->signature->language == WGC_LANGUAGE_C &&
                   memmem(job->text, job->size, scratch_macro, sizeof scratch_macro - 1) != NULL;
    return true;
}

/* The version of SPIR-V in which the job's module is handed to the device. */
static bool choose_version(const struct wgc_session *session, struct wgc_job *job, const char *file,
                           struct wgc_outcome *outcome)
{
    const struct wgc_facts *facts = &session->device.facts;
    const unsigned least = wgc_spirv_version(job->text, job->size);

    if (least == 0) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "%s: this is no SPIR-V module", file);
        return false;
    }
    job->spirv_version =
        wgc_spirv_choose(facts->il_version, least, job->signature, job->kernel_number);
    if (job->spirv_version == 0) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP,
                        "CL_DEVICE_IL_VERSION lists no SPIR-V from %u.%u to %u.%u: %s", least / 100,
                        least / 10 % 10, WGC_SPIRV_LAST / 100, WGC_SPIRV_LAST / 10 % 10,
                        facts->il_version);
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

    wgc_spirv_file(job->kernel->file, session->device.facts.address_bits, file);
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
    job->scratch = memmem(job->text, job->size, scratch_macro, sizeof scratch_macro - 1) != NULL;
    return true;
}

struct wgc_size_limits wgc_job_limits(const struct wgc_session *session, const struct wgc_job *job)
{
    const struct wgc_facts *facts = &session->device.facts;

    return (struct wgc_size_limits){
        .device_items = facts->max_work_group_size,
        .device_side = {facts->max_work_item_size[0], facts->max_work_item_size[1],
                        facts->max_work_item_size[2]},
        .scratch_items = job->scratch ? session->max_items : 0,
    };
}

bool wgc_job_make(struct wgc_session *session, const char *name, uint32_t index,
                  struct wgc_job *job, struct wgc_outcome *outcome)
{
    char reason[WGC_LIMIT_REASON_MAX];
    struct wgc_size_limits limits;
    size_t local[3];

    *job = (struct wgc_job){.index = index};
    *outcome = (struct wgc_outcome){.state = WGC_STATE_ERROR};
    if (session->manifest == NULL ? !take_case(session, job, outcome)
                                  : !find_case(session, name, job, outcome)) {
        return false;
    }
    if (wgc_job_is_query(job)) {
        return true;
    }
    if (job->signature->language == WGC_LANGUAGE_C) {
        bool non_uniform = job->form->feature == WGC_FEATURE_non_uniform_work_groups;
        job->standard = wgc_c_standard(&session->device.facts, session->config.impl, non_uniform);
        if (!session->device.facts.compiler) {
            wgc_outcome_set(outcome, WGC_STATE_SKIP, "CL_DEVICE_COMPILER_AVAILABLE is false");
            return false;
        }
    }
    bool came_with_batch = session->manifest == NULL;
    if (came_with_batch && job->signature->language == WGC_LANGUAGE_SPIRV
            ? !choose_version(session, job, job->kernel->file, outcome)
            : !came_with_batch && !find_text(session, job, outcome)) {
        return false;
    }
    limits = wgc_job_limits(session, job);
    if (!wgc_local_size(job->shape, &limits, local, reason)) {
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", reason);
        return false;
    }
    return true;
}

/* By program; SPIR-V (standard 0) by module. Capability checks come first, and share nothing. */
static int compare_program(const struct wgc_job *a, const struct wgc_job *b)
{
    if (wgc_job_is_query(a) != wgc_job_is_query(b)) {
        return wgc_job_is_query(a) ? -1 : 1;
    }
    if (wgc_job_is_query(a)) {
        return (a->index > b->index) - (a->index < b->index);
    }
    if (a->standard != b->standard) {
        return a->standard < b->standard ? -1 : 1;
    }
    return a->standard == 0 ? strcmp(a->kernel->file, b->kernel->file) : 0;
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
