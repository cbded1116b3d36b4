/*
 * lies.c: an OpenCL layer (OPENCL_LAYERS=.../libwglies.so) that makes a device report wrong
 * properties. WGC_LIES holds the lies, one a line, words separated by blanks; PARAMETER is the
 * number of what clGetDeviceInfo or clGetKernelSubGroupInfo is asked for:
 *
 *   add PARAMETER WORD              a list of words has one more
 *   drop PARAMETER WORD             a list of words has it no more
 *   name PARAMETER A.B.C NAME       an array of names with versions has one more
 *   unname PARAMETER A.B.C NAME     and no more those of that name and version
 *   number PARAMETER VALUE          the answer has that number, in as many bytes as it has
 *   word PARAMETER VALUE            an array of numbers has no more that one
 *   string PARAMETER TEXT           an array of strings has no more that one
 *   code PARAMETER CODE             the question gives that code
 *   source WORD TEXT                TEXT goes in front of a program that holds WORD
 *   standard ONE OTHER              -cl-std=ONE is taken for -cl-std=OTHER
 *   refuse WORD                     a program whose options hold WORD does not build
 *   il CODE                         clCreateProgramWithIL gives that code
 *   read VALUE                      the first of one or three words that are read is VALUE
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/layer/layer.h"

enum { FIELD = 256, ANSWER = 1 << 16, PROGRAM_STRINGS = 256 };

struct lie {
    char what[16], first[FIELD], second[FIELD], third[FIELD];
};

/* The next lie at *rest, which moves on; false at the end. */
static bool next_lie(const char **rest, struct lie *lie)
{
    char line[FIELD] = "";
    size_t length = strcspn(*rest, "\n");

    if (**rest == '\0') {
        return false;
    }
    memcpy(line, *rest, length < FIELD - 1 ? length : FIELD - 1);
    *rest += length + ((*rest)[length] == '\n');
    *lie = (struct lie){0};
    (void)sscanf(line, "%15s %255s %255s %255[^\n]", lie->what, lie->first, lie->second,
                 lie->third);
    return true;
}

static const char *lies(void)
{
    const char *text = getenv("WGC_LIES");

    return text == NULL ? "" : text;
}

static bool is_about(const struct lie *lie, const char *what, cl_uint parameter)
{
    return strcmp(lie->what, what) == 0 && strtoul(lie->first, NULL, 0) == parameter;
}

/* Takes a word out of a list, wherever it is. */
static void drop_word(char *list, const char *word)
{
    size_t length = strlen(word);

    for (char *at = list; (at = strstr(at, word)) != NULL;) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) {
            memset(at, ' ', length);
        }
        at += length;
    }
}

static cl_name_version named(const struct lie *lie)
{
    cl_name_version entry = {0};
    unsigned major = 0, minor = 0, patch = 0;

    (void)sscanf(lie->second, "%u.%u.%u", &major, &minor, &patch);
    entry.version = CL_MAKE_VERSION(major, minor, patch);
    (void)snprintf(entry.name, sizeof entry.name, "%.60s", lie->third);
    return entry;
}

/* Takes out the entries of size bytes that are like one. */
static size_t drop_entries(char *bytes, size_t size, const void *one, size_t entry)
{
    size_t kept = 0;

    for (size_t i = 0; i + entry <= size; i += entry) {
        if (memcmp(bytes + i, one, entry) != 0) {
            memmove(bytes + kept, bytes + i, entry);
            kept += entry;
        }
    }
    return kept;
}

static size_t drop_names(char *bytes, size_t size, const cl_name_version *one)
{
    size_t kept = 0;

    for (size_t i = 0; i + sizeof *one <= size; i += sizeof *one) {
        cl_name_version entry;
        memcpy(&entry, bytes + i, sizeof entry);
        if (entry.version != one->version || strcmp(entry.name, one->name) != 0) {
            memmove(bytes + kept, bytes + i, sizeof entry);
            kept += sizeof entry;
        }
    }
    return kept;
}

