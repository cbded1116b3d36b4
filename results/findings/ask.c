/*
 * Prints what a device says of itself in one place. Needs nothing but OpenCL:
 *
 *     cc -o ask ask.c -lOpenCL
 *     ./ask features                 CL_DEVICE_OPENCL_C_FEATURES, a line each, with its version
 *     ./ask versions                 CL_DEVICE_OPENCL_C_ALL_VERSIONS
 *     ./ask atomics                  CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES
 *     ./ask extensions               CL_DEVICE_EXTENSIONS, a line each
 *     ./ask sub-groups               the number of sub-groups that device and kernel have at most
 *     ./ask sub-groups FILE ITEMS    those of the file's kernel, in a work-group of so many items
 *     ./ask required-size SIZE       the size that a kernel requires, by the host's query
 *     ./ask il                       CL_DEVICE_IL_VERSION, and what clCreateProgramWithIL gives
 *     ./ask build FILE [OPTION]      whether a program builds; a line of the log if not
 *     ./ask link FILE [KERNEL]       the same for two programs of its text, one of them with
 *                                    LIBRARY defined, which are linked; and what the kernel
 *                                    (global const int *in, global int *out) gives 4 work-items
 *                                    that read 1
 *     ./ask macro NAME [OPTION]      what a kernel sees of a macro
 *     ./ask function EXTENSION NAME  whether the device lists the extension, and whether
 *                                    its function has an address
 *
 * OPTION is one for the compiler, as -cl-std=CL2.0. It takes the first device of the first
 * platform: scripts/with-device shows just one.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 16, NAMES_MAX = 256 };

static cl_device_id device;
static cl_context context;

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s gave %d\n", what, code);
        exit(1);
    }
}

static void print_names(cl_device_info what)
{
    static cl_name_version name[NAMES_MAX];
    size_t size = 0;

    check(clGetDeviceInfo(device, what, sizeof name, name, &size), "clGetDeviceInfo");
    for (size_t i = 0; i < size / sizeof name[0]; i++) {
        printf("%s %u.%u.%u\n", name[i].name, CL_VERSION_MAJOR(name[i].version),
               CL_VERSION_MINOR(name[i].version), CL_VERSION_PATCH(name[i].version));
    }
}

static void print_words(cl_device_info what)
{
    static char text[TEXT_MAX];

    check(clGetDeviceInfo(device, what, sizeof text, text, NULL), "clGetDeviceInfo");
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        printf("%s\n", word);
    }
}

static cl_int build(const char *source, const char *option, cl_program *program)
{
    cl_int code;

    *program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    return clBuildProgram(*program, 1, &device, option, NULL, NULL);
}

/* The first line of the log with an error, else the last that says something. */
static void print_log(cl_program program)
{
    static char log[TEXT_MAX];
    const char *last = "";
    const char *error = NULL;

    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    for (char *line = strtok(log, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        error = error == NULL && strstr(line, "error:") != NULL ? line : error;
        last = strstr(line, "Device ") == NULL ? line : last;
    }
    printf("%s\n", error != NULL ? error : last);
}

static const char *read_file(const char *path)
{
    static char text[TEXT_MAX];
    FILE *file = fopen(path, "r");

    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

static void try_build(const char *path, const char *option)
{
    cl_program program;
    cl_int code = build(read_file(path), option, &program);
    printf("clBuildProgram: %d\n", code);
    if (code != CL_SUCCESS) {
        print_log(program);
    }
}

/* Runs a kernel of a linked program. */
static void run_linked(cl_program program, const char *name)
{
    enum { ITEMS = 4 };
    cl_int in[ITEMS] = {1, 1, 1, 1}, out[ITEMS], code;
    const size_t size = ITEMS;
    cl_mem buffer[2];

    cl_kernel kernel = clCreateKernel(program, name, &code);
    check(code, "clCreateKernel");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "clCreateCommandQueueWithProperties");
    for (cl_uint i = 0; i < 2; i++) {
        buffer[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &code);
        check(code, "clCreateBuffer");
        check(clSetKernelArg(kernel, i, sizeof buffer[i], &buffer[i]), "clSetKernelArg");
    }
    code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL);
    printf("clEnqueueNDRangeKernel: %d\n", code);
    if (code == CL_SUCCESS) {
        check(clEnqueueReadBuffer(queue, buffer[1], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
        printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    }
}

static void try_link(const char *path, const char *kernel)
{
    static const char *const options[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -DLIBRARY"};
    const char *source = read_file(path);
    cl_program half[2];
    cl_int code;

    for (int i = 0; i < 2; i++) {
        half[i] = clCreateProgramWithSource(context, 1, &source, NULL, &code);
        check(code, "clCreateProgramWithSource");
        code = clCompileProgram(half[i], 1, &device, options[i], 0, NULL, NULL, NULL, NULL);
        printf("clCompileProgram: %d\n", code);
    }
    cl_program linked = clLinkProgram(context, 1, &device, "", 2, half, NULL, NULL, &code);
    printf("clLinkProgram: %d\n", code);
    if (code != CL_SUCCESS && linked != NULL) {
        print_log(linked);
    } else if (kernel != NULL) {
        run_linked(linked, kernel);
    }
}

static void print_macro(const char *name, const char *option)
{
    char source[1024];
    cl_int value = -1, code;
    size_t one = 1;
    cl_program program;

    snprintf(source, sizeof source,
             "kernel void k(global int *out)\n{\n#ifdef %s\n    out[0] = %s + 0;\n#endif\n}\n",
             name, name);
    check(build(source, option, &program), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &code);
    check(code, "clCreateBuffer");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
    check(code, "clCreateCommandQueueWithProperties");
    check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    if (value == -1) {
        printf("%s is not defined\n", name);
    } else {
        printf("%s is %d\n", name, value);
    }
    clReleaseCommandQueue(queue);
}

static void print_sub_groups(void)
{
    cl_uint most = 0;
    size_t kernel_most = 0;
    cl_int code;
    cl_program program;

    check(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL),
          "clGetDeviceInfo");
    check(build("kernel void k(global int *out) { out[get_global_id(0)] = 1; }", "-cl-std=CL3.0",
                &program),
          "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
    code = clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
                                   sizeof kernel_most, &kernel_most, NULL);
    printf("CL_DEVICE_MAX_NUM_SUB_GROUPS %u\n", most);
    printf("CL_KERNEL_MAX_NUM_SUB_GROUPS %zu (code %d)\n", kernel_most, code);
}

static void print_local_size_for(const char *sub_groups)
{
    const size_t count = strtoul(sub_groups, NULL, 10);
    size_t local[3] = {0};
    cl_int code;
    cl_program program;

    check(build("kernel void k(global int *out) { out[get_global_id(0)] = 1; }", "-cl-std=CL3.0",
                &program),
          "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
    check(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                  sizeof count, &count, sizeof local, local, NULL),
          "clGetKernelSubGroupInfo");
    printf("CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT %zu x %zu x %zu\n", local[0], local[1],
           local[2]);
}

static void print_sub_groups_of(const char *path, const char *items)
{
    size_t local = strtoul(items, NULL, 10), count = 0, size = 0;
    cl_kernel kernel;
    cl_program program;

    check(build(read_file(path), "-cl-std=CL3.0", &program), "clBuildProgram");
    check(clCreateKernelsInProgram(program, 1, &kernel, NULL), "clCreateKernelsInProgram");
    check(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                  sizeof local, &local, sizeof count, &count, NULL),
          "clGetKernelSubGroupInfo");
    check(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                  sizeof local, &local, sizeof size, &size, NULL),
          "clGetKernelSubGroupInfo");
    printf("CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE %zu\n", count);
    printf("CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE %zu\n", size);
}

