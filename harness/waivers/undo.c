#include <stdlib.h>
#include <string.h>

#include "waivers/waived.h"
#include "waivers/waivers.h"

/* The result's own reason behind the text of a waiver; NULL if the reason does not begin so. */
static const char *reason_behind(const struct wgc_result *result, const struct wgc_buf *text)
{
    const char *reason = result->reason == NULL ? "" : result->reason;

    if (text->data == NULL || strncmp(reason, text->data, text->size) != 0) {
        return NULL;
    }
    const char *rest = reason + text->size;
    return rest[0] == '\0' ? rest : strncmp(rest, "; ", 2) == 0 ? rest + 2 : NULL;
}

/* The same if one of the waivers is the result's; NULL if none is. */
static const char *exact_reason(const struct wgc_waivers *waivers, const struct wgc_result *result,
                                enum wgc_state state)
{
    const char *rest = NULL;

    for (size_t i = 0; rest == NULL && result->waiver != NULL && i < waivers->count; i++) {
        if (strcmp(waivers->item[i].id, result->waiver) == 0) {
            struct wgc_buf text = {0};
            wgc_waiver_put_reason(&waivers->item[i], state, &text);
            rest = reason_behind(result, &text);
            wgc_buf_free(&text);
        }
    }
    return rest;
}

static bool has_waiver(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED || result->state == WGC_STATE_UNEXPECTED_PASS;
}

enum wgc_status wgc_waivers_undo(const struct wgc_waivers *waivers, struct wgc_result *result,
                                 struct wgc_err *err)
{
    struct wgc_waived waived;

    if (!has_waiver(result)) {
        return WGC_OK;
    }
    wgc_waived_split(result, &waived);
    if (!waived.known) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s is waived, and its reason does not name its state without the "
                           "waiver: run the case again",
                           result->name);
    }
    const char *rest =
        result->waived != NULL ? waived.rest : exact_reason(waivers, result, waived.failure);
    rest = rest == NULL ? waived.rest : rest;
    char *reason = rest[0] == '\0' ? NULL : strdup(rest);
    if (reason == NULL && rest[0] != '\0') {
        return wgc_err_memory(err, "a result's reason");
    }
    free(result->reason);
    free(result->waiver);
    wgc_result_waived_free(result->waived);
    result->waived = NULL;
    result->reason = reason;
    result->waiver = NULL;
    result->state = waived.failure;
    return WGC_OK;
}

enum wgc_status wgc_waivers_undo_all(const struct wgc_waivers *waivers, struct wgc_record *record,
                                     size_t *undone, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    *undone = 0;
    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        *undone += has_waiver(&record->result[i]);
        status = wgc_waivers_undo(waivers, &record->result[i], err);
    }
    return status;
}

enum wgc_status wgc_waivers_reapply(struct wgc_waivers *waivers, struct wgc_record *record,
                                    size_t *undone, struct wgc_err *err)
{
    enum wgc_status status = wgc_waivers_undo_all(waivers, record, undone, err);

    for (size_t i = 0; status == WGC_OK && i < record->result_count; i++) {
        status = wgc_waivers_apply(waivers, &record->result[i], err);
    }
    return status;
}
