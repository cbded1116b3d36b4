#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "plan/exact_filters.h"
#include "plan/filter.h"

void wgc_case_name(const struct wgc_manifest *manifest, const struct wgc_case *item,
                   char name[WGC_CASE_NAME_MAX])
{
    const struct wgc_signature *signature = &manifest->signature[item->signature];
    char type[WGC_TYPE_NAME_MAX];

    if (wgc_has_short_name(signature)) {
        (void)snprintf(name, WGC_CASE_NAME_MAX, "%s.%s", wgc_language_name(signature->language),
                       signature->function);
        return;
    }
    (void)snprintf(name, WGC_CASE_NAME_MAX, "%s.%s.%s.%s.%s",
                   wgc_language_name(signature->language), signature->function,
                   wgc_signature_type(signature, type), manifest->shape[item->shape].name,
                   manifest->form[item->form].name);
}

/* Calls visit for each case of a signature whose cell belongs to the profile, until visit returns
 * false. */
typedef bool visit_fn(void *context, const struct wgc_case *item);

static bool visit_signature(const struct wgc_manifest *manifest, size_t index,
                            enum wgc_profile profile, visit_fn *visit, void *context)
{
    const struct wgc_signature *signature = &manifest->signature[index];
    const struct wgc_grid *grid = &manifest->grid[signature->grid];
    size_t first = 0; /* of the cell, among the cases of the signature */

    for (size_t i = 0; i < grid->cell_count; i++) {
        const struct wgc_cell *cell = &grid->cell[i];
        for (size_t k = 0; cell->profile <= profile && k < cell->shape_count; k++) {
            struct wgc_case item = {(uint32_t)index, (uint16_t)cell->form, (uint16_t)cell->shape[k],
                                    signature->rank == NULL ? 0 : signature->rank[first + k]};
            if (!visit(context, &item)) {
                return false;
            }
        }
        first += cell->shape_count;
    }
    return true;
}

struct finder {
    const struct wgc_manifest *manifest;
    const char *name;
    struct wgc_case *out;
};

static bool is_not_found(void *context, const struct wgc_case *item)
{
    const struct finder *finder = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(finder->manifest, item, name);
    *finder->out = *item;
    return strcmp(name, finder->name) != 0;
}

enum { NAMES_SIZE = WGC_NEAREST_COUNT * WGC_NEAREST_SIZE };

/* Cases whose names resemble a filter. */
struct near {
    const struct wgc_manifest *manifest;
    struct wgc_nearest nearest;
};

/* Adds the names of the suite's cases that resemble a filter. */
static bool add_nearest(void *context, const struct wgc_case *item)
{
    struct near *near = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(near->manifest, item, name);
    wgc_nearest_add(&near->nearest, name);
    return true;
}

/* "; did you mean a or b?" */
static void put_nearest(const struct wgc_manifest *manifest, const char *name,
                        char text[static NAMES_SIZE])
{
    struct near near = {.manifest = manifest, .nearest = {.word = name}};

    for (size_t i = 0; i < manifest->signature_count; i++) {
        (void)visit_signature(manifest, i, WGC_PROFILE_FULL, add_nearest, &near);
    }
    wgc_nearest_text(&near.nearest, "", text, NAMES_SIZE);
}

static enum wgc_status unknown_case(const struct wgc_manifest *manifest, const char *name,
                                    struct wgc_err *err)
{
    char names[NAMES_SIZE];

    put_nearest(manifest, name, names);
    return wgc_err_set(err, WGC_ERR_INPUT, "no case is called \"%s\"%s%s", name, names,
                       names[0] == '\0' ? "; --list --profile full names them all" : "");
}

enum wgc_status wgc_case_find(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_case *out, struct wgc_err *err)
{
    struct finder finder = {.manifest = manifest, .name = name, .out = out};

    for (size_t i = 0; i < manifest->signature_count; i++) {
        if (!visit_signature(manifest, i, WGC_PROFILE_FULL, is_not_found, &finder)) {
            return WGC_OK;
        }
    }
    return unknown_case(manifest, name, err);
}

struct selector {
    const struct wgc_manifest *manifest;
    const struct wgc_selection *selection;
    struct wgc_plan *plan;
    bool *matched; /* for each filter, whether any case of the suite matches it */
    struct wgc_exact_filters exact;
    bool any_include;
    bool no_memory;
};

