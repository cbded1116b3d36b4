#include "causes/causes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "causes/cause_title.h"
#include "causes/common.h"
#include "causes/parts.h"
#include "causes/form_group.h"
#include "causes/merge.h"
#include "causes/signature.h"
#include "record/case_name.h"

bool wgc_name_list_add(struct wgc_name_list *list, const char *name, size_t length)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strlen(list->name[i]) == length && memcmp(list->name[i], name, length) == 0) {
            return true;
        }
    }
    char **grown = wgc_array_grow(list->name, list->count, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    list->name = grown;
    char *copy = strndup(name, length);
    if (copy != NULL) {
        grown[list->count++] = copy;
    }
    return copy != NULL;
}

void wgc_name_list_free(struct wgc_name_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->name[i]);
    }
    free(list->name);
}

/* A result and its signature. */
struct entry {
    const struct wgc_result *result;
    struct wgc_signature signature;
};

/* What makes a cause of results: of waived cases the waiver, else the key. Explored programs that
 * are waived keep their causes, whose programs are reduced. */
static bool is_known(const struct entry *entry)
{
    return entry->result->state == WGC_STATE_WAIVED &&
           !wgc_case_name_is_explored(entry->result->name);
}

static const char *waiver_of(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED && result->waiver != NULL ? result->waiver : "";
}

/* The results of a cause are equal; those of known findings come last. */
static int compare_causes(const struct entry *a, const struct entry *b)
{
    bool known_a = is_known(a);
    bool known_b = is_known(b);
    int order = (int)known_a - (int)known_b;

    if (order == 0 && !known_a) {
        order = strcmp(a->signature.key.data, b->signature.key.data);
    }
    if (order == 0 && !known_a) {
        order = (int)(a->result->state == WGC_STATE_WAIVED) -
                (int)(b->result->state == WGC_STATE_WAIVED);
    }
    order = order != 0 ? order : strcmp(waiver_of(a->result), waiver_of(b->result));
    return order != 0 || known_a
               ? order
               : strcmp(wgc_buf_str(&a->signature.place), wgc_buf_str(&b->signature.place));
}

/* All results are in one array: their addresses have their order. */
static int by_cause(const void *a, const void *b)
{
    const struct entry *left = a;
    const struct entry *right = b;
    int order = compare_causes(left, right);

    return order != 0 ? order : (left->result > right->result) - (left->result < right->result);
}

static bool same_key(const struct entry *a, const struct entry *b)
{
    return !is_known(a) && !is_known(b) &&
           strcmp(a->signature.key.data, b->signature.key.data) == 0;
}

static bool sort_entries(struct entry *entry, size_t count)
{
    struct wgc_signature **signature = calloc(count + 1, sizeof(struct wgc_signature *));

    if (signature == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        signature[i] = &entry[i].signature;
    }
    const bool whole = wgc_causes_merge(signature, count);
    free(signature);
    if (whole) {
        qsort(entry, count, sizeof *entry, by_cause);
    }
    return whole;
}

static bool add_names(struct wgc_report_cause *cause, const struct entry *entry)
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

/* FNV-1a, 32 bits. */
static uint32_t hash(const char *text)
{
    uint32_t value = UINT32_C(2166136261);

    for (; *text != '\0'; text++) {
        value = (value ^ (unsigned char)*text) * UINT32_C(16777619);
    }
    return value;
}

/* The start of an id: what the cases of the cause have in common. */
static void put_subject(struct wgc_buf *id, const struct wgc_signature *signature)
{
    switch (signature->scope) {
    case WGC_SCOPE_KEY:
        wgc_buf_text(id, signature->words ? "words" : signature->family.name);
        break;
    case WGC_SCOPE_FORM:
        wgc_buf_printf(id, "form_%s", signature->group.id);
        break;
    case WGC_SCOPE_FAMILY:
        wgc_buf_text(id, signature->family.built_in != NULL ? signature->family.built_in
                                                            : signature->family.name);
        break;
    case WGC_SCOPE_KIND:
        wgc_buf_text(id, wgc_wrong_name(signature->wrong.kind));
        break;
    case WGC_SCOPE_DAMAGE:
        wgc_buf_text(id, wgc_damage_name(signature->wrong.damage));
        break;
    case WGC_SCOPE_PLACE:
        wgc_buf_text(id, "place");
        break;
    case WGC_SCOPE_FEATURE:
        wgc_buf_text(id, signature->family.feature);
        break;
    case WGC_SCOPE_OPEN:
    case WGC_SCOPES:
        break;
    }
}

