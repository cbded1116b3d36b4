#include <stdlib.h>

#include "waivers/waivers.h"

static bool has_waiver(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED || result->state == WGC_STATE_UNEXPECTED_PASS;
}

enum wgc_status wgc_waivers_undo(struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_result_waived *waived = result->waived;

    if (!has_waiver(result)) {
        return WGC_OK;
    }
    if (waived == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s is waived, and its reason does not name its state without the "
                           "waiver: run the case again",
                           result->name);
    }
    free(result->reason);
    free(result->waiver);
    result->reason = waived->reason;
    result->waiver = NULL;
    result->state = waived->state;
    waived->reason = NULL;
    wgc_result_waived_free(waived);
    result->waived = NULL;
    return WGC_OK;
}

enum wgc_status wgc_waivers_undo_all(struct wgc_record *record, size_t *undone, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    *undone = 0;
    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        *undone += has_waiver(&record->result[i]);
        status = wgc_waivers_undo(&record->result[i], err);
    }
    return status;
}

enum wgc_status wgc_waivers_reapply(struct wgc_waivers *waivers, struct wgc_record *record,
                                    size_t *undone, struct wgc_err *err)
{
    enum wgc_status status = wgc_waivers_undo_all(record, undone, err);

    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        status = wgc_waivers_apply(waivers, &record->result[i], err);
    }
    return status;
}
