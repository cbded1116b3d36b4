/* Waivers of explore name causes by their ids (docs/explore.md): while waivers are applied to a
 * record of explore, its failing results have the names of their causes. Pure. */
#ifndef WGC_CAUSES_CAUSE_NAMES_H
#define WGC_CAUSES_CAUSE_NAMES_H

#include "causes/causes.h"
#include "waivers/waivers.h"

struct wgc_cause_names {
    struct wgc_causes causes;
    char **name; /* the results' own names, in the record's order; NULL: it was not replaced */
};

/* Each bad result gets its cause's id as its name, which belongs to *names. Until
 * wgc_cause_names_remove, which also frees *names, no result may be added or removed. */
enum wgc_status wgc_cause_names_put(struct wgc_record *record, struct wgc_cause_names *names,
                                    struct wgc_err *err);
void wgc_cause_names_remove(struct wgc_record *record, struct wgc_cause_names *names);

/* Applies the waivers, which are bound, to the bad results, by their present names. */
enum wgc_status wgc_waive_bad_results(struct wgc_waivers *waivers, struct wgc_record *record,
                                      struct wgc_err *err);

#endif