/* cl_intel_required_subgroup_size */
static void print_required_size(const char *required)
{
    enum { COMPILE_SUB_GROUP_SIZE_INTEL = 0x410A };
    char source[256];
    size_t size = 0;
    cl_int code;
    cl_program program;

    snprintf(source, sizeof source,
             "__attribute__((intel_reqd_sub_group_size(%.9s))) kernel void k(global int *out) "
             "{ out[get_global_id(0)] = 1; }",
             required);
    check(build(source, "-cl-std=CL3.0", &program), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    check(code, "clCreateKernel");
    code = clGetKernelSubGroupInfo(kernel, device, COMPILE_SUB_GROUP_SIZE_INTEL, 0, NULL,
                                   sizeof size, &size, NULL);
    printf("CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL %zu (code %d)\n", size, code);
}

static void print_il(void)
{
    /* the header, the capabilities Addresses, Linkage and Kernel, and the memory model */
    static const unsigned module[] = {
        0x07230203, 0x00010000,   0, 1, 0, 2 << 16 | 17, 4, 2 << 16 | 17, 5, 2 << 16 | 17,
        6,          3 << 16 | 14, 2, 2};
    static char text[TEXT_MAX];
    cl_int code = CL_SUCCESS;

    check(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text, text, NULL),
          "clGetDeviceInfo");
    (void)clCreateProgramWithIL(context, module, sizeof module, &code);
    printf("CL_DEVICE_IL_VERSION \"%s\"\n", text);
    printf("clCreateProgramWithIL: %d\n", code);
}

