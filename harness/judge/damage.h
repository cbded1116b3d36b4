/* What is wrong with the wrong results of a group (judge/damage.def). Pure. */
#ifndef WGC_JUDGE_DAMAGE_H
#define WGC_JUDGE_DAMAGE_H

#include <stdbool.h>
#include <stddef.h>

enum wgc_damage {
    WGC_DAMAGE_UNKNOWN, /* also of older reports, and where no result of the function is wrong */
#define WGC_DAMAGE(id, name, joins, words) WGC_DAMAGE_##id,
#include "judge/damage.def"
#undef WGC_DAMAGE
    WGC_DAMAGE_COUNT
};

/* A group of which at least one element is wrong. The arrays have items * components values. */
struct wgc_damaged {
    size_t items;      /* work-items */
    size_t components; /* of a result */
    size_t bytes;      /* of a component */
    bool truth;        /* the results are true or false: zero, or any other value */
    const unsigned char *actual, *poison;
    const unsigned char *alone; /* the results in a group of the work-item alone; NULL: not known */
    const unsigned char *expected; /* NULL: each has an interval */
    const unsigned char *before;   /* the output of the call before this one; NULL: not known */
    const bool *wrong;
};

/* UNKNOWN where the values can be there by chance. */
enum wgc_damage wgc_damage_of(const struct wgc_damaged *damaged);

const char *wgc_damage_name(enum wgc_damage damage);  /* "" for UNKNOWN */
enum wgc_damage wgc_damage_by_name(const char *name); /* UNKNOWN when there is none */
const char *wgc_damage_words(enum wgc_damage damage); /* for a title; of UNKNOWN those of VALUE */
bool wgc_damage_joins(enum wgc_damage damage);

#endif
