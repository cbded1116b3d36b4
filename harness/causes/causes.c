#include "causes/causes.h"

#include <stdlib.h>
#include <string.h>

#include "causes/cause_parts.h"
#include "causes/merge.h"

/* The results of a cause are equal; those of known findings come last. */
static int compare_causes(const struct wgc_cause_entry *a, const struct wgc_cause_entry *b)
{
    bool known_a = wgc_cause_is_known(a);
    bool known_b = wgc_cause_is_known(b);
    int order = (int)known_a - (int)known_b;

    if (order == 0 && !known_a) {
        order = strcmp(a->signature.key.data, b->signature.key.data);
    }
    if (order == 0 && !known_a) {
        order = (int)(a->result->state == WGC_STATE_WAIVED) -
                (int)(b->result->state == WGC_STATE_WAIVED);
    }
    order = order != 0 ? order : strcmp(wgc_cause_waiver(a->result), wgc_cause_waiver(b->result));
    return order != 0 || known_a
               ? order
               : strcmp(wgc_buf_str(&a->signature.place), wgc_buf_str(&b->signature.place));
}

/* All results are in one array: their addresses have their order. */
static int by_cause(const void *a, const void *b)
{
    const struct wgc_cause_entry *left = a;
    const struct wgc_cause_entry *right = b;
    int order = compare_causes(left, right);

    return order != 0 ? order : (left->result > right->result) - (left->result < right->result);
}

static bool same_key(const struct wgc_cause_entry *a, const struct wgc_cause_entry *b)
{
    return !wgc_cause_is_known(a) && !wgc_cause_is_known(b) &&
           strcmp(a->signature.key.data, b->signature.key.data) == 0;
}

static bool sort_entries(struct wgc_cause_entry *entry, size_t count)
{
    struct wgc_signature **signature = calloc(count + 1, sizeof(struct wgc_signature *));

    if (signature == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        signature[i] = &entry[i].signature;
    }
    const bool whole = wgc_causes_merge(signature, count);
    free(signature);
    if (whole) {
        qsort(entry, count, sizeof *entry, by_cause);
    }
    return whole;
}

/* Makes causes of sorted entries. */
static bool group(struct wgc_causes *causes, const struct wgc_cause_entry *entry, size_t count,
                  const struct wgc_suite_runs *runs)
{
    size_t number = 0;
    bool whole = true;

    for (size_t i = 0; whole && i < count;) {
        struct wgc_report_cause *cause = &causes->cause[causes->count++];
        size_t end = i;
        cause->result = &causes->result[i];
        while (end < count && compare_causes(&entry[i], &entry[end]) == 0) {
            causes->result[end] = entry[end].result;
            end++;
        }
        number = i > 0 && same_key(&entry[i - 1], &entry[i]) ? number + 1 : 0;
        whole = wgc_cause_fill(cause, entry + i, end - i, number, runs);
        causes->bad += cause->state != WGC_STATE_WAIVED;
        i = end;
    }
    return whole;
}

static enum wgc_status make(const struct wgc_record *record, struct wgc_cause_entry *entry,
                            struct wgc_causes *causes)
{
    struct wgc_suite_runs runs;
    size_t count = 0;
    bool whole = wgc_suite_runs_make(record, &runs);

    for (size_t i = 0; whole && i < record->result_count; i++) {
        if (wgc_signature_applies(&record->result[i])) {
            entry[count].result = &record->result[i];
            whole = wgc_signature_make(&record->result[i], &entry[count].signature);
            count++;
        }
    }
    whole = whole && sort_entries(entry, count) && group(causes, entry, count, &runs);
    free(runs.item);
    for (size_t i = 0; i < count; i++) {
        wgc_signature_free(&entry[i].signature);
    }
    if (whole) {
        wgc_causes_sort(causes);
        whole = wgc_causes_relate(causes);
    }
    return whole ? WGC_OK : WGC_ERR_MEMORY;
}

enum wgc_status wgc_causes_make(const struct wgc_record *record, struct wgc_causes *causes,
                                struct wgc_err *err)
{
    size_t most = 1;

    *causes = (struct wgc_causes){0};
    for (size_t i = 0; i < record->result_count; i++) {
        most += wgc_signature_applies(&record->result[i]);
    }
    struct wgc_cause_entry *entry = calloc(most, sizeof *entry);
    causes->cause = calloc(most, sizeof *causes->cause);
    causes->result = calloc(most, sizeof(struct wgc_result *));
    enum wgc_status status = entry == NULL || causes->cause == NULL || causes->result == NULL
                                 ? WGC_ERR_MEMORY
                                 : make(record, entry, causes);
    free(entry);
    if (status != WGC_OK) {
        wgc_causes_free(causes);
        return wgc_err_memory(err, "the causes of failures");
    }
    return WGC_OK;
}

void wgc_causes_free(struct wgc_causes *causes)
{
    for (size_t i = 0; causes->cause != NULL && i < causes->count; i++) {
        wgc_report_cause_free(&causes->cause[i]);
    }
    free(causes->cause);
    free(causes->result);
    *causes = (struct wgc_causes){0};
}

const struct wgc_report_cause **wgc_causes_by_result(const struct wgc_causes *causes,
                                                     const struct wgc_record *record)
{
    const struct wgc_report_cause **list =
        calloc(record->result_count + 1, sizeof(struct wgc_report_cause *));

    for (size_t i = 0; list != NULL && i < causes->count; i++) {
        for (size_t j = 0; j < causes->cause[i].count; j++) {
            list[causes->cause[i].result[j] - record->result] = &causes->cause[i];
        }
    }
    return list;
}
