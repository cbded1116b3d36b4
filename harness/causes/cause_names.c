#include "causes/cause_names.h"

#include <stdlib.h>

enum wgc_status wgc_cause_names_put(struct wgc_record *record, struct wgc_cause_names *names,
                                    struct wgc_err *err)
{
    *names = (struct wgc_cause_names){0};
    enum wgc_status status = wgc_causes_make(record, &names->causes, err);
    if (status != WGC_OK) {
        return status;
    }
    names->name = calloc(record->result_count + 1, sizeof *names->name);
    if (names->name == NULL) {
        wgc_causes_free(&names->causes);
        return wgc_err_memory(err, "the causes");
    }
    for (size_t i = 0; i < names->causes.bad; i++) {
        const struct wgc_report_cause *cause = &names->causes.cause[i];
        for (size_t k = 0; k < cause->count; k++) {
            const size_t at = (size_t)(cause->result[k] - record->result);
            names->name[at] = record->result[at].name;
            record->result[at].name = cause->id;
        }
    }
    return WGC_OK;
}

void wgc_cause_names_remove(struct wgc_record *record, struct wgc_cause_names *names)
{
    for (size_t i = 0; names->name != NULL && i < record->result_count; i++) {
        if (names->name[i] != NULL) {
            record->result[i].name = names->name[i];
        }
    }
    free(names->name);
    wgc_causes_free(&names->causes);
    *names = (struct wgc_cause_names){0};
}

enum wgc_status wgc_waive_bad_results(struct wgc_waivers *waivers, struct wgc_record *record,
                                      struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        if (wgc_state_is_bad(record->result[i].state)) {
            status = wgc_waivers_apply(waivers, &record->result[i], err);
        }
    }
    return status;
}
