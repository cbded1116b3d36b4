#include "run/same_failure.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/log_line.h"
#include "causes/parts.h"
#include "suite/queries.h"

enum { CHECKS = WGC_SAME_KINDS - 1 };

static size_t first_of_function(const struct wgc_manifest *manifest, const size_t *first, size_t i)
{
    const struct wgc_signature *signature = manifest->signature;

    /* the signatures of a function, one for each type, are adjacent in the manifest */
    return i > 0 && signature[i].language == signature[i - 1].language &&
                   strcmp(signature[i].function, signature[i - 1].function) == 0
               ? first[i - 1]
               : i;
}

static bool is_check(const struct wgc_signature *signature)
{
    return signature->language == WGC_LANGUAGE_QUERY;
}

/* The kind of a function: its language and scope. */
static size_t kind_of(const struct wgc_signature *signature)
{
    return is_check(signature) ? CHECKS
                               : (size_t)signature->language * WGC_SCOPE_COUNT + signature->scope;
}
_Static_assert(CHECKS == WGC_LANGUAGE_QUERY * WGC_SCOPE_COUNT, "each kind has a place");

static const struct wgc_signature *signature_at(const struct wgc_same_failure *same, size_t index)
{
    return &same->manifest->signature[same->plan->item[index].signature];
}

enum wgc_status wgc_same_failure_init(struct wgc_same_failure *same,
                                      const struct wgc_manifest *manifest,
                                      const struct wgc_plan *plan, struct wgc_err *err)
{
    const size_t signatures = manifest->signature_count + 1;
    const size_t forms = manifest->form_count + 1;
    const size_t shapes = manifest->shape_count + 1;

    *same = (struct wgc_same_failure){.manifest = manifest, .plan = plan};
    same->first = calloc(signatures, sizeof *same->first);
    same->of_form = calloc(forms, sizeof *same->of_form);
    same->of_shape = calloc(shapes, sizeof *same->of_shape);
    same->failed_in_shape = calloc(signatures * shapes, sizeof *same->failed_in_shape);
    same->of_function = calloc(signatures, sizeof *same->of_function);
    same->of_both = calloc(signatures * forms, sizeof *same->of_both);
    if (same->first == NULL || same->of_form == NULL || same->of_shape == NULL ||
        same->failed_in_shape == NULL || same->of_function == NULL || same->of_both == NULL) {
        wgc_same_failure_free(same);
        return wgc_err_memory(err, "the failures of a run");
    }
    for (size_t i = 0; i < manifest->signature_count; i++) {
        same->first[i] = first_of_function(manifest, same->first, i);
    }
    for (size_t i = 0; i < plan->count; i++) {
        same->open[kind_of(signature_at(same, i))]++;
    }
    return WGC_OK;
}

void wgc_same_failure_free(struct wgc_same_failure *same)
{
    for (size_t i = 0; i < same->keys; i++) {
        free(same->key[i].text);
        free(same->key[i].reason);
    }
    free(same->key);
    free(same->first);
    free(same->of_form);
    free(same->of_shape);
    free(same->failed_in_shape);
    free(same->of_function);
    free(same->of_both);
    *same = (struct wgc_same_failure){0};
}

/* The groups of a case. */
struct groups {
    struct wgc_same_failure_group *form, *shape, *function, *both;
    bool *failed_in_shape;
};

/* A check or a program has no form and shape; the places after the last ones are theirs. */
static struct groups groups_of(const struct wgc_same_failure *same, const struct wgc_case *item)
{
    const size_t first = same->first[item->signature];
    const struct wgc_manifest *manifest = same->manifest;
    const bool has_form = !wgc_has_short_name(&manifest->signature[item->signature]);
    const size_t shape = has_form ? item->shape : manifest->shape_count;

    return (struct groups){
        .form = &same->of_form[has_form ? item->form : manifest->form_count],
        .shape = &same->of_shape[shape],
        .failed_in_shape = &same->failed_in_shape[first * (manifest->shape_count + 1) + shape],
        .function = &same->of_function[first],
        .both = &same->of_both[first * manifest->form_count + item->form],
    };
}

/* Whether the result is a failure without a value. */
static bool is_without_value(const struct wgc_result *result)
{
    switch (result->state) {
    case WGC_STATE_CRASH:
    case WGC_STATE_TIMEOUT:
    case WGC_STATE_BUILD_ERROR:
    case WGC_STATE_ERROR:
        return true;
    case WGC_STATE_FAIL:
        return result->mismatch == NULL;
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_UNEXPECTED_PASS:
    case WGC_STATE_FLAKY:
    case WGC_STATE_COUNT:
        return false;
    }
    return false;
}

static bool ends_workers(enum wgc_state state)
{
    return state == WGC_STATE_CRASH || state == WGC_STATE_TIMEOUT;
}

