/* The checks of functions and types: what is advertised in several ways, and what then runs. */
#include <stdio.h>
#include <string.h>

#include "queries/judge.h"

enum { CL_INVALID_OPERATION_CODE = -59, WHAT = 160 };

/* The bits of cl_device_fp_config. */
enum { DENORM = 1, INF_NAN = 2, NEAREST = 4, TO_ZERO = 8, TO_INF = 16, FMA = 32 };

static uint64_t number(const struct wgc_answers *answers, enum wgc_info info)
{
    return answers->info[info].number;
}

static bool has_feature(const struct wgc_answers *answers, const char *name)
{
    return wgc_answers_find(answers, WGC_INFO_OPENCL_C_FEATURES, name) != NULL;
}

/* A query, the feature of its name and the macro under OpenCL C 3.0 must say the same. */
static void check_feature(const struct wgc_answers *answers, bool has, const char *query,
                          const char *feature, struct wgc_verdict *verdict)
{
    bool listed = has_feature(answers, feature);
    bool defined = wgc_answers_macro(answers, WGC_STANDARD_3_0, feature) != WGC_MACRO_UNDEFINED;

    if (listed != has) {
        wgc_verdict_fault(verdict, "%s is %s, and CL_DEVICE_OPENCL_C_FEATURES %s %s", query,
                          has ? "not 0" : "0", listed ? "has" : "lacks", feature);
    }
    if (answers->standard[WGC_STANDARD_3_0].macro != NULL && defined != has) {
        wgc_verdict_fault(verdict, "%s is %s, and the macro %s is %s under -cl-std=CL3.0", query,
                          has ? "not 0" : "0", feature, defined ? "defined" : "not defined");
    }
}

enum { WGC_INFO_NONE = WGC_INFO_COUNT };

/* The features with the bits of a query that tell of them. */
static const struct {
    const char *name;
    int query; /* enum wgc_info, or WGC_INFO_NONE */
    uint64_t bits;
} told[] = {
#define ANY                                       UINT64_MAX
#define WGC_C_FEATURE(name, implies, query, bits) {#name, WGC_INFO_##query, bits},
#include "suite/c_features.def"
#undef WGC_C_FEATURE
#undef ANY
};

void wgc_judge_c_features_queries(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    (void)subject;
    if (!answers->compiler) {
        wgc_verdict_skip(verdict, "CL_DEVICE_COMPILER_AVAILABLE is false");
        return;
    }
    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        return;
    }
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        const enum wgc_info query = (enum wgc_info)told[i].query;
        const bool listed = has_feature(answers, told[i].name);
        if (told[i].query == WGC_INFO_NONE || !wgc_verdict_answered(verdict, answers, query)) {
            continue;
        }
        if (((number(answers, query) & told[i].bits) != 0) != listed) {
            wgc_verdict_fault(verdict, "%s is %#llx, and CL_DEVICE_OPENCL_C_FEATURES %s %s",
                              wgc_info_name(query), (unsigned long long)number(answers, query),
                              listed ? "has" : "lacks", told[i].name);
        }
    }
}

