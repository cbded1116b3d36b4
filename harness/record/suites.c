#include "record/suites.h"

#include <stdlib.h>
#include <string.h>

#include "record/case_name.h"

static int compare_suites(const struct wgc_result *a, const struct wgc_result *b)
{
    struct wgc_case_name left = wgc_case_name_split(a->name);
    struct wgc_case_name right = wgc_case_name_split(b->name);

    return wgc_case_name_compare_suites(&left, &right);
}

/* By suite, then in the order of the record. */
static int compare_results(const void *a, const void *b)
{
    const struct wgc_result *left = *(const struct wgc_result *const *)a;
    const struct wgc_result *right = *(const struct wgc_result *const *)b;
    int order = compare_suites(left, right);

    return order != 0 ? order : (left > right) - (left < right);
}

static bool begins_suite(const struct wgc_suites *suites, size_t i)
{
    return i == 0 || compare_suites(suites->result[i - 1], suites->result[i]) != 0;
}

static bool fill(struct wgc_suites *suites, size_t results)
{
    struct wgc_suite *suite = suites->suite;

    for (size_t i = 0; i < results; i++) {
        const struct wgc_result *result = suites->result[i];
        if (begins_suite(suites, i)) {
            suite = &suites->suite[suites->count];
            suite->name = strndup(result->name, wgc_case_name_split(result->name).suite_length);
            if (suite->name == NULL) {
                return false;
            }
            suite->result = &suites->result[i];
            suites->count++;
        }
        suite->count++;
        suite->states[result->state]++;
        suite->bad += wgc_state_is_bad(result->state);
        suite->seconds += result->seconds;
    }
    return true;
}

enum wgc_status wgc_suites_make(const struct wgc_record *record, struct wgc_suites *suites,
                                struct wgc_err *err)
{
    size_t count = 0;

    *suites = (struct wgc_suites){0};
    suites->result = calloc(record->result_count + 1, sizeof(struct wgc_result *));
    if (suites->result == NULL) {
        return wgc_err_memory(err, "the suites of a report");
    }
    for (size_t i = 0; i < record->result_count; i++) {
        suites->result[i] = &record->result[i];
    }
    qsort(suites->result, record->result_count, sizeof(struct wgc_result *), compare_results);
    for (size_t i = 0; i < record->result_count; i++) {
        count += begins_suite(suites, i);
    }
    suites->suite = calloc(count + 1, sizeof *suites->suite);
    if (suites->suite == NULL || !fill(suites, record->result_count)) {
        wgc_suites_free(suites);
        return wgc_err_memory(err, "the suites of a report");
    }
    return WGC_OK;
}

void wgc_suites_free(struct wgc_suites *suites)
{
    for (size_t i = 0; suites->suite != NULL && i < suites->count; i++) {
        free(suites->suite[i].name);
    }
    free(suites->suite);
    free(suites->result);
    *suites = (struct wgc_suites){0};
}
