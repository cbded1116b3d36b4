/* A cause in a row or in half a row: what is wrong is never cut for the names of functions. */
#include <string.h>

#include "base/plural.h"
#include "causes/form_group.h"
#include "record/case_name.h"
#include "reports/parts.h"

/* ROWS: the most for what is wrong, less a quarter of one for words that do not end with a row. */
enum { FORMS_LISTED = 6, SUBJECT_LEAST = 12, ROWS = 2 };

/* How a row has where a cause shows. */
enum where {
    WHERE_WORDS, /* " where several branches make the same call" */
    WHERE_NAMES, /* ", forms arms, switch" */
    WHERE_COUNT  /* ", 5 forms" */
};

/* How a row has in what a cause shows. */
enum subject {
    SUBJECT_CASE,  /* ": c.sub_group_all.int.8.plain +4" */
    SUBJECT_WHOLE, /* ": sub_group_all +4" */
    SUBJECT_CUT,   /* ": sub_group... +4" */
    SUBJECT_COUNT  /* " +4" */
};

static void put_forms(const struct wgc_report_cause *cause, bool names, struct wgc_buf *out)
{
    if (cause->forms.count > 1 && (!names || cause->forms.count > FORMS_LISTED)) {
        wgc_buf_printf(out, ", %zu forms", cause->forms.count);
        return;
    }
    for (size_t i = 0; i < cause->forms.count; i++) {
        wgc_buf_printf(out, "%s%s",
                       i > 0                    ? ", "
                       : cause->forms.count > 1 ? ", forms "
                                                : ", form ",
                       cause->forms.name[i]);
    }
}

/* "result not written, form past (3)" */
static void put_what(const struct wgc_report_cause *cause, enum where where, struct wgc_buf *out)
{
    wgc_buf_text(out, cause->what);
    switch (where) {
    case WHERE_WORDS:
        if (cause->where[0] != '\0') {
            wgc_buf_text(out, cause->where);
            break;
        }
        /* fall through */
    case WHERE_NAMES:
    case WHERE_COUNT:
        if (cause->names_forms) {
            put_forms(cause, where != WHERE_COUNT, out);
        }
        break;
    }
    wgc_buf_printf(out, " (%zu)", cause->count);
}

/* Appends the subject in columns columns, if it has room. */
static bool put_subject(const struct wgc_report_cause *cause, size_t columns, enum subject subject,
                        struct wgc_buf *out)
{
    const char *name = subject == SUBJECT_CASE ? cause->example->name : cause->subject;
    struct wgc_buf text = {0}, more = {0};

    if (subject != SUBJECT_COUNT) {
        wgc_buf_printf(&text, ": %s", name);
    }
    if (cause->families.count > 1) {
        wgc_buf_printf(&more, " +%zu", cause->families.count - 1);
    }
    const size_t width = wgc_screen_width(wgc_buf_str(&text));
    const size_t least = subject == SUBJECT_CUT && width > SUBJECT_LEAST ? SUBJECT_LEAST : width;
    const bool fits = least + more.size <= columns;
    if (fits) {
        wgc_screen_cut(out, wgc_buf_str(&text), columns - more.size);
        wgc_buf_text(out, wgc_buf_str(&more));
    }
    out->failed = out->failed || text.failed || more.failed;
    wgc_buf_free(&text);
    wgc_buf_free(&more);
    return fits;
}

/* Appends the row in columns columns, if what is wrong is whole in it. */
static bool put_way(const struct wgc_report_cause *cause, size_t columns, enum where where,
                    enum subject subject, struct wgc_buf *out)
{
    struct wgc_buf text = {0};

    put_what(cause, where, &text);
    const size_t taken = wgc_screen_width(wgc_buf_str(&text));
    const bool fits = taken <= columns && put_subject(cause, columns - taken, subject, &text);
    if (fits) {
        wgc_buf_text(out, wgc_buf_str(&text));
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
    return fits;
}

/* A check's reason may be longer than any row; its name comes first. */
static bool put_check(const struct wgc_report_cause *cause, size_t columns, bool cut,
                      struct wgc_buf *out)
{
    struct wgc_buf text = {0}, count = {0};

