#include "repro/parts.h"
#include "suite/build_way.h"
#include "trial/launch.h"

const char *wgc_repro_build_part(const struct wgc_form *form)
{
    switch (wgc_build_way(form->variant)->method) {
    case WGC_BUILD_BINARY:
        return wgc_repro_build_binary;
    case WGC_BUILD_LINK:
        return wgc_repro_build_link;
    case WGC_BUILD_BUILD:
    case WGC_BUILD_CONTEXT:
        break;
    }
    return wgc_repro_build;
}

const char *wgc_repro_start_part(const struct wgc_form *form)
{
    return form->geometry == WGC_GEOMETRY_CLONED     ? wgc_repro_start_clones
           : form->geometry == WGC_GEOMETRY_COMMANDS ? wgc_repro_start_commands
                                                     : wgc_repro_start;
}

void wgc_repro_put_launches(const struct wgc_form *form, struct wgc_buf *out)
{
    const enum wgc_geometry geometry = form->geometry;
    const bool second = wgc_build_way(form->variant)->method == WGC_BUILD_CONTEXT;
    const bool unordered = geometry == WGC_GEOMETRY_UNORDERED;
    const bool queues = geometry == WGC_GEOMETRY_QUEUES;

    wgc_buf_printf(out,
                   "#define CONTEXTS %d\n"
                   "#define COPIES %zu\n"
                   "#define QUEUES %d\n"
                   "#define OWN_QUEUES %d\n"
                   "#define QUEUE_PROPERTIES %s\n",
                   second ? 2 : 1, wgc_launches_of(geometry), queues ? 2 : 1, queues || unordered,
                   unordered ? "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE" : "0");
}
