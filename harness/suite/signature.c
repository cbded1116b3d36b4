/* What follows from the row of a signature alone, for the program and for the worker. */
#include <stdio.h>

#include "suite/manifest.h"

const char *wgc_signature_type(const struct wgc_signature *signature,
                               char text[static WGC_TYPE_NAME_MAX])
{
    const char *name = wgc_type_info(signature->type)->name;

    if (signature->width > 1) {
        (void)snprintf(text, WGC_TYPE_NAME_MAX, "%s%zu", name, signature->width);
    } else {
        (void)snprintf(text, WGC_TYPE_NAME_MAX, "%s", name);
    }
    return text;
}

size_t wgc_case_cluster(const struct wgc_signature *signature, const struct wgc_form *form)
{
    return form->cluster != 0 ? form->cluster : signature->cluster;
}
