#include "causes/cause_title.h"

#include <ctype.h>
#include <string.h>

#include "base/plural.h"
#include "causes/form_group.h"

enum { FAMILIES_NAMED = 2, FORMS_NAMED = 6, UNLIKE_NAMED = 2 };

static void put_lower(struct wgc_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        wgc_buf_char(out, (char)tolower((unsigned char)*text));
    }
}

/* "a, b"; of many families "a and 4 more kinds of functions". The first is that of the example.
 */
static void put_families(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    if (cause->families.count > FAMILIES_NAMED) {
        wgc_buf_printf(out, "%s and %zu more kinds of functions", cause->families.name[0],
                       cause->families.count - 1);
        return;
    }
    for (size_t i = 0; i < cause->families.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : ", ", cause->families.name[i]);
    }
    if (cause->families.count == 0) {
        wgc_buf_text(out, "a function that the form calls");
    }
}

/* " (arithmetic)", where the operators are part of the cause. */
static void put_operators(struct wgc_buf *out, const struct wgc_report_cause *cause,
                          const struct wgc_signature *example)
{
    if (cause->families.count <= FAMILIES_NAMED && example->scope == WGC_SCOPE_FAMILY &&
        example->failure == WGC_STATE_FAIL && example->family.operators[0] != '\0') {
        wgc_buf_text(out, " (");
        put_lower(out, example->family.operators);
        wgc_buf_char(out, ')');
    }
}

static void put_extent(struct wgc_buf *out, const struct wgc_signature *example)
{
    if (!example->family.one_result || example->scope != WGC_SCOPE_FAMILY) {
        return;
    }
    switch (example->wrong.extent) {
    case WGC_EXTENT_ALL:
        wgc_buf_text(out, " for all work-items of a group");
        break;
    case WGC_EXTENT_SOME:
        wgc_buf_text(out, " for some work-items of a group");
        break;
    case WGC_EXTENT_UNKNOWN:
        break;
    }
}

/* Whether the damage is more than a wrong value. */
static bool is_distinctive(enum wgc_damage damage)
{
    return damage != WGC_DAMAGE_UNKNOWN && damage != WGC_DAMAGE_VALUE;
}

/* "NaN instead of a number"; a title has no more than its cases show: "NaN instead of a number (in
 * 3 of 4)". Returns where that share begins, 0 without one. */
static size_t put_kind(struct wgc_buf *out, const struct wgc_signature *example,
                       const struct wgc_cause_words *kind)
{
    if (kind->share == WGC_SHARE_SOME) {
        wgc_buf_text(out, example->failure == WGC_STATE_FAIL ? "wrong values, for example "
                                                             : "for example ");
    }
    wgc_buf_add(out, kind->text, kind->length);
    if (kind->share != WGC_SHARE_MOST) {
        return 0;
    }
    const size_t share = out->size;
    wgc_buf_printf(out, " (in %zu of %zu)", kind->found, kind->of);
    return share;
}

static void put_line(struct wgc_buf *out, const struct wgc_cause_words *line)
{
    if (line->length == 0) {
        return;
    }
    switch (line->share) {
    case WGC_SHARE_ALL:
        break;
    case WGC_SHARE_MOST:
        wgc_buf_printf(out, ", in %zu of %zu", line->found, line->of);
        break;
    case WGC_SHARE_SOME:
        wgc_buf_text(out, ", for example");
        break;
    }
    wgc_buf_add(out, line->text, line->length);
}

/* Whether the damage is what is wrong: all cases have it, and the driver has no words. */
static bool is_of_damage(const struct wgc_signature *example, const struct wgc_cause_same *same)
{
    return same->damage && !example->words && is_distinctive(example->wrong.damage);
}

bool wgc_cause_names_values(const struct wgc_signature *example, const struct wgc_cause_same *same)
{
    return example->names_values && !is_of_damage(example, same);
}

/* What is wrong: the damage, else the kind. Returns where a share of the cases begins, 0 without
 * one. */
static size_t put_what(struct wgc_buf *out, const struct wgc_signature *example,
                       const struct wgc_cause_same *same)
{
    if (is_of_damage(example, same)) {
        wgc_buf_text(out, wgc_damage_words(example->wrong.damage));
        return 0;
    }
    const size_t share = put_kind(out, example, &same->kind);
    put_line(out, &same->line);
    if (example->scope == WGC_SCOPE_PLACE) {
        wgc_buf_printf(out, ", in %s", wgc_buf_str(&example->place));
    }
    wgc_buf_text(out, same->in_driver && example->scope != WGC_SCOPE_PLACE ? " in the driver" : "");
    wgc_buf_text(out, same->in_kernel ? " in the kernel's code" : "");
    if (same->extent) {
        put_extent(out, example);
    }
    return share;
}