/* Marks the filters that match the name; returns whether they select it together. */
static bool is_selected(struct selector *selector, const char *name)
{
    const struct wgc_selection *selection = selector->selection;
    bool included = wgc_exact_filters_match(&selector->exact, name, selector->matched) ||
                    !selector->any_include;
    bool excluded = false;

    for (size_t i = 0; i < selection->filter_count; i++) {
        const char *filter = selection->filter[i];
        bool exclude = filter[0] == '!';
        if (!wgc_filter_is_exact(filter) && wgc_filter_match(filter + exclude, name)) {
            selector->matched[i] = true;
            included = included || !exclude;
            excluded = excluded || exclude;
        }
    }
    return included && !excluded;
}

static bool append(struct selector *selector, const struct wgc_case *item)
{
    struct wgc_plan *plan = selector->plan;

    struct wgc_case *grown = wgc_array_grow(plan->item, plan->count, sizeof *grown);

    if (grown == NULL) {
        selector->no_memory = true;
        return false;
    }
    plan->item = grown;
    plan->item[plan->count++] = *item;
    return true;
}

static bool select_case(void *context, const struct wgc_case *item)
{
    struct selector *selector = context;
    char name[WGC_CASE_NAME_MAX];

    if (selector->selection->filter_count == 0) {
        return append(selector, item);
    }
    wgc_case_name(selector->manifest, item, name);
    return !is_selected(selector, name) || append(selector, item);
}

/* A filter that selects nothing in this profile may match cases of another one: only a filter that
 * matches nothing in the whole suite is an error. */
static bool mark_only(void *context, const struct wgc_case *item)
{
    struct selector *selector = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(selector->manifest, item, name);
    (void)is_selected(selector, name);
    return true;
}

static bool is_included(const struct wgc_selection *selection,
                        const struct wgc_signature *signature)
{
    return selection->language[signature->language] &&
           (selection->impl != WGC_IMPL_EMULATED || signature->emulated_kernel_count > 0);
}

static bool is_none_selected(void *context, const struct wgc_case *item)
{
    struct selector *selector = context;
    char name[WGC_CASE_NAME_MAX];

    wgc_case_name(selector->manifest, item, name);
    return !is_selected(selector, name);
}

/* Whether the filters select a case of that profile. */
static bool has_cases(struct selector *selector, enum wgc_profile profile)
{
    bool none = true;

    for (size_t i = 0; none && i < selector->manifest->signature_count; i++) {
        none = !is_included(selector->selection, &selector->manifest->signature[i]) ||
               visit_signature(selector->manifest, i, profile, is_none_selected, selector);
    }
    return !none;
}

/* An error that names the first larger profile that has cases of the selection, if one has. */
static enum wgc_status nothing_selected(struct selector *selector, struct wgc_err *err)
{
    static const enum wgc_profile larger[] = {WGC_PROFILE_DEFAULT, WGC_PROFILE_FULL};
    const enum wgc_profile profile = selector->selection->profile;

    for (size_t i = 0; i < sizeof larger / sizeof larger[0]; i++) {
        if (larger[i] > profile && has_cases(selector, larger[i])) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "nothing is selected: no case of profile %s matches all that was "
                               "asked for; profile %s has some",
                               wgc_profile_name(profile), wgc_profile_name(larger[i]));
        }
    }
    return wgc_err_set(err, WGC_ERR_INPUT,
                       "nothing is selected: no case of profile %s matches all that was asked for",
                       wgc_profile_name(profile));
}

/* Notes the names that are those of cases of another profile. */
static void note_elsewhere(struct selector *selector, const bool *before)
{
    const struct wgc_selection *selection = selector->selection;

    for (size_t i = 0; i < selection->filter_count; i++) {
        if (!before[i] && wgc_filter_is_exact(selection->filter[i])) {
            if (selector->plan->elsewhere_count++ == 0) {
                selector->plan->elsewhere = selection->filter[i];
            }
        }
    }
}

static enum wgc_status check_filters(struct selector *selector, struct wgc_err *err)
{
    const struct wgc_selection *selection = selector->selection;
    char names[NAMES_SIZE];
    bool all = true;

    for (size_t i = 0; i < selection->filter_count; i++) {
        selector->matched[i] =
            selector->matched[i] || (selection->any_exclusion && selection->filter[i][0] == '!');
        all = all && selector->matched[i];
    }
    if (!all) {
        bool *before = calloc(selection->filter_count, sizeof *before);
        if (before == NULL) {
            return wgc_err_memory(err, "the plan");
        }
        memcpy(before, selector->matched, selection->filter_count * sizeof *before);
        for (size_t i = 0; i < selector->manifest->signature_count; i++) {
            (void)visit_signature(selector->manifest, i, WGC_PROFILE_FULL, mark_only, selector);
        }
        note_elsewhere(selector, before);
        free(before);
    }
    for (size_t i = 0; i < selection->filter_count; i++) {
        if (!selector->matched[i]) {
            put_nearest(selector->manifest, selection->filter[i], names);
            return wgc_err_set(err, WGC_ERR_INPUT, "query \"%s\" matches no case of the suite%s",
                               selection->filter[i], names);
        }
    }
    if (selector->plan->count == 0) {
        return nothing_selected(selector, err);
    }
    return WGC_OK;
}