/* State, signal, and the driver's words without what differs from case to case. */
static void put_key(const struct wgc_result *result, struct wgc_buf *key)
{
    const bool has_log = result->build_log != NULL && result->build_log[0] != '\0';
    const char *words = has_log                       ? result->build_log
                        : ends_workers(result->state) ? "" /* the reason names the step */
                        : result->reason == NULL      ? ""
                                                      : result->reason;
    struct wgc_buf line = {0};

    wgc_buf_printf(key, "%s %s ", wgc_state_name(result->state), wgc_or_empty(result->signal));
    if (result->state != WGC_STATE_TIMEOUT &&
        wgc_log_line_put(&line, "", words,
                         result->state == WGC_STATE_CRASH ? WGC_LOG_PICK_LAST : WGC_LOG_PICK_FIRST,
                         false) &&
        line.data != NULL) {
        wgc_general_line(key, line.data, (struct wgc_general_line){.of_case = true});
    }
    key->failed = key->failed || line.failed;
    wgc_buf_free(&line);
}

/* The number of the result's key, which is added. */
static enum wgc_status find_key(struct wgc_same_failure *same, const struct wgc_result *result,
                                size_t *number, struct wgc_err *err)
{
    struct wgc_buf key = {0};

    put_key(result, &key);
    if (key.failed || key.data == NULL) {
        wgc_buf_free(&key);
        return wgc_err_memory(err, "the failures of a run");
    }
    for (*number = 0; *number < same->keys; ++*number) {
        if (strcmp(same->key[*number].text, key.data) == 0) {
            wgc_buf_free(&key);
            return WGC_OK;
        }
    }
    struct wgc_same_failure_key *grown = wgc_array_grow(same->key, same->keys, sizeof *grown);
    same->key = grown == NULL ? same->key : grown;
    struct wgc_buf reason = {0};
    wgc_result_put_reason(&reason, result);
    wgc_buf_text(&reason, reason.size == 0 ? wgc_state_name(result->state) : "");
    if (grown == NULL || reason.failed) {
        wgc_buf_free(&reason);
        wgc_buf_free(&key);
        return wgc_err_memory(err, "the failures of a run");
    }
    grown[same->keys++] = (struct wgc_same_failure_key){
        .text = key.data, .reason = reason.data, .state = result->state};
    return WGC_OK;
}

/* A failure with another key counts against those before. */
static void count(struct wgc_same_failure_group *group, size_t key)
{
    if (group->same == 0 || group->key == key) {
        group->key = key;
        group->same++;
    } else {
        group->same--;
    }
}

static enum wgc_status note_failure(struct wgc_same_failure *same, const struct wgc_result *result,
                                    struct wgc_err *err)
{
    const struct wgc_case *item = &same->plan->item[result->order];
    const struct wgc_signature *signature = &same->manifest->signature[item->signature];
    const struct groups groups = groups_of(same, item);
    size_t key = 0;
    enum wgc_status status = find_key(same, result, &key, err);

    if (status != WGC_OK) {
        return status;
    }
    if (!groups.function->failed) {
        groups.function->failed = true;
        same->failed[kind_of(signature)]++;
    }
    if (result->same_end) { /* of a resumed report it is not known: its cases count one by one */
        return WGC_OK;
    }
    if (!groups.both->failed) {
        groups.both->failed = true;
        count(groups.form, key);
    }
    if (!*groups.failed_in_shape) {
        *groups.failed_in_shape = true;
        count(groups.shape, key);
    }
    count(groups.function, key);
    count(groups.both, key);
    return WGC_OK;
}

/* Whether a value of it shows that a kernel ran. Not of a check that only asks or only builds, nor
 * of one that may hold because a build fails. */
static bool runs_kernel(const struct wgc_signature *signature)
{
    const unsigned runs = WGC_MEASURE_TEST | WGC_MEASURE_TEST_C2 | WGC_MEASURE_SPIRV_GROUPS;

    return !is_check(signature) || (wgc_query_info(signature->query)->needs & runs) != 0;
}

enum wgc_status wgc_same_failure_note(struct wgc_same_failure *same,
                                      const struct wgc_result *result, struct wgc_err *err)
{
    if (result->unselected || result->order >= same->plan->count) {
        return WGC_OK;
    }
    const struct wgc_case *item = &same->plan->item[result->order];
    const struct wgc_signature *signature = &same->manifest->signature[item->signature];
    const struct groups groups = groups_of(same, item);

    if (result->state == WGC_STATE_SKIP) {
        same->open[kind_of(signature)]--;
        return WGC_OK;
    }
    if (is_without_value(result)) {
        return note_failure(same, result, err);
    }
    if (result->state != WGC_STATE_WAIVED && runs_kernel(signature)) {
        groups.form->worked = groups.shape->worked = true;
        groups.function->worked = groups.both->worked = same->worked = true;
    }
    return WGC_OK;
}

/* Whether the device has functions of the plan, so that checks do not count as functions: each of
 * them has words of its own for one failure. */