/* number: the number of earlier causes with the same key. */
static char *make_id(const struct entry *entry, size_t number)
{
    const struct wgc_signature *signature = &entry->signature;
    struct wgc_buf id = {0};

    if (is_known(entry)) {
        wgc_buf_printf(&id, "waiver-%s-%08" PRIx32, wgc_state_name(WGC_STATE_WAIVED),
                       hash(waiver_of(entry->result)));
    } else {
        put_subject(&id, signature);
        wgc_buf_printf(&id, "-%s-%08" PRIx32, wgc_state_name(signature->failure),
                       hash(signature->key.data));
    }
    if (number > 0) {
        wgc_buf_printf(&id, "-%zu", number + 1);
    }
    if (id.failed) {
        wgc_buf_free(&id);
    }
    return id.data;
}

static const char *link_of(const struct wgc_result *result)
{
    return result->state == WGC_STATE_WAIVED && result->waived != NULL ? result->waived->link
                                                                       : NULL;
}

/* Whether the title is the example's: a waiver's reason, or a program of explore. */
static bool has_own_title(const struct entry *example)
{
    return example->result->state == WGC_STATE_WAIVED ||
           wgc_case_name_is_explored(example->result->name);
}

/* The waiver's reason, or what is wrong in the cases of the cause. */
static char *make_title(struct wgc_report_cause *cause, enum wgc_title_length length,
                        const struct entry *smallest, const struct wgc_cause_same *same)
{
    struct wgc_buf title = {0};

    if (has_own_title(smallest)) {
        wgc_buf_text(&title, wgc_buf_str(&smallest->signature.title));
    } else if (wgc_cause_title(&title, cause, length, &smallest->signature, same)) {
        cause->names_forms = true;
    }
    if (title.failed) {
        wgc_buf_free(&title);
    }
    return title.data;
}

