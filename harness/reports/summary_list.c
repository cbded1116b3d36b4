/* Causes without an example: a list, in which each has its number. */
#include "base/plural.h"
#include "reports/parts.h"

enum { INDENT = 5 /* " 12. " */ };

static const char separator[] = "; ";

/* How many columns the last row has so far. */
static size_t last_columns(const struct wgc_buf *out)
{
    size_t at = out->size;

    while (at > 0 && out->data[at - 1] != '\n') {
        at--;
    }
    return at < out->size ? wgc_screen_width(out->data + at) : 0;
}

/* Appends an entry, "12. sub_group_scan: wrong value (1)": after the one before it where all of it
 * fits there, else in rows of its own; so a number is at the start of an entry that is looked for.
 */
static void put_entry(const char *number, const char *words, bool own_row,
                      const struct wgc_summary_style *style, struct wgc_buf *out)
{
    const size_t column = last_columns(out), digits = wgc_screen_width(number);
    const size_t start = column + sizeof separator - 1 + digits;

    if (column > 0 && !own_row && start + wgc_screen_width(words) <= wgc_screen_columns(style)) {
        wgc_buf_printf(out, "%s%s", separator, number);
        wgc_screen_wrap(out, words, "", start, style);
    } else {
        wgc_buf_printf(out, "%s%*s", column > 0 ? "\n" : "", INDENT, number);
        wgc_screen_wrap(out, words, "", digits > INDENT ? digits : INDENT, style);
    }
}

void wgc_summary_list_add(struct wgc_cause_list *list, const struct wgc_report_cause *cause,
                          size_t number, enum wgc_level level,
                          const struct wgc_summary_style *style, struct wgc_name_list *explained,
                          struct wgc_buf *out)
{
    struct wgc_buf words = {0}, place = {0};

    if (level == WGC_LEVEL_NONE) {
        list->left++;
        list->cases += cause->count;
        return;
    }
    wgc_buf_printf(&place, "%zu. ", number);
    wgc_summary_row(cause, level, wgc_screen_columns(style) - INDENT, explained, &words);
    wgc_summary_lines(cause, &words);
    put_entry(wgc_buf_str(&place), wgc_buf_str(&words), list->own_rows || level == WGC_LEVEL_ROW,
              style, out);
    out->failed = out->failed || words.failed || place.failed;
    wgc_buf_free(&words);
    wgc_buf_free(&place);
}

void wgc_summary_list_end(struct wgc_cause_list *list, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    struct wgc_buf words = {0}, count = {0};

    if (list->left > 0) {
        wgc_buf_printf(&count, "%zu ", list->left);
        wgc_buf_printf(&words, "more cause%s (%zu case%s)", wgc_plural(list->left), list->cases,
                       wgc_plural(list->cases));
        put_entry(wgc_buf_str(&count), wgc_buf_str(&words), list->own_rows, style, out);
    }
    wgc_buf_text(out, last_columns(out) > 0 ? "\n" : "");
    out->failed = out->failed || words.failed || count.failed;
    wgc_buf_free(&words);
    wgc_buf_free(&count);
    *list = (struct wgc_cause_list){.own_rows = list->own_rows};
}
