#include "checks/measurements.h"

#include <stdlib.h>
#include <string.h>

#include "device/text.h"

static const struct {
    const char *name, *option;
    unsigned version;
} standards[WGC_STANDARD_COUNT] = {
    [WGC_STANDARD_DEFAULT] = {"", "no -cl-std", 0},
    [WGC_STANDARD_1_1] = {"CL1.1", "-cl-std=CL1.1", 110},
    [WGC_STANDARD_1_2] = {"CL1.2", "-cl-std=CL1.2", 120},
    [WGC_STANDARD_2_0] = {"CL2.0", "-cl-std=CL2.0", 200},
    [WGC_STANDARD_3_0] = {"CL3.0", "-cl-std=CL3.0", 300},
    [WGC_STANDARD_3_1] = {"CL3.1", "-cl-std=CL3.1", 310},
};

void wgc_measurements_clear(struct wgc_measurements *measured)
{
    for (int i = 0; i < WGC_STANDARD_COUNT; i++) {
        free(measured->macro_kernel[i].refusal);
        free(measured->macro_kernel[i].macro);
    }
    for (int i = 0; i < WGC_FEATURE_TEST_COUNT; i++) {
        for (int k = 0; k < WGC_TEST_STANDARDS; k++) {
            free(measured->feature_test[i][k].detail);
        }
        for (int k = 0; k < WGC_STANDARD_COUNT; k++) {
            free(measured->standard_test[i][k].detail);
        }
    }
    for (size_t i = 0; i < measured->spirv_test_count; i++) {
        free(measured->spirv_test[i].result.detail);
    }
    free(measured->spirv_test);
    free(measured->group_test.detail);
    free(measured->sub_groups.refusal);
    free(measured->of_binary.refusal);
    for (size_t i = 0; i < measured->macro_count; i++) {
        free(measured->macro[i]);
    }
    free(measured->macro);
    *measured = (struct wgc_measurements){.properties = measured->properties};
}

const char *wgc_standard_name(enum wgc_standard standard)
{
    return standards[standard].name;
}

const char *wgc_standard_option(enum wgc_standard standard)
{
    return standards[standard].option;
}

unsigned wgc_standard_version(enum wgc_standard standard)
{
    return standards[standard].version;
}

bool wgc_has_standard(const struct wgc_properties *properties, enum wgc_standard standard)
{
    const struct wgc_property_value *all = &properties->value[WGC_DEVICE_OPENCL_C_ALL_VERSIONS];
    const unsigned version = wgc_standard_version(standard);

    if (properties->version >= 300) {
        for (size_t i = 0; i < all->count; i++) {
            if (all->item[i].version == version) {
                return true;
            }
        }
        return version == 0;
    }
    const char *own = wgc_property_text(properties, WGC_DEVICE_OPENCL_C_VERSION);
    return version <= wgc_text_version(own, "OpenCL C ");
}

enum wgc_standard wgc_newest_standard(const struct wgc_properties *properties)
{
    for (int i = WGC_STANDARD_3_0; i > WGC_STANDARD_DEFAULT; i--) {
        if (wgc_has_standard(properties, (enum wgc_standard)i)) {
            return (enum wgc_standard)i;
        }
    }
    return WGC_STANDARD_DEFAULT;
}

long wgc_macro_value(const struct wgc_measurements *measured, enum wgc_standard standard,
                     const char *name)
{
    const long *value = measured->macro_kernel[standard].macro;

    for (size_t i = 0; value != NULL && i < measured->macro_count; i++) {
        if (strcmp(measured->macro[i], name) == 0) {
            return value[i];
        }
    }
    return WGC_MACRO_UNDEFINED;
}

size_t wgc_asked_count(const struct wgc_kernel_sub_groups *kernel, enum wgc_asked_count asked)
{
    switch (asked) {
    case WGC_ASKED_RAN:
        return kernel->large.count;
    case WGC_ASKED_MOST:
        return kernel->max_count;
    case WGC_ASKED_MORE:
        return kernel->max_count + 1;
    case WGC_ASKED_ONE:
    case WGC_ASKED_COUNTS:
        break;
    }
    return 1;
}

bool wgc_runs_whole_sub_groups(const struct wgc_kernel_sub_groups *kernel)
{
    const struct wgc_sub_groups_of_size *large = &kernel->large;

    return kernel->large_runs && large->count > 0 && large->local[0] == large->count * large->size;
}

static bool is_defined(const struct wgc_measurements *measured, enum wgc_standard standard,
                       const char *name)
{
    return wgc_macro_value(measured, standard, name) != WGC_MACRO_UNDEFINED;
}

/* Sub-groups, which the tests of their later extensions ask for ids. */
static bool claims_sub_groups(const struct wgc_measurements *measured, enum wgc_standard standard)
{
    return is_defined(measured, standard, "cl_khr_subgroups") ||
           is_defined(measured, standard, "cl_intel_subgroups") ||
           (standard >= WGC_STANDARD_3_0 &&
            wgc_macro_value(measured, standard, "__opencl_c_subgroups") == 1);
}

static bool is_of_sub_groups(enum wgc_feature_test test)
{
    return test != WGC_FEATURE_TEST_collectives && test != WGC_FEATURE_TEST_uniform_arithmetic &&
           test != WGC_FEATURE_TEST_fp16 && test != WGC_FEATURE_TEST_fp64;
}

bool wgc_claims(const struct wgc_measurements *measured, enum wgc_standard standard,
                enum wgc_feature_test test)
{
    const char *extension = wgc_feature_test_info(test)->name;
    const char *feature = test == WGC_FEATURE_TEST_collectives
                              ? "__opencl_c_work_group_collective_functions"
                          : test == WGC_FEATURE_TEST_subgroups ? "__opencl_c_subgroups"
                          : test == WGC_FEATURE_TEST_fp64      ? "__opencl_c_fp64"
                                                               : "";

    if (measured->macro_kernel[standard].macro == NULL ||
        !wgc_has_standard(measured->properties, standard)) {
        return false; /* query.c_standards shows why */
    }
    if (is_of_sub_groups(test) && !claims_sub_groups(measured, standard)) {
        return false;
    }
    return (test == WGC_FEATURE_TEST_collectives && standard == WGC_STANDARD_2_0) ||
           (extension[0] != '\0' && is_defined(measured, standard, extension)) ||
           (feature[0] != '\0' && standard >= WGC_STANDARD_3_0 &&
            wgc_macro_value(measured, standard, feature) == 1);
}
