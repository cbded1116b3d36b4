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

struct wgc_form_group wgc_form_group_of(const char *form)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(forms[i].form, form) == 0) {
            return groups[forms[i].group];
        }
    }
    return (struct wgc_form_group){form, NULL};
}