/* The title in brief, in its parts. */
static bool make_parts(struct wgc_report_cause *cause, const struct entry *smallest,
                       const struct wgc_cause_same *same)
{
    struct wgc_buf subject = {0}, what = {0}, where = {0}, common = {0};

    if (has_own_title(smallest)) {
        wgc_buf_text(&what, wgc_buf_str(&smallest->signature.title));
    } else {
        wgc_cause_subject(&subject, cause, &smallest->signature);
        wgc_cause_what(&what, &smallest->signature, same);
        wgc_cause_where(&where, cause, &smallest->signature);
        wgc_common_put(&common, cause, &same->common);
    }
    cause->subject = strdup(wgc_buf_str(&subject));
    cause->what = strdup(wgc_buf_str(&what));
    cause->where = strdup(wgc_buf_str(&where));
    cause->common = strdup(wgc_buf_str(&common));
    const bool whole = !subject.failed && !what.failed && !where.failed && !common.failed &&
                       cause->subject != NULL && cause->what != NULL && cause->where != NULL &&
                       cause->common != NULL;
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

/* Makes the cause of count entries; cause->result is set. */
static bool fill(struct wgc_report_cause *cause, const struct entry *entry, size_t count,
                 size_t number, const struct wgc_suite_runs *runs)
{
    const struct entry *smallest = entry;
    struct wgc_cause_same same = {true, true, true, true, true, {0}};
    bool whole = true;

    for (size_t i = 0; whole && i < count; i++) {
        if (wgc_example_is_smaller(entry[i].result->name, smallest->result->name)) {
            smallest = &entry[i];
        }
        same.extent =
            same.extent && entry[i].signature.wrong.extent == entry[0].signature.wrong.extent;
        same.damage =
            same.damage && entry[i].signature.wrong.damage == entry[0].signature.wrong.damage;
        same.line = same.line && strcmp(wgc_buf_str(&entry[i].signature.title),
                                        wgc_buf_str(&entry[0].signature.title)) == 0;
        same.in_driver = same.in_driver && entry[i].signature.in_driver;
        same.after_refusal = same.after_refusal && entry[i].result->after_refusal;
        whole = add_names(cause, &entry[i]);
    }
    cause->state = entry->result->state;
    cause->failure = smallest->signature.failure;
    cause->count = count;
    cause->example = smallest->result;
    name_first(&cause->families, smallest->signature.family.name);
    whole = whole && wgc_common_find(runs, wgc_cause_is_of_forms(cause, &smallest->signature),
                                     cause, &same.common);
    cause->waiver = cause->state == WGC_STATE_WAIVED ? smallest->result->waiver : NULL;
    const char *link = link_of(smallest->result);
    cause->link = link == NULL ? NULL : strdup(link);
    cause->title = make_title(cause, WGC_TITLE_WHOLE, smallest, &same);
    cause->short_title = make_title(cause, WGC_TITLE_SHORT, smallest, &same);
    whole = make_parts(cause, smallest, &same) && whole;
    cause->title_is_cut = smallest->signature.title_is_cut;
    cause->id = make_id(smallest, number);
    return whole && cause->title != NULL && cause->short_title != NULL && cause->id != NULL &&
           (link == NULL || cause->link != NULL);
}

/* Makes causes of sorted entries. */
static bool group(struct wgc_causes *causes, const struct entry *entry, size_t count,
                  const struct wgc_suite_runs *runs)
{
    size_t number = 0;
    bool whole = true;

    for (size_t i = 0; whole && i < count;) {
        struct wgc_report_cause *cause = &causes->cause[causes->count++];
        size_t end = i;
        cause->result = &causes->result[i];
        while (end < count && compare_causes(&entry[i], &entry[end]) == 0) {
            causes->result[end] = entry[end].result;
            end++;
        }
        number = i > 0 && same_key(&entry[i - 1], &entry[i]) ? number + 1 : 0;
        whole = fill(cause, entry + i, end - i, number, runs);
        causes->bad += cause->state != WGC_STATE_WAIVED;
        i = end;
    }
    return whole;
}

static bool is_check(const struct wgc_report_cause *cause)
{
    return wgc_case_name_split(cause->example->name).type_length == 0 &&
           !wgc_case_name_is_program(cause->example->name);
}

/* Of causes with as many cases: crashes before refusals. 0: a wrong value; 4: a check. */
static int rank_of(const struct wgc_report_cause *cause)
{
    if (is_check(cause)) {
        return cause->example->mismatch != NULL ? 0 : 4;
    }
    switch (cause->failure) {
    case WGC_STATE_FAIL:
        return cause->example->mismatch != NULL ? 0 : 3;
    case WGC_STATE_CRASH:
    case WGC_STATE_TIMEOUT:
        return 1;
    case WGC_STATE_BUILD_ERROR:
        return 3;
    case WGC_STATE_FLAKY:
    case WGC_STATE_UNEXPECTED_PASS:
    case WGC_STATE_ERROR:
    case WGC_STATE_PASS:
    case WGC_STATE_SKIP:
    case WGC_STATE_WAIVED:
    case WGC_STATE_COUNT:
        break;
    }
    return 2;
}

/* What a driver computes wrongly comes first, its description of itself last. */
static int part_of(int rank)
{
    return rank == 0 ? 0 : rank < 4 ? 1 : 2;
}

/* In each part the cause with the most cases comes first. */
static int by_weight(const void *a, const void *b)
{
    const struct wgc_report_cause *left = a;
    const struct wgc_report_cause *right = b;
    bool waived_left = left->state == WGC_STATE_WAIVED;
    bool waived_right = right->state == WGC_STATE_WAIVED;

    if (waived_left != waived_right) {
        return waived_left ? 1 : -1;
    }
    const int rank_left = rank_of(left);
    const int rank_right = rank_of(right);
    if (part_of(rank_left) != part_of(rank_right)) {
        return rank_left - rank_right;
    }
    if (left->count != right->count) {
        return left->count > right->count ? -1 : 1;
    }
    if (rank_left != rank_right) {
        return rank_left - rank_right;
    }
    size_t size_left = wgc_example_size(left->example->name);
    size_t size_right = wgc_example_size(right->example->name);
    if (size_left != size_right) {
        return size_left < size_right ? -1 : 1;
    }
    return strcmp(left->id, right->id);
}

static enum wgc_status make(const struct wgc_record *record, struct entry *entry,
                            struct wgc_causes *causes)
{
    struct wgc_suite_runs runs;
    size_t count = 0;
    bool whole = wgc_suite_runs_make(record, &runs);

    for (size_t i = 0; whole && i < record->result_count; i++) {
        if (wgc_signature_applies(&record->result[i])) {
            entry[count].result = &record->result[i];
            whole = wgc_signature_make(&record->result[i], &entry[count].signature);
            count++;
        }
    }
    whole = whole && sort_entries(entry, count) && group(causes, entry, count, &runs);
    free(runs.item);
    for (size_t i = 0; i < count; i++) {
        wgc_signature_free(&entry[i].signature);
    }
    if (!whole) {
        return WGC_ERR_MEMORY;
    }
    qsort(causes->cause, causes->count, sizeof *causes->cause, by_weight);
    return WGC_OK;
}

enum wgc_status wgc_causes_make(const struct wgc_record *record, struct wgc_causes *causes,
                                struct wgc_err *err)
{
    size_t most = 1;

    *causes = (struct wgc_causes){0};
    for (size_t i = 0; i < record->result_count; i++) {
        most += wgc_signature_applies(&record->result[i]);
    }
    struct entry *entry = calloc(most, sizeof *entry);
    causes->cause = calloc(most, sizeof *causes->cause);
    causes->result = calloc(most, sizeof(struct wgc_result *));
    enum wgc_status status = entry == NULL || causes->cause == NULL || causes->result == NULL
                                 ? WGC_ERR_MEMORY
                                 : make(record, entry, causes);
    free(entry);
    if (status != WGC_OK) {
        wgc_causes_free(causes);
        return wgc_err_memory(err, "the causes of failures");
    }
    return WGC_OK;
}

void wgc_causes_free(struct wgc_causes *causes)
{
    for (size_t i = 0; causes->cause != NULL && i < causes->count; i++) {
        struct wgc_report_cause *cause = &causes->cause[i];
        wgc_name_list_free(&cause->functions);
        wgc_name_list_free(&cause->families);
        wgc_name_list_free(&cause->types);
        wgc_name_list_free(&cause->operators);
        wgc_name_list_free(&cause->forms);
        wgc_name_list_free(&cause->passing);
        free(cause->id);
        free(cause->title);
        free(cause->short_title);
        free(cause->subject);
        free(cause->what);
        free(cause->where);
        free(cause->common);
        free(cause->link);
    }
    free(causes->cause);
    free(causes->result);
    *causes = (struct wgc_causes){0};
}

const struct wgc_report_cause **wgc_causes_by_result(const struct wgc_causes *causes,
                                                     const struct wgc_record *record)
{
    const struct wgc_report_cause **list =
        calloc(record->result_count + 1, sizeof(struct wgc_report_cause *));

    for (size_t i = 0; list != NULL && i < causes->count; i++) {
        for (size_t j = 0; j < causes->cause[i].count; j++) {
            list[causes->cause[i].result[j] - record->result] = &causes->cause[i];
        }
    }
    return list;
}
