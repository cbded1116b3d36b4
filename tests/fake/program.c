/* Programs: one is its text, and is built where the device has all that its kernels need. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fake/objects.h"

static const char magic[] = "fake binary\n";
enum { CL_C_DEFAULT = 120, MAGIC_SIZE = sizeof magic };

static struct _cl_program *make(struct _cl_device_id *device, bool il, size_t size)
{
    struct _cl_program *program = fake_memory(sizeof *program);

    *program = (struct _cl_program){.dispatch = &fake_dispatch, .device = device, .il = il};
    program->text = fake_memory(size + 1);
    program->size = size;
    program->standard = CL_C_DEFAULT;
    return program;
}

static cl_program create_with_source(cl_context context, cl_uint count, const char **text,
                                     const size_t *size, cl_int *code)
{
    struct _cl_program *program;
    size_t total = 0, used = 0;

    for (cl_uint i = 0; i < count; i++) {
        total += size != NULL && size[i] > 0 ? size[i] : strlen(text[i]);
    }
    program = make(context->device, false, total);
    for (cl_uint i = 0; i < count; i++) {
        const size_t one = size != NULL && size[i] > 0 ? size[i] : strlen(text[i]);
        memcpy(program->text + used, text[i], one);
        used += one;
    }
    if (code != NULL) {
        *code = CL_SUCCESS;
    }
    return program;
}

static cl_program create_with_il(cl_context context, const void *words, size_t size, cl_int *code)
{
    static const uint32_t spirv = 0x07230203;
    struct _cl_program *program = NULL;
    cl_int found = CL_INVALID_VALUE;

    if (!context->device->claim[FAKE_spirv]) {
        found = CL_INVALID_OPERATION;
    } else if (size > sizeof spirv && memcmp(words, &spirv, sizeof spirv) == 0) {
        found = CL_SUCCESS;
        program = make(context->device, true, size);
        memcpy(program->text, words, size);
    }
    if (code != NULL) {
        *code = found;
    }
    return program;
}

static cl_program create_with_binary(cl_context context, cl_uint count, const cl_device_id *device,
                                     const size_t *size, const unsigned char **binary,
                                     cl_int *status, cl_int *code)
{
    struct _cl_program *program = NULL;
    const bool good =
        count == 1 && size[0] > MAGIC_SIZE && memcmp(binary[0], magic, MAGIC_SIZE - 1) == 0;

    (void)device;
    if (good) {
        program = make(context->device, binary[0][MAGIC_SIZE - 1] != 0, size[0] - MAGIC_SIZE);
        memcpy(program->text, binary[0] + MAGIC_SIZE, program->size);
    }
    if (status != NULL) {
        *status = good ? CL_SUCCESS : CL_INVALID_BINARY;
    }
    if (code != NULL) {
        *code = good ? CL_SUCCESS : CL_INVALID_BINARY;
    }
    return program;
}

/* Whether the device's compiler has that version of OpenCL C. */
static bool has_standard(const struct _cl_device_id *device, unsigned standard)
{
    if (device->version < 300) {
        const unsigned own = device->version >= 200 ? 200 : device->version;
        return standard <= own;
    }
    return standard <= 120 || standard == 300 ||
           (standard == 200 && device->claim[FAKE_opencl_c_20]);
}

/* Builds that end the process, or do not end, by order of a test. */
static void obey(const struct _cl_device_id *device, const char *name)
{
    if (fake_rule(device, FAKE_BUILD_CRASH, name) != NULL) {
        (void)fprintf(stderr, "LLVM ERROR: fake: no code for this target\n");
        abort();
    }
    while (fake_rule(device, FAKE_BUILD_HANG, name) != NULL) {
        (void)pause();
    }
}

