/* Causes without an example: a list, in which each has its number. */
#include <stdlib.h>
#include <string.h>

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
    wgc_summary_lines(&cause, 1, &words);
    put_entry(wgc_buf_str(&place), wgc_buf_str(&words), list->own_rows || level == WGC_LEVEL_ROW,
              style, out);
    out->failed = out->failed || words.failed || place.failed;
    wgc_buf_free(&words);
    wgc_buf_free(&place);
}

/* Whether causes have the same words, without their functions: of checks that they fail. */
static bool has_same_words(const struct wgc_report_cause *a, const struct wgc_report_cause *b)
{
    return wgc_cause_kind(a) == wgc_cause_kind(b) &&
           (wgc_cause_kind(a) == WGC_CAUSE_CHECK ||
            (a->types.count > 0 && b->types.count > 0 && a->what_alone == b->what_alone &&
             memcmp(a->what, b->what, a->what_alone) == 0));
}

/* The causes of an entry, in their order. */
struct shared {
    const struct wgc_report_cause **cause;
    size_t *number; /* of each, from 1 on */
    size_t count;
};

/* Finds the causes at level SHARED with the words of that one. False without memory. */
static bool find_shared(const struct wgc_causes *causes, const struct wgc_choice *choice,
                        size_t place, struct shared *shared)
{
    shared->cause = calloc(causes->bad + 1, sizeof(struct wgc_report_cause *));
    shared->number = calloc(causes->bad + 1, sizeof *shared->number);
    if (shared->cause == NULL || shared->number == NULL) {
        return false;
    }
    for (size_t i = 0; i < causes->bad; i++) {
        const bool is_like = i == place || has_same_words(&causes->cause[place], &causes->cause[i]);
        if (is_like && choice->level[i] == WGC_LEVEL_SHARED) {
            shared->cause[shared->count] = &causes->cause[i];
            shared->number[shared->count++] = i + 1;
        }
    }
    return true;
}

/* "13,18-19. " */
static void put_numbers(const struct shared *shared, struct wgc_buf *out)
{
    for (size_t i = 0, first; i < shared->count; i++) {
        first = i;
        while (i + 1 < shared->count && shared->number[i + 1] == shared->number[i] + 1) {
            i++;
        }
        wgc_buf_printf(out, "%s%zu", first > 0 ? "," : "", shared->number[first]);
        if (i > first) {
            wgc_buf_printf(out, "-%zu", shared->number[i]);
        }
    }
    wgc_buf_text(out, ". ");
}

/* "sub_group_scan, sub_group_any: result not written (5) [C,E]", "query.a, query.b [D,F]": the
 * first function of each cause. */
static void put_words(const struct shared *shared, bool with_functions, struct wgc_buf *out)
{
    const struct wgc_report_cause *first = shared->cause[0];
    struct wgc_name_list names = {0};
    size_t cases = 0;

    for (size_t i = 0; i < shared->count; i++) {
        const struct wgc_report_cause *cause = shared->cause[i];
        const char *name = cause->types.count == 0 ? cause->example->name : cause->subject;
        if (with_functions || cause->types.count == 0) {
            out->failed = !wgc_name_list_add(&names, name, strlen(name)) || out->failed;
        }
        cases += cause->count;
    }
    for (size_t i = 0; i < names.count; i++) {
        wgc_buf_printf(out, "%s%s", i > 0 ? ", " : "", names.name[i]);
    }
    if (first->types.count > 0) {
        wgc_buf_text(out, names.count > 0 && first->subject[0] != '\0' ? ": " : "");
        wgc_buf_add(out, first->what, first->what_alone);
        wgc_buf_printf(out, "%c(%zu)", WGC_SCREEN_NO_BREAK, cases);
    }
    wgc_summary_lines(shared->cause, shared->count, out);
    wgc_name_list_free(&names);
}

void wgc_summary_list_share(const struct wgc_cause_list *list, const struct wgc_causes *causes,
                            const struct wgc_choice *choice, size_t place,
                            const struct wgc_summary_style *style, struct wgc_buf *out)
{
    struct wgc_buf words = {0}, numbers = {0};
    struct shared shared = {0};

    if (!find_shared(causes, choice, place, &shared)) {
        out->failed = true;
    } else if (shared.number[0] == place + 1) {
        put_numbers(&shared, &numbers);
        put_words(&shared, choice->shared_have_names, &words);
        put_entry(wgc_buf_str(&numbers), wgc_buf_str(&words), list->own_rows, style, out);
    }
    out->failed = out->failed || words.failed || numbers.failed;
    wgc_buf_free(&words);
    wgc_buf_free(&numbers);
    free(shared.cause);
    free(shared.number);
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
