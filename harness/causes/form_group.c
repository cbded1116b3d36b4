#include "causes/form_group.h"

#include <stddef.h>
#include <string.h>

#include "base/row.h"

enum group {
#define WGC_FORM_GROUP(id, where, legal) GROUP_##id,
#define WGC_GROUPED_FORM(form, group)
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct wgc_form_group groups[] = {
#define WGC_FORM_GROUP(id, where, legal) [GROUP_##id] = {#id, where, legal},
#define WGC_GROUPED_FORM(form, group)
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct {
    const char *form;
    enum group group;
} forms[] = {
#define WGC_FORM_GROUP(id, where, legal)
#define WGC_GROUPED_FORM(form, group) {#form, GROUP_##group},
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct {
    const char *form, *what, *feature;
} texts[] = {
#define WGC_FORM(id, variant, geometry, slots, scope, feature, what, fault) {#id, what, #feature},
#include "suite/forms.def"
#undef WGC_FORM
};

static int text_row(const char *form)
{
    return wgc_row_by_name(&texts[0].form, sizeof texts[0], sizeof texts / sizeof texts[0], form);
}

const char *wgc_form_what(const char *form)
{
    const int row = text_row(form);

    return row < 0 ? NULL : texts[row].what;
}

static const struct {
    const char *form, *words;
} words[] = {
#define WGC_FORM_WORDS(form, words) {#form, words},
#include "causes/form_words.def"
#undef WGC_FORM_WORDS
};

static const char *words_of(const char *form)
{
    const int row =
        wgc_row_by_name(&words[0].form, sizeof words[0], sizeof words / sizeof words[0], form);

    return row < 0 ? NULL : words[row].words;
}

const char *wgc_form_words(const char *form)
{
    const size_t base = wgc_form_base(form);
    const char *found = words_of(form);
    char name[32];

    if (found == NULL && base > 0 && base < sizeof name) {
        memcpy(name, form, base);
        name[base] = '\0';
        found = words_of(name);
    }
    return found != NULL ? found : wgc_form_what(form);
}

/* Forms of several groups, and of none, that a feature joins. */
static const struct {
    const char *feature;
    enum group group;
} features[] = {
    {"active_sets", GROUP_inactive},
    {"active_ballots", GROUP_inactive},
    {"independent_sub_groups", GROUP_sub_groups},
};

enum { FEATURE_COUNT = sizeof features / sizeof features[0] };

static int feature_row(const char *feature)
{
    return wgc_row_by_name(&features[0].feature, sizeof features[0], FEATURE_COUNT, feature);
}

const char *wgc_form_feature(const char *form)
{
    const int row = text_row(form);
    const int feature = row < 0 ? -1 : feature_row(texts[row].feature);

    return feature < 0 ? NULL : features[feature].feature;
}

const char *wgc_form_feature_where(const char *feature)
{
    const int row = feature_row(feature);

    return row < 0 ? NULL : groups[features[row].group].where;
}

/* The group WAY of FORM_WAY; NULL: there is none. */
static const struct wgc_form_group *way_of(const char *form)
{
    const char *way = strrchr(form, '_');
    const int row = wgc_row_by_name(&groups[0].id, sizeof groups[0],
                                    sizeof groups / sizeof groups[0], way == NULL ? NULL : way + 1);

    return row < 0 ? NULL : &groups[row];
}

struct wgc_form_group wgc_form_group_of(const char *form)
{
    const int row =
        wgc_row_by_name(&forms[0].form, sizeof forms[0], sizeof forms / sizeof forms[0], form);

    if (row >= 0) {
        return groups[forms[row].group];
    }
    const struct wgc_form_group *way = way_of(form);
    return way != NULL ? *way : (struct wgc_form_group){form, NULL, ""};
}

size_t wgc_form_base(const char *form)
{
    return way_of(form) == NULL ? 0 : (size_t)(strrchr(form, '_') - form);
}

const char *wgc_form_legal(const char *form)
{
    const char *feature = wgc_form_feature(form);

    return feature != NULL ? groups[features[feature_row(feature)].group].legal
                           : wgc_form_group_of(form).legal;
}
