/* Text of drivers made fit for reports. */
#ifndef WGC_REPORTS_REPORT_TEXT_H
#define WGC_REPORTS_REPORT_TEXT_H

#include "base/buf.h"

/*
 * Appends text as valid UTF-8 that XML 1.0 and terminals can hold: ANSI escape sequences are left
 * out, other control characters are spelled U+XXXX, bytes that are no UTF-8 become U+FFFD. Tabs and
 * line ends stay.
 */
void wgc_report_text(struct wgc_buf *out, const char *text);

#endif
