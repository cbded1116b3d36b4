/* A cause in a sentence: what is wrong, where, how many cases fail, and how many pass. */
#include <string.h>

#include "base/plural.h"
#include "causes/common.h"
#include "causes/form_group.h"
#include "record/case_name.h"
#include "reports/parts.h"

enum { FORMS_EXPLAINED = 2, LINES = 4 };

/* Adds the form; FORM_WAY as FORM if that fails too. False without memory. */
static bool add_form(struct wgc_name_list *bases, const struct wgc_report_cause *cause, size_t i)
{
    const char *form = cause->forms.name[i];
    size_t length = wgc_form_base(form);
    bool has_base = false;

    for (size_t k = 0; length > 0 && k < cause->forms.count; k++) {
        const char *other = cause->forms.name[k];
        has_base = has_base || (strlen(other) == length && memcmp(other, form, length) == 0);
    }
    return wgc_name_list_add(bases, form, has_base ? length : strlen(form));
}

static bool adds(struct wgc_name_list *list, const char *name, struct wgc_buf *out)
{
    const size_t before = list->count;

    out->failed = !wgc_name_list_add(list, name, strlen(name)) || out->failed;
    return list->count > before;
}

/* Appends " (call in a loop)", the first time that the form is named. */
static void put_words(const char *form, struct wgc_name_list *explained, struct wgc_buf *out)
{
    const char *what = wgc_form_words(form);

    if (what != NULL && strcmp(form, "plain") != 0 && adds(explained, form, out)) {
        wgc_buf_printf(out, " (%s)", what);
    }
}

/* Appends what the forms have in common, or ", form steps (what it is)", where the cause is of
 * forms; of many, their number. */
static void put_forms(const struct wgc_report_cause *cause, struct wgc_name_list *explained,
                      struct wgc_buf *out)
{
    struct wgc_name_list bases = {0};

    for (size_t i = 0; cause->names_forms && i < cause->forms.count; i++) {
        out->failed = !add_form(&bases, cause, i) || out->failed;
    }
    if (bases.count > 0 && cause->where[0] != '\0') {
        wgc_buf_text(out, cause->where);
    } else if (bases.count > FORMS_EXPLAINED) {
        wgc_buf_printf(out, ", in %zu forms of the call", bases.count);
    } else {
        for (size_t i = 0; i < bases.count; i++) {
            wgc_buf_printf(out, "%s%s",
                           i > 0             ? ", "
                           : bases.count > 1 ? ", forms "
                                             : ", form ",
                           bases.name[i]);
            put_words(bases.name[i], explained, out);
        }
    }
    wgc_name_list_free(&bases);
}

/* Whether cases of the functions could pass: the cause is neither a check nor a program. */
static bool counts_passes(const struct wgc_report_cause *cause)
{
    return cause->types.count > 0 && cause->families.count > 0;
}

void wgc_summary_relation(const struct wgc_report_cause *cause, const char *before,
                          struct wgc_buf *out)
{
    if (cause->relation == NULL) {
        return;
    }
    wgc_buf_text(out, before);
    wgc_buf_printf(out, "same %s as %zu",
                   strcmp(cause->relation, "words") == 0 ? "message" : cause->relation,
                   cause->related + 1);
}

void wgc_screen_whole(struct wgc_buf *out, const char *text, size_t columns)
{
    static const char more[] = "; and more";
    size_t end = 0, blank = 0, width = 0;

    if (wgc_screen_width(text) <= columns) {
        wgc_buf_text(out, text);
        return;
    }
    for (size_t i = 0; text[i] != '\0'; i++) {
        width += ((unsigned char)text[i] & 0xC0U) != 0x80U;
        if (width + sizeof more - 1 > columns + 1) {
            break;
        }
        end = text[i] == ';' && text[i + 1] == ' ' ? i : end;
        blank = text[i] == ' ' ? i : blank;
    }
    if (end == 0 && blank == 0) { /* a long word: a part of it states more than none */
        wgc_screen_cut(out, text, columns);
        return;
    }
    wgc_buf_add(out, text, end > 0 ? end : blank);
    wgc_buf_text(out, end > 0 ? more : " ...");
}

/* Rows for a check's reason, of which a quarter of one is left for words that do not end with a
 * row. */
static size_t reason_columns(enum wgc_level level, size_t columns)
{
    static const size_t rows[] = {
        [WGC_LEVEL_ENTRY] = 1, [WGC_LEVEL_BRIEF] = 2, [WGC_LEVEL_ROW] = 3, [WGC_LEVEL_FULL] = 3};

    return rows[level] * columns - columns / 4;
}

