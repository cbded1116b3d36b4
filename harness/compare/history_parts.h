/* The reports of a history: their order and their labels. Pure. */
#ifndef WGC_COMPARE_HISTORY_PARTS_H
#define WGC_COMPARE_HISTORY_PARTS_H

#include "compare/history.h"

/* Fills history->report (compare/history.h has the rules); the caller frees it in any case. */
enum wgc_status wgc_history_reports_make(struct wgc_record *const *record, size_t count,
                                         const char *const *label, struct wgc_history *history,
                                         struct wgc_err *err);

#endif
