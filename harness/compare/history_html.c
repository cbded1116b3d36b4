#include <string.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "compare/history.h"
#include "reports/detail.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>wgconform: history of causes</title>\n<style>\n"
    ":root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #5b6672;\n"
    "  --line: #d4d9df; --fails: #f7a8a4; --passes: #b9e4c3; --other: #fbc88a; }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e4e8ec;\n"
    "  --dim: #98a3af; --line: #343b44; --fails: #8c2a2a; --passes: #1f5a33; --other: #8a5412; } "
    "}\n"
    "body { margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 110rem;\n"
    "  background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }\n"
    "h1 { font-size: 1.4rem; }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; }\n"
    "th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left;\n"
    "  vertical-align: top; }\n"
    "tbody th { font-weight: 500; min-width: 18rem; }\n"
    "td.cell { text-align: right; white-space: nowrap; }\n"
    "code { font-family: ui-monospace, \"DejaVu Sans Mono\", monospace; font-size: .88em; }\n"
    ".dim { color: var(--dim); display: block; overflow-wrap: anywhere; }\n"
    ".fails { background: var(--fails); } .passes { background: var(--passes); }\n"
    ".other { background: var(--other); } .not_run { color: var(--dim); }\n"
    "</style>\n</head>\n<body>\n<main>\n<h1>History of causes</h1>\n";

/* Text of a report as characters of the page. */
static void put_escaped(struct wgc_buf *out, const char *text)
{
    struct wgc_buf plain = {0};

    wgc_report_text(&plain, text);
    for (const char *c = plain.data; c != NULL && *c != '\0'; c++) {
        switch (*c) {
        case '&':
            wgc_buf_text(out, "&amp;");
            break;
        case '<':
            wgc_buf_text(out, "&lt;");
            break;
        case '>':
            wgc_buf_text(out, "&gt;");
            break;
        default:
            wgc_buf_char(out, *c);
        }
    }
    out->failed = out->failed || plain.failed;
    wgc_buf_free(&plain);
}

/* What another function appends, as characters of the page; frees it. */
static void put_made(struct wgc_buf *out, struct wgc_buf *made)
{
    put_escaped(out, wgc_buf_str(made));
    out->failed = out->failed || made->failed;
    wgc_buf_free(made);
}

static void put_reports(struct wgc_buf *out, const struct wgc_history *history)
{
    wgc_buf_text(out, "<ol>\n");
    for (size_t i = 0; i < history->report_count; i++) {
        const struct wgc_history_report *report = &history->report[i];
        struct wgc_buf origin = {0};
        wgc_detail_origin(&origin, report->record);
        wgc_buf_text(out, "<li><strong>");
        put_escaped(out, report->label);
        wgc_buf_printf(out, "</strong>: %zu case%s ran, %zu failed%s<span class=\"dim\">",
                       report->ran, wgc_plural(report->ran), report->failing,
                       report->record->complete ? "" : "; the run was cut short");
        put_made(out, &origin);
        wgc_buf_text(out, "</span></li>\n");
    }
    wgc_buf_text(out, "</ol>\n");
}

static void put_header(struct wgc_buf *out, const struct wgc_history *history)
{
    wgc_buf_text(out, "<thead><tr><th scope=\"col\">cause</th><th scope=\"col\">change</th>");
    for (size_t i = 0; i < history->report_count; i++) {
        wgc_buf_text(out, "<th scope=\"col\">");
        put_escaped(out, history->report[i].label);
        wgc_buf_text(out, "</th>");
    }
    wgc_buf_text(out, "</tr></thead>\n");
}

static void put_cell(struct wgc_buf *out, const struct wgc_history_cell *cell)
{
    static const char *const words[WGC_PRESENCE_COUNT] = {
        [WGC_PRESENCE_PASSES] = "passes",
        [WGC_PRESENCE_OTHER] = "fails in another way",
        [WGC_PRESENCE_NOT_RUN] = "not run",
    };

    wgc_buf_printf(out, "<td class=\"cell %s\">", wgc_presence_name(cell->presence));
    if (cell->presence == WGC_PRESENCE_FAILS) {
        wgc_buf_printf(out, "%zu", cell->failing);
    } else {
        wgc_buf_text(out, words[cell->presence]);
    }
    wgc_buf_text(out, "</td>");
}

static void put_row(struct wgc_buf *out, const struct wgc_history *history,
                    const struct wgc_history_row *row)
{
    struct wgc_buf trend = {0};

    wgc_buf_text(out, "<tr id=\"");
    put_escaped(out, row->cause->id);
    wgc_buf_text(out, "\"><th scope=\"row\">");
    put_escaped(out, row->cause->title);
    wgc_buf_text(out, "<code class=\"dim\">");
    put_escaped(out, row->cause->example->name);
    wgc_buf_text(out, "</code></th><td>");
    wgc_history_trend_put(&trend, history, row);
    put_made(out, &trend);
    wgc_buf_text(out, "</td>");
    for (size_t i = 0; i < history->report_count; i++) {
        put_cell(out, &row->cell[i]);
    }
    wgc_buf_text(out, "</tr>\n");
}

void wgc_history_html_put(struct wgc_buf *out, const struct wgc_history *history)
{
    wgc_buf_text(out, head);
    put_reports(out, history);
    if (history->row_count == 0) {
        wgc_buf_text(out, "<p>No case failed.</p>\n");
    } else {
        wgc_buf_text(out, "<p>The numbers are failing cases of each cause; below each cause its "
                          "example.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                          "aria-label=\"causes by version\"><table>\n");
        put_header(out, history);
        wgc_buf_text(out, "<tbody>\n");
        for (size_t i = 0; i < history->row_count; i++) {
            put_row(out, history, &history->row[i]);
        }
        wgc_buf_text(out, "</tbody>\n</table></div>\n");
    }
    wgc_buf_text(out, "</main>\n</body>\n</html>\n");
}
