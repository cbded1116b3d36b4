#include "explore_run/relabel.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "causes/causes.h"
#include "record/state.h"

static bool set_text(cJSON *object, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    return text == NULL || cJSON_AddStringToObject(object, name, text) != NULL;
}

static bool relabel(cJSON *object, const struct wgc_report_cause *cause)
{
    return set_text(object, "title", cause->title) &&
           set_text(object, "state", wgc_state_name(cause->state)) &&
           set_text(object, "waiver", cause->waiver);
}

/* Takes the cause with this id out of the array; NULL: it has none. */
static cJSON *detach(cJSON *causes, const char *id)
{
    cJSON *object;

    cJSON_ArrayForEach(object, causes)
    {
        const cJSON *own = cJSON_GetObjectItemCaseSensitive(object, "id");
        if (cJSON_IsString(own) && strcmp(own->valuestring, id) == 0) {
            return cJSON_DetachItemViaPointer(causes, object);
        }
    }
    return NULL;
}

/* Moves the causes from one array to the other, in the order of the record's causes. */
static enum wgc_status move_all(cJSON *from, const struct wgc_causes *causes, cJSON *to,
                                struct wgc_err *err)
{
    for (size_t i = 0; i < causes->count; i++) {
        cJSON *object = detach(from, causes->cause[i].id);
        if (object == NULL) {
            continue; /* of results that are not of programs */
        }
        (void)cJSON_AddItemToArray(to, object); /* fails only without an object */
        if (!relabel(object, &causes->cause[i])) {
            return wgc_err_memory(err, "the report");
        }
    }
    const cJSON *left = from->child;
    if (left == NULL) {
        return WGC_OK;
    }
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(left, "id");
    return wgc_err_set(err, WGC_ERR_INPUT, "explore: no result has the cause %.160s",
                       cJSON_IsString(id) ? id->valuestring : "without an id");
}

static enum wgc_status relabel_all(cJSON *explore, const struct wgc_causes *causes,
                                   struct wgc_err *err)
{
    cJSON *from = cJSON_DetachItemFromObjectCaseSensitive(explore, "causes");

    if (!cJSON_IsArray(from)) {
        cJSON_Delete(from);
        return wgc_err_set(err, WGC_ERR_INPUT, "explore: \"causes\" must be an array");
    }
    cJSON *to = cJSON_AddArrayToObject(explore, "causes");
    enum wgc_status status =
        to == NULL ? wgc_err_memory(err, "the report") : move_all(from, causes, to, err);
    cJSON_Delete(from);
    return status;
}

enum wgc_status wgc_explore_relabel(struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_causes causes;
    enum wgc_status status = wgc_causes_make(record, &causes, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON *explore = cJSON_Parse(record->explore);
    status =
        explore == NULL ? wgc_err_memory(err, "the report") : relabel_all(explore, &causes, err);
    char *text = status == WGC_OK ? cJSON_PrintUnformatted(explore) : NULL;
    cJSON_Delete(explore);
    wgc_causes_free(&causes);
    if (status == WGC_OK && text == NULL) {
        return wgc_err_memory(err, "the report");
    }
    if (status == WGC_OK) {
        free(record->explore);
        record->explore = text;
    }
    return status;
}
