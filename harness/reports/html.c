#include "reports/parts.h"

/* A file of html/ as text with a NUL at its end. The assembler includes the file, whose path begins
 * at the root of the repository, where make runs: C11 cannot include binary data. The Makefile has
 * the dependency. */
#define ASSET(symbol, path)                                                                        \
    extern const char symbol[];                                                                    \
    __asm__(".pushsection .rodata\n"                                                               \
            ".global " #symbol "\n" #symbol ":\n"                                                  \
            ".incbin \"harness/reports/html/" path "\"\n"                                          \
            ".byte 0\n"                                                                            \
            ".popsection\n")

ASSET(wgc_html_css, "report.css");
ASSET(wgc_html_data_js, "data.js");
ASSET(wgc_html_filter_js, "filter.js");
ASSET(wgc_html_rows_js, "rows.js");
ASSET(wgc_html_matrix_js, "matrix.js");
ASSET(wgc_html_head_js, "head.js");
ASSET(wgc_html_ulp_js, "ulp.js");
ASSET(wgc_html_cases_js, "cases.js");
ASSET(wgc_html_causes_js, "causes.js");
ASSET(wgc_html_answer_js, "answer.js");
ASSET(wgc_html_trend_js, "trend.js");
ASSET(wgc_html_parts_js, "parts.js");
ASSET(wgc_html_page_js, "page.js");

/* The policy forbids to load anything, whatever the data contain. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>wgconform</title>\n<style>\n";

/* JSON has < in strings only, where it can be escaped: so the data contain no markup. */
static void put_data(struct wgc_buf *out, const struct wgc_buf *json)
{
    size_t start = 0;

    for (size_t i = 0; i < json->size; i++) {
        if (json->data[i] == '<') {
            wgc_buf_add(out, json->data + start, i - start);
            wgc_buf_text(out, "\\u003c");
            start = i + 1;
        }
    }
    wgc_buf_add(out, json->data + start, json->size - start);
    out->failed = out->failed || json->failed;
}

static void put_totals(struct wgc_buf *out, const struct wgc_record *record)
{
    size_t count[WGC_STATE_COUNT];

    wgc_record_count(record, count);
    wgc_buf_printf(out, "<p>%zu cases", wgc_record_total(record));
    for (int i = 0; i < WGC_STATE_COUNT; i++) {
        if (count[i] > 0) {
            wgc_buf_printf(out, ", %zu %s", count[i], wgc_state_name((enum wgc_state)i));
        }
    }
    wgc_buf_text(out, "</p>\n");
}

enum wgc_status wgc_html_put(struct wgc_buf *out, const struct wgc_record *const *record,
                             size_t count, const struct wgc_html_links *links, struct wgc_err *err)
{
    const char *const scripts[] = {
        wgc_html_data_js,   wgc_html_filter_js, wgc_html_rows_js,  wgc_html_matrix_js,
        wgc_html_head_js,   wgc_html_ulp_js,    wgc_html_cases_js, wgc_html_causes_js,
        wgc_html_answer_js, wgc_html_trend_js,  wgc_html_parts_js, wgc_html_page_js,
    };
    struct wgc_buf json = {0};
    enum wgc_status status = wgc_html_data_put(&json, record, count, links, err);

    wgc_buf_text(out, head);
    wgc_buf_text(out, wgc_html_css);
    wgc_buf_text(out, "</style>\n</head>\n<body>\n<main id=\"page\"></main>\n<noscript>\n"
                      "<p>This page shows its data with a script, which is turned off.</p>\n");
    for (size_t i = 0; i < count; i++) {
        put_totals(out, record[i]);
    }
    wgc_buf_text(out, "</noscript>\n<script type=\"application/json\" id=\"data\">\n");
    put_data(out, &json);
    wgc_buf_free(&json);
    wgc_buf_text(out, "\n</script>\n<script>\n\"use strict\";\n");
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        wgc_buf_text(out, scripts[i]);
    }
    wgc_buf_text(out, "</script>\n</body>\n</html>\n");
    if (status != WGC_OK) {
        return status;
    }
    return out->failed ? wgc_err_memory(err, "the HTML report") : WGC_OK;
}
