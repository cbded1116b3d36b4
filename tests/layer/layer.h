/*
 * The loader's side of an OpenCL layer, which the layers of the tests share (layer.c): a layer
 * defines its name, and which calls it replaces.
 */
#ifndef WGC_TESTS_LAYER_H
#define WGC_TESTS_LAYER_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

/* The driver's calls, or those of the layer below; NULL where the loader's table has none. The
 * loader's interface has no argument for a layer's own data, so this must be static. */
extern cl_icd_dispatch wgl_next;

/* What a layer has to define: */

extern const char wgl_name[];
/* Puts the layer's own calls into the table that the loader gets, with WGL_TAKE. */
void wgl_take(cl_icd_dispatch *own);

/* Puts `function` in front of clNAME, where the layer below has that call. */
#define WGL_TAKE(own, name, function)                                                              \
    ((own)->cl##name = wgl_next.cl##name == NULL ? NULL : (function))

#endif
