/* Words of a report that other formats take over as they are, so that a reader has to look at them.
 */
#ifndef WGC_REPORTS_REPORT_WORDS_H
#define WGC_REPORTS_REPORT_WORDS_H

#include <stdbool.h>

/* RFC 3339, in UTC and whole seconds: 2026-01-31T12:00:00Z. */
bool wgc_report_is_time(const char *text);

/* A case's name: two or more parts of a-z, 0-9 and _ with dots between. */
bool wgc_report_is_case(const char *text);

#endif
