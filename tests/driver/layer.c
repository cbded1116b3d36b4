/*
 * layer.c: an OpenCL layer (OPENCL_LAYERS=.../libwgdriver.so) that makes a good driver a bad one.
 * WGC_DRIVER holds its actions as ACTION@CALL[:WORD][+CONDITION], with ";" between several.
 *
 *   CALL       without "cl": BuildProgram; "any" is every call that is here
 *
 *   WORD       only where it is in the kernel's name; for a program, in its source or its module;
 * for other calls, in the name of the kernel that was enqueued last; two words with "&" between
 * them are both there; for Values, in "=NAME= ..." with the kernel's name and those of its program
 *
 *   CONDITION  later: only in other processes than the first that comes here, which the folder
 * WGC_DRIVER_STATE remembers; others: only where the process has enqueued another kernel before
 *
 *   ACTION     segv, abort, exit (status 0); hang (asleep), spin (on the CPU), deaf (spins and
 * ignores SIGXCPU); eat (memory without end), leak (64 MB); print (8 MB of any bytes on standard
 * output and error), flood (for ever); file (a file without end in the temporary folder); log (a
 * build log of 64 MB); overrun (reads into host memory far past the buffer's end); orphan (leaves a
 * process behind, which ignores its group); a number: the call returns it; "lost" and a number:
 * from then on every call does; "spoil@Values": a part of the kernel's results is wrong
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/layer/layer.h"

enum { NAME = 256, MEGABYTE = 1 << 20 };

/* The loader's interface has no argument for a layer's own data, so these must be static. */
static char enqueued[NAME]; /* the kernel */
static bool others;         /* another kernel was enqueued before it */
static cl_int lost;
static bool spoilt; /* the results of that kernel */

static _Noreturn void spin(void)
{
    for (volatile unsigned long i = 0;; i++) {
    }
}

static _Noreturn void eat(void)
{
    for (;;) {
        char *memory = malloc(MEGABYTE);
        if (memory == NULL) {
            abort(); /* as drivers do */
        }
        memset(memory, 1, MEGABYTE);
    }
}

static void print(size_t megabytes)
{
    static char bytes[MEGABYTE];

    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)(i * 2654435761U >> 7);
    }
    for (size_t i = 0; i < megabytes; i++) {
        if (write(STDOUT_FILENO, bytes, sizeof bytes) < 0 ||
            write(STDERR_FILENO, bytes, sizeof bytes) < 0) {
            return;
        }
    }
}

static void write_file(void)
{
    char path[NAME];
    static char bytes[MEGABYTE];
    const char *folder = getenv("TMPDIR");

    (void)snprintf(path, sizeof path, "%s/driver-file", folder == NULL ? "/tmp" : folder);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    while (fd >= 0 && write(fd, bytes, sizeof bytes) > 0) {
    }
    abort();
}

static void leave_orphan(void)
{
    if (fork() == 0) {
        (void)sleep(600);
        _exit(0);
    }
}

static void act(const char *action)
{
    static const struct {
        const char *name;
        void (*does)(void);
    } plain[] = {{"abort", abort},
                 {"spin", spin},
                 {"eat", eat},
                 {"file", write_file},
                 {"orphan", leave_orphan}};

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strcmp(action, plain[i].name) == 0) {
            plain[i].does();
            return;
        }
    }
    if (strcmp(action, "segv") == 0) {
        volatile uintptr_t nowhere = 8; /* not raise(): PoCL catches that signal and continues */
        *(volatile char *)nowhere = 1;
    } else if (strcmp(action, "exit") == 0) {
        exit(0);
    } else if (strcmp(action, "hang") == 0) {
        (void)pause();
    } else if (strcmp(action, "deaf") == 0) {
        (void)signal(SIGXCPU, SIG_IGN);
        spin();
    } else if (strcmp(action, "leak") == 0) {
        memset(malloc((size_t)64 * MEGABYTE), 1, (size_t)64 * MEGABYTE);
    } else if (strcmp(action, "print") == 0) {
        print(8);
    } else if (strcmp(action, "flood") == 0) {
        print(SIZE_MAX);
    }
}

