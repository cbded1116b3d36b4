#include "run/parts.h"

#include <stdlib.h>

#include "base/system.h"

/* Between two looks: at least a second, and twenty times what a look takes. */
static const double least_pause = 1.0;
static const double pause_of_cost = 20.0;

bool wgc_live_causes_due(const struct wgc_live_causes *live, size_t bad, bool counts, double now)
{
    return bad > live->bad && now >= (counts ? live->next_of_count : live->next);
}

/* Copies the bad results, whose parts stay the record's; place: where each is in the record. */
static bool copy_bad(const struct wgc_record *record, struct wgc_record *bad, size_t **place)
{
    size_t count = 0;

    for (size_t i = 0; i < record->result_count; i++) {
        count += wgc_state_is_bad(record->result[i].state);
    }
    *place = calloc(count + 1, sizeof **place);
    bad->result = calloc(count + 1, sizeof *bad->result);
    for (size_t i = 0; *place != NULL && bad->result != NULL && i < record->result_count; i++) {
        if (wgc_state_is_bad(record->result[i].state)) {
            (*place)[bad->result_count] = i;
            bad->result[bad->result_count++] = record->result[i];
        }
    }
    return *place != NULL && bad->result != NULL;
}

static bool is_new(const struct wgc_live_causes *live, const struct wgc_report_cause *cause,
                   const struct wgc_record *bad, const size_t *place)
{
    bool new = true;

    for (size_t i = 0; new &&i < cause->count; i++) {
        new = place[cause->result[i] - bad->result] >= live->seen;
    }
    return new;
}

/* The number of the line that named the cause, or the one it was a part of; 0: none, of cases that
 * a run had before it was resumed. */
static size_t number_of(const struct wgc_report_cause *cause)
{
    size_t number = cause->example->live;

    for (size_t i = 0; number == 0 && i < cause->count; i++) {
        number = cause->result[i]->live;
    }
    return number;
}

/* Gives the number to the cause's results in the record that have none. */
static void set_number(const struct wgc_report_cause *cause, size_t number,
                       const struct wgc_record *bad, const size_t *place, struct wgc_record *record)
{
    for (size_t i = 0; i < cause->count; i++) {
        struct wgc_result *result = &record->result[place[cause->result[i] - bad->result]];
        result->live = result->live == 0 ? number : result->live;
    }
}

enum wgc_status wgc_live_causes_look(struct wgc_live_causes *live, struct wgc_record *record,
                                     wgc_new_cause *on_new, void *context, struct wgc_err *err)
{
    const double start = wgc_now();
    struct wgc_record bad = {0};
    struct wgc_causes causes = {0};
    size_t *place = NULL;
    enum wgc_status status = copy_bad(record, &bad, &place)
                                 ? wgc_causes_make(&bad, &causes, err)
                                 : wgc_err_memory(err, "the causes of failures");

    size_t known = 0;
    for (size_t i = 0; status == WGC_OK && i < causes.count; i++) {
        known += !is_new(live, &causes.cause[i], &bad, place);
    }
    for (size_t i = 0; status == WGC_OK && i < causes.count; i++) {
        const struct wgc_report_cause *cause = &causes.cause[i];
        if (is_new(live, cause, &bad, place)) {
            set_number(cause, ++live->named, &bad, place, record);
            record->result[place[cause->example - bad.result]].is_live_example = true;
            on_new(context, cause, live->named, ++known);
        } else {
            set_number(cause, number_of(cause), &bad, place, record);
        }
    }
    if (status == WGC_OK) {
        const double end = wgc_now();
        const double pause = pause_of_cost * (end - start);
        live->seen = record->result_count;
        live->bad = bad.result_count;
        live->causes = causes.count;
        live->next = end + (pause > least_pause ? pause : least_pause);
        live->next_of_count = end + pause;
    }
    wgc_causes_free(&causes);
    free(bad.result);
    free(place);
    return status;
}
