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
};

/* False where a buffer is too small for the launch; then nothing is written. */
bool fake_compute(const struct fake_launch *launch);

#endif
