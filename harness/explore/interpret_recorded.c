/*
 * Calls that parts of a sub-group may make separately: what the device recorded as their results is
 * judged by the rule of who calls together (docs/checks.md), and the work-items continue with it.
 */
#include "explore/machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/classes.h"
#include "oracle/real.h"
#include "oracle/values.h"

enum { VALUE_BYTES = 16, WORD_BITS = 32 };

/* The call of one sub-group: arrays by local id. */
struct recorded {
    struct wgc_machine *machine;
    const struct wgc_node *node;
    const uint64_t *operands, *argument; /* of all work-items */
    const uint32_t *member;
    size_t n;
    struct wgc_call call;
    uint32_t class_of[WGC_PROGRAM_MAX_ITEMS];
    const uint32_t *word[WGC_PROGRAM_MAX_ITEMS]; /* what a member of the class recorded */
    unsigned char x[WGC_PROGRAM_MAX_ITEMS * VALUE_BYTES],
        actual[WGC_PROGRAM_MAX_ITEMS * VALUE_BYTES];
};

static enum wgc_kind kind_of(unsigned collective)
{
    switch (collective) {
    case WGC_COLLECTIVE_elect:
        return WGC_KIND_ELECT;
    case WGC_COLLECTIVE_non_uniform_all:
        return WGC_KIND_ALL;
    case WGC_COLLECTIVE_non_uniform_any:
        return WGC_KIND_ANY;
    case WGC_COLLECTIVE_non_uniform_all_equal:
        return WGC_KIND_ALL_EQUAL;
    case WGC_COLLECTIVE_broadcast_first:
        return WGC_KIND_BROADCAST_FIRST;
    case WGC_COLLECTIVE_non_uniform_reduce:
        return WGC_KIND_REDUCE;
    case WGC_COLLECTIVE_non_uniform_scan_exclusive:
        return WGC_KIND_SCAN_EXCLUSIVE;
    case WGC_COLLECTIVE_non_uniform_scan_inclusive:
        return WGC_KIND_SCAN_INCLUSIVE;
    case WGC_COLLECTIVE_clustered_reduce:
        return WGC_KIND_CLUSTERED_REDUCE;
    default:
        return WGC_KIND_BALLOT;
    }
}

bool wgc_machine_exchanges(unsigned collective)
{
    return wgc_collective_info(collective)->flow == WGC_LEVEL_SUB_GROUP &&
           !wgc_collective_has_ballot(collective);
}

/* ---- Values as words ---- */

static uint64_t bits_of(const struct recorded *in, const uint32_t *word)
{
    return word[0] | (wgc_bits(in->node->type) == 64 ? (uint64_t)word[1] << 32 : 0);
}

/* The bits with which the device stores a value. */
static uint64_t encode(unsigned type, uint64_t value)
{
    const size_t bytes = wgc_bits(type) / 8;
    unsigned char stored[sizeof(double)] = {0};
    uint64_t bits = 0;
    if (!wgc_is_float(type)) {
        return value;
    }
    wgc_real_store((enum wgc_type)type, (double)(int64_t)value, stored, 0);
    for (size_t i = 0; i < bytes; i++) {
        const uint16_t probe = 1;
        const bool little = *(const unsigned char *)&probe == 1;
        bits |= (uint64_t)stored[little ? i : bytes - 1 - i] << 8 * i;
    }
    return bits;
}

void wgc_machine_put_word(unsigned type, uint64_t value, uint32_t *word)
{
    const uint64_t bits = encode(type, value);
    word[0] = (uint32_t)bits;
    if (wgc_bits(type) == 64) {
        word[1] = (uint32_t)(bits >> 32);
    }
}

/* The value of these bits; a floating-point one that no program can have is no verdict. */
static bool decode(const struct recorded *in, uint64_t bits, uint64_t *value)
{
    const unsigned type = in->node->type;
    unsigned char stored[sizeof(double)];
    uint64_t bound;
    if (!wgc_is_float(type)) {
        *value = wgc_wrap(type, bits);
        return true;
    }
    wgc_value_store(bits, wgc_bits(type) / 8, stored);
    const double real = wgc_real_load((enum wgc_type)type, stored, 0);
    (void)wgc_is_exact(in->machine->program, (int32_t)(in->node - in->machine->program->node),
                       &bound);
    if (!(fabs(real) <= (double)bound) || floor(real) != real) {
        return wgc_machine_fail(in->machine, WGC_UNSUITED,
                                "an undefined floating-point value decides the others");
    }
    *value = (uint64_t)(int64_t)real;
    return true;
}

static void put_value(const struct recorded *in, uint64_t value, unsigned char *values, size_t lane)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    if (wgc_is_float(in->call.type)) {
        wgc_real_store(in->call.type, (double)(int64_t)value, values, lane);
    } else {
        wgc_value_store(value, wgc_type_info(in->call.type)->bytes, values + lane * bytes);
    }
}

