/* A cause of its results: names, titles, and what they share. */
#include <stdlib.h>
#include <string.h>

#include "causes/cause_parts.h"
#include "causes/cause_title.h"
#include "causes/parts.h"
#include "record/case_name.h"

static bool add_names(struct wgc_report_cause *cause, const struct wgc_cause_entry *entry)
{
    const char *name = entry->result->name;
    const char *family = entry->signature.family.name;
    const char *form = entry->signature.form;
    struct wgc_case_name parts = wgc_case_name_split(name);

    if (!entry->signature.of_helper &&
        !wgc_name_list_add(&cause->families, family, strlen(family))) {
        return false;
    }
    if (wgc_case_name_is_explored(name)) {
        return wgc_name_list_add(&cause->functions, name, parts.suite_length);
    }
    if (parts.type_length == 0) { /* a capability check is a function of its own */
        return wgc_name_list_add(&cause->functions, name, strlen(name));
    }
    return wgc_name_list_add(&cause->functions, name, parts.suite_length) &&
           wgc_name_list_add(&cause->types, parts.rest, parts.type_length) &&
           wgc_name_list_add(&cause->operators, entry->signature.family.op,
                             strlen(entry->signature.family.op)) &&
           wgc_name_list_add(&cause->forms, form, strlen(form));
}

static const char *link_of(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED && result->waived != NULL ? result->waived->link
                                                                       : NULL;
}

/* Whether the title is the example's: a waiver's reason, or a program of explore. */
static bool has_own_title(const struct wgc_cause_entry *example)
{
    return example->result->state == WGC_STATE_WAIVED ||
           wgc_case_name_is_explored(example->result->name);
}

/* The waiver's reason, or what is wrong in the cases of the cause. */
static char *make_title(struct wgc_report_cause *cause, const struct wgc_cause_entry *example,
                        const struct wgc_cause_same *same)
{
    struct wgc_buf title = {0};

    if (has_own_title(example)) {
        wgc_buf_text(&title, wgc_buf_str(&example->signature.title));
    } else if (wgc_cause_title(&title, cause, &example->signature, same)) {
        cause->names_forms = true;
    }
    if (title.failed) {
        wgc_buf_free(&title);
    }
    return title.data;
}

/* The title in brief, in its parts. */
static bool make_parts(struct wgc_report_cause *cause, const struct wgc_cause_entry *example,
                       const struct wgc_cause_same *same)
{
    struct wgc_buf subject = {0}, what = {0}, where = {0}, common = {0};

    if (has_own_title(example)) {
        wgc_buf_text(&what, wgc_buf_str(&example->signature.title));
        cause->what_alone = what.size;
        cause->names_values = example->signature.names_values;
    } else {
        wgc_cause_subject(&subject, cause, &example->signature);
        cause->what_alone = wgc_cause_what(&what, &example->signature, same);
        cause->names_values = wgc_cause_names_values(&example->signature, same);
        wgc_cause_where(&where, cause, &example->signature);
        wgc_common_put(&common, cause, &same->common);
    }
    const struct wgc_buf *shown = &example->signature.title;
    const size_t line_at = example->signature.line_at;
    cause->words = strdup(line_at == 0 ? "" : wgc_buf_str(shown) + line_at + 2); /* after ": " */
    cause->subject = strdup(wgc_buf_str(&subject));
    cause->what = strdup(wgc_buf_str(&what));
    cause->where = strdup(wgc_buf_str(&where));
    cause->common = strdup(wgc_buf_str(&common));
    const bool whole = !subject.failed && !what.failed && !where.failed && !common.failed &&
                       cause->words != NULL && cause->subject != NULL && cause->what != NULL &&
                       cause->where != NULL && cause->common != NULL;
    wgc_buf_free(&subject);
    wgc_buf_free(&what);
    wgc_buf_free(&where);
    wgc_buf_free(&common);
    return whole;
}

/* Moves a name to the start of the list, if the list has it. */
static void name_first(struct wgc_name_list *list, const char *name)
{
    size_t place = 0;

    while (place < list->count && strcmp(list->name[place], name) != 0) {
        place++;
    }
    if (place < list->count) {
        char *const first = list->name[place];
        memmove(list->name + 1, list->name, place * sizeof first);
        list->name[0] = first;
    }
}

/* The words of an entry for what is wrong, without the line of the driver. */
static struct wgc_cause_words kind_of(const struct wgc_cause_entry *entry)
{
    const struct wgc_buf *title = &entry->signature.title;

    return (struct wgc_cause_words){
        .text = wgc_buf_str(title),
        .length = entry->signature.line_at > 0 ? entry->signature.line_at : title->size};
}

/* The line of the driver or the harness, with ": " before it; empty: there is none. */
static struct wgc_cause_words line_of(const struct wgc_cause_entry *entry)
{
    const struct wgc_buf *title = &entry->signature.title;
    const size_t at = entry->signature.line_at;

    return at == 0 ? (struct wgc_cause_words){.text = "", .length = 0}
                   : (struct wgc_cause_words){.text = wgc_buf_str(title) + at,
                                              .length = title->size - at};
}

