#include <string.h>

#include "reports/parts.h"

/* The length of an escape sequence for a colour at the beginning of text; 0: there is none. */
static size_t color_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[') {
        return 0;
    }
    const size_t length = 2 + strspn(text + 2, "0123456789;");

    return text[length] == 'm' ? length + 1 : 0;
}

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xC0U) != 0x80U;
}

bool wgc_screen_is_roomy(const struct wgc_summary_style *style)
{
    enum { ROOMY_ROWS = 26 };

    return style->rows == 0 || style->rows >= ROOMY_ROWS;
}

size_t wgc_screen_columns(const struct wgc_summary_style *style)
{
    return style->columns == 0 ? WGC_SCREEN_COLUMNS : style->columns;
}

size_t wgc_screen_rows(const struct wgc_buf *text, const struct wgc_summary_style *style)
{
    const size_t columns = wgc_screen_columns(style);
    size_t rows = 0, column = 0;

    for (size_t i = 0; i < text->size;) {
        const size_t color = color_length(text->data + i);
        if (color == 0 && text->data[i] == '\n') {
            rows += column == 0 ? 1 : (column + columns - 1) / columns;
            column = 0;
        } else if (color == 0) {
            column += begins_character(text->data[i]);
        }
        i += color == 0 ? 1 : color;
    }
    return rows;
}

void wgc_screen_cut(struct wgc_buf *out, const char *text, size_t columns)
{
    static const char end[] = "...";
    size_t length = 0, width = 0, cut = 0;

    for (; text[length] != '\0'; length++) {
        width += begins_character(text[length]);
        if (begins_character(text[length]) && width + sizeof end - 1 <= columns + 1) {
            cut = length; /* where the characters before it and the end fit */
        }
    }
    if (width <= columns) {
        wgc_buf_add(out, text, length);
    } else {
        wgc_buf_add(out, text, cut);
        wgc_buf_text(out, end);
    }
}

size_t wgc_screen_width(const char *text)
{
    size_t width = 0;

    for (; *text != '\0'; text++) {
        width += begins_character(*text);
    }
    return width;
}

/* The length of the longest start of text that has at most columns characters and ends before a
 * blank or at the end; of a longer word, its start. */
static size_t row_length(const char *text, size_t columns)
{
    size_t width = 0, fits = 0, at = 0;

    for (; text[at] != '\0'; at++) {
        if (begins_character(text[at]) && ++width > columns) {
            break;
        }
        fits = text[at + 1] == ' ' || text[at + 1] == '\0' ? at + 1 : fits;
    }
    return fits > 0 ? fits : at;
}

static void add_row(struct wgc_buf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        wgc_buf_char(out, text[i] == WGC_SCREEN_NO_BREAK ? ' ' : text[i]);
    }
}

void wgc_screen_wrap(struct wgc_buf *out, const char *text, const char *end, size_t indent,
                     const struct wgc_summary_style *style)
{
    const size_t columns = wgc_screen_columns(style) - indent;
    size_t length = row_length(text, columns);

    while (text[length] != '\0') {
        add_row(out, text, length);
        wgc_buf_printf(out, "\n%*s", (int)indent, "");
        text += length;
        text += strspn(text, " ");
        length = row_length(text, columns);
    }
    add_row(out, text, length);
    if (wgc_screen_width(text) + wgc_screen_width(end) > columns) {
        wgc_buf_printf(out, "\n%*s", (int)indent, "");
        end += strspn(end, " ");
    }
    wgc_buf_text(out, end);
}

/* The parts in the order of the text. */
enum part { LACK, TABLE, SKIPS, WAIVED, FAILURES, PART_COUNT };

/* What the parts are about. */
struct subject {
    const struct wgc_record *record;
    struct wgc_causes causes;
};

static void put_part(enum part part, const struct subject *subject,
                     const struct wgc_summary_style *style, struct wgc_buf *out)
{
    switch (part) {
    case LACK:
        wgc_summary_lack(subject->record, style, out);
        break;
    case TABLE: /* what failed is more than how many functions */
        if (style->rows == 1 && subject->causes.bad > 0) {
            break;
        }
        wgc_summary_table(subject->record, style, out);
        break;
    case SKIPS:
        wgc_summary_skips(subject->record, style, out);
        break;
    case WAIVED:
        wgc_summary_waived(subject->record, &subject->causes, style, out);
        break;
    case FAILURES:
        wgc_summary_failures(subject->record, &subject->causes, style, out);
        break;
    case PART_COUNT:
        break;
    }
}

/* In which order parts get the room that the shortest form of the others leaves. */
static const enum part order[PART_COUNT] = {LACK, FAILURES, WAIVED, TABLE, SKIPS};

/* Makes a part again, in so many rows. */
static void make_part(enum part part, const struct subject *subject,
                      const struct wgc_summary_style *style, size_t rows, struct wgc_buf *text)
{
    struct wgc_summary_style limited = *style;

    limited.rows = rows;
    wgc_buf_clear(text);
    put_part(part, subject, &limited, text);
}

enum { SKIP_ROWS = 2, MANY_CAUSES = 20 };

/* Returns how many rows are left. */
static size_t fill_screen(const struct subject *subject, const struct wgc_summary_style *style,
                          struct wgc_buf text[PART_COUNT])
{
    size_t taken = 0;

    for (int i = 0; i < PART_COUNT; i++) {
        const bool has_rows =
            i == SKIPS && subject->causes.bad < MANY_CAUSES && wgc_screen_is_roomy(style);
        const size_t least = has_rows ? SKIP_ROWS : 1;
        make_part((enum part)i, subject, style, least, &text[i]);
        taken += wgc_screen_rows(&text[i], style);
    }
    for (int i = 0; i < PART_COUNT; i++) {
        const size_t own = wgc_screen_rows(&text[order[i]], style);
        if ((own > 0 || order[i] == TABLE) && taken < style->rows) {
            make_part(order[i], subject, style, style->rows - (taken - own), &text[order[i]]);
            taken += wgc_screen_rows(&text[order[i]], style) - own;
        }
    }
    return taken < style->rows ? style->rows - taken : 0;
}

void wgc_summary_put(const struct wgc_record *record, const struct wgc_summary_style *style,
                     struct wgc_buf *out)
{
    struct wgc_buf text[PART_COUNT] = {{0}};
    struct subject subject = {.record = record};
    struct wgc_err err;

    if (wgc_causes_make(record, &subject.causes, &err) != WGC_OK) {
        out->failed = true;
        return;
    }
    const bool has_room = style->rows > 0 && fill_screen(&subject, style, text) > 0;

    for (int i = 0; i < PART_COUNT; i++) {
        if (style->rows == 0) {
            make_part((enum part)i, &subject, style, 0, &text[i]);
        }
        if (i == FAILURES && text[i].size > 0 && out->size > 0 && has_room) {
            wgc_buf_char(out, '\n');
        }
        wgc_buf_add(out, wgc_buf_str(&text[i]), text[i].size);
        out->failed = out->failed || text[i].failed;
        wgc_buf_free(&text[i]);
    }
    wgc_causes_free(&subject.causes);
}
