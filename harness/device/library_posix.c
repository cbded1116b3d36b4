#include "device/library.h"

#include <dlfcn.h>
#include <string.h>

const char wgc_library_opencl[] = "libOpenCL.so.1";
const char wgc_library_opencl_advice[] = "install ocl-icd-libopencl1";

void *wgc_library_open_opencl(struct wgc_err *err)
{
    void *library = dlopen(wgc_library_opencl, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        library = dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
    }
    if (library == NULL) {
        const char *reason = dlerror();
        (void)wgc_err_set(err, WGC_ERR_DEVICE, "no OpenCL loader (%s): %s (%s)", wgc_library_opencl,
                          wgc_library_opencl_advice, reason != NULL ? reason : "no reason given");
    }
    return library;
}

bool wgc_library_loads(const char *name, struct wgc_buf *reason)
{
    const bool loads = dlopen(name, RTLD_NOW | RTLD_LOCAL) != NULL;
    const char *text = loads ? NULL : dlerror();

    wgc_buf_text(reason, wgc_or_empty(text));
    return loads;
}

bool wgc_library_find(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, size);
    return symbol != NULL;
}

bool wgc_library_path(const void *function, struct wgc_buf *path)
{
    Dl_info info;

    if (dladdr(function, &info) == 0 || info.dli_fname == NULL) {
        return false;
    }
    wgc_buf_text(path, info.dli_fname);
    return true;
}

void wgc_library_check_code(int code)
{
    (void)code; /* a crash is a signal here */
}
