/* A shared library that is loaded at run time. library_posix.c is for Unix, library_windows.c for
 * Windows. */
#ifndef WGC_DEVICE_LIBRARY_H
#define WGC_DEVICE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* The file name of the OpenCL loader on this system, and advice for a machine without one. */
extern const char wgc_library_opencl[];
extern const char wgc_library_opencl_advice[];

/* Loads the OpenCL loader; NULL with *err (WGC_ERR_DEVICE, with the advice) when there is none. It
 * is never unloaded. */
void *wgc_library_open_opencl(struct wgc_err *err);

/* Whether a library loads; if not, appends the dynamic linker's reason. It is never unloaded. */
bool wgc_library_loads(const char *name, struct wgc_buf *reason);

/* Stores the function of that name, a pointer of size bytes, at function; NULL and false when the
 * library has none. */
bool wgc_library_find(void *library, const char *name, void *function, size_t size);

/* Appends the path of the library's file that has the function; false where it is not known. */
bool wgc_library_path(const void *function, struct wgc_buf *path);

/*
 * Called with the code of an OpenCL call that failed. Wine's loader returns an exception code, for
 * example 0xC0000005, when the host's driver crashed inside the call, and later results of the
 * process are wrong. On Windows this function ends the process with that code, as the exception
 * would have done. Returns for every other code.
 */
void wgc_library_check_code(int code);

#endif