typedef struct wgc_cause_words words_of(const struct wgc_cause_entry *entry);

static bool same_words(struct wgc_cause_words a, struct wgc_cause_words b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* The words that more than half of the entries have (the vote of Boyer and Moore finds them); where
 * there are none, those of the example. */
static struct wgc_cause_words find_words(const struct wgc_cause_entry *entry, size_t count,
                                         const struct wgc_cause_entry *example, words_of *of)
{
    struct wgc_cause_words most = of(example);
    size_t lead = 0, found = 0;

    for (size_t i = 0; i < count; i++) {
        const struct wgc_cause_words own = of(&entry[i]);
        most = lead == 0 ? own : most;
        lead = same_words(own, most) ? lead + 1 : lead - 1;
    }
    for (size_t i = 0; i < count; i++) {
        found += same_words(of(&entry[i]), most);
    }
    const enum wgc_share share = found == count      ? WGC_SHARE_ALL
                                 : 2 * found > count ? WGC_SHARE_MOST
                                                     : WGC_SHARE_SOME;
    most = share == WGC_SHARE_SOME ? of(example) : most;
    most.share = share;
    most.found = found;
    most.of = count;
    return most;
}

/* What all entries, or most of them, have in common with the example. */
static struct wgc_cause_same find_same(const struct wgc_cause_entry *entry, size_t count,
                                       const struct wgc_cause_entry *example)
{
    struct wgc_cause_same same = {.extent = true,
                                  .damage = true,
                                  .in_driver = true,
                                  .in_kernel = true,
                                  .after_refusal = true,
                                  .kind = find_words(entry, count, example, kind_of),
                                  .line = find_words(entry, count, example, line_of)};

    for (size_t i = 0; i < count; i++) {
        const struct wgc_wrong *own = &entry[i].signature.wrong;
        same.extent = same.extent && own->extent == entry[0].signature.wrong.extent;
        same.damage = same.damage && own->damage == entry[0].signature.wrong.damage;
        same.in_driver = same.in_driver && entry[i].signature.in_driver;
        same.in_kernel = same.in_kernel && entry[i].signature.in_kernel;
        same.after_refusal = same.after_refusal && entry[i].result->after_refusal;
    }
    return same;
}

/* The plainest entry; words: of those that have them, which one has, NULL: of all. */
static const struct wgc_cause_entry *find_plainest(const struct wgc_cause_entry *entry,
                                                   size_t count,
                                                   const struct wgc_cause_words *words)
{
    const struct wgc_cause_entry *found = entry;
    bool has_words = words == NULL;

    for (size_t i = 0; i < count; i++) {
        if (words != NULL && !same_words(kind_of(&entry[i]), *words)) {
            continue;
        }
        if (!has_words || wgc_example_is_plainer(entry[i].result->name, found->result->name)) {
            found = &entry[i];
            has_words = true;
        }
    }
    return found;
}

bool wgc_cause_fill(struct wgc_report_cause *cause, const struct wgc_cause_entry *entry,
                    size_t count, size_t number, const struct wgc_suite_runs *runs)
{
    const struct wgc_cause_entry *smallest = entry, *plainest = find_plainest(entry, count, NULL);
    bool whole = true;

    for (size_t i = 0; whole && i < count; i++) {
        if (wgc_example_is_smaller(entry[i].result->name, smallest->result->name)) {
            smallest = &entry[i];
        }
        whole = add_names(cause, &entry[i]);
    }
    struct wgc_cause_same same = find_same(entry, count, plainest);
    if (same.kind.share == WGC_SHARE_MOST) { /* the example shows what the title has */
        plainest = find_plainest(entry, count, &same.kind);
        same = find_same(entry, count, plainest);
    }
    cause->state = entry->result->state;
    cause->failure = plainest->signature.failure;
    cause->count = count;
    cause->example = plainest->result;
    name_first(&cause->families, plainest->signature.family.name);
    whole = whole && wgc_common_find(runs, wgc_cause_is_of_forms(cause, &plainest->signature),
                                     cause, &same.common);
    cause->waiver = cause->state == WGC_STATE_WAIVED ? plainest->result->waiver : NULL;
    const char *link = link_of(plainest->result);
    cause->link = link == NULL ? NULL : strdup(link);
    cause->title = make_title(cause, plainest, &same);
    whole = make_parts(cause, plainest, &same) && whole;
    cause->title_is_cut = plainest->signature.title_is_cut;
    cause->id = wgc_cause_id(smallest, number);
    return whole && cause->title != NULL && cause->id != NULL &&
           (link == NULL || cause->link != NULL);
}

void wgc_report_cause_free(struct wgc_report_cause *cause)
{
    wgc_name_list_free(&cause->functions);
    wgc_name_list_free(&cause->families);
    wgc_name_list_free(&cause->types);
    wgc_name_list_free(&cause->operators);
    wgc_name_list_free(&cause->forms);
    wgc_name_list_free(&cause->passing);
    free(cause->id);
    free(cause->title);
    free(cause->subject);
    free(cause->what);
    free(cause->words);
    free(cause->where);
    free(cause->common);
    free(cause->link);
}