/* The reason, or "", why a kernel is not built. */
static void check_kernel(struct _cl_program *program, const char *entry)
{
    const struct wgc_kernel *kernel;
    const struct wgc_signature *signature = fake_find(entry, program->il, &kernel);
    char name[FAKE_NAME], type[WGC_TYPE_NAME_MAX];

    if (signature == NULL) {
        obey(program->device, entry);
        if (strcmp(entry, FAKE_PROBE) == 0 && !program->device->claim[FAKE_subgroups]) {
            (void)snprintf(program->log, sizeof program->log,
                           "error: use of undeclared identifier 'get_sub_group_id'");
        }
        return;
    }
    /* a kernel of one local size is called VARIANT-SIZE: in the name of its cases the size is first
     */
    const char *size = strchr(kernel->variant, '-');
    (void)snprintf(name, sizeof name, "%s.%s.%s.%s.%.*s", fake_language(signature),
                   signature->function, wgc_signature_type(signature, type),
                   size != NULL ? size + 1 : "*", (int)strcspn(kernel->variant, "-"),
                   kernel->variant);
    obey(program->device, name);
    /* an emulated function is the program's own */
    const bool emulated = strstr(program->text, "WGC_COLLECTIVES_CL_H") != NULL;
    if (!emulated && !fake_claims(program->device, signature) &&
        fake_rule(program->device, FAKE_ACCEPT, name) == NULL) {
        (void)snprintf(program->log, sizeof program->log,
                       "error: use of undeclared identifier '%s'", signature->function);
    } else if (fake_rule(program->device, FAKE_BUILD_ERROR, name) != NULL) {
        (void)snprintf(program->log, sizeof program->log, "error: fake: no code for '%s'", entry);
    } else if (fake_rule(program->device, FAKE_BUILD_WARNS, name) != NULL) {
        (void)snprintf(program->log, sizeof program->log,
                       "5:26: warning: fake: extension unknown - ignoring");
        (void)fprintf(stderr, "error: fake: no code for '%s'\n", entry);
    }
}

/* Calls check_kernel for each kernel of the text until one is refused. */
static void check_kernels(struct _cl_program *program)
{
    const char *at = program->text;

    while (program->log[0] == '\0' && (at = strstr(at, FAKE_KERNEL)) != NULL) {
        char entry[FAKE_NAME];
        at += strlen(FAKE_KERNEL);
        (void)snprintf(entry, sizeof entry, "%.*s", (int)strcspn(at, "("), at);
        check_kernel(program, entry);
    }
}

/* The name in each OpEntryPoint of a module. */
static void check_entry_points(struct _cl_program *program)
{
    enum { HEADER = 5, ENTRY_POINT = 15, NAME = 3 };
    const uint32_t *word = (const uint32_t *)(const void *)program->text;
    const size_t words = program->size / sizeof *word;

    for (size_t at = HEADER; program->log[0] == '\0' && at < words && word[at] >> 16 != 0;
         at += word[at] >> 16) {
        if ((word[at] & 0xffff) == ENTRY_POINT) {
            check_kernel(program, (const char *)(const void *)(word + at + NAME));
        }
    }
}