static size_t drop_strings(char *bytes, size_t size, const char *one)
{
    size_t kept = 0;

    for (size_t i = 0; i + sizeof one <= size; i += sizeof one) {
        const char *entry;
        memcpy(&entry, bytes + i, sizeof entry);
        if (strcmp(entry, one) != 0) {
            memmove(bytes + kept, bytes + i, sizeof entry);
            kept += sizeof entry;
        }
    }
    return kept;
}

/* Changes an answer of *size bytes in room for ANSWER. */
static void change(const struct lie *lie, cl_uint parameter, char *bytes, size_t *size)
{
    const unsigned long number = strtoul(lie->second, NULL, 0);

    if (is_about(lie, "add", parameter)) {
        size_t length = strlen(bytes);
        *size = length + (size_t)snprintf(bytes + length, ANSWER - length, " %s", lie->second) + 1;
    } else if (is_about(lie, "drop", parameter)) {
        drop_word(bytes, lie->second);
    } else if (is_about(lie, "name", parameter)) {
        cl_name_version entry = named(lie);
        memcpy(bytes + *size, &entry, sizeof entry);
        *size += sizeof entry;
    } else if (is_about(lie, "unname", parameter)) {
        cl_name_version entry = named(lie);
        *size = drop_names(bytes, *size, &entry);
    } else if (is_about(lie, "number", parameter)) {
        memset(bytes, 0, *size);
        memcpy(bytes, &number, *size < sizeof number ? *size : sizeof number);
    } else if (is_about(lie, "word", parameter)) {
        cl_uint word = (cl_uint)number;
        *size = drop_entries(bytes, *size, &word, sizeof word);
    } else if (is_about(lie, "string", parameter)) {
        *size = drop_strings(bytes, *size, lie->second);
    }
}

/* Hands an answer over as the standard's queries do. */
static cl_int give(const char *bytes, size_t whole, size_t size, void *value, size_t *got)
{
    if (value != NULL && size < whole) {
        return CL_INVALID_VALUE;
    }
    if (value != NULL) {
        memcpy(value, bytes, whole);
    }
    if (got != NULL) {
        *got = whole;
    }
    return CL_SUCCESS;
}

static bool code_of(cl_uint parameter, cl_int *code)
{
    const char *rest = lies();
    struct lie lie;

    while (next_lie(&rest, &lie)) {
        if (is_about(&lie, "code", parameter)) {
            *code = (cl_int)strtol(lie.second, NULL, 0);
            return true;
        }
    }
    return false;
}

static void change_all(cl_uint parameter, char *bytes, size_t *size)
{
    const char *rest = lies();
    struct lie lie;

    while (next_lie(&rest, &lie)) {
        change(&lie, parameter, bytes, size);
    }
}

static CL_API_ENTRY cl_int CL_API_CALL own_GetDeviceInfo(cl_device_id id, cl_device_info what,
                                                         size_t size, void *value, size_t *got)
{
    static char bytes[2 * ANSWER];
    size_t whole = 0;
    cl_int code;

    if (code_of(what, &code)) {
        return code;
    }
    memset(bytes, 0, sizeof bytes);
    code = wgl_next.clGetDeviceInfo(id, what, ANSWER, bytes, &whole);
    if (code != CL_SUCCESS) {
        return wgl_next.clGetDeviceInfo(id, what, size, value, got);
    }
    change_all(what, bytes, &whole);
    return give(bytes, whole, size, value, got);
}

static CL_API_ENTRY cl_int CL_API_CALL own_GetKernelSubGroupInfo(cl_kernel kernel, cl_device_id id,
                                                                 cl_kernel_sub_group_info what,
                                                                 size_t in_size, const void *in,
                                                                 size_t size, void *value,
                                                                 size_t *got)
{
    cl_int code;

    if (code_of(what, &code)) {
        return code;
    }
    code = wgl_next.clGetKernelSubGroupInfo(kernel, id, what, in_size, in, size, value, got);
    if (code == CL_SUCCESS && value != NULL) {
        size_t whole = sizeof(size_t);
        change_all(what, value, &whole);
    }
    return code;
}

