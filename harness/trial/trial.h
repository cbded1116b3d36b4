/*
 * A trial: all the data of one run of one case, its input, its poison (the output before the
 * launch), its expected results, and their comparison with the actual ones. Pure: no OpenCL, no
 * I/O.
 *
 * Layout of buffers. A launch has group_count work-groups of at most group_items work-items.
 * The work-item with linear local id l in the work-group with linear id g has the element g
 * * group_items + l of a slot. A slot has slot_items = group_count * group_items elements;
 * slot s starts at s * slot_items. Work-groups are counted (gz * groups_y + gy) * groups_x + gx.
 * Smaller (remainder) work-groups leave the end of their part unused; unused elements are poisoned
 * too and must come back untouched. The output has guard_items more elements before and after:
 * output element i is at guard_items + i.
 *
 * Kernel arguments, the same for every kernel of the suite:
 *
 * - 0 in: T, slot_count * slot_items elements;
 * - 1 out: T, guard_items + slot_count * slot_items + guard_items elements;
 * - 2 aux: the other arguments of the function. With g the work-group's linear id and groups the
 *   product of get_num_groups(): work_group_broadcast*: uint, the id in dimension d is aux[(slot *
 *   groups + g) * 3 + d]; sub_group_broadcast: uint, the id is aux[(slot * groups + g) *
 *   group_items + sub_group_id] (wgc_trial_map); _INIT kinds: T, the initial value is aux[(slot *
 *   groups + g) * group_items + sub_group_id]; both without sub_group_id in slot BARE; others:
 *   unused;
 * - 3 meta (functions of sub-groups only, but not slot BARE): uint, 6 for each element of a slot:
 * sub_group_id, sub_group_local_id, sub_group_size, max_sub_group_size, num_sub_groups,
 *   enqueued_num_sub_groups, of which a kernel writes those that wgc_partition_read reads;
 *   Geometry CHOSEN, all functions: three more words, the local size as the kernel asks for it.
 *   Geometry PIPES: one for each work-group, 1 where its reservation for reading was refused and 0
 *   where not; another one for each, the same of its reservation for writing; and the number of
 *   packets that the pipe has in the end;
 * - 4 group_items: uint; a kernel of geometry CHOSEN writes nothing but these words if its local
 *   size has another number of work-items;
 * - 5 slot_items: uint;
 * - 6 guard_items: uint;
 * - 7 rounds: uint, the number of slots: not known to the compiler.
 *
 * Slots (enum wgc_slot): a UNIFORM slot's input holds the value of work-group g at element
 * slot_items * slot + g.
 */
#ifndef WGC_TRIAL_TRIAL_H
#define WGC_TRIAL_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "judge/damage.h"
#include "judge/wrong.h"
#include "oracle/traits.h"
#include "suite/manifest.h"

/* The words that a kernel stores for each work-item of a sub-group: what the function returned. */
enum wgc_meta {
    WGC_META_ID,       /* get_sub_group_id */
    WGC_META_LOCAL_ID, /* get_sub_group_local_id */
    WGC_META_SIZE,     /* get_sub_group_size */
    WGC_META_MAX_SIZE, /* get_max_sub_group_size */
    WGC_META_COUNT,    /* get_num_sub_groups */
    WGC_META_ENQUEUED, /* get_enqueued_num_sub_groups */
    WGC_META_WORDS,
};

struct wgc_trial_spec {
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    unsigned rank;        /* dimensions of the local size, 1 to 3 */
    size_t local_size[3]; /* sides past rank are 1; for the shape "max" already resolved */
    /* Geometry CHOSEN: the work-items of the launch, by wgc_trial_range, where local_size is the
     * one that the implementation chooses for them; else zeros. */
    size_t global_size[3];
    struct wgc_fp_traits fp;
    enum wgc_profile profile; /* decides the amount of data */
    uint64_t seed;            /* of the run */
    size_t sub_group_hint;    /* the likely sub-group size, 0 when not known or not needed */
    /* clGetKernelSubGroupInfo for the kernel at that local size, 0 where it is not known: the
     * number of sub-groups, and the size of the largest. Only slot BARE uses them. */
    size_t sub_group_count, sub_group_size;
    size_t local_memory; /* geometry FILLED: bytes of the device's that the kernel does not use */
};

struct wgc_trial {
    unsigned dimensions; /* of the launch: at least the shape's rank */
    size_t global_offset[3];
    size_t global_size[3];
    size_t local_size[3];
    size_t group_items, group_count, slot_items, slot_count, guard_items;
    const void *input;
    size_t input_bytes;
    const void *poison; /* the whole output buffer before the launch, guards included */
    size_t output_bytes;
    const void *aux; /* never NULL: there is always a buffer of a few bytes */
    size_t aux_bytes;
    size_t meta_bytes;  /* 0: the kernel writes no meta; bind any small buffer */
    size_t local_bytes; /* of one more argument, in local memory; 0: there is none */
    size_t local_items; /* its elements, which is one more argument; 0: it is none */
    bool pipes;         /* launched three times: the second launch reads the pipe of the first, the
                           third counts what is left */
    bool parts;         /* the buffers are parts of another one */
    bool chosen;        /* launched without a local size; local_size is the one expected */
    size_t record;      /* if so, the word of meta from which on the kernel stores the local size */
    struct wgc_trial_data *data; /* private */
};

