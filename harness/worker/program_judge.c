#include "worker/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "explore/interpret.h"
#include "judge/judge.h"

enum { TEXT_SIZE = 80 };

/* The first wrong word of a buffer, and how many are wrong. */
struct wrong {
    const char *where; /* "output", "memory" */
    size_t per_item;   /* words of a work-item; 0: of a work-group */
    size_t first, count, items, groups;
    uint64_t expected, actual; /* with the word of the other half, for outputs */
    bool is_poison;
};

static uint64_t pair_of(const uint32_t *word, size_t at)
{
    return (uint64_t)word[at] | (uint64_t)word[at + 1] << 32;
}

/* Compares outputs, two words each. */
static bool find_output(const struct wgc_program *program, const struct wgc_program_words *words,
                        const uint32_t *expected, struct wrong *wrong)
{
    const uint32_t *actual = words->word[WGC_PROGRAM_OUT];
    const size_t per_item = 2 * (size_t)program->outputs;
    size_t item = SIZE_MAX, group = SIZE_MAX;

    *wrong = (struct wrong){.where = "output", .per_item = per_item};
    for (size_t i = 0; i + 1 < words->count[WGC_PROGRAM_OUT]; i += 2) {
        if (actual[i] == expected[i] && actual[i + 1] == expected[i + 1]) {
            continue;
        }
        if (wrong->count++ == 0) {
            wrong->first = i;
            wrong->expected = pair_of(expected, i);
            wrong->actual = pair_of(actual, i);
            wrong->is_poison = actual[i] == WGC_PROGRAM_POISON && actual[i + 1] == actual[i];
        }
        if (i / per_item != item) {
            item = i / per_item;
            wrong->items++;
        }
        if (item / words->layout.items != group) {
            group = item / words->layout.items;
            wrong->groups++;
        }
    }
    return wrong->count > 0;
}

/* Compares the memory of each work-group. */
static bool find_memory(const struct wgc_program_words *words, const uint32_t *expected,
                        struct wrong *wrong)
{
    const uint32_t *actual = words->word[WGC_PROGRAM_MEM];
    size_t group = SIZE_MAX;

    *wrong = (struct wrong){.where = "memory"};
    for (size_t i = 0; i < words->count[WGC_PROGRAM_MEM]; i++) {
        if (actual[i] == expected[i]) {
            continue;
        }
        if (wrong->count++ == 0) {
            wrong->first = i;
            wrong->expected = expected[i];
            wrong->actual = actual[i];
        }
        if (i / words->layout.group_mem_words != group) {
            group = i / words->layout.group_mem_words;
            wrong->groups++;
        }
    }
    wrong->items = wrong->count;
    return wrong->count > 0;
}

/* Of an output of 32 bits nothing writes the high word. */
static void put_value(const struct wrong *wrong, uint64_t value, char text[static TEXT_SIZE])
{
    const uint64_t high = (uint64_t)WGC_PROGRAM_POISON << 32;
    const uint64_t mask = (uint64_t)UINT32_MAX << 32;
    const bool is_short = (wrong->expected & mask) == high && (wrong->actual & mask) == high;

    (void)snprintf(text, TEXT_SIZE, "0x%0*" PRIx64, is_short ? 8 : 1,
                   is_short ? value & UINT32_MAX : value);
}

static void report(const struct wgc_program *program, const struct wgc_program_words *words,
                   const struct wrong *wrong, struct wgc_outcome *outcome)
{
    const size_t items = words->layout.items;
    const size_t item = wrong->per_item == 0 ? 0 : wrong->first / wrong->per_item;
    const size_t linear = item % items;
    char expected[TEXT_SIZE], actual[TEXT_SIZE], input[TEXT_SIZE], pattern[TEXT_SIZE];
    const bool is_memory = wrong->per_item == 0;
    char what[] = "wrong value", missing[] = "not written";
    struct wgc_mismatch mismatch = {
        .kind = wrong->is_poison ? WGC_WRONG_NOT_WRITTEN : WGC_WRONG_VALUE,
        .is_fill = wrong->is_poison,
        .what = wrong->is_poison ? missing : what,
        .pattern = pattern,
        .work_group = {is_memory ? wrong->first / words->layout.group_mem_words : item / items},
        .local_id = {linear % program->local[0], linear / program->local[0] % program->local[1],
                     linear / program->local[0] / program->local[1]},
        .linear_id = linear,
        .input = input,
        .expected = expected,
        .actual = actual,
        .wrong_items = wrong->items,
        .judged_items = is_memory ? words->count[WGC_PROGRAM_MEM] : words->layout.total,
        .wrong_groups = wrong->groups,
        .judged_groups = program->groups,
    };

    put_value(wrong, wrong->expected, expected);
    put_value(wrong, wrong->actual, actual);
    int length = snprintf(input, sizeof input, "data seed %" PRIu64, program->data);
    if (words->count[WGC_PROGRAM_IDS] > 0 && length > 0) {
        mismatch.sub_group_size = words->word[WGC_PROGRAM_IDS][WGC_IDS_MAX_SIZE];
        (void)snprintf(input + length, sizeof input - (size_t)length,
                       ", sub-groups of %zu work-items", mismatch.sub_group_size);
    }
    (void)snprintf(pattern, sizeof pattern, "%s %zu", wrong->where,
                   is_memory ? wrong->first % words->layout.group_mem_words
                             : wrong->first % wrong->per_item / 2);
    outcome->state = WGC_STATE_FAIL;
    outcome->reason = wgc_mismatch_line(&mismatch);
    outcome->mismatch = wgc_mismatch_json(&mismatch);
}

