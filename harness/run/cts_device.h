/*
 * The device that the environment chooses in the terms of OpenCL-CTS: device number CL_DEVICE_INDEX
 * of those of CL_DEVICE_TYPE on platform number CL_PLATFORM_INDEX. Pure but for the environment.
 */
#ifndef WGC_RUN_CTS_DEVICE_H
#define WGC_RUN_CTS_DEVICE_H

#include <stdbool.h>

#include "base/err.h"
#include "supervisor/supervisor.h"

/* The names of types, as CL_DEVICE_TYPE has them: in small letters alone, in capitals after
 * CL_DEVICE_TYPE_. */
#define WGC_CTS_TYPES(X)                                                                           \
    X(ALL, "all")                                                                                  \
    X(GPU, "gpu")                                                                                  \
    X(CPU, "cpu")                                                                                  \
    X(ACCELERATOR, "accelerator")                                                                  \
    X(CUSTOM, "custom")                                                                            \
    X(DEFAULT, "default")

enum wgc_cts_type {
#define WGC_CTS_TYPE(name, word) WGC_CTS_TYPE_##name,
    WGC_CTS_TYPES(WGC_CTS_TYPE)
#undef WGC_CTS_TYPE
};

struct wgc_cts_device {
    bool given; /* a variable is set, and not empty */
    enum wgc_cts_type type;
    int platform, device;
};

/*
 * Reads the three variables. What is not given is as in OpenCL-CTS: the first of the default
 * devices on the first platform. A word that is no type, or no number, is WGC_ERR_INPUT and names
 * the variable.
 */
enum wgc_status wgc_cts_device_read(struct wgc_cts_device *chosen, struct wgc_err *err);

/* Gets the number of the chosen device in the list; WGC_ERR_INPUT where none fits. */
enum wgc_status wgc_cts_device_match(const struct wgc_device_list *list,
                                     const struct wgc_cts_device *chosen, int *number,
                                     struct wgc_err *err);

#endif
