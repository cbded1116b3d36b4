/* The reasons of skips: a list, or where that has no room a paragraph. */
#include "base/plural.h"
#include "base/report_text.h"
#include "reports/parts.h"
#include "reports/skips.h"

/* The most reasons, which are the first ones, without limited rows; of a saved report all. */
enum { REASONS_SHOWN = 8 };

struct view {
    const struct wgc_record *record;
    const struct wgc_summary_style *style;
};

static size_t cases_of(const struct wgc_skip_reasons *reasons, size_t first)
{
    size_t cases = 0;

    for (size_t i = first; i < reasons->count; i++) {
        cases += reasons->item[i].cases;
    }
    return cases;
}

/* "12 for 3 more reasons (step 1 below)", of those from the first on, and what lists them. */
static void put_rest(const struct wgc_skip_reasons *reasons, size_t first, const struct view *view,
                     struct wgc_buf *out)
{
    const size_t left = reasons->count - first;

    wgc_buf_printf(out, "%zu for %zu more reason%s", cases_of(reasons, first), left,
                   wgc_plural(left));
    if (!wgc_summary_has_steps(view->record, view->style)) {
        wgc_buf_text(out, " (");
        wgc_summary_hint(view->record, view->style, false, out);
        wgc_buf_char(out, ')');
    }
}

/* "skipped, 1337 of 2242 cases (60 %)" */
static void put_share(size_t cases, const struct wgc_record *record, struct wgc_buf *out)
{
    const size_t total = wgc_record_total(record);

    wgc_buf_printf(out, "skipped, %zu of %zu case%s (%.0f %%)", cases, total, wgc_plural(total),
                   total == 0 ? 0.0 : 100.0 * (double)cases / (double)total);
}

/* A line for each reason. */
static void put_list(const struct wgc_skip_reasons *reasons, size_t shown, const struct view *view,
                     struct wgc_buf *out)
{
    const size_t cases = cases_of(reasons, 0);

    wgc_buf_printf(out, "\nskipped, %zu case%s:\n", cases, wgc_plural(cases));
    for (size_t i = 0; i < shown; i++) {
        wgc_buf_printf(out, "  %7zu  ", reasons->item[i].cases);
        wgc_report_text(out, reasons->item[i].text);
        wgc_buf_char(out, '\n');
    }
    if (shown < reasons->count) {
        wgc_buf_printf(out, "  %7s  ", "");
        put_rest(reasons, shown, view, out);
        wgc_buf_char(out, '\n');
    }
}

/* "skipped, 256 cases: 82 the device lacks ...; 30 ..." */
static void put_paragraph(const struct wgc_skip_reasons *reasons, size_t shown,
                          const struct view *view, struct wgc_buf *out)
{
    const size_t cases = cases_of(reasons, 0);
    struct wgc_buf text = {0};

    put_share(cases, view->record, &text);
    wgc_buf_text(&text, ": ");
    for (size_t i = 0; i < shown; i++) {
        wgc_buf_text(&text, i == 0 ? "" : "; ");
        if (reasons->count > 1) {
            wgc_buf_printf(&text, "%zu ", reasons->item[i].cases);
        }
        wgc_report_text(&text, reasons->item[i].text);
    }
    if (shown < reasons->count) {
        wgc_buf_text(&text, "; ");
        put_rest(reasons, shown, view, &text);
    }
    wgc_screen_wrap(out, wgc_buf_str(&text), "", 0, view->style);
    wgc_buf_char(out, '\n');
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

static void put_number(const struct wgc_skip_reasons *reasons, const struct view *view,
                       struct wgc_buf *out)
{
    put_share(cases_of(reasons, 0), view->record, out);
    wgc_buf_printf(out, " for %zu reason%s\n", reasons->count, wgc_plural(reasons->count));
}

/* Appends the paragraph with so many reasons if it fits. */
static bool fits(const struct wgc_skip_reasons *reasons, size_t shown, const struct view *view,
                 struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    put_paragraph(reasons, shown, view, &text);
    const bool fit = wgc_screen_rows(&text, view->style) <= view->style->rows;
    if (fit) {
        wgc_buf_add(out, wgc_buf_str(&text), text.size);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    return fit;
}

/* The list, if all of it fits; else the paragraph with as many reasons as fit, or their number. */
static void put_limited(const struct wgc_skip_reasons *reasons, const struct view *view,
                        struct wgc_buf *out)
{
    struct wgc_buf list = {0};
    size_t shown = reasons->count;

    put_list(reasons, reasons->count, view, &list);
    if (wgc_screen_rows(&list, view->style) <= view->style->rows) {
        wgc_buf_add(out, wgc_buf_str(&list), list.size);
    } else {
        while (shown > 1 && !out->failed && !fits(reasons, shown, view, out)) {
            shown--;
        }
        if (shown == 1 && !fits(reasons, 1, view, out)) {
            put_number(reasons, view, out);
        }
    }
    out->failed = out->failed || list.failed;
    wgc_buf_free(&list);
}

void wgc_summary_skips(const struct wgc_record *record, const struct wgc_summary_style *style,
                       struct wgc_buf *out)
{
    const struct view view = {record, style};
    struct wgc_skip_reasons reasons;
    struct wgc_err err;

    if (wgc_skip_reasons_make(record, &reasons, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    if (reasons.count > 0 && style->rows > 0) {
        put_limited(&reasons, &view, out);
    } else if (reasons.count > 0) {
        const bool all = style->verbose || style->report != NULL || reasons.count <= REASONS_SHOWN;
        put_list(&reasons, all ? reasons.count : REASONS_SHOWN, &view, out);
    }
    wgc_skip_reasons_free(&reasons);
}