/* in: the inputs as they were before the launch. */
static void compare(const struct wgc_program *program, const struct wgc_program_words *words,
                    const uint32_t *in, const uint32_t *out, const uint32_t *mem,
                    struct wgc_outcome *outcome)
{
    static const char *const names[] = {"in", "out", "ids", "mem"};
    struct wrong wrong;

    for (int i = 0; i < WGC_PROGRAM_BUFFERS; i++) {
        if (wgc_program_guard_is_broken(words, (enum wgc_program_buffer)i)) {
            wgc_outcome_set(outcome, WGC_STATE_FAIL, "wrote behind the end of buffer %s", names[i]);
            return;
        }
    }
    if (memcmp(in, words->word[WGC_PROGRAM_IN], words->count[WGC_PROGRAM_IN] * sizeof *in) != 0) {
        wgc_outcome_set(outcome, WGC_STATE_FAIL, "wrote into the read-only buffer in");
    } else if (find_output(program, words, out, &wrong) || find_memory(words, mem, &wrong)) {
        report(program, words, &wrong, outcome);
    } else {
        outcome->state = WGC_STATE_PASS;
    }
}

/* A call whose result no parts of the work-items that make it explain. */
static void report_call(const struct wgc_err *err, struct wgc_outcome *outcome)
{
    char what[] = "wrong value, whichever work-items of the round and branch call together";
    char pattern[] = "recorded result", text[sizeof err->text], none[] = "";
    (void)snprintf(text, sizeof text, "%s", err->text);
    const struct wgc_mismatch mismatch = {.kind = WGC_WRONG_VALUE,
                                          .what = what,
                                          .pattern = pattern,
                                          .input = text,
                                          .expected = none,
                                          .actual = none,
                                          .wrong_items = 1,
                                          .judged_items = 1,
                                          .wrong_groups = 1,
                                          .judged_groups = 1};
    outcome->state = WGC_STATE_FAIL;
    wgc_outcome_set(outcome, WGC_STATE_FAIL, "%s", err->text);
    outcome->mismatch = wgc_mismatch_json(&mismatch);
}

static void decide(enum wgc_interpreted interpreted, const struct wgc_err *err,
                   struct wgc_outcome *outcome)
{
    switch (interpreted) {
    case WGC_BAD_PARTITION:
        wgc_outcome_set(outcome, WGC_STATE_FAIL, "no partition into sub-groups: %s", err->text);
        break;
    case WGC_WRONG_RESULT:
        report_call(err, outcome);
        break;
    case WGC_UNSUITED:
        wgc_outcome_set(outcome, WGC_STATE_SKIP, "%s", err->text);
        break;
    case WGC_NO_MEMORY:
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
        break;
    case WGC_BAD_PROGRAM:
    case WGC_INTERPRETED:
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "the program is not well defined: %s", err->text);
        break;
    }
}

void wgc_program_judge(const struct wgc_program *program, const struct wgc_program_words *words,
                       struct wgc_outcome *outcome)
{
    uint32_t *out = calloc(words->count[WGC_PROGRAM_OUT] + 1, sizeof *out);
    uint32_t *mem = calloc(words->count[WGC_PROGRAM_MEM] + 1, sizeof *mem);
    uint32_t *in = calloc(words->count[WGC_PROGRAM_IN] + 1, sizeof *in);
    const bool has_ids = wgc_program_has_sub_groups(program);
    struct wgc_err err = {0};

    if (in == NULL || out == NULL || mem == NULL) {
        wgc_outcome_set(outcome, WGC_STATE_ERROR, "out of memory");
    } else {
        wgc_program_inputs(program, in); /* those of words are as the kernel left them */
        enum wgc_interpreted interpreted = wgc_program_interpret(
            program, in, has_ids ? words->word[WGC_PROGRAM_IDS] : NULL, 0, out, mem, &err);
        if (interpreted == WGC_INTERPRETED) {
            compare(program, words, in, out, mem, outcome);
        } else {
            decide(interpreted, &err, outcome);
        }
    }
    free(in);
    free(out);
    free(mem);
}
