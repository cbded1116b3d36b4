/* Text of drivers in a form for reports. */
#ifndef WGC_BASE_REPORT_TEXT_H
#define WGC_BASE_REPORT_TEXT_H

#include "base/buf.h"

/*
 * Appends text as valid UTF-8 for XML 1.0 and terminals: ANSI escape sequences are removed, other
 * control characters are spelled U+XXXX, bytes that are no UTF-8 become U+FFFD. Tabs and line ends
 * stay.
 */
void wgc_report_text(struct wgc_buf *out, const char *text);

#endif
