#include "checks/measure.h"

/* The feature test of a check, under the newest OpenCL C up to 3.0 and under 2.0, where the check
 * needs it and the device has it. */
static enum wgc_status measure_feature(const struct wgc_device *device,
                                       const struct wgc_query_info *info,
                                       struct wgc_measurements *measured, struct wgc_err *err)
{
    struct wgc_test_result *result = measured->feature_test[info->subject];
    enum wgc_status status = WGC_OK;

    if ((info->needs & WGC_MEASURE_TEST) != 0 && result[WGC_NEWEST].state == WGC_TEST_NOT_RUN) {
        status =
            wgc_measure_feature(device, info->subject, wgc_newest_standard(measured->properties),
                                &result[WGC_NEWEST], err);
    }
    if (status == WGC_OK && (info->needs & WGC_MEASURE_TEST_C2) != 0 &&
        result[WGC_C2].state == WGC_TEST_NOT_RUN &&
        wgc_has_standard(measured->properties, WGC_STANDARD_2_0)) {
        status = wgc_measure_feature(device, info->subject, WGC_STANDARD_2_0, &result[WGC_C2], err);
    }
    return status;
}

/* Functions that the device does not advertise are not tried: some compilers crash on them. */
static bool is_advertised(const struct wgc_properties *properties, enum wgc_feature_test test)
{
    switch (test) {
    case WGC_FEATURE_TEST_collectives:
        return properties->version < 300 ||
               wgc_property_number(properties,
                                   WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0 ||
               wgc_has_standard(properties, WGC_STANDARD_2_0);
    case WGC_FEATURE_TEST_subgroups:
        if (wgc_property_number(properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS) > 0) {
            return true;
        }
        break;
    case WGC_FEATURE_TEST_fp64:
        if (wgc_has_c_feature(properties, "__opencl_c_fp64")) {
            return true;
        }
        break;
    default:
        break;
    }
    return wgc_has_extension(properties, wgc_feature_test_info(test)->name);
}

/* The feature tests under each listed -cl-std that claims them. The newest is that of the tests of
 * one feature. */
static enum wgc_status measure_each_standard(const struct wgc_device *device,
                                             struct wgc_measurements *measured, struct wgc_err *err)
{
    const enum wgc_standard newest = wgc_newest_standard(measured->properties);
    enum wgc_status status = WGC_OK;

    for (int i = 0; status == WGC_OK && i < WGC_FEATURE_TEST_COUNT; i++) {
        for (int k = WGC_STANDARD_1_1; status == WGC_OK && k < WGC_STANDARD_COUNT; k++) {
            const enum wgc_standard standard = (enum wgc_standard)k;
            if (standard != newest && wgc_claims(measured, standard, (enum wgc_feature_test)i)) {
                status = wgc_measure_feature(device, (enum wgc_feature_test)i, standard,
                                             &measured->standard_test[i][k], err);
            }
        }
    }
    return status;
}

/* A query that failed without memory is no result of the device. */
static enum wgc_status check_properties(const struct wgc_properties *properties,
                                        struct wgc_err *err)
{
    for (int i = 0; i < WGC_PROPERTY_COUNT; i++) {
        if (properties->value[i].code == CL_OUT_OF_HOST_MEMORY) {
            return wgc_err_memory(err, wgc_property_name((enum wgc_property)i));
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_measure(const struct wgc_device *device, enum wgc_query check,
                            struct wgc_measurements *measured, struct wgc_err *err)
{
    const struct wgc_query_info *info = wgc_query_info(check);
    const unsigned missing = info->needs & ~measured->done;
    enum wgc_status status = check_properties(measured->properties, err);

    if (status == WGC_OK && (missing & WGC_MEASURE_STANDARDS) != 0) {
        status = wgc_measure_macros(device, true, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_UNLISTED) != 0) {
        status = wgc_measure_macros(device, false, measured, err);
    }
    if (status == WGC_OK && info->subject != WGC_FEATURE_TEST_none &&
        (info->needs & (WGC_MEASURE_TEST | WGC_MEASURE_TEST_C2)) != 0 &&
        is_advertised(measured->properties, info->subject)) {
        status = measure_feature(device, info, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_SUB_GROUPS) != 0) {
        status = wgc_measure_sub_groups(device, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_REQUIRED_SIZES) != 0) {
        status = wgc_measure_required_sizes(device, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_EACH_STANDARD) != 0) {
        status = measure_each_standard(device, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_SPIRV_VERSIONS) != 0) {
        status = wgc_measure_spirv_versions(device, measured, err);
    }
    if (status == WGC_OK && (missing & WGC_MEASURE_SPIRV_GROUPS) != 0) {
        status = wgc_measure_spirv_groups(device, measured, err);
    }
    if (status == WGC_OK) {
        measured->done |= info->needs & ~(unsigned)(WGC_MEASURE_TEST | WGC_MEASURE_TEST_C2);
    }
    return status;
}
