#include "package/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/report_text.h"

enum { NAME_LIMIT = 255 };

bool wgc_bundle_name_is_good(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    size_t length = strlen(name);
    char before = '/';

    if (length == 0 || length > NAME_LIMIT || strspn(name, letters) != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (before == '/' && (name[i] == '/' || name[i] == '.')) {
            return false;
        }
        before = name[i];
    }
    return before != '/';
}

static enum wgc_status bad_name(const char *name, struct wgc_err *err)
{
    struct wgc_buf shown = {0};

    wgc_report_text(&shown, name);
    (void)wgc_err_set(err, WGC_ERR_INPUT, "\"%.200s\" is no name of a file in a package",
                      wgc_buf_str(&shown));
    wgc_buf_free(&shown);
    return err->status;
}

enum wgc_status wgc_bundle_add(struct wgc_bundle *bundle, const char *name, struct wgc_buf *data,
                               struct wgc_err *err)
{
    if (!wgc_bundle_name_is_good(name)) {
        return bad_name(name, err);
    }
    char *copy = strdup(name);
    struct wgc_bundle_file *file = wgc_array_grow(bundle->file, bundle->count, sizeof *file);
    bundle->file = file != NULL ? file : bundle->file;
    if (copy == NULL || data->failed || file == NULL) {
        free(copy);
        return wgc_err_memory(err, name);
    }
    file += bundle->count++;
    file->name = copy;
    file->data = *data;
    *data = (struct wgc_buf){0};
    return WGC_OK;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct wgc_bundle_file *)a)->name,
                  ((const struct wgc_bundle_file *)b)->name);
}

enum wgc_status wgc_bundle_sort(struct wgc_bundle *bundle, struct wgc_err *err)
{
    if (bundle->count > 1) {
        qsort(bundle->file, bundle->count, sizeof *bundle->file, by_name);
    }
    for (size_t i = 1; i < bundle->count; i++) {
        if (by_name(&bundle->file[i - 1], &bundle->file[i]) == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%s is there twice", bundle->file[i].name);
        }
    }
    return WGC_OK;
}

const struct wgc_bundle_file *wgc_bundle_find(const struct wgc_bundle *bundle, const char *name)
{
    /* the name is only read */
    const struct wgc_bundle_file key = {(char *)(size_t)name, {0}};

    return bundle->count == 0
               ? NULL
               : bsearch(&key, bundle->file, bundle->count, sizeof *bundle->file, by_name);
}

void wgc_bundle_free(struct wgc_bundle *bundle)
{
    for (size_t i = 0; i < bundle->count; i++) {
        free(bundle->file[i].name);
        wgc_buf_free(&bundle->file[i].data);
    }
    free(bundle->file);
    *bundle = (struct wgc_bundle){0};
}