/* Its name comes first; the reason may be longer than any row. */
static void put_check(const struct wgc_report_cause *cause, enum wgc_level level, size_t columns,
                      struct wgc_buf *out)
{
    const char *name = cause->subject;
    const size_t room = reason_columns(level, columns);
    const size_t taken = name[0] == '\0' ? 0 : wgc_screen_width(name) + 2;
    struct wgc_buf rule = {0};

    if (level <= WGC_LEVEL_NAME) {
        wgc_buf_text(out, cause->example->name);
        return;
    }
    wgc_buf_printf(out, "%s%s", name, name[0] == '\0' ? "" : ": ");
    wgc_screen_whole(out, cause->what, room > taken ? room - taken : 0);
    if (level >= WGC_LEVEL_ROW) {
        wgc_summary_rule(cause, &rule);
        wgc_buf_text(out, rule.size > 0 ? "; " : "");
        wgc_buf_text(out, wgc_buf_str(&rule));
    }
    out->failed = out->failed || rule.failed;
    wgc_buf_free(&rule);
}

/* Columns for the names of functions, if these are more than two. */
static size_t name_columns(enum wgc_level level)
{
    enum { COLUMNS = 60 };

    return level >= WGC_LEVEL_ROW ? COLUMNS : 0;
}

/* Appends "work_group_all: ", "sub_group_scan and 3 more: ": the functions of a cause. */
static void put_subject(const struct wgc_report_cause *cause, enum wgc_level level,
                        struct wgc_buf *out)
{
    const size_t before = out->size, count = cause->families.count;
    const bool is_list = strchr(cause->subject, '(') == NULL;
    size_t shown = 1;

    wgc_buf_text(out, cause->subject);
    for (; is_list && shown < count; shown++) {
        const char *name = cause->families.name[shown];
        if (count > 2 && out->size - before + 2 + strlen(name) > name_columns(level)) {
            break;
        }
        wgc_buf_printf(out, ", %s", name);
    }
    if (count > shown) {
        wgc_buf_printf(out, " and %zu more%s", count - shown,
                       level < WGC_LEVEL_ROW ? ""
                       : count - shown == 1  ? " function"
                                             : " functions");
    }
    wgc_buf_text(out, cause->subject[0] == '\0' ? "" : ": ");
}

/* "none of the same function passes", "4 of the same functions pass"; of one language "of the same
 * functions 4 pass in SPIR-V, 5 in OpenCL C". */
void wgc_summary_passes(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    struct wgc_buf same = {0};

    if (!counts_passes(cause)) {
        return;
    }
    wgc_buf_printf(&same, "of the same function%s", wgc_plural(cause->functions.count));
    if (cause->names_forms) {
        wgc_buf_printf(&same, " and form%s", wgc_plural(cause->forms.count));
    }
    const char *verb = cause->passes == 1 ? "passes" : "pass";
    if (cause->other_passes > 0) {
        wgc_buf_printf(out, ", %s %zu %s in %s, %zu in %s", wgc_buf_str(&same), cause->passes, verb,
                       wgc_cause_language(cause, false), cause->other_passes,
                       wgc_cause_language(cause, true));
    } else if (cause->passes == 0) {
        wgc_buf_printf(out, ", none %s passes", wgc_buf_str(&same));
    } else {
        wgc_buf_printf(out, ", %zu %s %s", cause->passes, wgc_buf_str(&same), verb);
    }
    out->failed = out->failed || same.failed;
    wgc_buf_free(&same);
}

/* ": expected 5, got 4", of the example, where what is wrong does not have the values, as "false
 * instead of true" and what was written where nothing should be; of a result that is not written
 * nothing was given. */
static void put_values(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const struct wgc_record_mismatch *mismatch = cause->example->mismatch;

    if (cause->failure != WGC_STATE_FAIL || mismatch == NULL || mismatch->expected == NULL ||
        mismatch->actual == NULL || cause->names_values || mismatch->is_overwritten) {
        return;
    }
    wgc_buf_text(out, ": ");
    wgc_summary_values(mismatch, mismatch->kind != WGC_WRONG_NOT_WRITTEN, out);
}

/* " (3 cases fail, 4 of the same function pass)" */
static void put_counts(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    const bool one = cause->count == 1;

    wgc_buf_printf(out, " (%zu case%s fail%s", cause->count, wgc_plural(cause->count),
                   one ? "s" : "");
    wgc_summary_passes(cause, out);
    wgc_summary_relation(cause, "; ", out);
    wgc_buf_char(out, ')');
}

