/* Fields of the manifest that several of its sections have, checked. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

bool wgc_manifest_is_name(const char *text, size_t limit)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");

    return length > 0 && length <= limit && text[length] == '\0';
}

enum wgc_status wgc_manifest_name(const cJSON *object, const char *field, char **out,
                                  struct wgc_err *err)
{
    const char *text;
    enum wgc_status status = wgc_json_string(object, field, &text, err);

    if (status != WGC_OK) {
        return status;
    }
    if (!wgc_manifest_is_name(text, WGC_MANIFEST_NAME)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be a name of a-z, 0-9 and _",
                           field);
    }
    *out = strdup(text);
    return *out == NULL ? wgc_err_memory(err, field) : WGC_OK;
}

enum wgc_status wgc_manifest_check_count(const char *section, size_t count, size_t limit,
                                         struct wgc_err *err)
{
    return count <= limit ? WGC_OK
                          : wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" has %zu entries, more than %zu",
                                        section, count, limit);
}

enum wgc_status wgc_manifest_open_section(const cJSON *object, const char *section,
                                          size_t item_size, const cJSON **array, void **items,
                                          size_t *count, struct wgc_err *err)
{
    enum wgc_status status = wgc_json_array(object, section, array, err);

    if (status != WGC_OK) {
        return status;
    }
    size_t size = (size_t)cJSON_GetArraySize(*array);
    if (size == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is empty", section);
    }
    *items = calloc(size, item_size);
    if (*items == NULL) {
        return wgc_err_memory(err, section);
    }
    *count = size;
    return WGC_OK;
}

enum wgc_status wgc_manifest_read_section(const cJSON *root,
                                          const struct wgc_manifest_section *section,
                                          const struct wgc_manifest *manifest, void **items,
                                          size_t *count, struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = wgc_manifest_open_section(root, section->name, section->item_size,
                                                       &array, items, count, err);

    if (status == WGC_OK) {
        status = wgc_manifest_check_count(section->name, *count, section->limit, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(entry, array)
    {
        status = section->read(entry, manifest, (char *)*items + at * section->item_size, err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "%s[%zu]", section->name, at);
        }
        at++;
    }
    return WGC_OK;
}

static bool stays_inside(const char *path)
{
    if (*path == '\0' || *path == '/') {
        return false;
    }
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        size_t length = strcspn(part, "/");
        if (length == 0 || (length == 1 && part[0] == '.') ||
            (length == 2 && strncmp(part, "..", 2) == 0)) {
            return false;
        }
    }
    return true;
}

enum wgc_status wgc_manifest_path(const cJSON *object, const char *field, char **out,
                                  struct wgc_err *err)
{
    const char *text;
    enum wgc_status status = wgc_json_string(object, field, &text, err);

    if (status != WGC_OK) {
        return status;
    }
    if (!stays_inside(text)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "field \"%s\": \"%s\" leads outside the suite's folder", field, text);
    }
    *out = strdup(text);
    return *out == NULL ? wgc_err_memory(err, field) : WGC_OK;
}

enum wgc_status wgc_manifest_enum(const cJSON *object, const char *field, int (*find)(const char *),
                                  int *out, struct wgc_err *err)
{
    const char *text;
    enum wgc_status status = wgc_json_string(object, field, &text, err);

    if (status != WGC_OK) {
        return status;
    }
    *out = find(text);
    return *out < 0 ? wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\": unknown \"%s\"", field, text)
                    : WGC_OK;
}
