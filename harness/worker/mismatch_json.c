#include "worker/mismatch_json.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/buf.h"

static void add_id(cJSON *object, const char *name, const size_t id[3])
{
    cJSON *array = cJSON_AddArrayToObject(object, name);

    for (int i = 0; i < 3; i++) {
        (void)cJSON_AddItemToArray(array, cJSON_CreateNumber((double)id[i]));
    }
}

static void add_text(cJSON *object, const char *name, const char *text)
{
    if (text != NULL) {
        (void)cJSON_AddStringToObject(object, name, text);
    }
}

/* An array that comes as JSON text; left out when there is none. */
static void add_array(cJSON *object, const char *name, const char *text)
{
    cJSON *array = text != NULL ? cJSON_Parse(text) : NULL;

    if (array != NULL) {
        (void)cJSON_AddItemToObject(object, name, array);
    }
}

char *wgc_mismatch_json(const struct wgc_mismatch *mismatch)
{
    cJSON *object = cJSON_CreateObject();
    char *text;

    add_text(object, "what", mismatch->what);
    add_text(object, "pattern", mismatch->pattern);
    add_id(object, "work_group", mismatch->work_group);
    add_id(object, "local_id", mismatch->local_id);
    (void)cJSON_AddNumberToObject(object, "linear_id", (double)mismatch->linear_id);
    add_text(object, "input", mismatch->input);
    add_text(object, "expected", mismatch->expected);
    add_text(object, "actual", mismatch->actual);
    add_text(object, "tolerance", mismatch->tolerance);
    (void)cJSON_AddNumberToObject(object, "wrong_items", (double)mismatch->wrong_items);
    (void)cJSON_AddNumberToObject(object, "judged_items", (double)mismatch->judged_items);
    (void)cJSON_AddNumberToObject(object, "wrong_groups", (double)mismatch->wrong_groups);
    (void)cJSON_AddNumberToObject(object, "judged_groups", (double)mismatch->judged_groups);
    add_array(object, "group_input", mismatch->group_input);
    add_array(object, "group_expected", mismatch->group_expected);
    add_array(object, "group_actual", mismatch->group_actual);
    add_array(object, "group_wrong", mismatch->group_wrong);
    text = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    return text;
}

char *wgc_mismatch_line(const struct wgc_mismatch *mismatch)
{
    struct wgc_buf line = {0};
    const size_t *group = mismatch->work_group, *id = mismatch->local_id;

    wgc_buf_text(&line, mismatch->what != NULL ? mismatch->what : "wrong");
    if (mismatch->expected != NULL && mismatch->actual != NULL) {
        wgc_buf_printf(&line, ": expected %s, got %s", mismatch->expected, mismatch->actual);
    }
    wgc_buf_printf(&line, " at work-group (%zu,%zu,%zu), local id (%zu,%zu,%zu)", group[0],
                   group[1], group[2], id[0], id[1], id[2]);
    if (mismatch->pattern != NULL) {
        wgc_buf_printf(&line, ", data \"%s\"", mismatch->pattern);
    }
    wgc_buf_printf(&line, "; %zu of %zu work-items in %zu of %zu work-groups are wrong",
                   mismatch->wrong_items, mismatch->judged_items, mismatch->wrong_groups,
                   mismatch->judged_groups);
    if (line.failed) {
        wgc_buf_free(&line);
    }
    return line.data;
}
