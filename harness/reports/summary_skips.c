/* The reasons of skips: a list, or where that has no room a paragraph. */
#include <string.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "reports/parts.h"
#include "reports/skips.h"

/* The most reasons, which are the first ones, without limited rows; of a saved report all. */
enum { REASONS_SHOWN = 8, FEW = 2 };

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

/* Of all cases, in per cent. */
static double share_of(size_t cases, const struct wgc_record *record)
{
    const size_t total = wgc_record_total(record);

    return total == 0 ? 0.0 : 100.0 * (double)cases / (double)total;
}

/* "skipped, 1337 of 2242 cases (60 %)" */
static void put_share(size_t cases, const struct wgc_record *record, struct wgc_buf *out)
{
    const size_t total = wgc_record_total(record);

    wgc_buf_printf(out, "skipped, %zu of %zu case%s (%.0f %%)", cases, total, wgc_plural(total),
                   share_of(cases, record));
}

static void put_whole(const char *reason, struct wgc_buf *out)
{
    wgc_report_text(out, reason);
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

/* How much a paragraph has of each reason, and of the number of cases. */
enum words { WHOLE, SHORT, SHORT_WITH_SHARE };

/* "no double precision" for "the device lacks double precision (cl_khr_fp64 or ...)". */
static void put_short(const char *reason, struct wgc_buf *out)
{
    static const char lacks[] = "the device lacks ", article[] = "the ";
    struct wgc_buf text = {0};

    if (strncmp(reason, lacks, sizeof lacks - 1) == 0) {
        reason += sizeof lacks - 1;
        reason += strncmp(reason, article, sizeof article - 1) == 0 ? sizeof article - 1 : 0;
        wgc_buf_text(&text, "no ");
    }
    const size_t detail = strcspn(reason, "(:");
    wgc_buf_add(&text, reason, detail > 0 && reason[detail] == '(' ? detail - 1 : detail);
    wgc_report_text(out, wgc_buf_str(&text));
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* "skipped, 256 of 2242 cases (11 %): 82 the device lacks ...; 30 ...", or in few words "skipped,
 * 11 %: 82 no ...; 20 for 2 more". */
static void put_paragraph(const struct wgc_skip_reasons *reasons, size_t shown, enum words words,
                          const struct view *view, struct wgc_buf *out)
{
    const size_t cases = cases_of(reasons, 0), left = reasons->count - shown;
    struct wgc_buf text = {0};

    if (words == SHORT_WITH_SHARE) {
        wgc_buf_printf(&text, "skipped, %.0f %%", share_of(cases, view->record));
    } else {
        put_share(cases, view->record, &text);
    }
    wgc_buf_text(&text, ": ");
    for (size_t i = 0; i < shown; i++) {
        wgc_buf_text(&text, i == 0 ? "" : "; ");
        if (reasons->count > 1) {
            wgc_buf_printf(&text, "%zu ", reasons->item[i].cases);
        }
        (words == WHOLE ? put_whole : put_short)(reasons->item[i].text, &text);
    }
    if (left > 0) {
        wgc_buf_text(&text, "; ");
    }
    if (left > 0 && words == SHORT_WITH_SHARE) {
        wgc_buf_printf(&text, "%zu for %zu more", cases_of(reasons, shown), left);
    } else if (left > 0) {
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
static bool fits(const struct wgc_skip_reasons *reasons, size_t shown, enum words words,
                 const struct view *view, struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    put_paragraph(reasons, shown, words, view, &text);
    const bool fit = wgc_screen_rows(&text, view->style) <= view->style->rows;
    if (fit) {
        wgc_buf_add(out, wgc_buf_str(&text), text.size);
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    return fit;
}

/* The paragraph with as many reasons as fit, with two in few words rather than with one. */
static bool put_most(const struct wgc_skip_reasons *reasons, const struct view *view,
                     struct wgc_buf *out)
{
    const size_t least = reasons->count < FEW ? reasons->count : FEW;
    bool done = false;

    for (size_t shown = reasons->count; !done && shown >= least && shown > 0; shown--) {
        done = fits(reasons, shown, WHOLE, view, out);
    }
    for (size_t shown = least; !done && shown > 0; shown--) {
        done = fits(reasons, shown, SHORT, view, out) ||
               fits(reasons, shown, SHORT_WITH_SHARE, view, out);
    }
    return done;
}

/* The list, if all of it fits; else a paragraph, or the number of reasons. */
static void put_limited(const struct wgc_skip_reasons *reasons, const struct view *view,
                        struct wgc_buf *out)
{
    struct wgc_buf list = {0};

    put_list(reasons, reasons->count, view, &list);
    if (wgc_screen_rows(&list, view->style) <= view->style->rows) {
        wgc_buf_add(out, wgc_buf_str(&list), list.size);
    } else if (!put_most(reasons, view, out)) {
        put_number(reasons, view, out);
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
