#include "base/json_text.h"

#include <math.h>
#include <string.h>

#include "base/json.h"

static const double exact_limit = 9007199254740992.0; /* 2^53: past it whole numbers have gaps */

static void put_number(struct wgc_buf *buf, double value)
{
    if (!isfinite(value)) {
        wgc_buf_text(buf, "null");
    } else if (floor(value) == value && fabs(value) <= exact_limit) {
        wgc_buf_printf(buf, "%.0f", value == 0.0 ? 0.0 : value);
    } else {
        wgc_buf_printf(buf, "%.17g", value);
    }
}

static void put_members(struct wgc_buf *buf, const cJSON *value)
{
    const cJSON *item;
    bool object = cJSON_IsObject(value);

    wgc_buf_char(buf, object ? '{' : '[');
    cJSON_ArrayForEach(item, value)
    {
        if (item != value->child) {
            wgc_buf_char(buf, ',');
        }
        if (object) {
            wgc_json_put_string(buf, item->string);
            wgc_buf_char(buf, ':');
        }
        wgc_json_put_value(buf, item);
    }
    wgc_buf_char(buf, object ? '}' : ']');
}

void wgc_json_put_value(struct wgc_buf *buf, const cJSON *value)
{
    if (cJSON_IsString(value)) {
        wgc_json_put_string(buf, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        put_number(buf, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        wgc_buf_text(buf, cJSON_IsTrue(value) ? "true" : "false");
    } else if (cJSON_IsNull(value)) {
        wgc_buf_text(buf, "null");
    } else {
        put_members(buf, value);
    }
}

char *wgc_json_tidy_object(const char *text)
{
    struct wgc_err ignored;
    struct wgc_buf tidy = {0};
    cJSON *root = NULL;

    if (wgc_json_parse("", text, strlen(text), &root, &ignored) != WGC_OK) {
        return NULL;
    }
    if (cJSON_IsObject(root)) {
        wgc_json_put_value(&tidy, root);
    }
    cJSON_Delete(root);
    if (tidy.failed) {
        wgc_buf_free(&tidy);
    }
    return tidy.data;
}
