/* Causes without a row of their own: a list, in which each has its number. */
#include "base/plural.h"
#include "reports/parts.h"

enum { INDENT = 1 };

void wgc_summary_list_add(struct wgc_cause_list *list, const struct wgc_report_cause *cause,
                          size_t number, enum wgc_level level,
                          const struct wgc_summary_style *style, struct wgc_name_list *explained)
{
    struct wgc_buf *text = &list->text;

    if (level == WGC_LEVEL_NONE) {
        list->left++;
        list->cases += cause->count;
        return;
    }
    if (text->size == 0) {
        wgc_buf_printf(text, " %zu. ", number);
    } else {
        wgc_buf_printf(text, "; %zu.%c", number, WGC_SCREEN_NO_BREAK);
    }
    wgc_summary_row(cause, level, wgc_screen_columns(style) - INDENT, explained, text);
    wgc_summary_announced(cause, number == 1, style->announced, text);
}

void wgc_summary_list_end(struct wgc_cause_list *list, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    struct wgc_buf *text = &list->text;

    if (list->left > 0) {
        wgc_buf_printf(text, "%s%zu more cause%s (%zu case%s)", text->size == 0 ? " " : "; ",
                       list->left, wgc_plural(list->left), list->cases, wgc_plural(list->cases));
    }
    if (text->size > INDENT && text->data != NULL) {
        wgc_buf_add(out, text->data, INDENT);
        wgc_screen_wrap(out, text->data + INDENT, "", INDENT, style);
        wgc_buf_char(out, '\n');
    }
    out->failed = out->failed || text->failed;
    wgc_buf_free(text);
    *list = (struct wgc_cause_list){0};
}
