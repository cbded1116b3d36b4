/* What the judge compares each element of the output with, as tables: for a program that judges
 * without an oracle. Pure. */
#ifndef WGC_TRIAL_EXPECTED_H
#define WGC_TRIAL_EXPECTED_H

#include "judge/judge.h"
#include "trial/trial.h"

/* How an element is judged where it is not by a value (enum wgc_judge_mode). */
enum {
    WGC_EXPECTED_ANY = WGC_JUDGE_MODE_COUNT, /* the standard determines no value */
    WGC_EXPECTED_POISON,                     /* nobody may write it */
    WGC_EXPECTED_KNOWN,                      /* by the known bits of an element of 32 bits */
};

/* Of each element of the output without guards; a value of WIDTH components has WIDTH elements. */
struct wgc_expected {
    size_t elements;
    unsigned char *mode;   /* enum wgc_judge_mode, or one of the above */
    unsigned char *values; /* in the mode INTERVAL 0 */
    double *lo, *hi;       /* in the mode INTERVAL; else 0, but KNOWN: lo is the known bits */
    size_t max_size;       /* slot BARE: what get_max_sub_group_size() returns */
};

/*
 * Fills *expected for a launch whose kernel writes meta, a right partition; unused, and may be
 * NULL, in slot BARE and for functions of work-groups. In slot BARE sub-groups have the likely size
 * of struct wgc_trial_spec, and max_size as get_max_sub_group_size(). Freed by the caller after
 * success.
 */
enum wgc_status wgc_trial_expect(const struct wgc_trial *trial, const uint32_t *meta,
                                 size_t max_size, struct wgc_expected *expected,
                                 struct wgc_err *err);
void wgc_expected_free(struct wgc_expected *expected);

#endif
