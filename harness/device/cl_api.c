#include "device/cl_api.h"

#include "device/library.h"

enum wgc_status wgc_cl_load(struct wgc_cl *cl, struct wgc_err *err)
{
    *cl = (struct wgc_cl){.library = wgc_library_open_opencl(err)};
    if (cl->library == NULL) {
        return err->status;
    }
#define WGC_CL_FIND(name)                                                                          \
    if (!wgc_library_find(cl->library, "cl" #name, &cl->name, sizeof cl->name)) {                  \
        return wgc_err_set(err, WGC_ERR_DEVICE, "the OpenCL loader (%s) has no cl" #name ": %s",   \
                           wgc_library_opencl, wgc_library_opencl_advice);                         \
    }
    WGC_CL_REQUIRED(WGC_CL_FIND)
#undef WGC_CL_FIND
#define WGC_CL_FIND(name)                                                                          \
    (void)wgc_library_find(cl->library, "cl" #name, &cl->name, sizeof cl->name);
    WGC_CL_OPTIONAL(WGC_CL_FIND)
#undef WGC_CL_FIND
    return WGC_OK;
}
