#include "suite/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "suite/manifest.h"

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

/* The packed file that has the entry, open. */
static enum wgc_status open_pack(struct wgc_sources *sources, const char *name,
                                 struct wgc_pack **pack, struct wgc_err *err)
{
    const enum wgc_pack_language language = wgc_pack_of(name);

    *pack = &sources->pack[language];
    return (*pack)->path != NULL
               ? WGC_OK
               : wgc_pack_open(sources->folder, language, wgc_built_suite.suite_digest,
                               &sources->pack[language], err);
}

static struct wgc_source *add(struct wgc_sources *sources, const char *name)
{
    struct wgc_source *source = calloc(1, sizeof *source);
    struct wgc_pack *pack;
    struct wgc_source **item = wgc_array_grow(sources->item, sources->count, sizeof source);

    sources->item = item != NULL ? item : sources->item;
    if (source == NULL || item == NULL || (source->name = strdup(name)) == NULL) {
        free(source);
        return NULL;
    }
    source->status = open_pack(sources, name, &pack, &source->err);
    if (source->status == WGC_OK) {
        source->status = wgc_pack_read(pack, name, &source->text, &source->err);
    }
    if (source->status == WGC_OK && source->text.size == 0) {
        source->status =
            wgc_err_set(&source->err, WGC_ERR_INPUT, "%s: %s is empty", pack->path, name);
    }
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
        return wgc_err_memory(err, "a kernel");
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
    for (size_t i = 0; i < WGC_PACK_COUNT; i++) {
        wgc_pack_close(&sources->pack[i]);
    }
    *sources = (struct wgc_sources){0};
}

enum wgc_status wgc_source_read(const char *folder, const char *name, struct wgc_buf *out,
                                struct wgc_err *err)
{
    struct wgc_pack pack;
    enum wgc_status status =
        wgc_pack_open(folder, wgc_pack_of(name), wgc_built_suite.suite_digest, &pack, err);

    if (status == WGC_OK) {
        status = wgc_pack_read(&pack, name, out, err);
        wgc_pack_close(&pack);
    }
    return status;
}
