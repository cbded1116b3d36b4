/* Kernels: one is a name that the program's text has, and mostly that of a kernel of the suite. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fake/objects.h"

/* The names of a signature's kernels have one beginning, and end with their variants. */
static bool may_have(const struct wgc_signature *signature, const char *entry)
{
    const struct wgc_kernel *first = signature->kernel;

    return signature->kernel_count > 0 &&
           strncmp(first->entry, entry, strlen(first->entry) - strlen(first->variant)) == 0;
}

static const struct wgc_kernel *kernel_of(const struct wgc_kernel *kernel, size_t count,
                                          const char *entry)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(kernel[i].entry, entry) == 0) {
            return &kernel[i];
        }
    }
    return NULL;
}

const struct wgc_signature *fake_find(const char *entry, bool il, const struct wgc_kernel **kernel)
{
    const enum wgc_language language = il ? WGC_LANGUAGE_SPIRV : WGC_LANGUAGE_C;

    for (size_t i = 0; i < wgc_built_suite.signature_count; i++) {
        const struct wgc_signature *one = &wgc_built_suite.signature[i];
        if (one->language == language && one->kind != WGC_KIND_PROGRAM && may_have(one, entry)) {
            *kernel = kernel_of(one->kernel, one->kernel_count, entry);
            if (*kernel == NULL) {
                *kernel = kernel_of(one->emulated_kernel, one->emulated_kernel_count, entry);
            }
            if (*kernel != NULL) {
                return one;
            }
        }
    }
    return NULL;
}

const char *fake_language(const struct wgc_signature *signature)
{
    return signature->language == WGC_LANGUAGE_SPIRV ? "spirv" : "c";
}

/* Whether the program has a kernel of that name. */
static bool has_kernel(const struct _cl_program *program, const char *name)
{
    char searched[FAKE_NAME];
    const int length = program->il
                           ? snprintf(searched, sizeof searched, "%s", name) + 1
                           : snprintf(searched, sizeof searched, "%s%s(", FAKE_KERNEL, name);

    return memmem(program->text, program->size, searched, (size_t)length) != NULL;
}

static cl_kernel create_kernel(cl_program program, const char *name, cl_int *code)
{
    struct _cl_kernel *kernel;

    *code = !program->built              ? CL_INVALID_PROGRAM_EXECUTABLE
            : !has_kernel(program, name) ? CL_INVALID_KERNEL_NAME
                                         : CL_SUCCESS;
    if (*code != CL_SUCCESS) {
        return NULL;
    }
    kernel = fake_memory(sizeof *kernel);
    *kernel = (struct _cl_kernel){.dispatch = &fake_dispatch, .program = program};
    kernel->name = strdup(name);
    kernel->signature = fake_find(name, program->il, &kernel->kernel);
    return kernel;
}

static cl_kernel clone_kernel(cl_kernel kernel, cl_int *code)
{
    struct _cl_kernel *clone = fake_memory(sizeof *clone);

    *clone = *kernel;
    clone->name = strdup(kernel->name);
    *code = CL_SUCCESS;
    return clone;
}

static cl_int release_kernel(cl_kernel kernel)
{
    free(kernel->name);
    free(kernel);
    return CL_SUCCESS;
}

static cl_int kernel_info(cl_kernel kernel, cl_kernel_info what, size_t room, void *out,
                          size_t *needed)
{
    return what == CL_KERNEL_FUNCTION_NAME ? fake_give_text(kernel->name, room, out, needed)
           : what == CL_KERNEL_PROGRAM
               ? fake_give(&kernel->program, sizeof kernel->program, room, out, needed)
               : CL_INVALID_VALUE;
}

static bool has_variant(const struct _cl_kernel *kernel, const char *variant)
{
    return kernel->kernel != NULL && strcmp(kernel->kernel->variant, variant) == 0;
}

static cl_int set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    const bool filled = has_variant(kernel, "filled");

    if (index == FAKE_ARGUMENTS + 1 && filled) {
        return value != NULL && size == sizeof(cl_uint) ? CL_SUCCESS : CL_INVALID_ARG_SIZE;
    }
    if (index == FAKE_ARGUMENTS && (filled || has_variant(kernel, "given"))) {
        return value == NULL && size > 0 ? CL_SUCCESS : CL_INVALID_ARG_VALUE; /* local memory */
    }
    if (index >= FAKE_ARGUMENTS) {
        return CL_INVALID_ARG_INDEX;
    }
    kernel->argument[index] = (struct fake_argument){0};
    if (size == sizeof(cl_mem)) {
        memcpy(&kernel->argument[index].memory, value, size);
    } else if (size == sizeof(cl_uint)) {
        memcpy(&kernel->argument[index].number, value, size);
    } else {
        return CL_INVALID_ARG_SIZE;
    }
    return CL_SUCCESS;
}

static cl_int work_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                              size_t room, void *out, size_t *needed)
{
    const size_t items = kernel->program->device->items;
    const char *shape = kernel->signature != NULL ? strchr(kernel->kernel->variant, '-') : NULL;
    size_t side[3] = {0, 0, 0};
    const cl_ulong none = 0;

    (void)device;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return fake_give(&items, sizeof items, room, out, needed);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        if (shape != NULL) { /* the kernel's text names it */
            side[1] = side[2] = 1;
            (void)sscanf(shape, "-%zux%zux%zu", &side[0], &side[1], &side[2]);
        }
        return fake_give(side, sizeof side, room, out, needed);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return fake_give(&none, sizeof none, room, out, needed);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return fake_give(&kernel->program->device->sub_group, sizeof(size_t), room, out, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info what,
                             size_t in_size, const void *in, size_t room, void *out, size_t *needed)
{
    const struct _cl_device_id *own = kernel->program->device;
    size_t side[3] = {1, 1, 1}, value = 0;

    (void)device;
    if (!own->claim[FAKE_subgroups]) {
        return CL_INVALID_OPERATION;
    }
    if (in_size > sizeof side || (in == NULL) != (in_size == 0)) {
        return CL_INVALID_VALUE;
    }
    if (in != NULL) {
        memcpy(side, in, in_size);
    }
    const size_t items = side[0] * side[1] * side[2];
    switch (what) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        value = own->sub_group;
        break;
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        value = (items + own->sub_group - 1) / own->sub_group;
        break;
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        value = (own->items + own->sub_group - 1) / own->sub_group;
        break;
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        break;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
        const size_t found = side[0] * own->sub_group;
        const size_t local[3] = {found <= own->items ? found : 0, found <= own->items,
                                 found <= own->items};
        return fake_give(local, room < sizeof local ? room : sizeof local, room, out, needed);
    }
    default:
        return CL_INVALID_VALUE;
    }
    return fake_give(&value, sizeof value, room, out, needed);
}

void fake_take_kernels(cl_icd_dispatch *table)
{
    table->clCreateKernel = create_kernel;
    table->clReleaseKernel = release_kernel;
    table->clCloneKernel = clone_kernel;
    table->clGetKernelInfo = kernel_info;
    table->clSetKernelArg = set_argument;
    table->clGetKernelWorkGroupInfo = work_group_info;
    table->clGetKernelSubGroupInfo = sub_group_info;
}