/* ---- What the work-items recorded ---- */

static bool has_bit(const uint32_t *ballot, size_t bit)
{
    return bit < WGC_BALLOT_WORDS * WORD_BITS && (ballot[bit / WORD_BITS] >> bit % WORD_BITS & 1);
}

/* Finds the class, where its results are recorded, and what it passes. */
static bool collect(struct recorded *in, int number, const unsigned char *mask, bool *any)
{
    struct wgc_machine *machine = in->machine;
    const struct wgc_recorded_call *call = &machine->recorded.call[number];
    *any = false;
    for (size_t lane = 0; lane < in->n; lane++) {
        const uint32_t item = in->member[lane];
        in->class_of[lane] = mask[item] ? 0 : WGC_NO_CLASS;
        put_value(in, mask[item] ? in->operands == NULL ? 1 : in->operands[item] : 0, in->x, lane);
        if (!mask[item]) {
            continue;
        }
        const uint32_t round = machine->made[(size_t)number * machine->items + item]++;
        if (round >= call->rounds) {
            return wgc_machine_fail(machine, WGC_UNSUITED,
                                    "a call is made more often than its results are recorded");
        }
        in->word[lane] = machine->record + (size_t)item * machine->recorded.words + call->offset +
                         (size_t)round * call->words;
        *any = true;
    }
    return true;
}

/* ---- Judging ---- */

static bool is_right(const void *context, const void *expected, const void *actual)
{
    const struct wgc_call *call = context;
    const size_t bytes = wgc_call_bytes(call);
    if (wgc_is_truth(call->kind, call->op) || call->kind == WGC_KIND_ALL_EQUAL) {
        return wgc_value_is_zero(expected, bytes) == wgc_value_is_zero(actual, bytes);
    }
    return wgc_is_float(call->type)
               ? wgc_real_load(call->type, expected, 0) == wgc_real_load(call->type, actual, 0)
               : memcmp(expected, actual, bytes) == 0;
}

static void put_actual(struct recorded *in, size_t lane)
{
    const size_t bytes = wgc_call_bytes(&in->call);
    if (in->call.kind == WGC_KIND_BALLOT) {
        memcpy(in->actual + lane * bytes, in->word[lane], bytes);
    } else {
        wgc_value_store(bits_of(in, in->word[lane]), bytes, in->actual + lane * bytes);
    }
}

/* Whether these are the bits of a zero, whose sign the interpreter does not follow. */
static bool is_zero_of_any_sign(unsigned type, uint64_t bits)
{
    return wgc_is_float(type) && (bits & ~((uint64_t)1 << (wgc_bits(type) - 1))) == 0;
}

/* A work-item that names itself gets its own value, and one that names nobody 0. */
static bool is_exchange_right(const struct recorded *in)
{
    const unsigned type = in->node->type;
    for (size_t lane = 0; lane < in->n; lane++) {
        const uint32_t item = in->member[lane];
        if (in->class_of[lane] == WGC_NO_CLASS) {
            continue;
        }
        const uint64_t source = wgc_machine_source(in->machine, in->node, item, in->argument);
        const uint64_t sought = source == lane ? in->operands[item] : 0;
        uint32_t word[2] = {0};
        wgc_machine_put_word(type, sought, word);
        if ((source == lane || source >= in->n) &&
            bits_of(in, word) != bits_of(in, in->word[lane]) &&
            !(sought == 0 && is_zero_of_any_sign(type, bits_of(in, in->word[lane])))) {
            return false;
        }
    }
    return true;
}

/* Shows what the first members passed and recorded. */
static bool contradict(const struct recorded *in)
{
    char text[160] = "";
    size_t length = 0, shown = 0;
    for (size_t lane = 0; lane < in->n && shown < 5; lane++) {
        if (in->class_of[lane] != WGC_NO_CLASS && length < sizeof text) {
            const uint64_t x = in->operands == NULL ? 0 : in->operands[in->member[lane]];
            const int one = snprintf(text + length, sizeof text - length, "%s%zu: 0x%llx -> 0x%llx",
                                     shown++ > 0 ? ", " : "", lane, (unsigned long long)x,
                                     (unsigned long long)bits_of(in, in->word[lane]));
            length += one > 0 ? (size_t)one : 0;
        }
    }
    return wgc_machine_fail(
        in->machine, WGC_WRONG_RESULT,
        "work-group %zu, sub-group %u: no parts of the work-items that call %s%s%s in one round "
        "and branch explain their results (local id: operand -> result: %s)",
        in->machine->group, in->machine->sub_group[in->member[0]],
        wgc_collective_info(in->node->op)->id, in->node->operation == WGC_OP_NONE ? "" : ":",
        in->node->operation == WGC_OP_NONE ? ""
                                           : wgc_op_info((enum wgc_op)in->node->operation)->name,
        text);
}