void wgc_judge_collectives(const struct wgc_answers *answers, enum wgc_probe subject,
                           struct wgc_verdict *verdict)
{
    (void)subject;
    if (wgc_verdict_answered(verdict, answers, WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) &&
        wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        check_feature(answers,
                      number(answers, WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0,
                      "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT",
                      "__opencl_c_work_group_collective_functions", verdict);
    }
}

void wgc_judge_collectives_run(const struct wgc_answers *answers, enum wgc_probe subject,
                               struct wgc_verdict *verdict)
{
    bool has = answers->version < 300 ||
               number(answers, WGC_INFO_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0;

    if (!has) {
        wgc_verdict_skip(verdict, "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 0");
    } else {
        wgc_verdict_probe(verdict, &answers->probe[subject][WGC_NEWEST],
                          answers->version < 300
                              ? "OpenCL 2.x has the work-group collective functions"
                              : "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 1");
    }
}

void wgc_judge_collectives_run_c2(const struct wgc_answers *answers, enum wgc_probe subject,
                                  struct wgc_verdict *verdict)
{
    if (!wgc_answers_has_standard(answers, WGC_STANDARD_2_0)) {
        wgc_verdict_skip(verdict, "the device has no OpenCL C 2.0");
    } else {
        wgc_verdict_probe(verdict, &answers->probe[subject][WGC_C2],
                          "OpenCL C 2.0 has the work-group collective functions");
    }
}

void wgc_judge_subgroups(const struct wgc_answers *answers, enum wgc_probe subject,
                         struct wgc_verdict *verdict)
{
    const uint64_t most = number(answers, WGC_INFO_MAX_NUM_SUB_GROUPS);
    const bool progress = number(answers, WGC_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) != 0;
    const bool extension = wgc_answers_has_extension(answers, wgc_probe_info(subject)->name);
    const bool required =
        answers->version == 210 || answers->version == 220 || answers->version >= 310;

    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_MAX_NUM_SUB_GROUPS) ||
        !wgc_verdict_answered(verdict, answers, WGC_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS)) {
        return;
    }
    if (most == 0 && required) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0, and OpenCL %u.%u requires sub-groups",
                          answers->version / 100, answers->version / 10 % 10);
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
    if (answers->version >= 300 &&
        wgc_verdict_answered(verdict, answers, WGC_INFO_OPENCL_C_FEATURES)) {
        check_feature(answers, most != 0, "CL_DEVICE_MAX_NUM_SUB_GROUPS", "__opencl_c_subgroups",
                      verdict);
    }
}

void wgc_judge_subgroups_run(const struct wgc_answers *answers, enum wgc_probe subject,
                             struct wgc_verdict *verdict)
{
    bool extension = wgc_answers_has_extension(answers, wgc_probe_info(subject)->name);
    uint64_t most = number(answers, WGC_INFO_MAX_NUM_SUB_GROUPS);
    char what[WHAT];

    if (most == 0 && !extension) {
        wgc_verdict_skip(verdict, "the device has no sub-groups");
        return;
    }
    (void)snprintf(what, sizeof what, "CL_DEVICE_MAX_NUM_SUB_GROUPS is %llu%s",
                   (unsigned long long)most,
                   extension ? " and cl_khr_subgroups is in CL_DEVICE_EXTENSIONS" : "");
    wgc_verdict_probe(verdict, &answers->probe[subject][WGC_NEWEST], what);
}

static void check_local_for_one(const struct wgc_sub_group_answer *kernel,
                                struct wgc_verdict *verdict)
{
    const size_t *local = kernel->local_for_one;

    if (local[0] == 0) {
        if (kernel->count == 1 && kernel->local == kernel->size) {
            wgc_verdict_fault(verdict,
                              "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT has no local size for one "
                              "sub-group, and %zu work-items are one",
                              kernel->local);
        }
    } else if (local[1] != 1 || local[2] != 1) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu x %zu x %zu, which "
                          "has more than one dimension",
                          local[0], local[1], local[2]);
    } else if (kernel->count_for_that != 1) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu for one sub-group, "
                          "and CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE %zu for that local size",
                          local[0], kernel->count_for_that);
    }
}

void wgc_judge_subgroups_kernel(const struct wgc_answers *answers, enum wgc_probe subject,
                                struct wgc_verdict *verdict)
{
    const struct wgc_sub_group_answer *kernel = &answers->sub_group;
    const uint64_t most = number(answers, WGC_INFO_MAX_NUM_SUB_GROUPS);