/* Whether this process comes second or later to this rule: a file remembers the first one. */
static bool is_later(const char *call)
{
    char path[2 * NAME], own[32], first[32] = "";
    const char *folder = getenv("WGC_DRIVER_STATE");

    (void)snprintf(path, sizeof path, "%s/%s", folder == NULL ? "/nowhere" : folder, call);
    (void)snprintf(own, sizeof own, "%ld", (long)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd >= 0) {
        (void)!write(fd, own, strlen(own));
        (void)close(fd);
        return false;
    }
    fd = open(path, O_RDONLY);
    if (fd >= 0) {
        (void)!read(fd, first, sizeof first - 1);
        (void)close(fd);
    }
    return strcmp(first, own) != 0;
}

static bool holds(const char *condition, const char *call)
{
    return strcmp(condition, "others") == 0 ? others : is_later(call);
}

/* Whether a text has the word, or both of two with "&" between them. */
static bool has_words(const char *text, char *word)
{
    char *second = strchr(word, '&');

    if (second != NULL) {
        *second++ = '\0';
    }
    return strstr(text, word) != NULL && (second == NULL || strstr(text, second) != NULL);
}

/* Whether the variable asks for something at this call; then the action's name. */
static bool asked(const char *call, const char *hint, char action[NAME])
{
    const char *rule = getenv("WGC_DRIVER");

    for (; rule != NULL && *rule != '\0'; rule += strspn(rule, ";")) {
        char where[NAME] = "";
        char word[NAME] = "";
        int parts = sscanf(rule, "%200[^@;]@%200[^:;]:%200[^;]", action, where, word);
        char *condition = strchr(word, '+');
        if (condition != NULL) {
            *condition++ = '\0';
        }
        if (parts >= 2 && (strcmp(where, call) == 0 || strcmp(where, "any") == 0) &&
            has_words(hint == NULL ? enqueued : hint, word) &&
            (condition == NULL || holds(condition, call))) {
            return true;
        }
        rule += strcspn(rule, ";");
    }
    return false;
}

/* Does what is asked for at this call; true when the call shall return *code instead. */
static bool fault(const char *call, const char *hint, cl_int *code)
{
    char action[NAME];

    *code = lost;
    if (lost != 0 || !asked(call, hint, action)) {
        return lost != 0;
    }
    if (strncmp(action, "lost", 4) == 0) {
        lost = (cl_int)strtol(action + 4, NULL, 10);
        *code = lost;
        return true;
    }
    *code = (cl_int)strtol(action, NULL, 10);
    if (*code != 0) {
        return true;
    }
    act(action);
    return false;
}

static const char *name_of(cl_kernel kernel, char name[NAME])
{
    name[0] = '\0';
    (void)wgl_next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, NAME, name, NULL);
    return name;
}

/* fault() with a program's source for a hint. */
static bool program_fault(const char *call, cl_program program, cl_int *code)
{
    size_t size = 0;

    (void)wgl_next.clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size);
    char *source = calloc(1, size + 1);
    if (source != NULL && size > 0) {
        (void)wgl_next.clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, source, NULL);
    }
    bool faulty = fault(call, source == NULL ? "" : source, code);
    free(source);
    return faulty;
}

