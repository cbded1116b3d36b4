/* The small worker has no reader of the suite: its cases come with the batches (wire/case_data.h).
 */
#include "suite/manifest.h"
#include "suite/pack.h"

enum wgc_pack_language wgc_pack_of(const char *name)
{
    (void)name;
    return WGC_PACK_C;
}

enum wgc_status wgc_pack_open(const char *folder, enum wgc_pack_language language,
                              const char *suite_digest, struct wgc_pack *pack, struct wgc_err *err)
{
    (void)language;
    (void)suite_digest;
    *pack = (struct wgc_pack){0};
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: this program reads no suite", folder);
}

void wgc_pack_close(struct wgc_pack *pack)
{
    (void)pack; /* none is open */
}

enum wgc_status wgc_pack_read(struct wgc_pack *pack, const char *name, struct wgc_buf *out,
                              struct wgc_err *err)
{
    (void)pack;
    (void)out;
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: this program reads no suite", name);
}

const struct wgc_manifest wgc_built_suite = {.suite_digest = ""};

enum wgc_status wgc_manifest_open(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err)
{
    *out = NULL;
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: this program reads no suite", folder);
}

void wgc_manifest_free(struct wgc_manifest *manifest)
{
    (void)manifest; /* no manifest is ever loaded */
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
