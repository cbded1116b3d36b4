/* spirv.c: rewrites a SPIR-V module by a rule. The numbers are those of the SPIR-V specification.
 */
#include "spirv.h"

#include "patch.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_half.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC = 0x07230203,
    HEADER_WORDS = 5,
    BOUND = 3,
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_TYPE_VECTOR = 23,
    OP_CONSTANT_TRUE = 41,
    OP_CONSTANT_FALSE = 42,
    OP_CONSTANT = 43,
    OP_CONSTANT_COMPOSITE = 44,
    OP_FUNCTION = 54,
    OP_VECTOR_SHUFFLE = 79,
    OP_COPY_OBJECT = 83
};

struct words {
    uint32_t *data;
    size_t count, capacity;
    int failed;
};

/* The words that define an id: a type, a constant, a value. */
struct module {
    const uint32_t *words;
    size_t count;
    const uint32_t **definition; /* by id */
    uint32_t bound;              /* above all ids, new ones too */
    uint32_t old_bound;
    const struct wgf_rule *rule;
    struct words constants, functions;
    size_t changed;
    const char *problem;
};

static void put(struct words *words, uint32_t word)
{
    if (words->failed)
        return;
    if (words->count == words->capacity) {
        size_t capacity = words->capacity * 2 + 64;
        uint32_t *data = realloc(words->data, capacity * sizeof *data);
        if (!data) {
            words->failed = 1;
            return;
        }
        words->data = data;
        words->capacity = capacity;
    }
    words->data[words->count++] = word;
}

/* Puts an instruction of `count` operands. */
static void put_instruction(struct words *words, uint32_t opcode, const uint32_t *operands,
                            uint32_t count)
{
    uint32_t i;

    put(words, (count + 1) << 16 | opcode);
    for (i = 0; i < count; ++i)
        put(words, operands[i]);
}

static uint32_t opcode_of(const uint32_t *instruction)
{
    return instruction ? instruction[0] & 0xffff : 0;
}

static const uint32_t *definition(const struct module *module, uint32_t id)
{
    return id < module->old_bound ? module->definition[id] : NULL;
}

/* The bits of the value in that type, and how many words they fill. */
static uint32_t encode(const uint32_t *type, double value, uint32_t bits[2])
{
    uint32_t width = type[2];
    int64_t whole = value < 9e18 ? (int64_t)value : INT64_MAX;
    uint64_t wide = (uint64_t)whole;
    float single = (float)value;

    if (opcode_of(type) == OP_TYPE_FLOAT && width == 64)
        memcpy(&wide, &value, sizeof wide);
    bits[0] = (uint32_t)wide;
    bits[1] = (uint32_t)(wide >> 32);
    if (opcode_of(type) == OP_TYPE_FLOAT && width == 32)
        memcpy(bits, &single, sizeof single);
    if (opcode_of(type) == OP_TYPE_FLOAT && width == 16)
        bits[0] = cl_half_from_float(single, CL_HALF_RTE);
    return width == 64 ? 2 : 1;
}

/* The id of a new constant of that type, a scalar or a vector whose components are all the same. */
static uint32_t constant(struct module *module, uint32_t type_id, double value)
{
    const uint32_t *type = definition(module, type_id);
    uint32_t operands[6] = {type_id, 0, 0, 0, 0, 0}, i;

    switch (opcode_of(type)) {
    case OP_TYPE_BOOL:
        operands[1] = module->bound++;
        put_instruction(&module->constants, value != 0 ? OP_CONSTANT_TRUE : OP_CONSTANT_FALSE,
                        operands, 2);
        return operands[1];
    case OP_TYPE_INT:
    case OP_TYPE_FLOAT:
        operands[1] = module->bound++;
        i = encode(type, value, operands + 2);
        put_instruction(&module->constants, OP_CONSTANT, operands, 2 + i);
        return operands[1];
    case OP_TYPE_VECTOR:
        if (opcode_of(definition(module, type[2])) != OP_TYPE_VECTOR && type[3] <= 4) {
            operands[2] = constant(module, type[2], value);
            for (i = 1; i < type[3]; ++i)
                operands[2 + i] = operands[2];
            operands[1] = module->bound++;
            put_instruction(&module->constants, OP_CONSTANT_COMPOSITE, operands, 2 + type[3]);
            return operands[1];
        }
        break;
    default:
        break;
    }
    module->problem = "a constant would be of a type that is no scalar and no vector";
    return 0;
}

static uint32_t type_of(struct module *module, uint32_t id)
{
    const uint32_t *instruction = definition(module, id);

    if (instruction)
        return instruction[1];
    module->problem = "an operand's definition is missing";
    return 0;
}

