/*
 * False alarms: does any right implementation fail this suite? Simulates, for sums, products,
 * minima and maxima of every floating-point type, the orders, trees, blockings and precisions that
 * a device may choose, on the data and with the expectations of the suite itself and on data made
 * to hurt, on devices that have all of IEEE 754 and on devices that lack parts; nothing may be
 * refused, and every exact pattern has to have been there. Then prints by how much the loss of
 * precision that the suite looks for exceeds the tolerance, and tries these losses.
 * docs/checks.md has the rules.
 *
 * Exit status: 0 all is well, 1 something was refused, a pattern proves nothing or a loss goes
 * unseen, 3 no memory.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/false-alarms/rows.h"
#include "tests/false-alarms/trials.h"
#include "tests/unit/random.h"

enum { MAX_ITEMS = 4096, SIZES_MOST = 128, TRAITS = 6, ROUNDS = 12 };

/* The numbers of items of the suite's shapes; for the shape max, the sizes of some devices. */
static size_t sizes_of_shapes(size_t *sizes)
{
    static const char *const names[] = {
#define WGC_SHAPE(name, sets) #name,
#include "suite/shapes.def"
#undef WGC_SHAPE
        "512", "2048", "4096"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t items = 1;
        char *rest;
        for (const char *at = names[i]; *at >= '0' && *at <= '9';
             at = *rest == 'x' ? rest + 1 : rest) {
            items *= strtoul(at, &rest, 10);
        }
        bool known = items > MAX_ITEMS || count == SIZES_MOST;
        for (size_t j = 0; j < count; j++) {
            known |= sizes[j] == items;
        }
        if (!known) {
            sizes[count++] = items;
        }
    }
    return count;
}

/* The four devices of the full profile, and two of the embedded profile without infinities, NaN and
 * negative zeros. */
static struct wgc_fp_traits traits_of(unsigned number)
{
    return (struct wgc_fp_traits){
        .round_to_nearest = number % 4 < 2,
        .denormals = number % 2 == 0,
        .inf_nan = number < 4,
        .signed_zeros = number < 4,
    };
}

/* The suite's own data for the functions of work-groups, on all kinds of devices. */
static enum wgc_status work_groups(struct trials *trials, enum wgc_type type, enum wgc_op op,
                                   struct wgc_err *err)
{
    static const enum wgc_kind kinds[] = {WGC_KIND_REDUCE, WGC_KIND_SCAN_EXCLUSIVE,
                                          WGC_KIND_SCAN_INCLUSIVE};
    size_t sizes[SIZES_MOST];
    size_t count = sizes_of_shapes(sizes);
    enum wgc_status status = WGC_OK;
    for (size_t i = 0; i < 3 * count; i++) {
        for (unsigned traits = 0; traits < TRAITS && status == WGC_OK; traits++) {
            struct wgc_fp_traits fp = traits_of(traits);
            struct wgc_call call = {kinds[i % 3], op, type, 0, 0};
            status = rows_of_suite(&call, &fp, sizes[i / 3], random_bits(&trials->seed),
                                   trials_visit, trials, err);
        }
    }
    return status;
}

/* The same for the functions of sub-groups, whose sizes may be the guessed ones or any others. */
static enum wgc_status sub_groups(struct trials *trials, enum wgc_type type, enum wgc_op op,
                                  struct wgc_err *err)
{
    static const enum wgc_kind kinds[] = {
        WGC_KIND_REDUCE,      WGC_KIND_SCAN_EXCLUSIVE,      WGC_KIND_SCAN_INCLUSIVE,
        WGC_KIND_REDUCE_INIT, WGC_KIND_SCAN_EXCLUSIVE_INIT, WGC_KIND_SCAN_INCLUSIVE_INIT};
    static const struct {
        size_t n, guess, size;
    } ways[] = {{1, 1, 1},     {7, 4, 4},     {65, 8, 8},  {67, 16, 16},
                {105, 32, 32}, {257, 64, 64}, {64, 32, 8}, {143, 16, 64},
                {65, 64, 16},  {67, 4, 67},   {67, 32, 5}, {17, 8, 1}};
    enum wgc_status status = WGC_OK;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            for (unsigned traits = 0; traits < TRAITS && status == WGC_OK; traits++) {
                struct wgc_fp_traits fp = traits_of(traits);
                struct wgc_call call = {kinds[k], op, type, 0, 0};
                status = rows_of_sub_groups(&call, &fp, ways[i].n, ways[i].guess, ways[i].size,
                                            random_bits(&trials->seed), trials_visit, trials, err);
            }
        }
    }
    return status;
}

/* Groups of any size up to 5000, most of them small. */
static enum wgc_status made_up_data(struct trials *trials, enum wgc_type type, enum wgc_op op,
                                    struct wgc_err *err)
{
    static const size_t most[] = {4, 10, 40, 200, 1000, 5000};
    enum wgc_status status = WGC_OK;
    for (size_t round = 0; round < ROUNDS; round++) {
        size_t n =
            2 + random_below(&trials->seed, most[round % (sizeof most / sizeof most[0])] - 1);
        for (unsigned traits = 0; traits < 4 && status == WGC_OK; traits++) {
            struct wgc_fp_traits fp = traits_of(traits);
            struct wgc_call call = {round % 2 ? WGC_KIND_REDUCE : WGC_KIND_SCAN_INCLUSIVE, op, type,
                                    0, 0};
            status =
                rows_made_up(&call, &fp, n, random_bits(&trials->seed), trials_visit, trials, err);
        }
    }
    return status;
}

static enum wgc_status simulate(struct trials *trials, enum wgc_type type, enum wgc_op op,
                                struct wgc_err *err)
{
    enum wgc_status status = work_groups(trials, type, op, err);
    if (status == WGC_OK) {
        status = sub_groups(trials, type, op, err);
    }
    return status == WGC_OK ? made_up_data(trials, type, op, err) : status;
}

int main(void)
{
    static const enum wgc_op ops[] = {WGC_OP_add, WGC_OP_mul, WGC_OP_min, WGC_OP_max};
    bool well = true;
    for (int type = 0; type < WGC_TYPE_COUNT; type++) {
        for (size_t o = 0; o < sizeof ops / sizeof ops[0] &&
                           wgc_type_info((enum wgc_type)type)->value_class == WGC_FLOAT;
             o++) {
            struct tally tally = {0};
            struct trials trials = {&tally, 1};
            struct wgc_err err = {0};
            if (simulate(&trials, (enum wgc_type)type, ops[o], &err) != WGC_OK) {
                fprintf(stderr, "false-alarms: %s\n", err.text);
                return 3;
            }
            well &= tally_print(&tally, (enum wgc_type)type, ops[o]);
        }
    }
    puts(well ? "no false alarm" : "something is wrong with a tolerance or a pattern");
    return well ? 0 : 1;
}
