#include "explore_run/parts.h"

#include <stdlib.h>

#include "explore/print.h"

static void add_finding(struct wgc_cause_view *view, const struct wgc_finding *finding)
{
    if (finding->state != WGC_FINDING_REDUCED) {
        return;
    }
    view->reduced++;
    if (view->smallest == NULL || finding->lines < view->smallest->lines) {
        view->smallest = finding;
    }
}

enum wgc_status wgc_cause_views_make(const struct wgc_exploration *exploration,
                                     struct wgc_cause_views *views, struct wgc_err *err)
{
    const struct wgc_report_cause **cause_of = NULL;
    enum wgc_status status = wgc_causes_make(exploration->record, &views->causes, err);

    views->item = NULL;
    if (status != WGC_OK) {
        return status;
    }
    views->item = calloc(views->causes.count + 1, sizeof *views->item);
    cause_of = wgc_causes_by_result(&views->causes, exploration->record);
    if (views->item == NULL || cause_of == NULL) {
        free(cause_of);
        wgc_cause_views_free(views);
        return wgc_err_memory(err, "the causes");
    }
    for (size_t i = 0; i < views->causes.count; i++) {
        views->item[i].cause = &views->causes.cause[i];
    }
    for (size_t i = 0; i < exploration->findings.count; i++) {
        const struct wgc_finding *finding = &exploration->findings.item[i];
        const struct wgc_report_cause *cause = cause_of[finding->result];
        if (cause != NULL) {
            add_finding(&views->item[cause - views->causes.cause], finding);
        }
    }
    free(cause_of);
    return WGC_OK;
}

void wgc_cause_views_free(struct wgc_cause_views *views)
{
    wgc_causes_free(&views->causes);
    free(views->item);
    views->item = NULL;
}

enum wgc_status wgc_print_program_text(const struct wgc_buf *text, bool emulated,
                                       struct wgc_buf *out, struct wgc_err *err)
{
    const struct wgc_print_options options = {.kernel = "explore", .emulated = emulated};
    struct wgc_program program;
    enum wgc_status status =
        wgc_program_read("reduced program", text->data, text->size, &program, err);

    if (status == WGC_OK) {
        wgc_program_print(&program, &options, out);
        wgc_program_free(&program);
    }
    return status;
}
