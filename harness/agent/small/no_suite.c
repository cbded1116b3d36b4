/* The small worker has no reader of the suite: its cases come with the batches (wire/case_data.h).
 */
#include "plan/plan.h"
#include "suite/manifest.h"

enum wgc_status wgc_manifest_load(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err)
{
    *out = NULL;
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: this program reads no suite", folder);
}

void wgc_manifest_free(struct wgc_manifest *manifest)
{
    (void)manifest; /* there is none */
}

const struct wgc_kernel *wgc_manifest_kernel(const struct wgc_manifest *manifest,
                                             const struct wgc_signature *signature, size_t form,
                                             size_t shape, enum wgc_impl impl)
{
    (void)manifest;
    (void)signature;
    (void)form;
    (void)shape;
    (void)impl;
    return NULL;
}

enum wgc_status wgc_case_find(const struct wgc_manifest *manifest, const char *name,
                              struct wgc_case *out, struct wgc_err *err)
{
    (void)manifest;
    (void)out;
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: this program reads no suite", name);
}