/* Whether one of the strings holds the word. */
static bool holds(cl_uint count, const char *const *strings, const size_t *lengths,
                  const char *word)
{
    for (cl_uint i = 0; i < count; i++) {
        const size_t length = lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : lengths[i];
        if (memmem(strings[i], length, word, strlen(word)) != NULL) {
            return true;
        }
    }
    return false;
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithSource(
    cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *error)
{
    const char *rest = lies();
    struct lie lie;

    while (next_lie(&rest, &lie)) {
        if (strcmp(lie.what, "source") == 0 && holds(count, strings, lengths, lie.first)) {
            const char *parts[PROGRAM_STRINGS] = {NULL};
            size_t sizes[PROGRAM_STRINGS] = {0}; /* 0: up to the end of the string */
            char line[2 * FIELD + 3];
            if (count >= PROGRAM_STRINGS) {
                break;
            }
            (void)snprintf(line, sizeof line, "%s %s\n", lie.second, lie.third);
            parts[0] = line;
            memcpy(&parts[1], strings, count * sizeof *strings);
            if (lengths != NULL) {
                memcpy(&sizes[1], lengths, count * sizeof *lengths);
            }
            return wgl_next.clCreateProgramWithSource(context, count + 1, parts, sizes, error);
        }
    }
    return wgl_next.clCreateProgramWithSource(context, count, strings, lengths, error);
}

static CL_API_ENTRY cl_int CL_API_CALL
own_BuildProgram(cl_program program, cl_uint count, const cl_device_id *ids, const char *options,
                 void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    const char *rest = lies();
    char changed[FIELD];
    struct lie lie;

    (void)snprintf(changed, sizeof changed, "%s", options == NULL ? "" : options);
    while (next_lie(&rest, &lie)) {
        char one[FIELD + 16];
        (void)snprintf(one, sizeof one, "-cl-std=%s", lie.first);
        if (strcmp(lie.what, "refuse") == 0 && strstr(changed, lie.first) != NULL) {
            return CL_BUILD_PROGRAM_FAILURE;
        }
        if (strcmp(lie.what, "standard") == 0 && strcmp(changed, one) == 0) {
            (void)snprintf(changed, sizeof changed, "-cl-std=%.64s", lie.second);
            break;
        }
    }
    return wgl_next.clBuildProgram(program, count, ids, changed, notify, data);
}

static CL_API_ENTRY cl_program CL_API_CALL own_CreateProgramWithIL(cl_context context,
                                                                   const void *il, size_t length,
                                                                   cl_int *error)
{
    const char *rest = lies();
    struct lie lie;

    while (next_lie(&rest, &lie)) {
        if (strcmp(lie.what, "il") == 0) {
            *error = (cl_int)strtol(lie.first, NULL, 0);
            return NULL;
        }
    }
    return wgl_next.clCreateProgramWithIL(context, il, length, error);
}

static CL_API_ENTRY cl_int CL_API_CALL own_EnqueueReadBuffer(cl_command_queue queue, cl_mem memory,
                                                             cl_bool blocking, size_t offset,
                                                             size_t size, void *host,
                                                             cl_uint events, const cl_event *list,
                                                             cl_event *event)
{
    cl_int code = wgl_next.clEnqueueReadBuffer(queue, memory, blocking, offset, size, host, events,
                                               list, event);
    const char *rest = lies();
    struct lie lie;

    while ((size == sizeof(cl_int) || size == 3 * sizeof(cl_int)) && next_lie(&rest, &lie)) {
        if (strcmp(lie.what, "read") == 0) {
            const cl_int word = (cl_int)strtol(lie.first, NULL, 0);
            memcpy(host, &word, sizeof word);
        }
    }
    return code;
}

const char wgl_name[] = "wglies";

void wgl_take(cl_icd_dispatch *own)
{
    WGL_TAKE(own, GetDeviceInfo, own_GetDeviceInfo);
    WGL_TAKE(own, GetKernelSubGroupInfo, own_GetKernelSubGroupInfo);
    WGL_TAKE(own, CreateProgramWithSource, own_CreateProgramWithSource);
    WGL_TAKE(own, CreateProgramWithIL, own_CreateProgramWithIL);
    WGL_TAKE(own, BuildProgram, own_BuildProgram);
    WGL_TAKE(own, EnqueueReadBuffer, own_EnqueueReadBuffer);
}
