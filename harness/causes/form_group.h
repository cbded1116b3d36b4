/* Which forms show one defect (causes/form_groups.def). Pure. */
#ifndef WGC_CAUSES_FORM_GROUP_H
#define WGC_CAUSES_FORM_GROUP_H

#include <stddef.h>

struct wgc_form_group {
    const char *id;    /* of a form without a group: the form, as it was passed */
    const char *where; /* "in kernels that require a sub-group size"; NULL: the form has no group */
    const char *legal; /* why a kernel may do so; "": it needs no reason */
};

/* A form FORM_WAY without a group of its own has the group WAY, if there is one. */
struct wgc_form_group wgc_form_group_of(const char *form);

/* The length of FORM in FORM_WAY, where WAY is a group; 0: the form is none of these. */
size_t wgc_form_base(const char *form);

/* What a device must have for a form (suite/forms.def), where that is what its kernels do: parts
 * of a sub-group, or sub-groups of a work-group, act alone. NULL: another form. */
const char *wgc_form_feature(const char *form);

/* What the forms with that feature have in common. */
const char *wgc_form_feature_where(const char *feature);

/* Why a kernel may do what the form is about; "": it needs no reason. */
const char *wgc_form_legal(const char *form);

/* What a form is, in at most six words (causes/form_words.def); NULL: it is no form of the suite.
 */
const char *wgc_form_words(const char *form);

/* What the kernels of a form do (suite/forms.def); NULL: it is no form of the suite. */
const char *wgc_form_what(const char *form);

#endif