    (void)subject;
    if (!kernel->callable) {
        wgc_verdict_skip(verdict, "the platform is older than clGetKernelSubGroupInfo");
    } else if (kernel->refusal != NULL) {
        wgc_verdict_fault(verdict, "a kernel to ask about: %s", kernel->refusal);
    } else if (most == 0 && answers->version < 300) {
        wgc_verdict_skip(verdict, "the device has no sub-groups");
    } else if (most == 0 && kernel->code != CL_INVALID_OPERATION_CODE) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0, but clGetKernelSubGroupInfo "
                          "gave %d and not CL_INVALID_OPERATION",
                          kernel->code);
    } else if (most > 0 && kernel->code != 0) {
        wgc_verdict_fault(verdict, "clGetKernelSubGroupInfo(%s) gave %d", kernel->failed,
                          kernel->code);
    } else if (most > 0) {
        if (kernel->size == 0 ||
            kernel->count != (kernel->local + kernel->size - 1) / kernel->size) {
            wgc_verdict_fault(verdict,
                              "%zu work-items are %zu sub-groups of up to %zu "
                              "(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "
                              "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)",
                              kernel->local, kernel->count, kernel->size);
        }
        if (kernel->max_count == 0 || kernel->max_count > most) {
            wgc_verdict_fault(verdict,
                              "CL_KERNEL_MAX_NUM_SUB_GROUPS is %zu, and "
                              "CL_DEVICE_MAX_NUM_SUB_GROUPS %llu",
                              kernel->max_count, (unsigned long long)most);
        }
        if (kernel->compile_count != 0) {
            wgc_verdict_fault(verdict,
                              "CL_KERNEL_COMPILE_NUM_SUB_GROUPS is %zu, and the kernel names none",
                              kernel->compile_count);
        }
        check_local_for_one(kernel, verdict);
    }
}

void wgc_judge_extension_runs(const struct wgc_answers *answers, enum wgc_probe subject,
                              struct wgc_verdict *verdict)
{
    const char *name = wgc_probe_info(subject)->name;
    char what[WHAT];

    if (!wgc_answers_has_extension(answers, name)) {
        wgc_verdict_skip(verdict, "the device has no %s", name);
        return;
    }
    (void)snprintf(what, sizeof what, "%s is in CL_DEVICE_EXTENSIONS", name);
    wgc_verdict_probe(verdict, &answers->probe[subject][WGC_NEWEST], what);
}

void wgc_judge_fp16(const struct wgc_answers *answers, enum wgc_probe subject,
                    struct wgc_verdict *verdict)
{
    const uint64_t config = number(answers, WGC_INFO_HALF_FP_CONFIG);

    if (wgc_answers_has_extension(answers, "cl_khr_fp16") &&
        wgc_verdict_answered(verdict, answers, WGC_INFO_HALF_FP_CONFIG) &&
        (config & TO_ZERO) == 0 && (config & (NEAREST | INF_NAN)) != (NEAREST | INF_NAN)) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_HALF_FP_CONFIG is %#llx, less than cl_khr_fp16 requires",
                          (unsigned long long)config);
    }
    wgc_judge_extension_runs(answers, subject, verdict);
}

void wgc_judge_fp64(const struct wgc_answers *answers, enum wgc_probe subject,
                    struct wgc_verdict *verdict)
{
    const uint64_t config = number(answers, WGC_INFO_DOUBLE_FP_CONFIG);
    const bool extension = wgc_answers_has_extension(answers, "cl_khr_fp64");
    const bool feature = has_feature(answers, "__opencl_c_fp64");
    const uint64_t least = answers->version >= 200
                               ? FMA | NEAREST | INF_NAN | DENORM
                               : FMA | NEAREST | TO_ZERO | TO_INF | INF_NAN | DENORM;

    if (!wgc_verdict_answered(verdict, answers, WGC_INFO_DOUBLE_FP_CONFIG) ||
        !wgc_verdict_answered(verdict, answers, WGC_INFO_EXTENSIONS)) {
        return;
    }
    if ((config != 0) != extension) {
        wgc_verdict_fault(verdict,
                          "CL_DEVICE_DOUBLE_FP_CONFIG is %#llx, and CL_DEVICE_EXTENSIONS %s "
                          "cl_khr_fp64",
                          (unsigned long long)config, extension ? "has" : "lacks");
    }
    if (answers->version >= 300 && answers->compiler && feature != (config != 0)) {
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
        wgc_verdict_probe(verdict, &answers->probe[subject][WGC_NEWEST],
                          "double precision is advertised");
    }
}