static bool judge(struct recorded *in)
{
    const struct wgc_classes classes = {.n = in->n,
                                        .max_size = in->machine->max_size,
                                        .class_of = in->class_of,
                                        .is_right = is_right,
                                        .context = &in->call};
    enum wgc_explained explained = WGC_EXPLAINED;
    if (wgc_machine_exchanges(in->node->op)) {
        return is_exchange_right(in) || contradict(in);
    }
    for (size_t lane = 0; lane < in->n; lane++) {
        if (in->class_of[lane] != WGC_NO_CLASS) {
            put_actual(in, lane);
        }
    }
    if (wgc_oracle_explain(&in->call, &classes, in->x, in->actual, &explained, in->machine->err) !=
        WGC_OK) {
        return wgc_machine_fail(in->machine, WGC_NO_MEMORY, "no memory for the interpreter");
    }
    return explained != WGC_CONTRADICTED || contradict(in);
}

/* ---- Results ---- */

/* What a function makes of the ballot that a work-item recorded: that of the same votes, if all
 * call together. */
static bool take_ballots(const struct recorded *in, uint32_t sub_group, uint64_t *result)
{
    struct wgc_machine *machine = in->machine;
    uint64_t *votes = wgc_machine_take(machine), *made = wgc_machine_take(machine);
    unsigned char *all = wgc_machine_take_mask(machine);
    const uint32_t *last = NULL;
    if (votes == NULL || made == NULL || all == NULL) {
        return false;
    }
    memset(all, 1, machine->items);
    for (size_t lane = 0; lane < in->n; lane++) {
        if (in->class_of[lane] == WGC_NO_CLASS) {
            continue;
        }
        if (last == NULL || memcmp(last, in->word[lane], WGC_BALLOT_WORDS * sizeof *last) != 0) {
            last = in->word[lane];
            for (size_t bit = 0; bit < in->n; bit++) {
                votes[in->member[bit]] = has_bit(last, bit);
            }
            if (!wgc_machine_call_together(machine, in->node, sub_group, all, votes, in->argument,
                                           made)) {
                return false;
            }
        }
        result[in->member[lane]] = made[in->member[lane]];
    }
    return true;
}

static bool take_results(const struct recorded *in, uint32_t sub_group, uint64_t *result)
{
    if (wgc_collective_has_ballot(in->node->op)) {
        return take_ballots(in, sub_group, result);
    }
    for (size_t lane = 0; lane < in->n; lane++) {
        if (in->class_of[lane] != WGC_NO_CLASS &&
            !decode(in, bits_of(in, in->word[lane]), &result[in->member[lane]])) {
            return false;
        }
    }
    return true;
}

static struct wgc_call call_of(const struct wgc_machine *machine, const struct wgc_node *node)
{
    const bool ballot = wgc_collective_has_ballot(node->op);
    const unsigned of =
        node->a == WGC_NONE ? (unsigned)WGC_TYPE_int : machine->program->node[node->a].type;
    return (struct wgc_call){.kind = kind_of(node->op),
                             .op = (enum wgc_op)node->operation,
                             .type = ballot ? WGC_TYPE_uint : (enum wgc_type)of,
                             .cluster = node->value == 0 ? 1 : (size_t)node->value,
                             .width = ballot ? WGC_BALLOT_WORDS : 0};
}

bool wgc_machine_recorded(struct wgc_machine *machine, int number, const struct wgc_node *node,
                          const unsigned char *mask, const uint64_t *x, const uint64_t *argument,
                          uint64_t *result)
{
    const size_t used = machine->slots_used;
    struct recorded in = {.machine = machine,
                          .node = node,
                          .operands = node->a == WGC_NONE ? NULL : x,
                          .argument = argument,
                          .call = call_of(machine, node)};
    if (wgc_collective_has_ballot(node->op) && machine->max_size > WGC_BALLOT_WORDS * WORD_BITS) {
        return wgc_machine_fail(machine, WGC_UNSUITED, "a ballot has no more than 128 lanes");
    }
    for (uint32_t g = 0; g < machine->sub_groups; g++) {
        bool any;
        in.member = machine->member + machine->first[g];
        in.n = machine->first[g + 1] - machine->first[g];
        if (machine->predicted != NULL &&
            !wgc_machine_predict(machine, number, node, g, mask, x, argument)) {
            return false;
        }
        if (!collect(&in, number, mask, &any) ||
            (any && (!judge(&in) || !take_results(&in, g, result)))) {
            return false;
        }
        machine->slots_used = used;
    }
    return true;
}
