/* Colours of the summary. */
#ifndef WGC_REPORTS_SUMMARY_PAINT_H
#define WGC_REPORTS_SUMMARY_PAINT_H

#include "base/buf.h"
#include "reports/summary.h"

#define WGC_GREEN  "\033[32m"
#define WGC_RED    "\033[31m"
#define WGC_YELLOW "\033[33m"
#define WGC_DIM    "\033[2m"
#define WGC_BOLD   "\033[1m"
#define WGC_PLAIN  "\033[0m"

/* Appends the colour where style has colours. */
static inline void wgc_summary_paint(struct wgc_buf *out, const struct wgc_summary_style *style,
                                     const char *color)
{
    if (style->color) {
        wgc_buf_text(out, color);
    }
}

#endif
