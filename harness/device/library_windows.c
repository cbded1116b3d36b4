#include "device/library.h"

#include <stdint.h>
#include <string.h>
#include <windows.h>

const char wgc_library_opencl[] = "OpenCL.dll";
const char wgc_library_opencl_advice[] = "install a driver of an OpenCL device";

void *wgc_library_open_opencl(struct wgc_err *err)
{
    HMODULE library = LoadLibraryA(wgc_library_opencl);

    if (library == NULL) {
        (void)wgc_err_set(err, WGC_ERR_DEVICE, "no OpenCL loader (%s): %s (Windows error %lu)",
                          wgc_library_opencl, wgc_library_opencl_advice, GetLastError());
    }
    return library;
}

bool wgc_library_loads(const char *name, struct wgc_buf *reason)
{
    const bool loads = LoadLibraryA(name) != NULL;

    if (!loads) {
        wgc_buf_printf(reason, "Windows error %lu", GetLastError());
    }
    return loads;
}

bool wgc_library_find(void *library, const char *name, void *function, size_t size)
{
    FARPROC symbol = GetProcAddress(library, name);

    memcpy(function, &symbol, size);
    return symbol != NULL;
}

bool wgc_library_path(const void *function, struct wgc_buf *path)
{
    const DWORD flags =
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    char name[MAX_PATH + 1];
    HMODULE library = NULL;

    if (!GetModuleHandleExA(flags, function, &library)) {
        return false;
    }
    DWORD length = GetModuleFileNameA(library, name, sizeof name);
    if (length == 0 || length >= sizeof name) {
        return false;
    }
    wgc_buf_add(path, name, length);
    return true;
}

void wgc_library_check_code(int code)
{
    static const uint32_t severity = 0xF0000000, error = 0xC0000000;

    if (((uint32_t)code & severity) == error) {
        (void)TerminateProcess(GetCurrentProcess(), (UINT)code);
    }
}
