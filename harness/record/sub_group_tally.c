#include "record/sub_group_tally.h"

void wgc_sub_group_tally_add(struct wgc_sub_group_tally *tally, const struct wgc_result *result)
{
    if (result->sub_group_items > 0 && result->state != WGC_STATE_SKIP) {
        tally->cases++;
        tally->several += result->sub_group_items > 1;
    }
}

struct wgc_sub_group_tally wgc_sub_group_tally_of(const struct wgc_record *record)
{
    struct wgc_sub_group_tally tally = {0};

    for (size_t i = 0; i < record->result_count; i++) {
        wgc_sub_group_tally_add(&tally, &record->result[i]);
    }
    return tally;
}