/* What all forms of a cause have in common; NULL: nothing. */
static const char *where_of_all(const struct wgc_report_cause *cause)
{
    const char *where = NULL;
    bool same = cause->forms.count > 0;

    for (size_t i = 0; same && i < cause->forms.count; i++) {
        const char *own = wgc_form_group_of(cause->forms.name[i]).where;
        same = own != NULL && (i == 0 || strcmp(own, where) == 0);
        where = own;
    }
    if (same) {
        return where;
    }
    const char *feature = cause->forms.count > 1 ? wgc_form_feature(cause->forms.name[0]) : NULL;
    for (size_t i = 1; feature != NULL && i < cause->forms.count; i++) {
        const char *own = wgc_form_feature(cause->forms.name[i]);
        feature = own != NULL && strcmp(own, feature) == 0 ? feature : NULL;
    }
    return feature == NULL ? NULL : wgc_form_feature_where(feature);
}

/* Whether a function is wrong in a few forms, and not in the form plain. Of forms that have nothing
 * in common, more than UNLIKE_NAMED do not show what is wrong. */
static bool is_of_few_forms(const struct wgc_report_cause *cause,
                            const struct wgc_signature *example)
{
    bool has_plain = false;

    for (size_t i = 0; i < cause->forms.count; i++) {
        has_plain = has_plain || strcmp(cause->forms.name[i], "plain") == 0;
    }
    return example->scope == WGC_SCOPE_FAMILY && !has_plain &&
           (cause->forms.count <= UNLIKE_NAMED ||
            (cause->forms.count <= FORMS_NAMED && where_of_all(cause) != NULL));
}

/* Whether the driver has words for a failure in the forms of one group alone, such as those with
 * -g. */
static bool has_words_in_one_way(const struct wgc_report_cause *cause,
                                 const struct wgc_signature *example)
{
    bool one = example->words && example->group.where != NULL && cause->forms.count <= FORMS_NAMED;

    for (size_t i = 0; one && i < cause->forms.count; i++) {
        const char *where = wgc_form_group_of(cause->forms.name[i]).where;
        one = where != NULL && strcmp(where, example->group.where) == 0;
    }
    return one;
}

/* "form loop", "forms loop, branch" */
static void put_form_names(struct wgc_buf *out, const struct wgc_report_cause *cause)
{
    wgc_buf_printf(out, "form%s ", wgc_plural(cause->forms.count));
    for (size_t i = 0; i < cause->forms.count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : ", ", cause->forms.name[i]);
    }
}

bool wgc_cause_is_of_forms(const struct wgc_report_cause *cause,
                           const struct wgc_signature *example)
{
    return cause->families.count == 0 || example->scope == WGC_SCOPE_FORM ||
           example->scope == WGC_SCOPE_DAMAGE || is_of_few_forms(cause, example) ||
           has_words_in_one_way(cause, example);
}

void wgc_cause_where(struct wgc_buf *out, const struct wgc_report_cause *cause,
                     const struct wgc_signature *example)
{
    const bool in_one_way = has_words_in_one_way(cause, example);
    const bool of_group =
        in_one_way || (example->scope != WGC_SCOPE_DAMAGE && example->scope != WGC_SCOPE_FAMILY);
    const char *where = of_group ? example->group.where : where_of_all(cause);

    if (where != NULL && wgc_cause_is_of_forms(cause, example)) {
        wgc_buf_printf(out, "%s %s", in_one_way ? "," : "", where);
    }
}

/* " in kernels that require a sub-group size (forms required4, required8)"; whether there is
 * anything. */
static bool put_forms(struct wgc_buf *out, const struct wgc_report_cause *cause,
                      const struct wgc_signature *example)
{
    const size_t before = out->size;

    if (!wgc_cause_is_of_forms(cause, example)) {
        return false;
    }
    wgc_cause_where(out, cause, example);
    const bool has_words = out->size > before;
    wgc_buf_text(out, has_words ? " (" : ", in the ");
    put_form_names(out, cause);
    wgc_buf_text(out, has_words ? ")" : "");
    return true;
}

void wgc_cause_subject(struct wgc_buf *out, const struct wgc_report_cause *cause,
                       const struct wgc_signature *example)
{
    if (cause->families.count == 0) {
        put_families(out, cause);
    } else {
        wgc_buf_text(out, cause->families.name[0]);
    }
    put_operators(out, cause, example);
}

size_t wgc_cause_what(struct wgc_buf *out, const struct wgc_signature *example,
                      const struct wgc_cause_same *same)
{
    const size_t before = out->size;
    struct wgc_cause_same equal = *same;

    equal.extent = false;
    const size_t share = put_what(out, example, &equal);
    return (share > 0 ? share : out->size) - before;
}

bool wgc_cause_title(struct wgc_buf *out, const struct wgc_report_cause *cause,
                     const struct wgc_signature *example, const struct wgc_cause_same *same)
{
    put_families(out, cause);
    put_operators(out, cause, example);
    wgc_buf_text(out, ": ");
    (void)put_what(out, example, same);
    const bool names_forms = put_forms(out, cause, example);
    wgc_common_put(out, cause, &same->common);
    wgc_buf_text(out,
                 same->after_refusal ? "; all of these workers had refused a build before" : "");
    return names_forms;
}
