/* The kernels that measure the device: those of the capability checks (harness/checks/) read macros
 * or test a feature; that of worker/sub_group_probe.c writes the mapping to sub-groups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fake/objects.h"

static bool has_word(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The value of a macro as the compiler has it; false where it is not defined. */
static bool macro(const struct _cl_program *program, const char *name, cl_int *value)
{
    const struct _cl_device_id *device = program->device;
    static const struct {
        const char *name;
        int claim; /* or -1: always there */
    } features[] = {{"__opencl_c_int64", -1},
                    {"__opencl_c_fp64", FAKE_fp64},
                    {"__opencl_c_subgroups", FAKE_subgroups},
                    {"__opencl_c_work_group_collective_functions", FAKE_collectives}};

    *value = 1;
    if (strcmp(name, "__OPENCL_C_VERSION__") == 0) {
        *value = (cl_int)program->standard;
        return program->standard >= 120;
    }
    for (int i = 0; i < FAKE_CLAIM_COUNT; i++) {
        if (device->claim[i] && strcmp(fake_extension((enum fake_claim)i), name) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        if (strcmp(features[i].name, name) == 0) {
            return program->standard >= 300 &&
                   (features[i].claim < 0 || device->claim[features[i].claim]);
        }
    }
    return false;
}

static void store(const struct _cl_mem *memory, size_t at, cl_int value)
{
    if ((at + 1) * sizeof value <= memory->size) {
        memcpy(memory->bytes + at * sizeof value, &value, sizeof value);
    }
}

/* `#ifdef MACRO`, `out[INDEX] = VALUE;`, `#endif`, a line each: VALUE is the macro, or 1. */
static void read_macros(const struct _cl_kernel *kernel, const struct _cl_mem *memory)
{
    char name[FAKE_NAME] = "";
    cl_int value = 1;
    bool defined = true;

    for (const char *line = kernel->program->text; line != NULL && *line != '\0';
         line = strchr(line, '\n'), line += line != NULL) {
        if (sscanf(line, "#ifdef %255s", name) == 1) {
            defined = macro(kernel->program, name, &value);
        } else if (has_word(line, "#endif")) {
            defined = true;
        } else if (has_word(line, "    out[") && defined) {
            store(memory, strtoul(line + strlen("    out["), NULL, 10), value);
        }
    }
}

/* A module adds 2 to its word, or the words of its group. */
static void run_module(const struct _cl_kernel *kernel, const struct _cl_mem *memory, size_t items)
{
    enum { HEADER = 5, GROUP_IADD = 264, ADDED = 2 };
    const uint32_t *word = (const uint32_t *)(const void *)kernel->program->text;
    const size_t words = kernel->program->size / sizeof *word;
    cl_int *value = (cl_int *)(void *)memory->bytes;
    cl_int sum = 0;
    bool adds = false;

    for (size_t at = HEADER; at < words && word[at] >> 16 != 0; at += word[at] >> 16) {
        adds = adds || (word[at] & 0xffff) == GROUP_IADD;
    }
    for (size_t i = 0; i < items; i++) {
        sum += value[i];
    }
    for (size_t i = 0; i < items; i++) {
        value[i] = adds ? sum : value[i] + ADDED;
    }
}

bool fake_measure(const struct _cl_kernel *kernel, size_t items, cl_int *code)
{
    const struct _cl_mem *memory = kernel->argument[0].memory;

    if (strcmp(kernel->name, kernel->program->il ? "p" : "wgc_measure") != 0) {
        return false;
    }
    *code = memory != NULL && items * sizeof(cl_int) <= memory->size ? CL_SUCCESS
                                                                     : CL_INVALID_KERNEL_ARGS;
    if (*code != CL_SUCCESS) {
        return true;
    }
    if (kernel->program->il) {
        run_module(kernel, memory, items);
    } else if (strstr(kernel->program->text, "get_local_id") == NULL) {
        read_macros(kernel, memory);
    } else { /* the test of a feature, which the harness makes where the device claims it: each
                value is what it must be */
        for (size_t i = 0; i < memory->size / sizeof(cl_int); i++) {
            store(memory, i, 1);
        }
    }
    return true;
}

/* What the built-in function of sub-groups returns in the work-item with that linear local id;
 * false for another function. */
static bool sub_group_value(const char *function, size_t id, size_t size, size_t *value)
{
    if (strcmp(function, "get_sub_group_id") == 0) {
        *value = id / size;
    } else if (strcmp(function, "get_sub_group_local_id") == 0) {
        *value = id % size;
    } else if (strcmp(function, "get_max_sub_group_size") == 0) {
        *value = size;
    } else {
        return false;
    }
    return true;
}

/* `meta[WORDS * i] = FUNCTION();` or `meta[WORDS * i + PLACE] = FUNCTION();` in all work-items; i
 * is the linear local id. */
static cl_int run_line(const char *line, const struct _cl_mem *meta, size_t items, size_t size)
{
    char function[FAKE_NAME];
    unsigned words, place = 0;
    size_t value;

    if (sscanf(line, " meta[%u * i] = %255[a-z_]();", &words, function) != 2 &&
        sscanf(line, " meta[%u * i + %u] = %255[a-z_]();", &words, &place, function) != 3) {
        return CL_INVALID_OPERATION; /* nobody knows what that line computes */
    }
    for (size_t i = 0; i < items; i++) {
        const size_t at = words * i + place;
        if (!sub_group_value(function, i, size, &value)) {
            return CL_INVALID_OPERATION;
        }
        if ((at + 1) * sizeof(cl_int) > meta->size) {
            return CL_OUT_OF_RESOURCES;
        }
        store(meta, at, (cl_int)value);
    }
    return CL_SUCCESS;
}

bool fake_probe(const struct _cl_kernel *kernel, size_t items, cl_int *code)
{
    enum { META = 3 };
    const struct _cl_mem *meta = kernel->argument[META].memory;

    if (kernel->program->il || strcmp(kernel->name, FAKE_PROBE) != 0) {
        return false;
    }
    *code = meta != NULL ? CL_SUCCESS : CL_INVALID_KERNEL_ARGS;
    for (const char *line = kernel->program->text; *code == CL_SUCCESS && line != NULL;
         line = strchr(line, '\n'), line += line != NULL) {
        if (has_word(line, "    meta[")) {
            *code = run_line(line, meta, items, kernel->program->device->sub_group);
        }
    }
    return true;
}
