#include "worker/cl_api.h"

#include <dlfcn.h>
#include <string.h>

static bool find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, size);
    return symbol != NULL;
}

enum wgc_status wgc_cl_load(struct wgc_cl *cl, struct wgc_err *err)
{
    *cl = (struct wgc_cl){.library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL)};
    if (cl->library == NULL) {
        cl->library = dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
    }
    if (cl->library == NULL) {
        const char *reason = dlerror();
        return wgc_err_set(err, WGC_ERR_DEVICE,
                           "no OpenCL loader (libOpenCL.so.1): install ocl-icd-libopencl1 (%s)",
                           reason != NULL ? reason : "no reason given");
    }
#define WGC_CL_FIND(name)                                                                          \
    if (!find(cl->library, "cl" #name, &cl->name, sizeof cl->name)) {                              \
        return wgc_err_set(err, WGC_ERR_DEVICE,                                                    \
                           "the OpenCL loader has no cl" #name ": install ocl-icd-libopencl1");    \
    }
    WGC_CL_REQUIRED(WGC_CL_FIND)
#undef WGC_CL_FIND
#define WGC_CL_FIND(name) (void)find(cl->library, "cl" #name, &cl->name, sizeof cl->name);
    WGC_CL_OPTIONAL(WGC_CL_FIND)
#undef WGC_CL_FIND
    return WGC_OK;
}
