/* Which forms show one defect (causes/form_groups.def). Pure. */
#ifndef WGC_CAUSES_FORM_GROUP_H
#define WGC_CAUSES_FORM_GROUP_H

struct wgc_form_group {
    const char *id;    /* of a form without a group: the form, as it was passed */
    const char *where; /* "in kernels that require a sub-group size"; NULL: the form has no group */
};

struct wgc_form_group wgc_form_group_of(const char *form);

#endif