/* The type of a value, which is that of the result where the module does not define it. */
static uint32_t value_type(const struct module *module, const uint32_t *words, uint32_t value)
{
    const uint32_t *instruction = definition(module, words[value]);

    return instruction ? instruction[1] : words[1];
}

/* The index of the value among the words of a group instruction. */
static uint32_t value_index(const struct wgf_rule *rule)
{
    return rule->match->layout == WGF_MODE ? 5 : 4;
}

/* Puts `result = instruction(first, second operand of the rule)`. */
static void put_operation(struct module *module, uint32_t type, uint32_t result, uint32_t first,
                          uint32_t value)
{
    const struct wgf_rule *rule = module->rule;
    uint32_t operands[4] = {type, result, first, value};

    if (rule->has_constant)
        operands[3] = constant(module, type, rule->constant);
    put_instruction(&module->functions, rule->instruction->opcode, operands,
                    2 + (uint32_t)rule->instruction->operands);
}

static void shuffle_id(struct module *module, uint32_t *words)
{
    uint32_t type_id = type_of(module, words[5]);
    const uint32_t *type = definition(module, type_id);
    uint32_t operands[8] = {type_id, module->bound, words[5], words[5], 0, 0, 0, 0}, i;

    if (opcode_of(type) != OP_TYPE_VECTOR || type[3] > 3)
        return; /* one dimension: nothing to mix up */
    for (i = 0; i < type[3]; ++i)
        operands[4 + i] = module->rule->shuffle[i] % type[3];
    put_instruction(&module->functions, OP_VECTOR_SHUFFLE, operands, 4 + type[3]);
    words[5] = module->bound++;
    ++module->changed;
}

/* Puts the instruction with another result, and the rule's result for the old one behind it. */
static void replace_result(struct module *module, uint32_t *words, uint32_t count)
{
    const struct wgf_rule *rule = module->rule;
    uint32_t result = words[2], value = words[value_index(rule)];
    uint32_t copy[3] = {words[1], result, value};

    words[2] = module->bound++;
    put_instruction(&module->functions, opcode_of(words), words + 1, count - 1);
    if (rule->action == WGF_RESULT_THROUGH) {
        put_operation(module, words[1], result, words[2], value);
    } else {
        if (rule->action == WGF_SET_RESULT)
            copy[2] = constant(module, words[1], rule->constant);
        put_instruction(&module->functions, OP_COPY_OBJECT, copy, 3);
    }
    ++module->changed;
}

/* Puts what the rule makes of a group instruction that it selects. */
static void rewrite(struct module *module, uint32_t *words, uint32_t count)
{
    const struct wgf_rule *rule = module->rule;
    uint32_t value = value_index(rule), through;

    switch (rule->action) {
    case WGF_SET_OPCODE:
        words[0] = (words[0] & 0xffff0000) | rule->instruction->opcode;
        break;
    case WGF_SET_MODE:
        words[4] = rule->number;
        break;
    case WGF_SET_SCOPE:
        words[3] = constant(module, type_of(module, words[3]), rule->number);
        break;
    case WGF_SET_VALUE:
        words[value] = constant(module, value_type(module, words, value), rule->constant);
        break;
    case WGF_VALUE_THROUGH:
        through = module->bound++;
        put_operation(module, value_type(module, words, value), through, words[value], 0);
        words[value] = through;
        break;
    case WGF_SET_ID:
        words[5] = constant(module, type_of(module, words[5]), rule->constant);
        break;
    case WGF_ID_THROUGH:
        through = module->bound++;
        put_operation(module, type_of(module, words[5]), through, words[5], 0);
        words[5] = through;
        break;
    case WGF_SET_CLUSTER:
        if (count > 6)
            words[6] = constant(module, type_of(module, words[6]), rule->constant);
        break;
    case WGF_SHUFFLE_ID:
        shuffle_id(module, words);
        put_instruction(&module->functions, opcode_of(words), words + 1, count - 1);
        return;
    case WGF_SET_RESULT:
    case WGF_RESULT_IS_VALUE:
    case WGF_RESULT_THROUGH:
        replace_result(module, words, count);
        return;
    }
    put_instruction(&module->functions, opcode_of(words), words + 1, count - 1);
    ++module->changed;
}

