/*
 * The OpenCL entry points, found at run time: the program is not linked against a loader, so that
 * it starts, lists its cases and reports a missing loader on any machine. Only device/, checks/ and
 * worker/ include this.
 */
#ifndef WGC_DEVICE_CL_API_H
#define WGC_DEVICE_CL_API_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  /* clCreateCommandQueue: the one that every device has  \
                                            */
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <stdbool.h>

#include "base/err.h"

/* The functions of every loader. */
#define WGC_CL_REQUIRED(X)                                                                         \
    X(GetPlatformIDs)                                                                              \
    X(GetPlatformInfo)                                                                             \
    X(GetDeviceIDs)                                                                                \
    X(GetDeviceInfo)                                                                               \
    X(CreateSubDevices)                                                                            \
    X(ReleaseDevice)                                                                               \
    X(CreateContext)                                                                               \
    X(ReleaseContext)                                                                              \
    X(CreateCommandQueue)                                                                          \
    X(ReleaseCommandQueue)                                                                         \
    X(CreateBuffer)                                                                                \
    X(CreateSubBuffer)                                                                             \
    X(ReleaseMemObject)                                                                            \
    X(CreateProgramWithSource)                                                                     \
    X(BuildProgram)                                                                                \
    X(GetProgramBuildInfo)                                                                         \
    X(GetProgramInfo)                                                                              \
    X(CreateProgramWithBinary)                                                                     \
    X(CompileProgram)                                                                              \
    X(LinkProgram)                                                                                 \
    X(ReleaseProgram)                                                                              \
    X(CreateKernel)                                                                                \
    X(ReleaseKernel)                                                                               \
    X(SetKernelArg)                                                                                \
    X(GetKernelInfo)                                                                               \
    X(GetKernelWorkGroupInfo)                                                                      \
    X(EnqueueNDRangeKernel)                                                                        \
    X(EnqueueReadBuffer)                                                                           \
    X(EnqueueWriteBuffer)                                                                          \
    X(EnqueueMapBuffer)                                                                            \
    X(EnqueueUnmapMemObject)                                                                       \
    X(Flush)                                                                                       \
    X(Finish)                                                                                      \
    X(GetExtensionFunctionAddressForPlatform)

/* OpenCL 2.0 and 2.1; NULL where the loader is older. Never called for a device of a lower version.
 */
#define WGC_CL_OPTIONAL(X)                                                                         \
    X(CreatePipe)                                                                                  \
    X(CreateProgramWithIL)                                                                         \
    X(GetKernelSubGroupInfo)                                                                       \
    X(CloneKernel)

struct wgc_cl {
    void *library;
#define WGC_CL_POINTER(name) __typeof__(&cl##name) name;
    WGC_CL_REQUIRED(WGC_CL_POINTER)
    WGC_CL_OPTIONAL(WGC_CL_POINTER)
#undef WGC_CL_POINTER
};

/*
 * Loads the OpenCL loader (library.h). WGC_ERR_DEVICE, with what to install, when there is none
 * or it lacks a function. A loader is never unloaded: threads of drivers may still run its code.
 */
enum wgc_status wgc_cl_load(struct wgc_cl *cl, struct wgc_err *err);

#endif