/* A call that returns a code: the fault, or the driver's own. */
#define CODE_CALL(name, hint, parameters, arguments)                                               \
    static CL_API_ENTRY cl_int CL_API_CALL own_##name parameters                                   \
    {                                                                                              \
        cl_int code;                                                                               \
        return fault(#name, hint, &code) ? code : wgl_next.cl##name arguments;                     \
    }
/* One that returns an object, and the code at *error. */
#define OBJECT_CALL(type, name, hint, parameters, arguments)                                       \
    static CL_API_ENTRY type CL_API_CALL own_##name parameters                                     \
    {                                                                                              \
        cl_int code;                                                                               \
        if (!fault(#name, hint, &code)) {                                                          \
            return wgl_next.cl##name arguments;                                                    \
        }                                                                                          \
        if (error != NULL) {                                                                       \
            *error = code;                                                                         \
        }                                                                                          \
        return NULL;                                                                               \
    }
#define KERNEL_CALL(name, parameters, arguments)                                                   \
    static CL_API_ENTRY cl_int CL_API_CALL own_##name parameters                                   \
    {                                                                                              \
        char text[NAME];                                                                           \
        cl_int code;                                                                               \
        return fault(#name, name_of(kernel, text), &code) ? code : wgl_next.cl##name arguments;    \
    }

typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *build_notify)(cl_program, void *);

CODE_CALL(GetPlatformIDs, NULL, (cl_uint entries, cl_platform_id *ids, cl_uint *count),
          (entries, ids, count))
CODE_CALL(GetPlatformInfo, NULL,
          (cl_platform_id id, cl_platform_info what, size_t size, void *value, size_t *got),
          (id, what, size, value, got))
CODE_CALL(GetDeviceIDs, NULL,
          (cl_platform_id id, cl_device_type type, cl_uint entries, cl_device_id *ids,
           cl_uint *count),
          (id, type, entries, ids, count))
CODE_CALL(GetDeviceInfo, NULL,
          (cl_device_id id, cl_device_info what, size_t size, void *value, size_t *got),
          (id, what, size, value, got))
OBJECT_CALL(cl_context, CreateContext, NULL,
            (const cl_context_properties *properties, cl_uint count, const cl_device_id *ids,
             context_notify notify, void *data, cl_int *error),
            (properties, count, ids, notify, data, error))
CODE_CALL(ReleaseContext, NULL, (cl_context context), (context))
OBJECT_CALL(cl_command_queue, CreateCommandQueue, NULL,
            (cl_context context, cl_device_id id, cl_command_queue_properties properties,
             cl_int *error),
            (context, id, properties, error))
CODE_CALL(ReleaseCommandQueue, NULL, (cl_command_queue queue), (queue))
OBJECT_CALL(cl_mem, CreateBuffer, NULL,
            (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error),
            (context, flags, size, host, error))
CODE_CALL(ReleaseMemObject, NULL, (cl_mem memory), (memory))
OBJECT_CALL(cl_program, CreateProgramWithSource, count > 0 ? strings[count - 1] : "",
            (cl_context context, cl_uint count, const char **strings, const size_t *lengths,
             cl_int *error),
            (context, count, strings, lengths, error))
OBJECT_CALL(cl_kernel, CreateKernel, name, (cl_program program, const char *name, cl_int *error),
            (program, name, error))
KERNEL_CALL(ReleaseKernel, (cl_kernel kernel), (kernel))
KERNEL_CALL(SetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value),
            (kernel, index, size, value))
KERNEL_CALL(GetKernelWorkGroupInfo,
            (cl_kernel kernel, cl_device_id id, cl_kernel_work_group_info what, size_t size,
             void *value, size_t *got),
            (kernel, id, what, size, value, got))
CODE_CALL(EnqueueWriteBuffer, NULL,
          (cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t size,
           const void *host, cl_uint events, const cl_event *list, cl_event *event),
          (queue, memory, blocking, offset, size, host, events, list, event))
CODE_CALL(Finish, NULL, (cl_command_queue queue), (queue))

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithIL(cl_context context,
                                                                   const void *il, size_t length,
                                                                   cl_int *error)
{
    char *words = calloc(1, length + 1); /* the module with its zeros blank: names end in one */
    cl_int code;

    for (size_t i = 0; words != NULL && i < length; i++) {
        words[i] = ((const char *)il)[i] == '\0' ? ' ' : ((const char *)il)[i];
    }
    bool faulty = fault("CreateProgramWithIL", words == NULL ? "" : words, &code);
    free(words);
    if (!faulty) {
        return wgl_next.clCreateProgramWithIL(context, il, length, error);
    }
    if (error != NULL) {
        *error = code;
    }
    return NULL;
}

static CL_API_ENTRY cl_int CL_API_CALL own_EnqueueReadBuffer(cl_command_queue queue, cl_mem memory,
                                                             cl_bool blocking, size_t offset,
                                                             size_t size, void *host,
                                                             cl_uint events, const cl_event *list,
                                                             cl_event *event)
{
    char action[NAME];
    cl_int code;

    if (fault("EnqueueReadBuffer", NULL, &code)) {
        return code;
    }
    if (asked("EnqueueReadBuffer", NULL, action) && strcmp(action, "overrun") == 0) {
        memset(host, 0xEE, size + (size_t)256 * MEGABYTE);
    }
    code = wgl_next.clEnqueueReadBuffer(queue, memory, blocking, offset, size, host, events, list,
                                        event);
    for (size_t i = size / 4; spoilt && blocking && i < size / 2; i++) {
        ((unsigned char *)host)[i] ^= 0x5a;
    }
    return code;
}

/* Whether the results of a kernel are to be wrong in its program. */
static bool is_spoilt(cl_kernel kernel)
{
    char action[NAME];
    cl_program program = NULL;
    size_t size = 0;

    (void)wgl_next.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    (void)wgl_next.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size);
    char *text = calloc(1, size + NAME + 4);
    if (text == NULL) {
        return false;
    }
    const int length = snprintf(text, NAME + 4, "=%s= ", enqueued);
    (void)wgl_next.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, text + length, NULL);
    bool spoils = asked("Values", text, action) && strcmp(action, "spoil") == 0;
    free(text);
    return spoils;
}

