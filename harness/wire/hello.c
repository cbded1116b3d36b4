#include "wire/hello.h"

#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "wire/wire.h"

static struct wgc_wire_view view_of(const char *payload, size_t size)
{
    return (struct wgc_wire_view){.data = (const unsigned char *)payload, .size = size};
}

void wgc_hello_put(struct wgc_buf *out)
{
    wgc_wire_put_str(out, WGC_VERSION);
    wgc_wire_put_str(out, wgc_commit);
    wgc_wire_put_str(out, wgc_sources);
}

enum wgc_status wgc_hello_check(const char *payload, size_t size, struct wgc_err *err)
{
    struct wgc_wire_view view = view_of(payload, size);
    char *version = NULL, *commit = NULL, *sources = NULL;
    enum wgc_status status = WGC_OK;

    /* a later version may append fields */
    if (!wgc_wire_get_str(&view, &version) || !wgc_wire_get_str(&view, &commit) ||
        !wgc_wire_get_str(&view, &sources)) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "the worker command started a wgconform that does not report its "
                             "version");
    } else if (strcmp(version, WGC_VERSION) != 0 || strcmp(sources, wgc_sources) != 0) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "the worker command started wgconform %.40s (commit %.60s, sources "
                             "%.40s), and this is wgconform %s (commit %s, sources %s): both ends "
                             "have to be built from the same sources",
                             version, commit, sources, WGC_VERSION, wgc_commit, wgc_sources);
    }
    free(version);
    free(commit);
    free(sources);
    return status;
}

void wgc_exit_put(struct wgc_buf *out, const struct wgc_exit *exit_of)
{
    wgc_wire_put_u32(out, exit_of->by_signal);
    wgc_wire_put_u32(out, exit_of->by_cpu_limit);
    wgc_wire_put_u32(out, (uint32_t)exit_of->code);
    wgc_wire_put_str(out, exit_of->name);
}

bool wgc_exit_get(const char *payload, size_t size, struct wgc_exit *exit_of)
{
    struct wgc_wire_view view = view_of(payload, size);
    uint32_t by_signal, by_cpu_limit, code;
    char *name = NULL;

    *exit_of = (struct wgc_exit){0};
    if (!wgc_wire_get_u32(&view, &by_signal) || by_signal > 1 ||
        !wgc_wire_get_u32(&view, &by_cpu_limit) || by_cpu_limit > 1 ||
        !wgc_wire_get_u32(&view, &code) || !wgc_wire_get_str(&view, &name)) {
        return false;
    }
    bool fits = strlen(name) < sizeof exit_of->name && wgc_wire_at_end(&view);
    if (fits) {
        exit_of->by_signal = by_signal == 1;
        exit_of->by_cpu_limit = by_cpu_limit == 1;
        exit_of->code = (int)code;
        memcpy(exit_of->name, name, strlen(name) + 1);
    }
    free(name);
    return fits;
}
