/* Random programs from a seed. Pure, and the same on every machine. */
#ifndef WGC_EXPLORE_GENERATE_H
#define WGC_EXPLORE_GENERATE_H

#include "explore/program.h"

/* What the generator chooses from, each with a weight; 0 never. docs/explore.md explains them. */
enum wgc_weight {
#define WGC_WEIGHT(id, weight, text) WGC_WEIGHT_##id,
#include "explore/weights.def"
#undef WGC_WEIGHT
    WGC_WEIGHT_COUNT
};

struct wgc_generate_options {
    uint32_t generator;   /* WGC_GENERATOR or an older one */
    uint32_t families;    /* that the device has: bits 1 << enum wgc_program_family */
    uint32_t max_items;   /* work-items of a work-group, at least 1 */
    uint32_t max_cluster; /* the least sub-group size that the device may use, a power of two: the
                             largest constant of clustered functions; 1 leaves these out */
    uint32_t statements;  /* about as many */
    uint32_t groups;      /* work-groups */
    uint64_t avoid;       /* functions that are not called: bits 1 << enum wgc_collective */
    uint32_t weight[WGC_WEIGHT_COUNT];
};

/* The usual size and weights, every family, 256 items, clusters of at most 4. */
void wgc_generate_defaults(struct wgc_generate_options *options);

/* As "loop". */
const char *wgc_weight_name(enum wgc_weight weight);

/*
 * The program of a seed; *program is owned by the caller. The same options give the same program.
 * WGC_ERR_INPUT for an unknown generator, WGC_ERR_RUN for a program that wgc_program_check refuses:
 * a defect of the generator.
 */
enum wgc_status wgc_program_generate(const struct wgc_generate_options *options, uint64_t seed,
                                     struct wgc_program *program, struct wgc_err *err);

#endif
