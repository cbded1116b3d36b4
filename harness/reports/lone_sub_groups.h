/* The warning that cases had sub-groups of one work-item. Pure. */
#ifndef WGC_REPORTS_LONE_SUB_GROUPS_H
#define WGC_REPORTS_LONE_SUB_GROUPS_H

#include <stdbool.h>

#include "base/buf.h"
#include "record/record.h"

/* Appends "in N of M sub-group cases each sub-group had one work-item"; false where N is 0. */
bool wgc_lone_sub_groups_put(const struct wgc_record *record, struct wgc_buf *out);

/* The same as a warning of the record. */
enum wgc_status wgc_lone_sub_groups_warn(struct wgc_record *record, struct wgc_err *err);

#endif
