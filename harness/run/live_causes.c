#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

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

enum wgc_status wgc_live_causes_look(struct wgc_live_causes *live, const struct wgc_record *record,
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
        if (is_new(live, &causes.cause[i], &bad, place)) {
            const char *name = causes.cause[i].example->name;
            status = wgc_name_list_add(&live->named, name, strlen(name))
                         ? WGC_OK
                         : wgc_err_memory(err, "the causes of failures");
            on_new(context, &causes.cause[i], live->named.count, ++known);
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

void wgc_live_causes_free(struct wgc_live_causes *live)
{
    wgc_name_list_free(&live->named);
}