static bool has_functions(const struct wgc_same_failure *same)
{
    for (size_t kind = 0; kind < CHECKS; kind++) {
        if (same->open[kind] > 0) {
            return true;
        }
    }
    return false;
}

/* The key of most functions that failed; *functions: how many failed in all. */
static const struct wgc_same_failure_key *most_frequent(struct wgc_same_failure *same,
                                                        unsigned *functions)
{
    const bool without_checks = has_functions(same);
    const struct wgc_same_failure_key *most = &same->key[0];

    *functions = 0;
    for (size_t i = 0; i < same->keys; i++) {
        same->key[i].functions = 0;
    }
    for (size_t i = 0; i < same->manifest->signature_count; i++) {
        const struct wgc_same_failure_group *group = &same->of_function[i];
        if (without_checks && is_check(&same->manifest->signature[i])) {
            continue;
        }
        *functions += group->failed;
        if (group->same > 0) {
            struct wgc_same_failure_key *key = &same->key[group->key];
            key->functions++;
            most = key->functions > most->functions ? key : most;
        }
    }
    return most;
}

static unsigned limit_of(const struct wgc_same_failure_key *key, unsigned usual)
{
    return key->state == WGC_STATE_TIMEOUT ? WGC_SAME_TIMEOUTS : usual;
}

/* Whether each kind of functions that the device has failed. */
static bool has_tried_all(const struct wgc_same_failure *same)
{
    for (size_t kind = 0; kind < CHECKS; kind++) {
        if (same->open[kind] > 0 && same->failed[kind] == 0) {
            return false;
        }
    }
    return true;
}

bool wgc_same_failure_stops(struct wgc_same_failure *same, struct wgc_buf *why)
{
    unsigned functions = 0;

    if (same->worked || same->keys == 0 || !has_tried_all(same)) {
        return false;
    }
    const struct wgc_same_failure_key *key = most_frequent(same, &functions);
    if (functions == key->functions && functions >= limit_of(key, WGC_SAME_FUNCTIONS)) {
        wgc_buf_printf(why, "every kernel fails in the same way (%u functions, none worked): %s",
                       functions, key->reason);
        return true;
    }
    if (key->functions >= limit_of(key, WGC_SAME_FUNCTIONS) &&
        key->functions >= WGC_SAME_PART * (functions - key->functions)) {
        wgc_buf_printf(
            why,
            "every kernel fails (%u functions, none worked), of %u functions in the same "
            "way: %s",
            functions, key->functions, key->reason);
        return true;
    }
    if (functions >= WGC_SAME_ANY) {
        wgc_buf_printf(why, "every kernel fails (%u functions, none worked); most often: %s",
                       functions, key->reason);
        return true;
    }
    return false;
}

static bool is_excluded(const struct wgc_same_failure *same,
                        const struct wgc_same_failure_group *group)
{
    if (group->worked || group->same == 0) {
        return false;
    }
    const struct wgc_same_failure_key *key = &same->key[group->key];
    return ends_workers(key->state) && group->same >= limit_of(key, WGC_SAME_CRASHES);
}

bool wgc_same_failure_excludes(const struct wgc_same_failure *same, size_t index,
                               struct wgc_buf *why, size_t *brief)
{
    const struct wgc_case *item = &same->plan->item[index];
    const struct wgc_signature *signature = &same->manifest->signature[item->signature];
    const char *form = same->manifest->form[item->form].name;
    const struct groups groups = groups_of(same, item);
    const struct wgc_same_failure_group *group = NULL;
    bool of_functions = false; /* it counts functions, each once */

    if (!same->worked && same->failed[kind_of(signature)] == 0) {
        return false; /* whether the run stops is decided by it */
    }
    if (is_excluded(same, groups.function)) {
        group = groups.function;
        wgc_buf_printf(why, "%s.%s", wgc_language_name(signature->language), signature->function);
    } else if (!wgc_has_short_name(signature) && is_excluded(same, groups.form)) {
        group = groups.form;
        wgc_buf_printf(why, "the form %s", form);
        of_functions = true;
    } else if (!wgc_has_short_name(signature) && is_excluded(same, groups.shape)) {
        group = groups.shape;
        wgc_buf_printf(why, "the local size %s", same->manifest->shape[item->shape].name);
        of_functions = true;
    } else if (is_excluded(same, groups.both)) {
        group = groups.both;
        wgc_buf_printf(why, "%s.%s in the form %s", wgc_language_name(signature->language),
                       signature->function, form);
    } else {
        return false;
    }
    const struct wgc_same_failure_key *key = &same->key[group->key];
    /* the number that decides: how many more end until the next case is asked for is chance */
    const unsigned limit = limit_of(key, WGC_SAME_CRASHES);
    wgc_buf_printf(why, of_functions ? ": in %u functions" : ": %u times", limit);
    wgc_buf_text(why, " the process ended in the same way");
    *brief = why->size;
    wgc_buf_printf(why, ", and no case had a result: %s", key->reason);
    return true;
}
