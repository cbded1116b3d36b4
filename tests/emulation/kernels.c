#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_broadcast(const struct signature *signature)
{
    return signature->kind >= BROADCAST && signature->kind <= BROADCAST_3D;
}

bool is_truth(const struct signature *signature)
{
    return signature->kind <= ANY || strncmp(operators[signature->op].name, "logical", 7) == 0;
}

/* KIND_COUNT where the header does not have the function. */
static enum kind kind_of(const struct function *function)
{
    static const char *const features[] = {"collective_functions", "uniform_arithmetic",
                                           "subgroups", "subgroup_non_uniform_arithmetic",
                                           "subgroup_clustered_reduce"};
    static const char *const kinds[KIND_COUNT] = {"ALL",
                                                  "ANY",
                                                  "BROADCAST",
                                                  "BROADCAST_2D",
                                                  "BROADCAST_3D",
                                                  "REDUCE",
                                                  "SCAN_EXCLUSIVE",
                                                  "SCAN_INCLUSIVE",
                                                  "CLUSTERED_REDUCE"};
    bool has_feature = false;
    enum kind kind = ALL;
    for (size_t i = 0; i < sizeof features / sizeof *features; ++i)
        has_feature = has_feature || strcmp(function->feature, features[i]) == 0;
    while (kind < KIND_COUNT && strcmp(function->kind, kinds[kind]) != 0)
        ++kind;
    return has_feature ? kind : KIND_COUNT;
}

/* Adds the function with the operator in each form; returns the new count. */
static size_t add(struct signature *signatures, size_t count, const struct function *function,
                  enum op op)
{
    for (enum form form = PLAIN; form <= REPEATED; ++form) {
        if (count == MAX_SIGNATURES) {
            fprintf(stderr, "more signatures than MAX_SIGNATURES\n");
            exit(3);
        }
        struct signature *s = &signatures[count++];
        s->kind = kind_of(function);
        s->sub_group = strcmp(function->scope, "SUB_GROUP") == 0;
        s->op = op;
        s->form = form;
        const char *gap = strstr(function->name, "%s");
        int head = (int)(gap ? gap - function->name : (ptrdiff_t)strlen(function->name));
        snprintf(s->call, sizeof s->call, "%.*s%s", head, function->name,
                 gap ? operators[op].name : "");
        snprintf(s->kernel, sizeof s->kernel, "%s_%s", form == PLAIN ? "plain" : "repeated",
                 s->call);
        char *dimension = strstr(s->call, "broadcast_");
        if (dimension)
            dimension[strlen("broadcast")] = '\0';
    }
    return count;
}

static bool has_word(const char *sets, const char *set)
{
    size_t length = strlen(set);
    const char *at = sets;
    while ((at = strstr(at, set)) != NULL) {
        if ((at == sets || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
            return true;
        at += length;
    }
    return false;
}

size_t list_signatures(const struct type *type, struct signature *signatures)
{
    static const enum op data_of[] = {[ALL] = OP_logical_and,
                                      [ANY] = OP_logical_or,
                                      [BROADCAST] = OP_max,
                                      [BROADCAST_2D] = OP_max,
                                      [BROADCAST_3D] = OP_max};
    size_t count = 0;
    for (size_t f = 0; f < function_count; ++f) {
        const struct function *function = &functions[f];
        enum kind kind = kind_of(function);
        if (kind == KIND_COUNT || !has_word(type->sets, function->types))
            continue;
        if (kind < REDUCE)
            count = add(signatures, count, function, data_of[kind]);
        for (int op = 0; kind >= REDUCE && op < OP_COUNT; ++op)
            if (strcmp(operators[op].set, function->ops) == 0)
                count = add(signatures, count, function, (enum op)op);
    }
    return count;
}

static const char prologue[] =
    "uint test_size(void)\n"
    "{ return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }\n"
    "uint test_id(void)\n"
    "{ return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)\n"
    "                + get_local_id(0)); }\n"
    /* All work-groups but the last have the first one's size, and it is the last that may differ.
     */
    "uint test_index(void)\n"
    "{ return (uint)(get_global_id(0) - get_local_id(0)) * (uint)get_local_size(1)\n"
    "         * (uint)get_local_size(2) + test_id(); }\n"
    "size_t test_sender(uint seed, uint dimension)\n"
    "{ return (seed + get_group_id(0) * 7) % get_local_size(dimension); }\n";

static const char *arguments(const struct signature *s)
{
    if (s->kind == BROADCAST && s->sub_group)
        return ", (seed + get_sub_group_id() * 7) % get_sub_group_size()";
    switch (s->kind) {
    case BROADCAST:
        return ", test_sender(seed, 0)";
    case BROADCAST_2D:
        return ", test_sender(seed, 0), test_sender(seed, 1)";
    case BROADCAST_3D:
        return ", test_sender(seed, 0), test_sender(seed, 1), test_sender(seed, 2)";
    case CLUSTERED_REDUCE:
        return ", 4";
    default:
        return "";
    }
}

static int write_plain(char *at, size_t size, const char *type, const struct signature *s)
{
    return snprintf(
        at, size,
        "kernel void %s(global const %s *in, global %s *out, uint seed)\n"
        "{\n    WGC_SCRATCH(WGC_MAX_ITEMS);\n    out[test_index()] = %s(in[test_index()]%s);\n}\n",
        s->kernel, type, type, s->call, arguments(s));
}

/*
 * Three rounds; all but one give the call other data, so that what an earlier call left behind
 * would show. The broadcast between them uses cells of another size, with two barriers of its own.
 */
static int write_repeated(char *at, size_t size, const char *type, const struct signature *s)
{
    return snprintf(
        at, size,
        "__attribute__((noinline)) %s call_%s(WGC_SCRATCH_PARAM, %s x, uint seed)\n"
        "{\n    return %s(x%s);\n}\n"
        "kernel void %s(global const %s *in, global %s *out, uint seed,\n"
        "               WGC_SCRATCH_KERNEL_PARAM)\n{\n    uint round;\n"
        "    uint i = test_index(), n = test_size();\n"
        "    uint other = i - test_id() + (test_id() + 1) %% n;\n"
        "    %s kept = 0;\n"
        "    for (round = 0; round < 3; ++round) {\n"
        "        if (round == seed %% 3) {\n"
        "            kept = call_%s(WGC_SCRATCH_ARG, in[i], seed);\n"
        "        } else {\n"
        "            (void)%s(in[other]%s);\n"
        "            if (work_group_broadcast((float)test_id(), 0, 0, 0) != 0.0f) out[i] = in[i];\n"
        "            if (work_group_reduce_max(test_id()) + 1 != n) return;\n"
        "        }\n"
        "    }\n"
        "    out[i] = kept;\n}\n",
        type, s->kernel, type, s->call, arguments(s), s->kernel, type, type, type, s->kernel,
        s->call, arguments(s));
}

char *write_kernels(const struct type *type, const struct signature *signatures, size_t count)
{
    size_t size = sizeof prologue + count * 2048, used = sizeof prologue - 1;
    char *text = malloc(size);
    if (!text)
        exit(3);
    memcpy(text, prologue, sizeof prologue);
    for (size_t i = 0; i < count; ++i) {
        int written = signatures[i].form == PLAIN
                          ? write_plain(text + used, size - used, type->name, &signatures[i])
                          : write_repeated(text + used, size - used, type->name, &signatures[i]);
        if (written < 0 || (size_t)written >= size - used) {
            fprintf(stderr, "kernels larger than their buffer\n");
            exit(3);
        }
        used += (size_t)written;
    }
    return text;
}
