#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

static size_t line_of(const char *text, const char *at)
{
    size_t line = 1;

    for (; text < at; text++) {
        line += *text == '\n';
    }
    return line;
}

/* Text without a NUL byte. */
static enum wgc_status parse(const char *name, const char *text, size_t size, cJSON **root,
                             struct wgc_err *err)
{
    const char *end = NULL;

    *root = size == 0 ? NULL : cJSON_ParseWithLengthOpts(text, size, &end, 0);
    if (*root == NULL) {
        size_t line = end == NULL ? 1 : line_of(text, end);
        bool cut = size == 0 || (end != NULL && end >= text + size - 1);
        return wgc_err_set(err, WGC_ERR_INPUT, "%s:%zu: not valid JSON%s", name, line,
                           cut ? " (the file is cut short)" : "");
    }
    while (end < text + size && strchr(" \t\r\n", *end) != NULL) {
        end++;
    }
    if (end < text + size) {
        cJSON_Delete(*root);
        *root = NULL;
        return wgc_err_set(err, WGC_ERR_INPUT, "%s:%zu: text after the end of the JSON value", name,
                           line_of(text, end));
    }
    return WGC_OK;
}

static bool is_ascii(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

enum wgc_status wgc_json_parse(const char *name, const char *text, size_t size, cJSON **root,
                               struct wgc_err *err)
{
    const char *nul = size == 0 ? NULL : memchr(text, '\0', size);

    if (nul != NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s:%zu: a NUL byte in JSON", name,
                           line_of(text, nul));
    }
    if (is_ascii(text, size)) {
        return parse(name, text, size, root, err);
    }
    /* What is read has to be what is written of it: the same text has the same length and id. */
    struct wgc_buf whole = {0};
    struct wgc_buf valid = {0};
    wgc_buf_add(&whole, text, size);
    wgc_utf8_put(&valid, whole.failed ? "" : whole.data);
    enum wgc_status status = whole.failed || valid.failed
                                 ? wgc_err_memory(err, name)
                                 : parse(name, valid.data, valid.size, root, err);
    wgc_buf_free(&valid);
    wgc_buf_free(&whole);
    return status;
}

/* The field, or NULL with the error set. */
static const cJSON *field_of(const cJSON *object, const char *field, struct wgc_err *err)
{
    if (!cJSON_IsObject(object)) {
        (void)wgc_err_set(err, WGC_ERR_INPUT, "must be an object");
        return NULL;
    }
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, field);
    if (item == NULL) {
        (void)wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" is missing", field);
    }
    return item;
}

enum wgc_status wgc_json_string(const cJSON *object, const char *field, const char **out,
                                struct wgc_err *err)
{
    const cJSON *item = field_of(object, field, err);

    if (item == NULL) {
        return err->status;
    }
    if (!cJSON_IsString(item)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be a string", field);
    }
    *out = item->valuestring;
    return WGC_OK;
}

enum wgc_status wgc_json_array(const cJSON *object, const char *field, const cJSON **out,
                               struct wgc_err *err)
{
    const cJSON *item = field_of(object, field, err);

    if (item == NULL) {
        return err->status;
    }
    if (!cJSON_IsArray(item)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be an array", field);
    }
    *out = item;
    return WGC_OK;
}

enum wgc_status wgc_json_whole(const cJSON *number, const char *what, int64_t low, int64_t high,
                               int64_t *out, struct wgc_err *err)
{
    double value = cJSON_IsNumber(number) ? number->valuedouble : NAN;

    if (!(value >= (double)low && value <= (double)high) || floor(value) != value) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s must be a whole number from %lld to %lld", what,
                           (long long)low, (long long)high);
    }
    *out = (int64_t)value;
    return WGC_OK;
}

enum wgc_status wgc_json_integer(const cJSON *object, const char *field, int64_t low, int64_t high,
                                 int64_t *out, struct wgc_err *err)
{
    const cJSON *item = field_of(object, field, err);

    return item == NULL ? err->status : wgc_json_whole(item, field, low, high, out, err);
}

const char *wgc_json_text(const cJSON *object, const char *field)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, field));

    return wgc_or_empty(text);
}