static void print_atomics(void)
{
    cl_device_atomic_capabilities bits = 0;

    check(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof bits, &bits, NULL),
          "clGetDeviceInfo");
    printf("CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES %#x\n", (unsigned)bits);
}

static void print_function(cl_platform_id platform, const char *extension, const char *name)
{
    static char text[TEXT_MAX];
    const char *listed = "is not listed";

    check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL),
          "clGetDeviceInfo");
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        listed = strcmp(word, extension) == 0 ? "is listed" : listed;
    }
    const void *address = clGetExtensionFunctionAddressForPlatform(platform, name);
    printf("%s %s\n%s: %s\n", extension, listed, name, address != NULL ? "an address" : "NULL");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const char *option = argc > 3 ? argv[3] : "";
    cl_platform_id platform;
    cl_int code;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    if (strcmp(what, "features") == 0) {
        print_names(CL_DEVICE_OPENCL_C_FEATURES);
    } else if (strcmp(what, "versions") == 0) {
        print_names(CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    } else if (strcmp(what, "atomics") == 0) {
        print_atomics();
    } else if (strcmp(what, "extensions") == 0) {
        print_words(CL_DEVICE_EXTENSIONS);
    } else if (strcmp(what, "sub-groups") == 0 && argc > 3) {
        print_sub_groups_of(argv[2], argv[3]);
    } else if (strcmp(what, "sub-groups") == 0 && argc > 2) {
        print_local_size_for(argv[2]);
    } else if (strcmp(what, "sub-groups") == 0) {
        print_sub_groups();
    } else if (strcmp(what, "required-size") == 0 && argc > 2) {
        print_required_size(argv[2]);
    } else if (strcmp(what, "il") == 0) {
        print_il();
    } else if (strcmp(what, "build") == 0 && argc > 2) {
        try_build(argv[2], option);
    } else if (strcmp(what, "link") == 0 && argc > 2) {
        try_link(argv[2], argc > 3 ? argv[3] : NULL);
    } else if (strcmp(what, "macro") == 0 && argc > 2) {
        print_macro(argv[2], option);
    } else if (strcmp(what, "function") == 0 && argc > 3) {
        print_function(platform, argv[2], argv[3]);
    } else {
        fprintf(stderr,
                "usage: ask features|versions|atomics|extensions|sub-groups|il, ask sub-groups "
                "COUNT, ask sub-groups FILE ITEMS, ask required-size SIZE, ask build FILE "
                "[OPTION], ask link FILE "
                "[KERNEL], ask macro NAME [OPTION], ask function EXTENSION NAME\n");
        return 2;
    }
    return 0;
}
