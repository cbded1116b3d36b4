/* How many cases had sub-groups of more than one work-item: in the others a function of sub-groups
 * shows next to nothing. Pure. */
#ifndef WGC_RECORD_SUB_GROUP_TALLY_H
#define WGC_RECORD_SUB_GROUP_TALLY_H

#include "record/record.h"

/* Cases that were judged, in work-groups of several work-items, with known sub-groups. */
struct wgc_sub_group_tally {
    size_t cases;
    size_t several; /* of these, those in which a sub-group had more than one work-item */
};

void wgc_sub_group_tally_add(struct wgc_sub_group_tally *tally, const struct wgc_result *result);

struct wgc_sub_group_tally wgc_sub_group_tally_of(const struct wgc_record *record);

#endif
