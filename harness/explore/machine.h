/*
 * The interpreter of a program: one work-group at a time, all of its work-items side by side. A
 * mask shows which of them execute a statement; the others wait where the structure of the program
 * lets them continue. Pure.
 */
#ifndef WGC_EXPLORE_MACHINE_H
#define WGC_EXPLORE_MACHINE_H

#include "explore/interpret.h"
#include "explore/parts.h"

/* What a loop or a function left early: a byte for each work-item. */
struct wgc_frame {
    unsigned char *continued; /* of the innermost loop */
    unsigned char *returned;  /* of the function */
    uint64_t *result;         /* of a helper function, for those that returned */
};

/* The accesses to an element of local or global memory since the last barrier. */
struct wgc_touch {
    uint32_t epoch;
    uint32_t writer, reader; /* work-item + 1, or WGC_TOUCH_MANY */
    uint32_t atomic;         /* operator + 1 */
};

#define WGC_TOUCH_MANY UINT32_MAX

struct wgc_machine {
    const struct wgc_program *program;
    struct wgc_program_layout layout;
    const uint32_t *in;
    uint32_t *out, *mem;
    size_t group, items;

    /* Variable v's values: element e of work-item i is value[v][e * items + i] for a private one,
     * element e is value[v][e] and touch[v][e] in local or global memory. Floating-point values are
     * whole and kept as int64_t. */
    uint64_t **value;
    struct wgc_touch **touch;
    uint32_t local_epoch, global_epoch;

    /* The partition of this work-group: work-item i is in sub-group sub_group[i], number lane[i] of
     * lanes[i]; member has the items of each sub-group in the order of lanes, from
     * first[sub-group] on. */
    bool has_sub_groups;
    uint32_t *sub_group, *lane, *lanes, *member, *first;
    uint32_t sub_groups, max_size;
    unsigned char *divided; /* item i and others of its sub-group went ways that have ended */

    /* Calls that parts of a sub-group may make separately: how often work-item i has made call c,
     * made[c * items + i], and what the group's work-items recorded. predicted: the same words,
     * where they are not the device's but are made here, with splits for classes in two parts. */
    struct wgc_recorded recorded;
    uint32_t *made;
    const uint32_t *record;
    uint32_t *predicted;
    bool splits;

    struct wgc_frame frame;
    uint64_t **slot; /* temporary arrays of a value for each work-item */
    size_t slots_used, slots_made;
    uint64_t steps;
    enum wgc_interpreted state;
    struct wgc_err *err;
};

/* Sets the state and the text, unless it failed before; false. */
bool wgc_machine_fail(struct wgc_machine *machine, enum wgc_interpreted state, const char *format,
                      ...) WGC_PRINTF_LIKE(3, 4);

/* A temporary array for each work-item; NULL (and the machine failed) without memory. Those taken
 * since slots_used had a value are released by setting it to that value. */
uint64_t *wgc_machine_take(struct wgc_machine *machine);
/* The same for masks: a byte for each work-item. */
unsigned char *wgc_machine_take_mask(struct wgc_machine *machine);

/* Memory for the program's variables, for its items; false (and the machine failed) without. Freed
 * by the other in any case. */
bool wgc_machine_make_memory(struct wgc_machine *machine);
void wgc_machine_free_memory(struct wgc_machine *machine);

/* Zeros in every variable, and no access yet. */
void wgc_machine_begin_group(struct wgc_machine *machine);

/* Reads the partition of work-group number group from ids; false: the machine failed. */
bool wgc_machine_partition(struct wgc_machine *machine, const uint32_t *ids);

/* Evaluates an expression for the work-items of mask. */
bool wgc_machine_evaluate(struct wgc_machine *machine, int32_t at, const unsigned char *mask,
                          uint64_t *result);
/* A call of a collective function, its operands evaluated: x, and its other arguments or NULL. */
bool wgc_machine_collective(struct wgc_machine *machine, const struct wgc_node *node,
                            const unsigned char *mask, const uint64_t *x,
                            const uint64_t *const *arguments, uint64_t *result);

/* The function's results for the work-items of mask in a sub-group, that call together. */
bool wgc_machine_call_together(struct wgc_machine *machine, const struct wgc_node *node,
                               uint32_t sub_group, const unsigned char *mask, const uint64_t *x,
                               const uint64_t *argument, uint64_t *result);
/* The lane of which an item gets the value. */
uint64_t wgc_machine_source(const struct wgc_machine *machine, const struct wgc_node *node,
                            size_t item, const uint64_t *argument);
/* The same, for call number of the recorded ones: the results that were recorded, if some parts of
 * the work-items explain them. */
bool wgc_machine_recorded(struct wgc_machine *machine, int number, const struct wgc_node *node,
                          const unsigned char *mask, const uint64_t *x, const uint64_t *argument,
                          uint64_t *result);
/* Writes predicted words: what is recorded when the work-items of mask make the call. */
bool wgc_machine_predict(struct wgc_machine *machine, int number, const struct wgc_node *node,
                         uint32_t sub_group, const unsigned char *mask, const uint64_t *x,
                         const uint64_t *argument);
/* Whether a work-item gets another one's value, which is undefined where that one calls in another
 * part. */
bool wgc_machine_exchanges(unsigned collective);
/* The bits of a value of the type in recorded words. */
void wgc_machine_put_word(unsigned type, uint64_t value, uint32_t *word);

/* The work-items of mask went ways by these numbers, which have ended: notes those of sub-groups in
 * which they differ. */
void wgc_machine_divide(struct wgc_machine *machine, const unsigned char *mask,
                        const uint64_t *way);

/* Accesses to local and global memory by a work-item; false: a race, and the machine failed. */
bool wgc_machine_touch(struct wgc_machine *machine, unsigned var, uint64_t element, size_t item,
                       enum wgc_access access, unsigned op);

/* Whether all work-items of the mask's work-group, or of each of its sub-groups, are in it. */
bool wgc_machine_is_whole(const struct wgc_machine *machine, const unsigned char *mask,
                          enum wgc_level level);

/* a op b, where a collective function or an atomic one combines them. */
uint64_t wgc_machine_combine(unsigned op, unsigned type, uint64_t a, uint64_t b);
/* Whether a < b in the type. */
bool wgc_machine_less(unsigned type, uint64_t a, uint64_t b);

/* Executes the kernel for the machine's group. */
bool wgc_machine_run_group(struct wgc_machine *machine);

#endif
