#include "device/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_put.h"
#include "device/library.h"
#include "device/text.h"

/* The extension cl_loader_info; older headers do not have it. */
enum { LOADER_OPENCL_VERSION = 1, LOADER_VERSION = 2, LOADER_NAME = 3, LOADER_VENDOR = 4 };

typedef cl_int(CL_API_CALL *loader_info)(cl_uint parameter, size_t size, void *value, size_t *got);
typedef void *(CL_API_CALL *extension_address)(const char *name);

/* NULL when the loader lacks the query. */
static loader_info find_query(const struct wgc_cl *cl)
{
    static const char name[] = "clGetICDLoaderInfoOCLICD";
    extension_address address = NULL;
    loader_info query = NULL;

    if (!wgc_library_find(cl->library, name, &query, sizeof query) &&
        wgc_library_find(cl->library, "clGetExtensionFunctionAddress", &address, sizeof address)) {
        void *symbol = address(name);
        memcpy(&query, &symbol, sizeof query);
    }
    return query;
}

static void put_clean(struct wgc_buf *out, const char *name, const char *bytes, size_t size)
{
    char *clean = wgc_text_clean(bytes, size, WGC_TEXT_ONE_LINE);

    if (clean == NULL) {
        out->failed = true;
    } else if (clean[0] != '\0') {
        wgc_json_put_text(out, name, clean);
    }
    free(clean);
}

static void put_library(struct wgc_buf *out, const struct wgc_cl *cl)
{
    struct wgc_buf path = {0};
    void *symbol;

    memcpy(&symbol, &cl->GetPlatformIDs, sizeof symbol);
    if (wgc_library_path(symbol, &path) && path.data != NULL) {
        put_clean(out, "library", path.data, path.size);
    }
    out->failed = out->failed || path.failed;
    wgc_buf_free(&path);
}

void wgc_loader_put(struct wgc_buf *out, const struct wgc_cl *cl)
{
    static const struct {
        cl_uint parameter;
        const char *name;
    } row[] = {
        {LOADER_NAME, "name"},
        {LOADER_VENDOR, "vendor"},
        {LOADER_VERSION, "version"},
        {LOADER_OPENCL_VERSION, "opencl_version"},
    };
    loader_info query = cl->library == NULL ? NULL : find_query(cl);

    wgc_buf_char(out, '{');
    if (cl->library != NULL) {
        put_library(out, cl);
    }
    for (size_t i = 0; query != NULL && i < sizeof row / sizeof row[0]; i++) {
        char value[256] = "";
        size_t size = 0;
        if (query(row[i].parameter, sizeof value, value, &size) == CL_SUCCESS) {
            put_clean(out, row[i].name, value, size < sizeof value ? size : sizeof value);
        }
    }
    wgc_buf_char(out, '}');
}