static int selected(const struct module *module, const uint32_t *words, uint32_t length)
{
    static const uint32_t lengths[] = {
        [WGF_NO_VALUE] = 4, [WGF_PREDICATE] = 5, [WGF_BROADCAST] = 6, [WGF_MODE] = 6};
    const struct wgf_rule *rule = module->rule;
    const uint32_t *scope;
    uint32_t shortest;

    if (wgf_group_instruction((uint16_t)opcode_of(words)) != rule->match)
        return 0;
    shortest = lengths[rule->match->layout];
    if (length < shortest || length > shortest + (shortest == 6)) /* a cluster's size is the last */
        return 0;
    if (rule->match->layout == WGF_MODE && rule->mode != WGF_ANY &&
        words[4] != (uint32_t)rule->mode)
        return 0;
    scope = definition(module, words[3]);
    return rule->scope == WGF_ANY ||
           (opcode_of(scope) == OP_CONSTANT && scope[3] == (uint32_t)rule->scope);
}

/* Whether the instruction at `at` is whole. */
static uint32_t length_at(const struct module *module, size_t at)
{
    uint32_t length = module->words[at] >> 16;

    return length > 0 && at + length <= module->count ? length : 0;
}

/* Whether the instruction defines a scalar or vector type, with as many words as that takes. */
static int is_type(const uint32_t *instruction)
{
    uint32_t length = instruction ? instruction[0] >> 16 : 0;

    switch (opcode_of(instruction)) {
    case OP_TYPE_BOOL:
        return length >= 2;
    case OP_TYPE_FLOAT:
        return length >= 3;
    case OP_TYPE_INT:
    case OP_TYPE_VECTOR:
        return length >= 4;
    default:
        return 0;
    }
}

/* Notes the definition of a type, or of what has one. */
static void note(struct module *module, const uint32_t *words, uint32_t length)
{
    uint32_t shortest = opcode_of(words) == OP_CONSTANT ? 4 : 3;

    if (is_type(words) && words[1] < module->old_bound)
        module->definition[words[1]] = words;
    else if (length >= shortest && words[2] < module->old_bound &&
             is_type(definition(module, words[1])))
        module->definition[words[2]] = words;
}

/* Notes all definitions. Returns where the functions start. */
static size_t collect(struct module *module)
{
    size_t at, functions = module->count;
    uint32_t length;

    for (at = HEADER_WORDS; at < module->count; at += length) {
        length = length_at(module, at);
        if (length == 0) {
            module->problem = "the module's instructions are cut off";
            return 0;
        }
        if (opcode_of(module->words + at) == OP_FUNCTION && functions == module->count)
            functions = at;
        note(module, module->words + at, length);
    }
    return functions;
}

static void rewrite_functions(struct module *module, size_t at)
{
    uint32_t length, i;

    for (; at < module->count && !module->problem; at += length) {
        const uint32_t *words = module->words + at;
        uint32_t copy[7] = {0};

        length = length_at(module, at);
        if (selected(module, words, length)) {
            memcpy(copy, words, length * sizeof *copy);
            rewrite(module, copy, length);
            continue;
        }
        for (i = 0; i < length; ++i)
            put(&module->functions, words[i]);
    }
}

/* Head, new constants, functions: one module again. */
static uint32_t *join(const struct module *module, size_t functions, size_t *count)
{
    uint32_t *result;

    *count = functions + module->constants.count + module->functions.count;
    if (module->constants.failed || module->functions.failed)
        return NULL;
    result = malloc(*count * sizeof *result);
    if (!result)
        return NULL;
    memcpy(result, module->words, functions * sizeof *result);
    if (module->constants.count)
        memcpy(result + functions, module->constants.data,
               module->constants.count * sizeof *result);
    if (module->functions.count)
        memcpy(result + functions + module->constants.count, module->functions.data,
               module->functions.count * sizeof *result);
    result[BOUND] = module->bound;
    return result;
}

const char *wgf_patch_spirv(const uint32_t *words, size_t count, const char *rule_text,
                            uint32_t **result, size_t *result_count, size_t *changed)
{
    struct wgf_rule rule;
    struct module module = {.words = words, .count = count, .rule = &rule};
    const char *problem = wgf_parse_rule(rule_text, &rule);
    size_t functions;

    *result = NULL;
    if (problem)
        return problem;
    if (count < HEADER_WORDS || words[0] != MAGIC || words[BOUND] > (1 << 22))
        return "the module is no SPIR-V of this machine's byte order";
    module.bound = module.old_bound = words[BOUND];
    module.definition = calloc(module.bound, sizeof *module.definition);
    if (!module.definition)
        return "out of memory";
    functions = collect(&module);
    if (!module.problem)
        rewrite_functions(&module, functions);
    if (!module.problem) {
        *result = join(&module, functions, result_count);
        *changed = module.changed;
        if (!*result)
            module.problem = "out of memory";
    }
    free(module.definition);
    free(module.constants.data);
    free(module.functions.data);
    return module.problem;
}
