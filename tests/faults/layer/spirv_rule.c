/* spirv_rule.c: reads the rules of spirv.h. */
#include "spirv.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 16, MAX_LENGTH = 256 };

static const struct wgf_instruction instructions[] = {
    {"OpGroupAll", 261, WGF_PREDICATE, 0},
    {"OpGroupAny", 262, WGF_PREDICATE, 0},
    {"OpGroupBroadcast", 263, WGF_BROADCAST, 0},
    {"OpGroupIAdd", 264, WGF_MODE, 0},
    {"OpGroupFAdd", 265, WGF_MODE, 0},
    {"OpGroupFMin", 266, WGF_MODE, 0},
    {"OpGroupUMin", 267, WGF_MODE, 0},
    {"OpGroupSMin", 268, WGF_MODE, 0},
    {"OpGroupFMax", 269, WGF_MODE, 0},
    {"OpGroupUMax", 270, WGF_MODE, 0},
    {"OpGroupSMax", 271, WGF_MODE, 0},
    {"OpGroupIMulKHR", 6401, WGF_MODE, 0},
    {"OpGroupFMulKHR", 6402, WGF_MODE, 0},
    {"OpGroupBitwiseAndKHR", 6403, WGF_MODE, 0},
    {"OpGroupBitwiseOrKHR", 6404, WGF_MODE, 0},
    {"OpGroupBitwiseXorKHR", 6405, WGF_MODE, 0},
    {"OpGroupLogicalAndKHR", 6406, WGF_MODE, 0},
    {"OpGroupLogicalOrKHR", 6407, WGF_MODE, 0},
    {"OpGroupLogicalXorKHR", 6408, WGF_MODE, 0},
    {"OpGroupNonUniformElect", 333, WGF_NO_VALUE, 0},
    {"OpGroupNonUniformAll", 334, WGF_PREDICATE, 0},
    {"OpGroupNonUniformAny", 335, WGF_PREDICATE, 0},
    {"OpGroupNonUniformAllEqual", 336, WGF_PREDICATE, 0},
    {"OpGroupNonUniformBroadcast", 337, WGF_BROADCAST, 0},
    {"OpGroupNonUniformBroadcastFirst", 338, WGF_PREDICATE, 0},
    {"OpGroupNonUniformBallot", 339, WGF_PREDICATE, 0},
    {"OpGroupNonUniformInverseBallot", 340, WGF_PREDICATE, 0},
    {"OpGroupNonUniformBallotBitExtract", 341, WGF_BROADCAST, 0},
    {"OpGroupNonUniformBallotBitCount", 342, WGF_MODE, 0},
    {"OpGroupNonUniformBallotFindLSB", 343, WGF_PREDICATE, 0},
    {"OpGroupNonUniformBallotFindMSB", 344, WGF_PREDICATE, 0},
    {"OpGroupNonUniformShuffle", 345, WGF_BROADCAST, 0},
    {"OpGroupNonUniformShuffleXor", 346, WGF_BROADCAST, 0},
    {"OpGroupNonUniformShuffleUp", 347, WGF_BROADCAST, 0},
    {"OpGroupNonUniformShuffleDown", 348, WGF_BROADCAST, 0},
    {"OpGroupNonUniformIAdd", 349, WGF_MODE, 0},
    {"OpGroupNonUniformFAdd", 350, WGF_MODE, 0},
    {"OpGroupNonUniformIMul", 351, WGF_MODE, 0},
    {"OpGroupNonUniformFMul", 352, WGF_MODE, 0},
    {"OpGroupNonUniformSMin", 353, WGF_MODE, 0},
    {"OpGroupNonUniformUMin", 354, WGF_MODE, 0},
    {"OpGroupNonUniformFMin", 355, WGF_MODE, 0},
    {"OpGroupNonUniformSMax", 356, WGF_MODE, 0},
    {"OpGroupNonUniformUMax", 357, WGF_MODE, 0},
    {"OpGroupNonUniformFMax", 358, WGF_MODE, 0},
    {"OpGroupNonUniformBitwiseAnd", 359, WGF_MODE, 0},
    {"OpGroupNonUniformBitwiseOr", 360, WGF_MODE, 0},
    {"OpGroupNonUniformBitwiseXor", 361, WGF_MODE, 0},
    {"OpGroupNonUniformLogicalAnd", 362, WGF_MODE, 0},
    {"OpGroupNonUniformLogicalOr", 363, WGF_MODE, 0},
    {"OpGroupNonUniformLogicalXor", 364, WGF_MODE, 0},
    {"OpGroupNonUniformRotateKHR", 4431, WGF_BROADCAST, 0},
    {"OpCopyObject", 83, WGF_NO_GROUP, 1},
    {"OpSNegate", 126, WGF_NO_GROUP, 1},
    {"OpFNegate", 127, WGF_NO_GROUP, 1},
    {"OpIAdd", 128, WGF_NO_GROUP, 2},
    {"OpFAdd", 129, WGF_NO_GROUP, 2},
    {"OpISub", 130, WGF_NO_GROUP, 2},
    {"OpFSub", 131, WGF_NO_GROUP, 2},
    {"OpIMul", 132, WGF_NO_GROUP, 2},
    {"OpFMul", 133, WGF_NO_GROUP, 2},
    {"OpLogicalNotEqual", 165, WGF_NO_GROUP, 2},
    {"OpLogicalOr", 166, WGF_NO_GROUP, 2},
    {"OpLogicalAnd", 167, WGF_NO_GROUP, 2},
    {"OpLogicalNot", 168, WGF_NO_GROUP, 1},
    {"OpShiftRightLogical", 194, WGF_NO_GROUP, 2},
    {"OpShiftRightArithmetic", 195, WGF_NO_GROUP, 2},
    {"OpShiftLeftLogical", 196, WGF_NO_GROUP, 2},
    {"OpBitwiseOr", 197, WGF_NO_GROUP, 2},
    {"OpBitwiseXor", 198, WGF_NO_GROUP, 2},
    {"OpBitwiseAnd", 199, WGF_NO_GROUP, 2},
    {"OpNot", 200, WGF_NO_GROUP, 1},
};

