/*
 * The signatures of a type, from suite/functions.def, and OpenCL C kernels that call each of them.
 */
#ifndef WGC_TEST_EMULATION_KERNELS_H
#define WGC_TEST_EMULATION_KERNELS_H

#include "values.h"

enum { MAX_SIGNATURES = 256 };

/* How a kernel calls its function. */
enum form {
    PLAIN,
    REPEATED /* in a function, in a uniform branch of a loop, between calls of other functions; with
                the scratch as the kernel's last argument */
};

/* The kinds of functions.def that the header has; the others are made of them, or came later. */
enum kind {
    ALL,
    ANY,
    BROADCAST,
    BROADCAST_2D,
    BROADCAST_3D,
    REDUCE,
    SCAN_EXCLUSIVE,
    SCAN_INCLUSIVE,
    CLUSTERED_REDUCE, /* of 4 work-items */
    KIND_COUNT
};

struct signature {
    enum kind kind;
    bool sub_group;
    enum op op; /* of the data, where the function has none */
    enum form form;
    char call[64];   /* the built-in's name */
    char kernel[80]; /* the name of the kernel that calls it */
};

bool is_broadcast(const struct signature *signature);
bool is_truth(const struct signature *signature);

/* The signatures of the type, in each form, into an array of MAX_SIGNATURES; returns how many. */
size_t list_signatures(const struct type *type, struct signature *signatures);

/* OpenCL C, to be freed: kernels (global const T *in, global T *out, uint seed[, scratch]). */
char *write_kernels(const struct type *type, const struct signature *signatures, size_t count);

#endif
