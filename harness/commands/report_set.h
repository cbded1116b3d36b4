/* Saved reports, several at a time. */
#ifndef WGC_COMMANDS_REPORT_SET_H
#define WGC_COMMANDS_REPORT_SET_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

struct wgc_report_set {
    struct wgc_record **record;
    size_t count;
};

/* Reads each report, completed from its journal; on failure *set is empty. *set is zero before the
 * call and freed by the caller. */
enum wgc_status wgc_report_set_read(char *const *path, size_t count, struct wgc_report_set *set,
                                    struct wgc_err *err);
void wgc_report_set_free(struct wgc_report_set *set);

#endif