static CL_API_ENTRY cl_int CL_API_CALL
own_EnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local,
                         cl_uint events, const cl_event *list, cl_event *event)
{
    char before[NAME];
    cl_int code;

    memcpy(before, enqueued, sizeof before);
    (void)name_of(kernel, enqueued);
    spoilt = is_spoilt(kernel);
    others = others || (before[0] != '\0' && strcmp(before, enqueued) != 0);
    return fault("EnqueueNDRangeKernel", enqueued, &code)
               ? code
               : wgl_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local,
                                                 events, list, event);
}

static CL_API_ENTRY cl_int CL_API_CALL own_BuildProgram(cl_program program, cl_uint count,
                                                        const cl_device_id *ids,
                                                        const char *options, build_notify notify,
                                                        void *data)
{
    cl_int code;

    return program_fault("BuildProgram", program, &code)
               ? code
               : wgl_next.clBuildProgram(program, count, ids, options, notify, data);
}

static CL_API_ENTRY cl_int CL_API_CALL own_CompileProgram(
    cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
    cl_uint headers, const cl_program *header, const char **names, build_notify notify, void *data)
{
    cl_int code;

    return program_fault("CompileProgram", program, &code)
               ? code
               : wgl_next.clCompileProgram(program, count, ids, options, headers, header, names,
                                           notify, data);
}

static CL_API_ENTRY cl_int CL_API_CALL own_ReleaseProgram(cl_program program)
{
    cl_int code;

    return program_fault("ReleaseProgram", program, &code) ? code
                                                           : wgl_next.clReleaseProgram(program);
}

static CL_API_ENTRY cl_int CL_API_CALL own_GetProgramBuildInfo(cl_program program, cl_device_id id,
                                                               cl_program_build_info what,
                                                               size_t size, void *value,
                                                               size_t *got)
{
    char action[NAME];
    cl_int code;

    if (program_fault("GetProgramBuildInfo", program, &code)) {
        return code;
    }
    if (!asked("GetProgramBuildInfo", "", action) || strcmp(action, "log") != 0) {
        return wgl_next.clGetProgramBuildInfo(program, id, what, size, value, got);
    }
    for (size_t i = 0; value != NULL && i < size; i++) {
        ((char *)value)[i] = (char)(1 + i * 2654435761U % 255);
    }
    if (got != NULL) {
        *got = (size_t)64 * MEGABYTE;
    }
    return CL_SUCCESS;
}

const char wgl_name[] = "wgdriver";

void wgl_take(cl_icd_dispatch *own)
{
#define TAKE(name) WGL_TAKE(own, name, own_##name);
#include "calls.def"
#undef TAKE
}
