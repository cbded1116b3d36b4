/* The smaller variants of a program as texts, for the reducer. Pure. */
#ifndef WGC_EXPLORE_RUN_VARIANTS_H
#define WGC_EXPLORE_RUN_VARIANTS_H

#include "explore/program.h"
#include "explore_run/reducer.h"

/* Remembers the program that was read last. All zero at first. */
struct wgc_program_variants {
    struct wgc_program program;
    struct wgc_buf text; /* that the program was read from */
};

/* The source whose context is variants, which outlives it. */
struct wgc_variant_source wgc_program_variant_source(struct wgc_program_variants *variants);
void wgc_program_variants_free(struct wgc_program_variants *variants);

#endif
