/*
 * The plan: which cases run. Pure: the same inputs give the same list, in the same order, on any
 * machine.
 */
#ifndef WGC_PLAN_PLAN_H
#define WGC_PLAN_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "suite/manifest.h"

/* A case is a point in the cross product. */
struct wgc_case {
    uint32_t signature;
    uint16_t form;
    uint16_t shape;
    uint32_t rank; /* its place among all cases of the suite; 0 without one */
};

struct wgc_plan {
    size_t count;
    struct wgc_case *item;
    size_t elsewhere_count; /* filters that are the name of a case that profile, language or
                               implementation leave out; in a selection that is not empty */
    const char *elsewhere;  /* the first of them; of the selection */
};

enum { WGC_CASE_NAME_MAX = 160 };

/* Writes LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, query.NAME or c.program.NAME into name; always fits, as
 * the manifest's reader checks. */
void wgc_case_name(const struct wgc_manifest *manifest, const struct wgc_case *item,
                   char name[WGC_CASE_NAME_MAX]);

/* Finds the case with that name in any profile; WGC_ERR_INPUT when there is none. */
enum wgc_status wgc_case_find(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_case *out, struct wgc_err *err);

struct wgc_selection {
    enum wgc_profile profile;
    bool language[WGC_LANGUAGE_COUNT];
    enum wgc_impl impl;
    size_t filter_count; /* 0 selects all */
    const char *const
        *filter;            /* globs (filter.h); a leading ! excludes; @FILE is resolved before */
    bool any_exclusion;     /* a filter that excludes may match no case */
    unsigned shard, shards; /* 1 <= shard <= shards; 1 and 1 without sharding */
};

/*
 * The cases of a selection by rank, the strongest first; those without a rank come first, in the
 * manifest's order: signature, form, shape. A filter that matches nothing in the whole suite is an
 * error that names it and the nearest cases; an empty selection and an empty shard are errors too.
 * A shard has whole signatures, so that no kernel is compiled in two shards. On success *out is
 * owned by the caller and freed with wgc_plan_free.
 */
enum wgc_status wgc_plan_make(const struct wgc_manifest *manifest,
                              const struct wgc_selection *selection, struct wgc_plan **out,
                              struct wgc_err *err);
void wgc_plan_free(struct wgc_plan *plan);

/* Puts the cases into the manifest's order, in which those of a signature are adjacent. */
void wgc_plan_sort_by_signature(struct wgc_plan *plan);

/* The number of capability checks that the selection would have, if it had every language. */
enum wgc_status wgc_plan_left_checks(const struct wgc_manifest *manifest,
                                     const struct wgc_selection *selection, size_t *count,
                                     struct wgc_err *err);

#endif
