#include "suite/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/row.h"
#include "suite/pack.h"

static const char *const languages[WGC_LANGUAGE_COUNT] = {"c", "spirv", "query"};

const char *wgc_language_name(enum wgc_language language)
{
    return languages[language];
}

int wgc_language_by_name(const char *name)
{
    return wgc_row_by_name(languages, sizeof languages[0], WGC_LANGUAGE_COUNT, name);
}

/* Whether the folder's packed files were made in the build of this program. */
static enum wgc_status check_packs(const char *folder, struct wgc_err *err)
{
    struct wgc_pack pack;
    enum wgc_status status = WGC_OK;

    for (int i = 0; status == WGC_OK && i < WGC_PACK_COUNT; i++) {
        status = wgc_pack_open(folder, (enum wgc_pack_language)i, wgc_built_suite.suite_digest,
                               &pack, err);
        wgc_pack_close(&pack);
    }
    return status;
}

enum wgc_status wgc_manifest_open(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err)
{
    enum wgc_status status = check_packs(folder, err);

    if (status != WGC_OK) {
        return status;
    }
    struct wgc_manifest *manifest = malloc(sizeof *manifest);
    char *copy = strdup(folder);
    if (manifest == NULL || copy == NULL) {
        free(manifest);
        free(copy);
        return wgc_err_memory(err, "the suite");
    }
    *manifest = wgc_built_suite;
    manifest->folder = copy;
    *out = manifest;
    return WGC_OK;
}

void wgc_manifest_free(struct wgc_manifest *manifest)
{
    if (manifest != NULL) {
        free((char *)manifest->folder);
        free(manifest);
    }
}

/* Whether name is "VARIANT", or "VARIANT-SHAPE" where the form's kernels are made for one shape
 * each. */
static bool is_variant(const char *name, const struct wgc_form *form, const struct wgc_shape *shape)
{
    size_t length = strlen(form->variant);

    if (strncmp(name, form->variant, length) != 0) {
        return false;
    }
    if (!form->per_shape) {
        return name[length] == '\0';
    }
    return name[length] == '-' && strcmp(name + length + 1, shape->name) == 0;
}

bool wgc_has_short_name(const struct wgc_signature *signature)
{
    return signature->language == WGC_LANGUAGE_QUERY || signature->kind == WGC_KIND_PROGRAM;
}

const struct wgc_kernel *wgc_manifest_kernel(const struct wgc_manifest *manifest,
                                             const struct wgc_signature *signature, size_t form,
                                             size_t shape, enum wgc_impl impl)
{
    bool emulated = impl == WGC_IMPL_EMULATED;
    const struct wgc_kernel *kernel = emulated ? signature->emulated_kernel : signature->kernel;
    size_t count = emulated ? signature->emulated_kernel_count : signature->kernel_count;

    for (size_t i = 0; i < count; i++) {
        if (is_variant(kernel[i].variant, &manifest->form[form], &manifest->shape[shape])) {
            return &kernel[i];
        }
    }
    return NULL;
}