    wgc_buf_printf(&text, "%s%s%s", cause->subject, cause->subject[0] == '\0' ? "" : ": ",
                   cause->what);
    wgc_buf_printf(&count, " (%zu)", cause->count);
    const size_t room = columns > count.size ? columns - count.size : 0;
    const bool fits = wgc_screen_width(wgc_buf_str(&text)) <= room;
    if (fits || cut) {
        wgc_screen_cut(out, wgc_buf_str(&text), room);
        wgc_buf_text(out, wgc_buf_str(&count));
    }
    out->failed = out->failed || text.failed || count.failed;
    wgc_buf_free(&text);
    wgc_buf_free(&count);
    return fits || cut;
}

bool wgc_summary_half(const struct wgc_report_cause *cause, size_t columns, struct wgc_buf *out)
{
    static const struct {
        enum where where;
        enum subject subject;
    } ways[] = {
        {WHERE_NAMES, SUBJECT_WHOLE}, {WHERE_COUNT, SUBJECT_WHOLE}, {WHERE_NAMES, SUBJECT_CUT},
        {WHERE_COUNT, SUBJECT_CUT},   {WHERE_NAMES, SUBJECT_COUNT},
    };
    bool put = false;

    if (cause->types.count == 0) {
        return put_check(cause, columns, false, out);
    }
    for (size_t i = 0; !put && i < sizeof ways / sizeof ways[0]; i++) {
        put = put_way(cause, columns, ways[i].where, ways[i].subject, out);
    }
    return put;
}

/* "; form loop: a call in a loop that reads data of the previous round", where it has room. */
static void put_form(const struct wgc_report_cause *cause, size_t columns,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    const char *form = cause->forms.count == 1 ? cause->forms.name[0] : "plain";
    const char *what = strcmp(form, "plain") == 0 ? NULL : wgc_form_what(form);
    const size_t before = explained->count;
    struct wgc_buf text = {0};

    wgc_buf_printf(&text, "; %s: %s", form, wgc_or_empty(what));
    if (what != NULL && wgc_screen_width(wgc_buf_str(&text)) <= columns) {
        const bool added = wgc_name_list_add(explained, form, strlen(form));
        wgc_buf_text(out, added && explained->count > before ? wgc_buf_str(&text) : "");
        out->failed = out->failed || !added;
    }
    out->failed = out->failed || text.failed;
    wgc_buf_free(&text);
}

void wgc_summary_row(const struct wgc_report_cause *cause, size_t columns,
                     struct wgc_name_list *explained, struct wgc_buf *out)
{
    static const struct {
        enum where where;
        enum subject subject;
    } ways[] = {
        {WHERE_WORDS, SUBJECT_CASE},  {WHERE_WORDS, SUBJECT_WHOLE}, {WHERE_NAMES, SUBJECT_CASE},
        {WHERE_NAMES, SUBJECT_WHOLE}, {WHERE_WORDS, SUBJECT_CUT},   {WHERE_NAMES, SUBJECT_CUT},
        {WHERE_COUNT, SUBJECT_CUT},   {WHERE_NAMES, SUBJECT_COUNT}, {WHERE_COUNT, SUBJECT_COUNT},
    };
    const size_t before = wgc_screen_width(wgc_buf_str(out));
    bool put = false;

    if (cause->types.count == 0) {
        (void)(put_check(cause, columns, false, out) ||
               put_check(cause, ROWS * columns - columns / 4, true, out));
        return;
    }
    for (size_t i = 0; !put && i < sizeof ways / sizeof ways[0]; i++) {
        put = put_way(cause, columns, ways[i].where, ways[i].subject, out);
    }
    if (put) {
        const size_t taken = wgc_screen_width(wgc_buf_str(out)) - before;
        put_form(cause, columns - taken, explained, out);
        return;
    }
    struct wgc_buf count = {0};
    wgc_buf_printf(&count, " (%zu)", cause->count);
    wgc_screen_cut(out, cause->what, ROWS * columns - columns / 4 - count.size);
    wgc_buf_text(out, wgc_buf_str(&count));
    out->failed = out->failed || count.failed;
    wgc_buf_free(&count);
}
