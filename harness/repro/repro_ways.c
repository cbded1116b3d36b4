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
    case WGC_BUILD_SUB_DEVICE:
    case WGC_BUILD_CONTEXT:
        break;
    }
    return wgc_repro_build;
}

const char *wgc_repro_start_part(const struct wgc_form *form)
{
    return form->geometry == WGC_GEOMETRY_CLONED     ? wgc_repro_start_clones
           : form->geometry == WGC_GEOMETRY_COMMANDS ? wgc_repro_start_commands
           : form->geometry == WGC_GEOMETRY_THREADS  ? wgc_repro_start_threads
           : form->geometry == WGC_GEOMETRY_PIPES    ? wgc_repro_start_pipes
                                                     : wgc_repro_start;
}

const char *wgc_repro_part_of_device(const struct wgc_form *form)
{
    return wgc_build_way(form->variant)->method == WGC_BUILD_SUB_DEVICE ? wgc_repro_sub_device
                                                                        : wgc_repro_whole_device;
}

const char *wgc_repro_buffer_part(const struct wgc_form *form)
{
    return form->geometry == WGC_GEOMETRY_SUB_BUFFERS ? wgc_repro_sub_buffers
                                                      : wgc_repro_whole_buffers;
}

const char *wgc_repro_local_part(const struct wgc_form *form)
{
    return form->geometry == WGC_GEOMETRY_FILLED  ? wgc_repro_filled_memory
           : form->geometry == WGC_GEOMETRY_GIVEN ? wgc_repro_given_memory
                                                  : wgc_repro_no_memory;
}

void wgc_repro_put_launches(const struct wgc_form *form, struct wgc_buf *out)
{
    const enum wgc_geometry geometry = form->geometry;
    const bool second = wgc_build_way(form->variant)->method == WGC_BUILD_CONTEXT;
    const bool unordered = geometry == WGC_GEOMETRY_UNORDERED;
    const bool queues = geometry == WGC_GEOMETRY_QUEUES || geometry == WGC_GEOMETRY_THREADS;

    wgc_buf_printf(out,
                   "#define CONTEXTS %d\n"
                   "#define COPIES %zu\n"
                   "#define QUEUES %d\n"
                   "#define OWN_QUEUES %d\n"
                   "#define QUEUE_PROPERTIES %s\n",
                   second ? 2 : 1, wgc_launches_of(geometry), queues ? 2 : 1, queues || unordered,
                   unordered ? "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE" : "0");
}
