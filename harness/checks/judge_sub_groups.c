/* The check of clGetKernelSubGroupInfo: its answers agree with each other, with the device's, and
 * with what runs. */
#include "checks/judge.h"

enum { CL_INVALID_OPERATION_CODE = -59 };

/* "The local size that will generate the requested number of sub-groups for the kernel": in one
 * dimension, "an exact number of sub-groups", with "no partial groups". */
static void check_fitting(const struct wgc_kernel_sub_groups *kernel, enum wgc_asked_count asked,
                          struct wgc_verdict *verdict)
{
    const struct wgc_sub_groups_of_size *fitting = &kernel->fitting[asked];
    const size_t count = wgc_asked_count(kernel, asked), *local = fitting->local;
    const char *s = count == 1 ? "" : "s";

    if (local[1] != 1 || local[2] != 1) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu x %zu x %zu for %zu "
                          "sub-group%s, which has more than one dimension",
                          local[0], local[1], local[2], count, s);
    } else if (kernel->large.local[0] != 0 && local[0] > kernel->large.local[0]) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu for %zu sub-group%s "
                          "and must give 0: CL_KERNEL_WORK_GROUP_SIZE is %zu",
                          local[0], count, s, kernel->large.local[0]);
    } else if (fitting->count != count) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu for %zu sub-group%s, "
                          "and CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE %zu for that local size",
                          local[0], count, s, fitting->count);
    } else if (fitting->size == 0 || local[0] % fitting->size != 0) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu for %zu sub-group%s, "
                          "and CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE is %zu: one is partial",
                          local[0], count, s, fitting->size);
    } else if (asked == WGC_ASKED_MORE) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT gives %zu for %zu sub-groups "
                          "and must give 0: CL_KERNEL_MAX_NUM_SUB_GROUPS is %zu",
                          local[0], count, kernel->max_count);
    }
}

/* 0 is for a number that "no work-group size can accommodate": not for that of a work-group in one
 * dimension that ran, with no partial ones. */
static void check_ran(const struct wgc_kernel_sub_groups *kernel, struct wgc_verdict *verdict)
{
    const struct wgc_sub_groups_of_size *large = &kernel->large;

    if (wgc_runs_whole_sub_groups(kernel) && kernel->fitting[WGC_ASKED_RAN].local[0] == 0) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT has no local size for %zu "
                          "sub-group%s, and a work-group of %zu work-items runs, which are as many",
                          large->count, large->count == 1 ? "" : "s", large->local[0]);
    }
}

static void check_local_sizes(const struct wgc_kernel_sub_groups *kernel,
                              struct wgc_verdict *verdict)
{
    const struct wgc_sub_groups_of_size *small = &kernel->small;

    for (int i = 0; i < WGC_ASKED_COUNTS; i++) {
        const enum wgc_asked_count asked = (enum wgc_asked_count)i;
        const size_t count = wgc_asked_count(kernel, asked);
        const bool again = (asked == WGC_ASKED_MOST && count == 1) ||
                           (asked == WGC_ASKED_RAN && (count == 1 || count == kernel->max_count));
        const bool was_asked = asked != WGC_ASKED_RAN || wgc_runs_whole_sub_groups(kernel);
        if (was_asked && kernel->fitting[i].local[0] != 0 && !again) {
            check_fitting(kernel, asked, verdict);
        }
    }
    check_ran(kernel, verdict);
    if (kernel->fitting[WGC_ASKED_ONE].local[0] == 0 && small->count == 1 &&
        small->local[0] == small->size) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT has no local size for one "
                          "sub-group, and %zu work-items are one",
                          small->local[0]);
    }
}

/* "The maximum number of sub-groups that may make up each work-group to execute a kernel", and that
 * "a device is capable of executing [...] for any given kernel-instance": of a work-group that ran.
 */
static void check_most(const struct wgc_kernel_sub_groups *kernel, uint64_t most,
                       struct wgc_verdict *verdict)
{
    const struct wgc_sub_groups_of_size *large = &kernel->large;
    const struct {
        const char *name;
        unsigned long long most;
    } limit[] = {{"CL_KERNEL_MAX_NUM_SUB_GROUPS", kernel->max_count},
                 {"CL_DEVICE_MAX_NUM_SUB_GROUPS", most}};

    if (kernel->max_count == 0 || kernel->max_count > most) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_MAX_NUM_SUB_GROUPS is %zu, and "
                          "CL_DEVICE_MAX_NUM_SUB_GROUPS %llu",
                          kernel->max_count, (unsigned long long)most);
    }
    for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++) {
        if (kernel->large_runs && limit[i].most > 0 && large->count > limit[i].most) {
            wgc_verdict_fault(verdict,
                              "%s is %llu, and a work-group of %zu work-items runs, which are %zu "
                              "sub-groups (CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE)",
                              limit[i].name, limit[i].most, large->local[0], large->count);
        }
    }
}

