/* What a program must compute, from the partition into sub-groups that the device used. Pure. */
#ifndef WGC_EXPLORE_INTERPRET_H
#define WGC_EXPLORE_INTERPRET_H

#include "explore/program.h"

enum wgc_interpreted {
    WGC_INTERPRETED,   /* out and mem are what a right device writes */
    WGC_BAD_PROGRAM,   /* the program is not well defined: a defect of the generator or reducer */
    WGC_BAD_PARTITION, /* ids cannot be a partition: a finding about the device */
    WGC_WRONG_RESULT,  /* no parts of a class of work-items explain what they recorded: a wrong
                          result */
    WGC_UNSUITED,      /* a cluster is larger than the sub-groups: no verdict */
    WGC_NO_MEMORY,
};

/*
 * Interprets the program with the words of in (wgc_program_inputs) and of ids as the device wrote
 * them (NULL for a program without sub-groups). Calls that parts of a sub-group may make separately
 * have the results in ids, if the rule of who calls together (docs/checks.md) allows them. Fills
 * out_words of out, unwritten words with poison, and mem_words of mem; both are undefined unless
 * the result is WGC_INTERPRETED. Otherwise *err (status WGC_ERR_RUN) has the reason. steps limits
 * the expressions that are evaluated, counted for each work-group and not for each work-item; 0 is
 * the usual limit.
 */
enum wgc_interpreted wgc_program_interpret(const struct wgc_program *program, const uint32_t *in,
                                           const uint32_t *ids, uint64_t steps, uint32_t *out,
                                           uint32_t *mem, struct wgc_err *err);

/* The same for a device that makes these calls as enum wgc_parts has it: ids has the partition, and
 * gets what the work-items record. */
enum wgc_parts { WGC_PARTS_TOGETHER, WGC_PARTS_SPLIT };
enum wgc_interpreted wgc_program_predict(const struct wgc_program *program, const uint32_t *in,
                                         uint32_t *ids, enum wgc_parts parts, uint32_t *out,
                                         uint32_t *mem, struct wgc_err *err);

/*
 * Fills the partition in ids as a device does that puts size consecutive work-items in each
 * sub-group; size 0 is one sub-group. The last sub-group may be smaller.
 */
void wgc_program_partition(const struct wgc_program *program, uint32_t size, uint32_t *ids);

#endif