static cl_int build(struct _cl_program *program, const char *options)
{
    const char *standard = options != NULL ? strstr(options, "-cl-std=CL") : NULL;

    program->log[0] = '\0';
    if (standard != NULL) {
        standard += strlen("-cl-std=CL");
        program->standard =
            (unsigned)(standard[0] - '0') * 100 + (unsigned)(standard[2] - '0') * 10;
    }
    if (!program->il && !has_standard(program->device, program->standard)) {
        (void)snprintf(program->log, sizeof program->log, "error: invalid value in '%s'", options);
    } else if (program->il) {
        check_entry_points(program);
    } else {
        check_kernels(program);
    }
    program->built = program->log[0] == '\0';
    return program->built ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

static cl_int build_program(cl_program program, cl_uint count, const cl_device_id *device,
                            const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                            void *data)
{
    (void)count;
    (void)device;
    (void)notify;
    (void)data;
    return build(program, options);
}

static cl_int compile_program(cl_program program, cl_uint count, const cl_device_id *device,
                              const char *options, cl_uint headers, const cl_program *header,
                              const char **names, void(CL_CALLBACK *notify)(cl_program, void *),
                              void *data)
{
    (void)count;
    (void)device;
    (void)headers;
    (void)header;
    (void)names;
    (void)notify;
    (void)data;
    return build(program, options) == CL_SUCCESS ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

/* The kernels are those of the first program; the others are libraries. */
static cl_program link_program(cl_context context, cl_uint count, const cl_device_id *device,
                               const char *options, cl_uint inputs, const cl_program *input,
                               void(CL_CALLBACK *notify)(cl_program, void *), void *data,
                               cl_int *code)
{
    struct _cl_program *program;

    (void)count;
    (void)device;
    (void)options;
    (void)notify;
    (void)data;
    if (inputs == 0 || !input[0]->built) {
        *code = CL_INVALID_OPERATION;
        return NULL;
    }
    program = make(context->device, input[0]->il, input[0]->size);
    memcpy(program->text, input[0]->text, program->size);
    program->standard = input[0]->standard;
    program->built = true;
    *code = CL_SUCCESS;
    return program;
}

static cl_int build_info(cl_program program, cl_device_id device, cl_program_build_info what,
                         size_t room, void *out, size_t *needed)
{
    const cl_build_status status = program->built ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;

    (void)device;
    switch (what) {
    case CL_PROGRAM_BUILD_LOG:
        return fake_give_text(program->log, room, out, needed);
    case CL_PROGRAM_BUILD_STATUS:
        return fake_give(&status, sizeof status, room, out, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

/* The names of the kernels of a program in OpenCL C, with ";" between them. */
static cl_int kernel_names(const struct _cl_program *program, size_t room, void *out,
                           size_t *needed)
{
    static const char begin[] = "kernel void ";
    char *names = fake_memory(program->size + 1); /* each is in the text, with more than a ";" */
    const char *at = program->il ? NULL : program->text;

    names[0] = '\0';
    while (at != NULL && (at = strstr(at, begin)) != NULL) {
        at += strlen(begin);
        (void)strcat(names, names[0] == '\0' ? "" : ";");
        (void)strncat(names, at, strcspn(at, "("));
    }
    const cl_int code = fake_give_text(names, room, out, needed);
    free(names);
    return code;
}

static cl_int program_info(cl_program program, cl_program_info what, size_t room, void *out,
                           size_t *needed)
{
    const size_t size = MAGIC_SIZE + program->size;
    unsigned char **binary = out;

    switch (what) {
    case CL_PROGRAM_SOURCE:
        return fake_give_text(program->il ? "" : program->text, room, out, needed);
    case CL_PROGRAM_KERNEL_NAMES:
        return kernel_names(program, room, out, needed);
    case CL_PROGRAM_BINARY_SIZES:
        return fake_give(&size, sizeof size, room, out, needed);
    case CL_PROGRAM_BINARIES:
        if (room < sizeof *binary || binary[0] == NULL) {
            return CL_INVALID_VALUE;
        }
        memcpy(binary[0], magic, MAGIC_SIZE);
        binary[0][MAGIC_SIZE - 1] = program->il;
        memcpy(binary[0] + MAGIC_SIZE, program->text, program->size);
        return CL_SUCCESS;
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int release_program(cl_program program)
{
    free(program->text);
    free(program);
    return CL_SUCCESS;
}

void fake_take_programs(cl_icd_dispatch *table)
{
    table->clCreateProgramWithSource = create_with_source;
    table->clCreateProgramWithIL = create_with_il;
    table->clCreateProgramWithBinary = create_with_binary;
    table->clBuildProgram = build_program;
    table->clCompileProgram = compile_program;
    table->clLinkProgram = link_program;
    table->clGetProgramBuildInfo = build_info;
    table->clGetProgramInfo = program_info;
    table->clReleaseProgram = release_program;
}