/*
 * A cache of generated data, for one thread. Trials of one function and group size share inputs and
 * expectations; the cache keeps at most limit_bytes that no trial uses.
 */
struct wgc_trial_cache;
struct wgc_trial_cache *wgc_trial_cache_create(size_t limit_bytes); /* NULL without memory */
void wgc_trial_cache_free(struct wgc_trial_cache *cache);

/* Makes the trial; the same spec gives the same bytes everywhere. *out is freed with wgc_trial_free
 * before cache. */
enum wgc_status wgc_trial_create(const struct wgc_trial_spec *spec, struct wgc_trial_cache *cache,
                                 struct wgc_trial **out, struct wgc_err *err);
void wgc_trial_free(struct wgc_trial *trial);

/* The bytes of the argument of geometry FILLED, an odd number, where so many are left; 0: less than
 * 257. */
size_t wgc_trial_filling(size_t local_memory);

/* The work-items of a launch of geometry CHOSEN in each dimension: those of as many work-groups of
 * spec->local_size as the other forms have. spec->global_size: zeros. */
void wgc_trial_range(const struct wgc_trial_spec *spec, size_t global_size[3]);

/*
 * Whether aux depends on the sub-groups of the launch. A broadcast names an item of each sub-group,
 * whose number of items is not known before the launch: the kernel is launched twice, first with
 * ids of 0, which every sub-group has. The mapping to sub-groups is the same "across dispatches of
 * a given kernel with the same work-group dimensions" (the OpenCL API, "Mapping work-items onto an
 * ND-range"); wgc_trial_judge detects where it is not.
 */
bool wgc_trial_needs_map(const struct wgc_trial *trial);

/* Makes aux from the meta of the first launch. */
enum wgc_status wgc_trial_map(struct wgc_trial *trial, const uint32_t *meta, struct wgc_err *err);

/*
 * The number of work-items of the largest sub-group of a launch, by its meta; 0 where meta is no
 * partition of every work-group, which wgc_trial_judge then reports. In slot BARE the smallest size
 * that clGetKernelSubGroupInfo allows, 1 where it is not known.
 */
enum wgc_status wgc_trial_largest_sub_group(const struct wgc_trial *trial, const uint32_t *meta,
                                            size_t *largest, struct wgc_err *err);

/*
 * The number of work-items of the largest sub-group of the first work-group, by a launch's meta, in
 * slot BARE by clGetKernelSubGroupInfo. 0 where it is not known, for functions of work-groups, and
 * in work-groups of one work-item, whose sub-group cannot have more.
 */
size_t wgc_trial_sub_group_items(const struct wgc_trial *trial, const uint32_t *meta);

/* Form pipes: of a launch, the work-groups whose reservation for reading was refused; in the other
 * forms 0. So many sets of packets may be unread: those of work-groups whose reservation for
 * writing was refused, and as many others as the pipe still has. */
size_t wgc_trial_refused(const struct wgc_trial *trial, const uint32_t *meta);

/* The first wrong element as text, and the number of wrong ones. */
struct wgc_mismatch {
    enum wgc_wrong_kind kind;
    bool is_truth, truth; /* whether the values are truth values, and the expected one */
    bool is_fill;         /* the element has the value that filled the buffer before the launch */
    bool is_overwritten;  /* nothing may be written there: expected is the initial value */
    char *what; /* one line: "wrong value", "not written", "guard overwritten", "sub-group ids not
                   dense", ... */
    enum wgc_damage damage;   /* UNKNOWN where no result of the function is wrong */
    const char *data_pattern; /* its name in suite/patterns.def; NULL: the data is of no pattern */
    char *pattern;            /* the same for people, with slot and variant */
    size_t work_group[3];
    size_t local_id[3];
    size_t linear_id;
    size_t sub_group_size; /* the largest, of a program of explore; 0: not known */
    char *input, *expected, *actual,
        *tolerance; /* decimal and hexadecimal; tolerance "exact" or a bound */
    /* Over the whole launch. An element whose result the standard does not determine is not judged.
     */
    size_t wrong_items, judged_items;
    size_t wrong_groups, judged_groups;
    /*
     * The whole first wrong work-group (or sub-group, in the order of its local ids), as JSON
     * arrays of strings; of one with more than 64 items, the aligned 64 items around the wrong one.
     * group_wrong is an array of true and false.
     */
    char *group_input, *group_expected, *group_actual, *group_wrong;
};
void wgc_mismatch_free(struct wgc_mismatch *mismatch);

/*
 * Judges the output buffer (output_bytes) after the launch and, where meta_bytes is not 0, meta.
 * *right: whether everything is right; if not, *mismatch is filled (freed by the caller), else only
 * its judged_items, all other members being as before. On an error nothing was judged.
 */
enum wgc_status wgc_trial_judge(const struct wgc_trial *trial, const void *output,
                                const uint32_t *meta, bool *right, struct wgc_mismatch *mismatch,
                                struct wgc_err *err);

#endif
