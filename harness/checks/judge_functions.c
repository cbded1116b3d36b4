/* The checks of functions and types: the device queries that advertise them agree, and they run. */
#include <stdio.h>
#include <string.h>

#include "checks/judge.h"

enum { WHAT = 160 };

/* The bits of cl_device_fp_config. */
enum { DENORM = 1, INF_NAN = 2, NEAREST = 4, TO_ZERO = 8, TO_INF = 16, FMA = 32 };

static uint64_t number(const struct wgc_check_input *in, enum wgc_property property)
{
    return wgc_property_number(in->properties, property);
}

static bool has_feature(const struct wgc_check_input *in, const char *name)
{
    return wgc_has_c_feature(in->properties, name);
}

/* A device query, the feature of its name and the macro under OpenCL C 3.0 must agree. */
static void check_feature(const struct wgc_check_input *in, bool has, const char *query,
                          const char *feature, struct wgc_verdict *verdict)
{
    bool listed = has_feature(in, feature);
    bool defined = wgc_macro_value(in->measured, WGC_STANDARD_3_0, feature) != WGC_MACRO_UNDEFINED;

    if (listed != has) {
        wgc_verdict_fault(verdict, "%s is %s, and CL_DEVICE_OPENCL_C_FEATURES %s %s", query,
                          has ? "not 0" : "0", listed ? "has" : "lacks", feature);
    }
    if (in->measured->macro_kernel[WGC_STANDARD_3_0].macro != NULL && defined != has) {
        wgc_verdict_fault(verdict, "%s is %s, and the macro %s is %s under -cl-std=CL3.0", query,
                          has ? "not 0" : "0", feature, defined ? "defined" : "not defined");
    }
}

enum { WGC_DEVICE_NONE = WGC_PROPERTY_COUNT };

/* The features, each with the device query that reports it and the bits that mean it. */
static const struct {
    const char *name;
    int query; /* enum wgc_property, or WGC_DEVICE_NONE */
    uint64_t bits;
} reported[] = {
#define ANY                                       UINT64_MAX
#define WGC_C_FEATURE(name, implies, query, bits) {#name, WGC_DEVICE_##query, bits},
#include "suite/c_features.def"
#undef WGC_C_FEATURE
#undef ANY
};

void wgc_judge_c_features_queries(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (!wgc_has_compiler(in->properties)) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
        return;
    }
    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
        const enum wgc_property query = (enum wgc_property)reported[i].query;
        const bool listed = has_feature(in, reported[i].name);
        if (reported[i].query == WGC_DEVICE_NONE || !wgc_verdict_reported(verdict, in, query)) {
            continue;
        }
        if (((number(in, query) & reported[i].bits) != 0) != listed) {
            wgc_verdict_fault(verdict, "%s is %#llx, and CL_DEVICE_OPENCL_C_FEATURES %s %s",
                              wgc_property_name(query), (unsigned long long)number(in, query),
                              listed ? "has" : "lacks", reported[i].name);
        }
    }
}

void wgc_judge_collectives(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (wgc_verdict_reported(verdict, in, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) &&
        wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        check_feature(in, number(in, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0,
                      "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT",
                      "__opencl_c_work_group_collective_functions", verdict);
    }
}

void wgc_judge_collectives_run(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    bool has = in->properties->version < 300 ||
               number(in, WGC_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0;

    if (!has) {
        wgc_verdict_skip(verdict, "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 0");
    } else {
        wgc_verdict_test(verdict, &in->measured->feature_test[in->subject][WGC_NEWEST],
                         in->properties->version < 300
                             ? "OpenCL 2.x has the work-group collective functions"
                             : "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 1");
    }
}

void wgc_judge_collectives_run_c2(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    if (!wgc_has_standard(in->properties, WGC_STANDARD_2_0)) {
        wgc_verdict_skip(verdict, "the device has no OpenCL C 2.0");
    } else {
        wgc_verdict_test(verdict, &in->measured->feature_test[in->subject][WGC_C2],
                         "OpenCL C 2.0 has the work-group collective functions");
    }
}

void wgc_judge_subgroups(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const uint64_t most = number(in, WGC_DEVICE_MAX_NUM_SUB_GROUPS);
    const bool progress = number(in, WGC_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) != 0;
    const bool extension =
        wgc_has_extension(in->properties, wgc_feature_test_info(in->subject)->name);
    const bool required = in->properties->version == 210 || in->properties->version == 220 ||
                          in->properties->version >= 310;

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_MAX_NUM_SUB_GROUPS) ||
        !wgc_verdict_reported(verdict, in, WGC_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)) {
        return;
    }
    if (most == 0 && required) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0, and OpenCL %u.%u requires sub-groups",
                          WGC_VERSION_PARTS(in->properties->version));
    }
    if (most == 0 && extension) {
        wgc_verdict_fault(verdict, "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0, and CL_DEVICE_EXTENSIONS "
                                   "has cl_khr_subgroups");
    }
    if (most == 0 && progress) {
        wgc_verdict_fault(verdict, "CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS is true, and "
                                   "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
    }
    if (extension && !progress) {
        wgc_verdict_fault(verdict, "CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS is false, and "
                                   "CL_DEVICE_EXTENSIONS has cl_khr_subgroups");
    }
    if (in->properties->version >= 300 &&
        wgc_verdict_reported(verdict, in, WGC_DEVICE_OPENCL_C_FEATURES)) {
        check_feature(in, most != 0, "CL_DEVICE_MAX_NUM_SUB_GROUPS", "__opencl_c_subgroups",
                      verdict);
    }
}

