#include <stdlib.h>
#include <string.h>

#include "causes/cause_names.h"
#include "explore_run/parts.h"
#include "explore_run/failure_kind.h"
#include "record/frames.h"

/* A program that passed when it ran again: its result shows it. */
static enum wgc_status set_flaky(struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_buf reason = {0};

    wgc_buf_printf(&reason, "%s once and passed when it ran again%s%s",
                   wgc_state_name(result->state),
                   result->reason == NULL ? "" : "; the first: ", wgc_or_empty(result->reason));
    if (reason.failed) {
        wgc_buf_free(&reason);
        return wgc_err_memory(err, "a result");
    }
    free(result->reason);
    result->reason = reason.data;
    result->state = WGC_STATE_FLAKY;
    return WGC_OK;
}

static enum wgc_status set_shape(struct wgc_result *result, enum wgc_shape_kind kind,
                                 const char *shape, struct wgc_err *err)
{
    free(result->shape);
    result->shape_kind = kind;
    result->shape = strdup(shape);
    return result->shape == NULL ? wgc_err_memory(err, "a result") : WGC_OK;
}

/* A crash that was not reduced: only its place distinguishes it from others. */
static enum wgc_status set_place(struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_buf shape = {0};

    wgc_buf_text(&shape, "not reduced, crashed in ");
    wgc_frames_put_place(&shape, result->frames);
    enum wgc_status status = shape.failed ? wgc_err_memory(err, "a result")
                                          : set_shape(result, WGC_SHAPE_PLACE, shape.data, err);
    wgc_buf_free(&shape);
    return status;
}

static enum wgc_status waive_all(struct wgc_exploration *exploration, struct wgc_err *err)
{
    struct wgc_cause_names names;
    enum wgc_status status = wgc_cause_names_put(exploration->record, &names, err);

    if (status == WGC_OK) {
        status = wgc_waive_bad_results(&exploration->waivers, exploration->record, err);
        wgc_cause_names_remove(exploration->record, &names);
    }
    return status;
}

enum wgc_status wgc_exploration_set_verdicts(struct wgc_exploration *exploration,
                                             struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (size_t i = 0; status == WGC_OK && i < exploration->findings.count; i++) {
        const struct wgc_finding *finding = &exploration->findings.item[i];
        struct wgc_result *result = &exploration->record->result[finding->result];
        if (finding->state == WGC_FINDING_PASSED) {
            status = set_flaky(result, err);
        } else if (finding->shape != NULL) {
            status = set_shape(result, finding->shape_kind, finding->shape, err);
        } else if (finding->state == WGC_FINDING_LEFT && wgc_failure_has_place(result)) {
            status = set_place(result, err);
        }
    }
    return status == WGC_OK && exploration->waivers.count > 0 ? waive_all(exploration, err)
                                                              : status;
}
