/* clang-format off */
/*
 * spirv.h: the rules by which a SPIR-V module is made wrong, and the words that they are written
 * in.
 *
 *     OPCODE MODE SCOPE : ACTION
 *
 * selects the group instructions of that opcode, GroupOperation and Execution scope; * matches
 * any. The ACTION is
 *
 *     opcode NAME             the instruction becomes another one of the same layout
 *     mode NAME               its GroupOperation becomes Reduce, InclusiveScan, ExclusiveScan or
 *                             ClusteredReduce
 *     scope NAME              its scope becomes Workgroup or Subgroup
 *     value constant N        its value is the constant N
 *     value NAME [N]          its value goes through an instruction first: NAME value, or
 *                             NAME value N
 *     result constant N       its result is the constant N
 *     result value            its result is its value
 *     result NAME [N|value]   its result goes through an instruction: NAME result, or with a
 *                             second operand
 *     id constant N           a broadcast's id is N, in each of its components
 *     id shuffle A [B [C]]    the components of a broadcast's id are its components A, B and C,
 *                             from 0
 *     id NAME N               its id (the index, mask or delta of a shuffle) goes through an
 *                             instruction: NAME id N
 *     cluster constant N      the number of work-items of a cluster is N
 */
/* clang-format on */
#ifndef WGFAULTS_SPIRV_H
#define WGFAULTS_SPIRV_H

#include <stddef.h>
#include <stdint.h>

/* What follows result type, result and scope in a group instruction. */
enum wgf_layout {
    WGF_NO_GROUP,  /* no group instruction: an operation on values */
    WGF_NO_VALUE,  /* nothing */
    WGF_PREDICATE, /* a value */
    WGF_BROADCAST, /* a value and an id; for some, the number of work-items of a cluster */
    WGF_MODE       /* a GroupOperation and a value; for some, the same number */
};

struct wgf_instruction {
    const char *name;
    uint16_t opcode;
    enum wgf_layout layout;
    int operands; /* of an operation on values: 1 or 2 */
};

enum wgf_action {
    WGF_SET_OPCODE,
    WGF_SET_MODE,
    WGF_SET_SCOPE,
    WGF_SET_VALUE,
    WGF_VALUE_THROUGH,
    WGF_SET_RESULT,
    WGF_RESULT_IS_VALUE,
    WGF_RESULT_THROUGH,
    WGF_SET_ID,
    WGF_SHUFFLE_ID,
    WGF_ID_THROUGH,
    WGF_SET_CLUSTER
};

enum { WGF_ANY = -1 };

struct wgf_rule {
    const struct wgf_instruction *match;
    int mode, scope; /* numbers of SPIR-V, or WGF_ANY */
    enum wgf_action action;
    const struct wgf_instruction *instruction; /* of an action that names one */
    uint32_t number;                           /* a mode or scope */
    double constant;
    int has_constant, with_value; /* the second operand of an instruction */
    uint32_t shuffle[3];
};

/* Returns NULL, or a sentence about what is wrong with the text. */
const char *wgf_parse_rule(const char *text, struct wgf_rule *rule);

/* The group instruction with that opcode, or NULL. */
const struct wgf_instruction *wgf_group_instruction(uint16_t opcode);

#endif