void wgc_judge_subgroups_run(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    bool extension = wgc_has_extension(in->properties, wgc_feature_test_info(in->subject)->name);
    uint64_t most = number(in, WGC_DEVICE_MAX_NUM_SUB_GROUPS);
    char what[WHAT];

    if (most == 0 && !extension) {
        wgc_verdict_skip(verdict, "the device has no sub-groups");
        return;
    }
    (void)snprintf(what, sizeof what, "CL_DEVICE_MAX_NUM_SUB_GROUPS is %llu%s",
                   (unsigned long long)most,
                   extension ? " and cl_khr_subgroups is in CL_DEVICE_EXTENSIONS" : "");
    wgc_verdict_test(verdict, &in->measured->feature_test[in->subject][WGC_NEWEST], what);
}

void wgc_judge_extension_runs(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const char *name = wgc_feature_test_info(in->subject)->name;
    char what[WHAT];

    if (!wgc_has_extension(in->properties, name)) {
        wgc_verdict_skip(verdict, "the device has no %s", name);
        return;
    }
    (void)snprintf(what, sizeof what, "%s is in CL_DEVICE_EXTENSIONS", name);
    wgc_verdict_test(verdict, &in->measured->feature_test[in->subject][WGC_NEWEST], what);
}

void wgc_judge_fp16(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const uint64_t config = number(in, WGC_DEVICE_HALF_FP_CONFIG);

    if (wgc_has_extension(in->properties, "cl_khr_fp16") &&
        wgc_verdict_reported(verdict, in, WGC_DEVICE_HALF_FP_CONFIG) && (config & TO_ZERO) == 0 &&
        (config & (NEAREST | INF_NAN)) != (NEAREST | INF_NAN)) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_HALF_FP_CONFIG is %#llx, less than cl_khr_fp16 requires",
                          (unsigned long long)config);
    }
    wgc_judge_extension_runs(in, verdict);
}

void wgc_judge_fp64(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const uint64_t config = number(in, WGC_DEVICE_DOUBLE_FP_CONFIG);
    const bool extension = wgc_has_extension(in->properties, "cl_khr_fp64");
    const bool feature = has_feature(in, "__opencl_c_fp64");
    const uint64_t least = in->properties->version >= 200
                               ? FMA | NEAREST | INF_NAN | DENORM
                               : FMA | NEAREST | TO_ZERO | TO_INF | INF_NAN | DENORM;

    if (!wgc_verdict_reported(verdict, in, WGC_DEVICE_DOUBLE_FP_CONFIG) ||
        !wgc_verdict_reported(verdict, in, WGC_DEVICE_EXTENSIONS)) {
        return;
    }
    if ((config != 0) != extension) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_DOUBLE_FP_CONFIG is %#llx, and CL_DEVICE_EXTENSIONS %s "
                          "cl_khr_fp64",
                          (unsigned long long)config, extension ? "has" : "lacks");
    }
    if (in->properties->version >= 300 && wgc_has_compiler(in->properties) &&
        feature != (config != 0)) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_DOUBLE_FP_CONFIG is %#llx, and CL_DEVICE_OPENCL_C_FEATURES "
                          "%s __opencl_c_fp64",
                          (unsigned long long)config, feature ? "has" : "lacks");
    }
    if (config != 0 && (config & least) != least) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_DOUBLE_FP_CONFIG is %#llx, less than the least, %#llx",
                          (unsigned long long)config, (unsigned long long)least);
    }
    if (extension || feature) {
        wgc_verdict_test(verdict, &in->measured->feature_test[in->subject][WGC_NEWEST],
                         "double precision is advertised");
    }
}
