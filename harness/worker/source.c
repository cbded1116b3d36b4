#include "worker/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { FILE_LIMIT = 16 * 1024 * 1024 };

static struct wgc_source *find(struct wgc_sources *sources, const char *name)
{
    if (sources->last != NULL && strcmp(sources->last->name, name) == 0) {
        return sources->last;
    }
    for (size_t i = 0; i < sources->count; i++) {
        if (strcmp(sources->item[i]->name, name) == 0) {
            return sources->item[i];
        }
    }
    return NULL;
}

static bool grow(struct wgc_sources *sources)
{
    size_t capacity = sources->capacity > 0 ? 2 * sources->capacity : 64;
    struct wgc_source **item;

    if (sources->count < sources->capacity) {
        return true;
    }
    item = realloc(sources->item, capacity * sizeof(struct wgc_source *));
    if (item == NULL) {
        return false;
    }
    sources->item = item;
    sources->capacity = capacity;
    return true;
}

static struct wgc_source *add(struct wgc_sources *sources, const char *name)
{
    struct wgc_source *source = calloc(1, sizeof *source);
    struct wgc_buf path = {0};

    if (source == NULL || !grow(sources)) {
        free(source);
        return NULL;
    }
    source->name = strdup(name);
    wgc_buf_printf(&path, "%s/%s", sources->folder, name);
    if (source->name == NULL || path.failed) {
        free(source->name);
        free(source);
        wgc_buf_free(&path);
        return NULL;
    }
    source->status =
        wgc_file_read(path.data, FILE_LIMIT, WGC_ERR_INPUT, &source->text, &source->err);
    if (source->status == WGC_OK && source->text.size == 0) {
        source->status = wgc_err_set(&source->err, WGC_ERR_INPUT, "%s is empty", path.data);
    }
    wgc_buf_free(&path);
    sources->item[sources->count++] = source;
    return source;
}

enum wgc_status wgc_sources_get(struct wgc_sources *sources, const char *name,
                                const struct wgc_buf **text, struct wgc_err *err)
{
    struct wgc_source *source = find(sources, name);

    if (source == NULL) {
        source = add(sources, name);
    }
    if (source == NULL) {
        return wgc_err_memory(err, "a kernel file");
    }
    sources->last = source;
    if (source->status != WGC_OK) {
        *err = source->err;
        return source->status;
    }
    *text = &source->text;
    return WGC_OK;
}

void wgc_sources_free(struct wgc_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        free(sources->item[i]->name);
        wgc_buf_free(&sources->item[i]->text);
        free(sources->item[i]);
    }
    free(sources->item);
    *sources = (struct wgc_sources){0};
}
