#include "tests/false-alarms/tally.h"

#include <stdio.h>
#include <string.h>

/* The fewest evaluations of rounding data that a type must have had, over its operators. */
enum { EVALUATIONS_LEAST = 10000 };

struct sharpness *tally_sharpness(struct tally *tally, const char *pattern)
{
    for (size_t i = 0; i < PATTERNS_MAX; i++) {
        struct sharpness *place = &tally->sharpness[i];
        if (place->pattern == NULL) {
            *place = (struct sharpness){.pattern = pattern, .least_n = SIZE_MAX, .least = 1e300};
        }
        if (strcmp(place->pattern, pattern) == 0) {
            return place;
        }
    }
    return NULL;
}

static bool print_sharpness(const struct sharpness *s)
{
    printf("    %s: n %zu to %zu, %zu rows; the loss is %.3g to %.3g times the tolerance\n",
           s->pattern, s->least_n, s->most_n, s->rows, s->least, s->most);
    printf(
        "      with fewer bits: %zu of %zu evaluations refused; %zu rows let all of theirs pass\n",
        s->narrow_refused, s->narrow, s->unseen);
    if (s->vacuous > 0) {
        printf("      VACUOUS: %zu rows prove nothing\n", s->vacuous);
    }
    return s->vacuous == 0 && s->unseen == 0;
}

void tally_exact(struct tally *tally, const char *pattern)
{
    for (enum wgc_pattern i = 0; i < WGC_PATTERN_COUNT; i++) {
        tally->exact[i] += strcmp(wgc_pattern_name(i), pattern) == 0;
    }
}

/* Whether each exact pattern of the operator was evaluated. */
static bool print_left_out(const struct tally *tally, enum wgc_type type, enum wgc_op op)
{
    const struct wgc_pattern_target target = {
        .call = {WGC_KIND_REDUCE, op, type, 0, 0},
        .items = 64,
        .chunk = 64,
        .roots = 64,
        .fp = wgc_fp_ieee,
        .skips_nan = true,
    };
    bool well = true;
    for (enum wgc_pattern i = 0; i < WGC_PATTERN_COUNT; i++) {
        if (tally->exact[i] == 0 && !wgc_pattern_rounds(i) &&
            wgc_pattern_variants(i, &target) > 0) {
            printf("  LEFT OUT: the pattern %s\n", wgc_pattern_name(i));
            well = false;
        }
    }
    return well;
}

/* Whether enough data that rounds was evaluated. */
static bool print_rounding(const struct tally *tally)
{
    bool well = true;
    printf("  rounding data: %zu groups, %zu evaluations, at most %.4f of the tolerance used\n",
           tally->rows, tally->evaluations, tally->used);
    if (tally->evaluations < EVALUATIONS_LEAST) {
        printf("  TOO FEW: %d evaluations are needed\n", EVALUATIONS_LEAST);
        well = false;
    }
    for (size_t i = 0; i < PATTERNS_MAX && tally->sharpness[i].pattern != NULL; i++) {
        well &= print_sharpness(&tally->sharpness[i]);
    }
    if (tally->sharpness[0].pattern == NULL) {
        printf("  NOTHING of the suite's data shows a loss of precision\n");
        well = false;
    }
    return well;
}

bool tally_print(const struct tally *tally, enum wgc_type type, enum wgc_op op)
{
    bool well = tally->refused == 0;
    printf("%s %s\n", wgc_type_info(type)->name, wgc_op_info(op)->name);
    printf("  exact data:    %zu groups, %zu evaluations\n", tally->exact_rows,
           tally->exact_evaluations);
    if (tally->refused > 0) {
        printf("  REFUSED: %zu\n", tally->refused);
    }
    well &= print_left_out(tally, type, op);
    if (op == WGC_OP_add || op == WGC_OP_mul) {
        well &= print_rounding(tally);
    }
    return well;
}
