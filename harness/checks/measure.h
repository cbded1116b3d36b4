/* Measures on the device what the capability checks (suite/queries.def) judge. */
#ifndef WGC_CHECKS_MEASURE_H
#define WGC_CHECKS_MEASURE_H

#include "base/buf.h"
#include "checks/measurements.h"
#include "device/device.h"
#include "device/program.h"

/*
 * Makes the measurements that the check needs and that are not there yet; they stay for the next
 * check of the batch. measured->properties are the device's. An error only without memory: what
 * the device refuses is a result.
 */
enum wgc_status wgc_measure(const struct wgc_device *device, enum wgc_query check,
                            struct wgc_measurements *measured, struct wgc_err *err);

/* Its parts (measure_kernels.c, measure_sub_groups.c, measure_required.c, measure_spirv.c). listed:
 * under each -cl-std that the device lists, else under the others. */
enum wgc_status wgc_measure_macros(const struct wgc_device *device, bool listed,
                                   struct wgc_measurements *measured, struct wgc_err *err);
enum wgc_status wgc_measure_feature(const struct wgc_device *device, enum wgc_feature_test test,
                                    enum wgc_standard standard, struct wgc_test_result *result,
                                    struct wgc_err *err);
enum wgc_status wgc_measure_sub_groups(const struct wgc_device *device,
                                       struct wgc_measurements *measured, struct wgc_err *err);
enum wgc_status wgc_measure_required_sizes(const struct wgc_device *device,
                                           struct wgc_measurements *measured, struct wgc_err *err);
enum wgc_status wgc_measure_spirv_versions(const struct wgc_device *device,
                                           struct wgc_measurements *measured, struct wgc_err *err);
enum wgc_status wgc_measure_spirv_groups(const struct wgc_device *device,
                                         struct wgc_measurements *measured, struct wgc_err *err);

/*
 * Runs the kernel of that name with one work-group of items work-items on a buffer of count words,
 * which it reads and writes. Returns CL_SUCCESS, or a code and in *call the call that returned it.
 */
int wgc_measure_run(const struct wgc_device *device, cl_program program, const char *kernel,
                    size_t items, cl_int *word, size_t count, const char **call);

enum { WGC_STANDARD_OPTIONS_MAX = 32 };

/* The build options for a version of OpenCL C; "" for the default. */
void wgc_standard_options(char options[WGC_STANDARD_OPTIONS_MAX], enum wgc_standard standard);

/* The result of a refused build, and of a failed call. An error only without memory. */
enum wgc_status wgc_test_refused(const struct wgc_build *build, struct wgc_test_result *result,
                                 struct wgc_err *err);
enum wgc_status wgc_test_failed(const char *call, int code, struct wgc_test_result *result,
                                struct wgc_err *err);

#endif
