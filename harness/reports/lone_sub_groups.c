#include "reports/lone_sub_groups.h"

#include "record/sub_group_tally.h"

bool wgc_lone_sub_groups_put(const struct wgc_record *record, struct wgc_buf *out)
{
    const struct wgc_sub_group_tally tally = wgc_sub_group_tally_of(record);

    if (tally.several == tally.cases) {
        return false;
    }
    wgc_buf_printf(out, "in %zu of %zu sub-group cases each sub-group had one work-item",
                   tally.cases - tally.several, tally.cases);
    return true;
}

enum wgc_status wgc_lone_sub_groups_warn(struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = WGC_OK;

    if (wgc_lone_sub_groups_put(record, &text)) {
        status = text.failed ? wgc_err_memory(err, "a warning")
                             : wgc_record_warn(record, text.data, err);
    }
    wgc_buf_free(&text);
    return status;
}
