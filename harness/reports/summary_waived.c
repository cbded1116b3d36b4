#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "causes/causes.h"
#include "reports/parts.h"
#include "reports/summary.h"

static const char *waiver_of(const struct wgc_report_cause *cause)
{
    return wgc_or_empty(cause->waiver);
}

/* All causes of a waiver in one line, without its end; nothing if they have theirs. */
static void put_waiver(const struct wgc_causes *causes, size_t first, struct wgc_buf *out)
{
    const struct wgc_report_cause *cause = &causes->cause[first];
    size_t cases = 0;

    for (size_t i = causes->bad; i < causes->count; i++) {
        bool same = strcmp(waiver_of(&causes->cause[i]), waiver_of(cause)) == 0;
        if (same && i < first) {
            return; /* it has its line */
        }
        cases += same ? causes->cause[i].count : 0;
    }
    wgc_buf_printf(out, "  %7zu  ", cases);
    wgc_report_text(out, waiver_of(cause));
    wgc_buf_printf(out, ": %s", cause->title);
    if (cause->link != NULL) {
        wgc_buf_text(out, " (");
        wgc_report_text(out, cause->link);
        wgc_buf_char(out, ')');
    }
}

/* A line for each waiver, of one row where the room is limited. */
static void put_list(const struct wgc_causes *causes, size_t cases,
                     const struct wgc_summary_style *style, struct wgc_buf *out)
{
    wgc_buf_char(out, '\n');
    wgc_summary_paint(out, style, WGC_YELLOW);
    wgc_buf_printf(out, "known, %zu waived case%s:", cases, wgc_plural(cases));
    wgc_summary_paint(out, style, WGC_PLAIN);
    wgc_buf_char(out, '\n');
    for (size_t i = causes->bad; i < causes->count; i++) {
        struct wgc_buf line = {0};
        put_waiver(causes, i, &line);
        if (line.size > 0) {
            wgc_screen_cut(out, line.data,
                           style->rows == 0 ? line.size : wgc_screen_columns(style));
            wgc_buf_char(out, '\n');
        }
        out->failed = out->failed || line.failed;
        wgc_buf_free(&line);
    }
}

static size_t count_waivers(const struct wgc_causes *causes)
{
    size_t count = 0;

    for (size_t i = causes->bad; i < causes->count; i++) {
        bool first = true;
        for (size_t k = causes->bad; first && k < i; k++) {
            first = strcmp(waiver_of(&causes->cause[k]), waiver_of(&causes->cause[i])) != 0;
        }
        count += first;
    }
    return count;
}

static void put_waived(const struct wgc_record *record, const struct wgc_causes *causes,
                       const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf text = {0};
    size_t cases = 0;

    for (size_t i = causes->bad; i < causes->count; i++) {
        cases += causes->cause[i].count;
    }
    put_list(causes, cases, style, &text);
    if (style->rows == 0 || wgc_screen_rows(&text, style) <= style->rows) {
        wgc_buf_add(out, wgc_buf_str(&text), text.size);
    } else {
        const size_t waivers = count_waivers(causes);
        wgc_buf_printf(out, "known: %zu case%s waived by %zu waiver%s (", cases,
                       cases == 1 ? " is" : "s are", waivers, wgc_plural(waivers));
        wgc_summary_hint(record, style, false, out);
        wgc_buf_text(out, ")\n");
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

void wgc_summary_waived(const struct wgc_record *record, const struct wgc_causes *causes,
                        const struct wgc_summary_style *style, struct wgc_buf *out)
{
    if (causes->count > causes->bad) {
        put_waived(record, causes, style, out);
    }
}
