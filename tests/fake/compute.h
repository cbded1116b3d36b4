/* The values that a kernel of the suite writes, by the layout that trial/trial.h defines. */
#ifndef WGC_TESTS_FAKE_COMPUTE_H
#define WGC_TESTS_FAKE_COMPUTE_H

#include "oracle/oracle.h"
#include "suite/manifest.h"

struct fake_launch {
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    unsigned dimensions;
    size_t global[3], local[3]; /* sides past dimensions are 1 */
    const unsigned char *in, *aux;
    unsigned char *out;
    uint32_t *meta;
    size_t in_bytes, out_bytes, aux_bytes, meta_bytes;
    size_t group_items, slot_items, guard_items, slots;
    size_t sub_group;  /* work-items of a sub-group */
    bool wrong;        /* each work-item of a call gets another value */
    bool other_offset; /* than the one that the kernel knows */
    bool masked, lacking, no_bit, backwards, renumbered, alternates; /* enum fake_fault */
};

/* A sub-group's call, by the work-items that make it together. */
struct fake_sub_group {
    size_t n, size; /* work-items that are there, and the device's size */
    const bool *active;
    const uint32_t *argument;
    const unsigned char *x; /* n values */
};

/* False where a buffer is too small for the launch; then nothing is written. */
bool fake_compute(const struct fake_launch *launch);

/* Makes a value of the call another one that no tolerance allows. */
void fake_spoil(const struct wgc_call *call, unsigned char *value);

/* Stores over the result of active work-item i what the launch's rules let the device return. */
void fake_freedom(const struct fake_launch *launch, const struct wgc_call *call,
                  const struct fake_sub_group *sub_group, size_t i, unsigned char *result);

#endif