/* " (3; same form as 4)" */
static void put_count(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    wgc_buf_printf(out, "%c(%zu", WGC_SCREEN_NO_BREAK, cause->count);
    wgc_summary_relation(cause, "; ", out);
    wgc_buf_char(out, ')');
}

/* "sub_group_scan and 3 more: wrong value, form steps (what it is), only half" */
static void put_sentence(const struct wgc_report_cause *cause, enum wgc_level level,
                         struct wgc_name_list *explained, struct wgc_buf *out)
{
    put_subject(cause, level, out);
    wgc_buf_text(out, cause->what);
    put_forms(cause, explained, out);
    wgc_buf_text(out, cause->common);
}

/* "sub_group_scan and 3 more: wrong value" */
static void put_name(const struct wgc_report_cause *cause, struct wgc_buf *out)
{
    put_subject(cause, WGC_LEVEL_NAME, out);
    wgc_buf_add(out, cause->what, cause->what_alone);
}

void wgc_summary_new_cause(const struct wgc_report_cause *cause, size_t columns,
                           struct wgc_buf *out)
{
    if (cause->types.count == 0) {
        put_check(cause, WGC_LEVEL_BRIEF, columns, out);
        return;
    }
    put_subject(cause, WGC_LEVEL_NAME, out);
    wgc_buf_printf(out, "%s (%s)", cause->what, cause->example->name);
}

void wgc_summary_letters(size_t number, struct wgc_buf *out)
{
    enum { LETTERS = 26, MOST = 16 };
    char text[MOST];
    size_t at = MOST;

    for (text[--at] = '\0'; number > 0 && at > 0; number = (number - 1) / LETTERS) {
        text[--at] = (char)('A' + (number - 1) % LETTERS);
    }
    wgc_buf_text(out, text + at);
}

/* The least number of a line above another one: of those that name a case of the cause, or where no
 * line does the least of its cases. 0: none. */
static size_t next_line(const struct wgc_report_cause *cause, size_t after)
{
    size_t named = 0, least = 0;
    bool is_named = false;

    for (size_t i = 0; i < cause->count; i++) {
        const struct wgc_result *result = cause->result[i];
        if (result->live > 0 && (least == 0 || result->live < least)) {
            least = result->live;
        }
        if (result->is_live_example) {
            is_named = true;
            named =
                result->live > after && (named == 0 || result->live < named) ? result->live : named;
        }
    }
    return is_named ? named : least > after ? least : 0;
}

/* The least one of several causes. */
static size_t next_line_of(const struct wgc_report_cause *const *cause, size_t count, size_t after)
{
    size_t least = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t next = next_line(cause[i], after);
        least = next > 0 && (least == 0 || next < least) ? next : least;
    }
    return least;
}

void wgc_summary_lines(const struct wgc_report_cause *const *cause, size_t count,
                       struct wgc_buf *out)
{
    const size_t most = LINES * count;
    size_t number = next_line_of(cause, count, 0), shown = 0;

    for (; number > 0 && shown <= most; number = next_line_of(cause, count, number)) {
        wgc_buf_text(out, shown++ == 0 ? " [" : ",");
        if (shown <= most) {
            wgc_summary_letters(number, out);
        } else {
            wgc_buf_text(out, "...");
        }
    }
    wgc_buf_text(out, shown > 0 ? "]" : "");
}

void wgc_summary_row(const struct wgc_report_cause *cause, enum wgc_level level, size_t columns,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    if (cause->types.count == 0 && level != WGC_LEVEL_NONE) {
        put_check(cause, level, columns, out);
        return;
    }
    switch (level) {
    case WGC_LEVEL_NONE:
    case WGC_LEVEL_SHARED: /* wgc_summary_list_share */
        break;
    case WGC_LEVEL_NAME:
        put_name(cause, out);
        wgc_buf_printf(out, "%c(%zu)", WGC_SCREEN_NO_BREAK, cause->count);
        break;
    case WGC_LEVEL_ENTRY:
        put_name(cause, out);
        put_values(cause, out);
        wgc_buf_printf(out, "%c(%zu)", WGC_SCREEN_NO_BREAK, cause->count);
        break;
    case WGC_LEVEL_BRIEF:
        put_sentence(cause, level, explained, out);
        put_values(cause, out);
        put_count(cause, out);
        break;
    case WGC_LEVEL_ROW:
        put_sentence(cause, level, explained, out);
        put_values(cause, out);
        put_counts(cause, out);
        break;
    case WGC_LEVEL_FULL:
        put_sentence(cause, level, explained, out);
        put_counts(cause, out);
        break;
    }
}
