#include "causes/form_group.h"

#include <stddef.h>
#include <string.h>

enum group {
#define WGC_FORM_GROUP(id, where) GROUP_##id,
#define WGC_GROUPED_FORM(form, group)
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct wgc_form_group groups[] = {
#define WGC_FORM_GROUP(id, where) [GROUP_##id] = {#id, where},
#define WGC_GROUPED_FORM(form, group)
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct {
    const char *form;
    enum group group;
} forms[] = {
#define WGC_FORM_GROUP(id, where)
#define WGC_GROUPED_FORM(form, group) {#form, GROUP_##group},
#include "causes/form_groups.def"
#undef WGC_FORM_GROUP
#undef WGC_GROUPED_FORM
};

static const struct {
    const char *form, *what;
} texts[] = {
#define WGC_FORM(id, variant, geometry, slots, scope, feature, what, fault) {#id, what},
#include "suite/forms.def"
#undef WGC_FORM
};

const char *wgc_form_what(const char *form)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].form, form) == 0) {
            return texts[i].what;
        }
    }
    return NULL;
}

/* The group WAY of FORM_WAY; NULL: there is none. */
static const struct wgc_form_group *way_of(const char *form)
{
    const char *way = strrchr(form, '_');

    for (size_t i = 0; way != NULL && i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(groups[i].id, way + 1) == 0) {
            return &groups[i];
        }
    }
    return NULL;
}

struct wgc_form_group wgc_form_group_of(const char *form)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(forms[i].form, form) == 0) {
            return groups[forms[i].group];
        }
    }
    const struct wgc_form_group *way = way_of(form);
    return way != NULL ? *way : (struct wgc_form_group){form, NULL};
}

size_t wgc_form_base(const char *form)
{
    return way_of(form) == NULL ? 0 : (size_t)(strrchr(form, '_') - form);
}