static void check_count(const struct wgc_sub_groups_of_size *of, struct wgc_verdict *verdict)
{
    if (of->local[0] != 0 &&
        (of->size == 0 || of->count != (of->local[0] + of->size - 1) / of->size)) {
        wgc_verdict_fault(verdict,
                          "%zu work-items are %zu sub-groups of up to %zu "
                          "(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, "
                          "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)",
                          of->local[0], of->count, of->size);
    }
}

static void check_answers(const struct wgc_kernel_sub_groups *kernel, uint64_t most,
                          struct wgc_verdict *verdict)
{
    check_count(&kernel->small, verdict);
    check_count(&kernel->large, verdict);
    check_most(kernel, most, verdict);
    if (kernel->compile_count != 0) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_COMPILE_NUM_SUB_GROUPS is %zu, and the kernel names none",
                          kernel->compile_count);
    }
    check_local_sizes(kernel, verdict);
}

/* The same for the kernel of a program that was made of its own binary. */
static void check_binary(const struct wgc_kernel_sub_groups *kernel, uint64_t most,
                         struct wgc_verdict *verdict)
{
    struct wgc_verdict own = {0};

    if (kernel->code != 0) {
        wgc_verdict_fault(&own, "clGetKernelSubGroupInfo(%s) gave %d", kernel->failed,
                          kernel->code);
    } else {
        check_answers(kernel, most, &own);
    }
    if (own.faults > 0) {
        wgc_verdict_fault(verdict, "of a program from its own binary: %s",
                          own.text.failed ? "no memory for the reason" : own.text.data);
    }
    wgc_buf_free(&own.text);
}

void wgc_judge_subgroups_kernel(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    const struct wgc_kernel_sub_groups *kernel = &in->measured->sub_groups;
    const uint64_t most = wgc_property_number(in->properties, WGC_DEVICE_MAX_NUM_SUB_GROUPS);

    if (!kernel->callable) {
        wgc_verdict_skip(verdict,
                         "the platform or the OpenCL loader is older than clGetKernelSubGroupInfo");
    } else if (kernel->refusal != NULL) {
        wgc_verdict_fault(verdict, "a kernel to ask about: %s", kernel->refusal);
    } else if (most == 0 && in->properties->version < 300) {
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
        check_answers(kernel, most, verdict);
        if (verdict->faults == 0 && in->measured->of_binary.callable) {
            check_binary(&in->measured->of_binary, most, verdict);
        }
    }
}

/* "Returns the sub-group size specified by the [...] qualifier"; without it, "0 is returned"; and
 * get_max_sub_group_size() "is guaranteed to return the specified integer value". */
static void check_required_size(const struct wgc_required_size *one, struct wgc_verdict *verdict)
{
    if (one->code != 0) {
        wgc_verdict_fault(verdict, "%s gave %d for a kernel that requires %zu work-items",
                          one->failed, one->code, one->required);
    } else if (one->compile_size != one->required) {
        wgc_verdict_fault(verdict,
                          "CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL is %zu for a kernel that %s %zu",
                          one->compile_size, one->required == 0 ? "requires none, not" : "requires",
                          one->required);
    } else if (one->required != 0 && one->max_size != (long)one->required) {
        wgc_verdict_fault(verdict,
                          "get_max_sub_group_size() is %ld in a kernel that requires sub-groups of "
                          "%zu work-items",
                          one->max_size, one->required);
    }
}

void wgc_judge_required_sizes(const struct wgc_check_input *in, struct wgc_verdict *verdict)
{
    size_t built = 0;

    if (!wgc_has_extension(in->properties, "cl_intel_required_subgroup_size")) {
        wgc_verdict_skip(verdict, "the device has no cl_intel_required_subgroup_size");
        return;
    }
    if (in->measured->required_count == 0) {
        wgc_verdict_skip(verdict,
                         "the platform or the OpenCL loader is older than clGetKernelSubGroupInfo");
        return;
    }
    for (size_t i = 0; i < in->measured->required_count; i++) {
        if (in->measured->required[i].built) { /* a compiler may refuse any size */
            check_required_size(&in->measured->required[i], verdict);
            built++;
        }
    }
    if (built == 0) {
        wgc_verdict_skip(verdict, "no kernel builds, with a required size or without");
    }
}