enum { COUNT = sizeof instructions / sizeof *instructions };

static const char *const modes[] = {"Reduce", "InclusiveScan", "ExclusiveScan", "ClusteredReduce",
                                    NULL};
static const char *const scopes[] = {"CrossDevice", "Device", "Workgroup", "Subgroup", NULL};

const struct wgf_instruction *wgf_group_instruction(uint16_t opcode)
{
    size_t i;

    for (i = 0; i < COUNT; ++i)
        if (instructions[i].opcode == opcode && instructions[i].layout != WGF_NO_GROUP)
            return &instructions[i];
    return NULL;
}

static const struct wgf_instruction *by_name(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT; ++i)
        if (strcmp(instructions[i].name, name) == 0)
            return &instructions[i];
    return NULL;
}

/* The place of the name in the list, WGF_ANY for *, or another negative number. */
static int choice(const char *const *names, const char *name)
{
    int i;

    if (strcmp(name, "*") == 0)
        return WGF_ANY;
    for (i = 0; names[i]; ++i)
        if (strcmp(names[i], name) == 0)
            return i;
    return WGF_ANY - 1;
}

static int number(const char *word, double *value)
{
    char *end;

    *value = strtod(word, &end);
    return end != word && *end == '\0';
}

/* A new opcode, mode or scope. */
static const char *parse_set(char **words, int count, struct wgf_rule *rule)
{
    const char *what = words[0];
    int chosen;

    if (count != 2)
        return "one name has to follow opcode, mode or scope";
    if (strcmp(what, "opcode") == 0) {
        rule->action = WGF_SET_OPCODE;
        rule->instruction = by_name(words[1]);
        return rule->instruction && rule->instruction->layout == rule->match->layout
                   ? NULL
                   : "the new opcode is unknown or has another layout";
    }
    rule->action = strcmp(what, "mode") == 0 ? WGF_SET_MODE : WGF_SET_SCOPE;
    chosen = choice(rule->action == WGF_SET_MODE ? modes : scopes, words[1]);
    rule->number = (uint32_t)chosen;
    if (rule->action == WGF_SET_MODE && rule->match->layout != WGF_MODE)
        return "the instruction has no GroupOperation";
    return chosen >= 0 ? NULL : "the new mode or scope is unknown";
}

