/* OpenCL's error codes as text. Pure. */
#ifndef WGC_DEVICE_CL_ERROR_H
#define WGC_DEVICE_CL_ERROR_H

#include "base/err.h"

enum { WGC_CL_TEXT_MAX = 128 };

/* The name of an OpenCL error code, such as "CL_OUT_OF_RESOURCES"; NULL for an unknown code. */
const char *wgc_cl_error_name(int code);

/* Writes "CALL: NAME (CODE)" into text, for example "clBuildProgram: CL_OUT_OF_HOST_MEMORY (-6)";
 * returns text. */
const char *wgc_cl_error_text(char text[WGC_CL_TEXT_MAX], const char *call, int code);

/* The same as an error of that status. */
enum wgc_status wgc_cl_fail(struct wgc_err *err, enum wgc_status status, const char *call,
                            int code);

#endif
