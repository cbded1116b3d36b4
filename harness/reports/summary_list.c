/* Causes without a row of their own: a list, in which each has its number. */
#include <string.h>

#include "base/plural.h"
#include "reports/parts.h"

enum { NUMBER_DIGITS = 3, INDENT = NUMBER_DIGITS + 2 /* " 12. " */ };

static const char separator[] = "; ";

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
    wgc_buf_printf(text, "%zu. ", number);
    wgc_summary_row(cause, level, wgc_screen_columns(style) - INDENT, explained, text);
    wgc_summary_announced(cause, number == 1, style->announced, text);
    wgc_buf_char(text, '\n');
}

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
static void put_entry(const char *entry, bool own_rows, const struct wgc_summary_style *style,
                      struct wgc_buf *out)
{
    const size_t column = last_columns(out), behind = column + sizeof separator - 1;

    if (column > 0 && !own_rows && behind + wgc_screen_width(entry) <= wgc_screen_columns(style)) {
        wgc_buf_text(out, separator);
        wgc_screen_wrap(out, entry, "", behind, style);
        return;
    }
    const size_t digits = strspn(entry, "0123456789");
    const size_t number = digits + strspn(entry + digits, ". ");

    wgc_buf_text(out, column > 0 ? "\n" : "");
    wgc_buf_printf(out, "%*s%.*s", (int)(INDENT > number ? INDENT - number : 0), "", (int)number,
                   entry);
    wgc_screen_wrap(out, entry + number, "", INDENT > number ? INDENT : number, style);
}

void wgc_summary_list_end(struct wgc_cause_list *list, const struct wgc_summary_style *style,
                          struct wgc_buf *out)
{
    struct wgc_buf *text = &list->text;
    const bool has_some = text->size > 0 || list->left > 0;

    if (list->left > 0) {
        wgc_buf_printf(text, "%zu more cause%s (%zu case%s)\n", list->left, wgc_plural(list->left),
                       list->cases, wgc_plural(list->cases));
    }
    for (char *entry = text->data, *end; entry != NULL && !text->failed; entry = end) {
        end = strchr(entry, '\n');
        if (end != NULL) {
            *end++ = '\0';
            put_entry(entry, list->own_rows, style, out);
        }
    }
    wgc_buf_text(out, has_some ? "\n" : "");
    out->failed = out->failed || text->failed;
    wgc_buf_free(text);
    *list = (struct wgc_cause_list){.own_rows = list->own_rows};
}