/* Keeps every shards-th of the selected signatures. */
static void keep_shard(struct wgc_plan *plan, const struct wgc_selection *selection)
{
    size_t kept = 0;
    size_t number = 0; /* of the signature, among those selected */

    for (size_t i = 0; i < plan->count; i++) {
        number += i > 0 && plan->item[i].signature != plan->item[i - 1].signature;
        if (number % selection->shards == selection->shard - 1) {
            plan->item[kept++] = plan->item[i];
        }
    }
    plan->count = kept;
}

static int by_manifest(const void *first, const void *second)
{
    const struct wgc_case *a = first;
    const struct wgc_case *b = second;

    if (a->signature != b->signature) {
        return a->signature < b->signature ? -1 : 1;
    }
    return a->form != b->form ? a->form - b->form : a->shape - b->shape;
}

static int by_rank(const void *first, const void *second)
{
    const struct wgc_case *a = first;
    const struct wgc_case *b = second;

    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    return by_manifest(a, b);
}

void wgc_plan_sort_by_signature(struct wgc_plan *plan)
{
    qsort(plan->item, plan->count, sizeof *plan->item, by_manifest);
}

enum wgc_status wgc_plan_make(const struct wgc_manifest *manifest,
                              const struct wgc_selection *selection, struct wgc_plan **out,
                              struct wgc_err *err)
{
    struct selector selector = {.manifest = manifest, .selection = selection};
    enum wgc_status status = WGC_OK;

    selector.plan = calloc(1, sizeof *selector.plan);
    selector.matched = calloc(selection->filter_count + 1, sizeof *selector.matched);
    if (selector.plan == NULL || selector.matched == NULL ||
        !wgc_exact_filters_make(selection->filter, selection->filter_count, &selector.exact)) {
        status = wgc_err_memory(err, "the plan");
        goto cleanup;
    }
    for (size_t i = 0; i < selection->filter_count; i++) {
        selector.any_include = selector.any_include || selection->filter[i][0] != '!';
    }
    for (size_t i = 0; i < manifest->signature_count && !selector.no_memory; i++) {
        if (is_included(selection, &manifest->signature[i])) {
            (void)visit_signature(manifest, i, selection->profile, select_case, &selector);
        }
    }
    status = selector.no_memory ? wgc_err_memory(err, "the plan") : check_filters(&selector, err);
cleanup:
    free(selector.matched);
    wgc_exact_filters_free(&selector.exact);
    if (status != WGC_OK) {
        wgc_plan_free(selector.plan);
        return status;
    }
    keep_shard(selector.plan, selection);
    if (selector.plan->count == 0) {
        wgc_plan_free(selector.plan);
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "nothing is selected: shard %u/%u is empty, as the selection has fewer "
                           "functions and types than shards",
                           selection->shard, selection->shards);
    }
    qsort(selector.plan->item, selector.plan->count, sizeof *selector.plan->item, by_rank);
    *out = selector.plan;
    return WGC_OK;
}

void wgc_plan_free(struct wgc_plan *plan)
{
    if (plan != NULL) {
        free(plan->item);
        free(plan);
    }
}

enum wgc_status wgc_plan_left_checks(const struct wgc_manifest *manifest,
                                     const struct wgc_selection *selection, size_t *count,
                                     struct wgc_err *err)
{
    struct wgc_selection all = *selection;
    struct wgc_plan *plan;

    *count = 0;
    if (selection->language[WGC_LANGUAGE_QUERY] || selection->impl == WGC_IMPL_EMULATED) {
        return WGC_OK;
    }
    all.shard = all.shards = 1;
    for (size_t i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        all.language[i] = true;
    }
    const enum wgc_status status = wgc_plan_make(manifest, &all, &plan, err);
    for (size_t i = 0; status == WGC_OK && i < plan->count; i++) {
        const uint32_t signature = plan->item[i].signature;
        *count += manifest->signature[signature].language == WGC_LANGUAGE_QUERY;
    }
    if (status == WGC_OK) {
        wgc_plan_free(plan);
    }
    return status;
}
