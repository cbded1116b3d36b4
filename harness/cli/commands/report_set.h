/* Saved reports, several at a time. */
#ifndef WGC_CLI_COMMANDS_REPORT_SET_H
#define WGC_CLI_COMMANDS_REPORT_SET_H

#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

struct wgc_report_set {
    struct wgc_record **record;
    size_t count;
};

/* Reads each with what its journal adds; on failure *set is empty. A set is all zero before, and
 * freed after. */
enum wgc_status wgc_report_set_read(char *const *path, size_t count, struct wgc_report_set *set,
                                    struct wgc_err *err);
void wgc_report_set_free(struct wgc_report_set *set);

#endif