static const char *parse_through(char **words, int count, struct wgf_rule *rule)
{
    int result = strcmp(words[0], "result") == 0, operands;

    rule->action = result ? WGF_RESULT_THROUGH : WGF_VALUE_THROUGH;
    rule->instruction = by_name(words[1]);
    if (!rule->instruction || rule->instruction->layout != WGF_NO_GROUP)
        return "the operation on the value or the result is unknown";
    operands = rule->instruction->operands;
    if (count != operands + 1)
        return "the operation has another number of operands";
    if (operands == 1)
        return NULL;
    rule->with_value = result && strcmp(words[2], "value") == 0;
    rule->has_constant = !rule->with_value;
    return rule->with_value || number(words[2], &rule->constant) ? NULL : "an operand is no number";
}

/* What becomes of the value or the result. */
static const char *parse_value(char **words, int count, struct wgf_rule *rule)
{
    int result = strcmp(words[0], "result") == 0;

    if (count == 3 && strcmp(words[1], "constant") == 0) {
        rule->action = result ? WGF_SET_RESULT : WGF_SET_VALUE;
        return number(words[2], &rule->constant) ? NULL : "the constant is no number";
    }
    if (rule->match->layout == WGF_NO_VALUE && !result)
        return "the instruction has no value";
    if (result && count == 2 && strcmp(words[1], "value") == 0) {
        rule->action = WGF_RESULT_IS_VALUE;
        return NULL;
    }
    return count >= 2 ? parse_through(words, count, rule) : "nothing follows value or result";
}

static const char *parse_id(char **words, int count, struct wgf_rule *rule)
{
    double component;
    int i;

    if (rule->match->layout != WGF_BROADCAST)
        return "the instruction has no id";
    if (count == 3 && strcmp(words[1], "constant") == 0) {
        rule->action = WGF_SET_ID;
        return number(words[2], &rule->constant) ? NULL : "the id is no number";
    }
    if (count == 3 && strcmp(words[1], "shuffle") != 0) {
        rule->action = WGF_ID_THROUGH;
        rule->instruction = by_name(words[1]);
        rule->has_constant = 1;
        if (!rule->instruction || rule->instruction->operands != 2)
            return "the operation on the id is unknown";
        return number(words[2], &rule->constant) ? NULL : "the operation's operand is no number";
    }
    if (count < 3 || count > 5 || strcmp(words[1], "shuffle") != 0)
        return "constant N or shuffle A B C has to follow id";
    rule->action = WGF_SHUFFLE_ID;
    for (i = 2; i < count; ++i) {
        if (!number(words[i], &component) || !(component >= 0 && component < 3))
            return "a component of the id is none of 0, 1 and 2";
        rule->shuffle[i - 2] = (uint32_t)component;
    }
    return NULL;
}

static const char *parse_cluster(char **words, int count, struct wgf_rule *rule)
{
    rule->action = WGF_SET_CLUSTER;
    return count == 3 && strcmp(words[1], "constant") == 0 && number(words[2], &rule->constant)
               ? NULL
               : "constant N has to follow cluster";
}

const char *wgf_parse_rule(const char *text, struct wgf_rule *rule)
{
    char copy[MAX_LENGTH], *words[MAX_WORDS], *word, *rest = copy;
    int count = 0;

    memset(rule, 0, sizeof *rule);
    if (strlen(text) >= sizeof copy)
        return "the rule is too long";
    memcpy(copy, text, strlen(text) + 1);
    while (count < MAX_WORDS && (word = strtok_r(rest, " \t\n", &rest)) != NULL)
        words[count++] = word;
    if (count < 6 || strcmp(words[3], ":") != 0)
        return "it is not OPCODE MODE SCOPE : ACTION";
    rule->match = by_name(words[0]);
    rule->mode = choice(modes, words[1]);
    rule->scope = choice(scopes, words[2]);
    if (!rule->match || rule->match->layout == WGF_NO_GROUP)
        return "the opcode is that of no group instruction";
    if (rule->mode < WGF_ANY || rule->scope < WGF_ANY)
        return "the mode or the scope is unknown";
    if (strcmp(words[4], "opcode") == 0 || strcmp(words[4], "mode") == 0 ||
        strcmp(words[4], "scope") == 0)
        return parse_set(words + 4, count - 4, rule);
    if (strcmp(words[4], "value") == 0 || strcmp(words[4], "result") == 0)
        return parse_value(words + 4, count - 4, rule);
    if (strcmp(words[4], "cluster") == 0)
        return parse_cluster(words + 4, count - 4, rule);
    return strcmp(words[4], "id") == 0 ? parse_id(words + 4, count - 4, rule)
                                       : "the action is unknown";
}
