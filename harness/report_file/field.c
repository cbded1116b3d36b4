#include "report_file/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "wire/crash_line.h"

enum wgc_status wgc_field_wrong(struct wgc_err *err, const char *key, const char *what)
{
    return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be %s", key, what);
}

enum wgc_status wgc_field_find(const cJSON *object, const char *key, enum wgc_need need,
                               const cJSON **out, struct wgc_err *err)
{
    *out = cJSON_GetObjectItemCaseSensitive(object, key);
    if (*out == NULL && need != WGC_OPTIONAL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" is missing", key);
    }
    if (*out != NULL && cJSON_IsNull(*out) && need == WGC_NULLABLE) {
        *out = NULL;
    }
    return WGC_OK;
}

enum wgc_status wgc_field_text(const cJSON *object, const char *key, enum wgc_need need, char **out,
                               struct wgc_err *err)
{
    const cJSON *item;
    enum wgc_status status = wgc_field_find(object, key, need, &item, err);

    if (status != WGC_OK || item == NULL) {
        return status;
    }
    if (!cJSON_IsString(item)) {
        return wgc_field_wrong(err, key, need == WGC_NULLABLE ? "a string or null" : "a string");
    }
    *out = strdup(item->valuestring);
    return *out == NULL ? wgc_err_memory(err, "the report") : WGC_OK;
}

enum wgc_status wgc_field_seconds(const cJSON *object, double *out, struct wgc_err *err)
{
    const cJSON *item;
    enum wgc_status status = wgc_field_find(object, "seconds", WGC_REQUIRED, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < 0.0) {
        return wgc_field_wrong(err, "seconds", "a number that is not negative");
    }
    *out = item->valuedouble;
    return WGC_OK;
}

enum wgc_status wgc_field_part(const cJSON *object, const char *key, enum wgc_need need, bool array,
                               const cJSON **out, struct wgc_err *err)
{
    enum wgc_status status = wgc_field_find(object, key, need, out, err);

    if (status != WGC_OK || *out == NULL || (array ? cJSON_IsArray(*out) : cJSON_IsObject(*out))) {
        return status;
    }
    *out = NULL;
    return wgc_field_wrong(err, key, array ? "an array" : "an object");
}

enum wgc_status wgc_field_strings(const cJSON *object, const char *key, char ***out, size_t *count,
                                  struct wgc_err *err)
{
    const cJSON *array, *item;
    enum wgc_status status = wgc_json_array(object, key, &array, err);

    if (status != WGC_OK) {
        return status;
    }
    *out = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof(char *));
    if (*out == NULL) {
        return wgc_err_memory(err, "the report");
    }
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item)) {
            return wgc_field_wrong(err, key, "an array of strings");
        }
        (*out)[*count] = strdup(item->valuestring);
        if ((*out)[*count] == NULL) {
            return wgc_err_memory(err, "the report");
        }
        (*count)++;
    }
    return WGC_OK;
}

enum wgc_status wgc_field_frames(const cJSON *object, char **out, struct wgc_err *err)
{
    static const char what[] = "one to five places such as \"libOpenCL.so.1+0x1a2b\"";
    const cJSON *array, *item;
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_field_part(object, "frames", WGC_OPTIONAL, true, &array, err);

    if (status != WGC_OK || array == NULL) {
        return status;
    }
    const int count = cJSON_GetArraySize(array);
    if (count < 1 || count > WGC_FRAMES_MOST) {
        return wgc_field_wrong(err, "frames", what);
    }
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item) ||
            !wgc_frame_is_valid(item->valuestring, strlen(item->valuestring))) {
            wgc_buf_free(&text);
            return wgc_field_wrong(err, "frames", what);
        }
        wgc_buf_text(&text, text.size == 0 ? "" : "\n");
        wgc_buf_text(&text, item->valuestring);
    }
    if (text.failed) {
        wgc_buf_free(&text);
        return wgc_err_memory(err, "the report");
    }
    *out = text.data;
    return WGC_OK;
}

bool wgc_field_is_time(const char *text)
{
    static const char form[] = "0000-00-00T00:00:00";
    size_t at = 0;

    while (form[at] != '\0' &&
           (form[at] == '0' ? text[at] >= '0' && text[at] <= '9' : text[at] == form[at])) {
        at++;
    }
    if (form[at] != '\0') {
        return false;
    }
    if (text[at] == '.') {
        size_t digits = strspn(text + at + 1, "0123456789");
        at += digits == 0 ? 0 : digits + 1;
    }
    return strcmp(text + at, "Z") == 0;
}

bool wgc_field_is_case(const char *text)
{
    unsigned parts = 0;

    for (;; text++) {
        size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (length == 0) {
            return false;
        }
        parts++;
        text += length;
        if (*text != '.') {
            return *text == '\0' && parts > 1;
        }
    }
}
