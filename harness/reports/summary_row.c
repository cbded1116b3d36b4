/* A cause in a row: what is wrong, how many cases, and the smallest one. */
#include <string.h>

#include "base/plural.h"
#include "causes/form_group.h"
#include "record/case_name.h"
#include "reports/parts.h"

/* ROWS: the most for a check's reason, less a quarter of one for words that do not end with a row.
 */
enum { FORMS_LISTED = 4, ROWS = 2 };

/* Appends ", forms arms, switch" where the cause is of forms; FORM_WAY counts as FORM if that fails
 * too. Returns whether it is of more forms than are listed. */
static bool put_forms(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    struct wgc_name_list bases = {0};

    for (size_t i = 0; cause->names_forms && i < cause->forms.count; i++) {
        const char *form = cause->forms.name[i];
        size_t length = wgc_form_base(form);
        bool has_base = false;
        for (size_t k = 0; length > 0 && k < cause->forms.count; k++) {
            const char *other = cause->forms.name[k];
            has_base = has_base || (strlen(other) == length && memcmp(other, form, length) == 0);
        }
        length = has_base ? length : strlen(form);
        out->failed = !wgc_name_list_add(&bases, form, length) || out->failed;
    }
    const bool listed = bases.count <= FORMS_LISTED;
    for (size_t i = 0; listed && i < bases.count; i++) {
        wgc_buf_printf(out, "%s%s",
                       i > 0             ? ", "
                       : bases.count > 1 ? ", forms "
                                         : ", form ",
                       bases.name[i]);
    }
    wgc_name_list_free(&bases);
    return !listed;
}

/* What follows the number of cases. */
enum subject { SUBJECT_CASE, SUBJECT_FUNCTION };

/* "result not written, form past (3): c.sub_group_scan_inclusive_add.int.8.past"; words: what the
 * forms have in common, in place of their names, and the number of families. Returns whether forms
 * are left out. */
static bool put_way(const struct wgc_report_cause *cause, bool words, enum subject subject,
                    struct wgc_buf *out)
{
    bool left_out = false;

    wgc_buf_text(out, cause->what);
    if (words && cause->where[0] != '\0') {
        wgc_buf_text(out, cause->where);
    } else {
        left_out = put_forms(cause, out);
    }
    wgc_buf_text(out, cause->common);
    wgc_buf_printf(out, " (%zu", cause->count);
    if (words && subject == SUBJECT_CASE) {
        wgc_buf_printf(out, " case%s", wgc_plural(cause->count));
    }
    if (words && subject == SUBJECT_CASE && cause->families.count > 1) {
        wgc_buf_printf(out, " of %zu families", cause->families.count);
    }
    wgc_summary_relation(cause, out);
    wgc_buf_char(out, ')');
    switch (subject) {
    case SUBJECT_CASE:
        wgc_buf_printf(out, ": %s", cause->example->name);
        break;
    case SUBJECT_FUNCTION:
        wgc_buf_text(out, ": ");
        wgc_buf_add(out, cause->example->name,
                    wgc_case_name_split(cause->example->name).suite_length);
        wgc_buf_text(out, "...");
        break;
    }
    return left_out;
}

/* How much of the function's name that of the example's family has: "sub_group_scan". */
static size_t family_length(const struct wgc_report_cause *cause, const char *function)
{
    const char *family = cause->families.count == 0 ? "" : cause->families.name[0];
    size_t length = 0;

    while (family[length] != '\0' && family[length] == function[length]) {
        length++;
    }
    return length > 0 ? length : strcspn(function, ".");
}

/* What is wrong, cut, before the number of cases and the begin of the example's name: its family.
 */
static void put_cut(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    const struct wgc_case_name name = wgc_case_name_split(cause->example->name);
    struct wgc_buf begin = {0}, end = {0};

    wgc_buf_printf(&begin, "%s%s%s", cause->what, cause->where, cause->common);
    wgc_buf_printf(&end, " (%zu", cause->count);
    wgc_summary_relation(cause, &end);
    wgc_buf_text(&end, "): ");
    wgc_buf_add(&end, name.text, name.language_length + 1 + family_length(cause, name.function));
    wgc_buf_text(&end, "...");
    const size_t width = wgc_screen_width(wgc_buf_str(&end));
    wgc_screen_cut(out, wgc_buf_str(&begin), width < columns ? columns - width : 0);
    wgc_screen_cut(out, wgc_buf_str(&end), columns);
    out->failed = out->failed || begin.failed || end.failed;
    wgc_buf_free(&begin);
    wgc_buf_free(&end);
}

/* The text that is longest in one row; where what is wrong alone is longer, that, cut. */
static void put_brief(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    static const struct {
        bool words;
        enum subject subject;
    } ways[] = {{true, SUBJECT_CASE},
                {false, SUBJECT_CASE},
                {true, SUBJECT_FUNCTION},
                {false, SUBJECT_FUNCTION}};
    bool fits = false;

    for (size_t i = 0; !fits && i < sizeof ways / sizeof ways[0]; i++) {
        struct wgc_buf text = {0};
        const bool left_out = put_way(cause, ways[i].words, ways[i].subject, &text);
        fits = !left_out && wgc_screen_width(wgc_buf_str(&text)) <= columns;
        wgc_buf_text(out, fits ? wgc_buf_str(&text) : "");
        out->failed = out->failed || text.failed;
        wgc_buf_free(&text);
    }
    if (!fits) {
        put_cut(cause, columns, out);
    }
}

/* A check's reason may be longer than any row; its name comes first. */
static void put_check(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "%s%s%s", cause->subject, cause->subject[0] == '\0' ? "" : ": ",
                   cause->what);
    wgc_screen_cut(out, wgc_buf_str(&text), columns);
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

/* The text that fits in one row; that with words where none does, in several. */
static void put_line(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    struct wgc_buf words = {0}, names = {0};

    (void)put_way(cause, true, SUBJECT_CASE, &words);
    const bool left_out = put_way(cause, false, SUBJECT_CASE, &names);
    const bool brief = !left_out && wgc_screen_width(wgc_buf_str(&words)) > columns &&
                       wgc_screen_width(wgc_buf_str(&names)) <= columns;
    wgc_buf_text(out, wgc_buf_str(brief ? &names : &words));
    out->failed = out->failed || words.failed || names.failed;
    wgc_buf_free(&words);
    wgc_buf_free(&names);
}

void wgc_summary_relation(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    if (cause->relation != NULL) {
        wgc_buf_printf(out, "; %s as in %zu", cause->relation, cause->related + 1);
    }
}

void wgc_summary_row(const struct wgc_report_cause *cause, enum wgc_level level, size_t columns,
                     struct wgc_buf *out)
{
    const bool one = level == WGC_LEVEL_LINE || level == WGC_LEVEL_BRIEF;

    if (cause->types.count == 0) {
        put_check(cause, one ? columns : ROWS * columns - columns / 4, out);
    } else if (level == WGC_LEVEL_BRIEF) {
        put_brief(cause, columns, out);
    } else if (one) {
        put_line(cause, columns, out);
    } else {
        (void)put_way(cause, true, SUBJECT_CASE, out);
    }
}
