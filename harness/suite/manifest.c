#include "suite/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "suite/manifest_read.h"
#include "suite/pack.h"

enum { SCHEMA_VERSION = 2, DIGEST_LENGTH = 64, MANIFEST_LIMIT = 64 * 1024 * 1024 };

static const char *const languages[WGC_LANGUAGE_COUNT] = {"c", "spirv", "query"};

const char *wgc_language_name(enum wgc_language language)
{
    return languages[language];
}

int wgc_language_by_name(const char *name)
{
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        if (strcmp(languages[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static enum wgc_status read_head(const cJSON *root, struct wgc_manifest *manifest,
                                 struct wgc_err *err)
{
    int64_t version;
    const char *suite_version;
    const char *digest;
    enum wgc_status status =
        wgc_json_integer(root, "schema_version", SCHEMA_VERSION, SCHEMA_VERSION, &version, err);

    if (status == WGC_OK) {
        status = wgc_json_string(root, "suite_version", &suite_version, err);
    }
    if (status == WGC_OK) {
        status = wgc_json_string(root, "suite_digest", &digest, err);
    }
    if (status == WGC_OK &&
        (strlen(digest) != DIGEST_LENGTH || strspn(digest, "0123456789abcdef") != DIGEST_LENGTH)) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "field \"suite_digest\" must be %d hexadecimal digits", DIGEST_LENGTH);
    }
    if (status == WGC_OK) {
        manifest->suite_version = strdup(suite_version);
        manifest->suite_digest = strdup(digest);
        status = manifest->suite_version == NULL || manifest->suite_digest == NULL
                     ? wgc_err_memory(err, "the suite's version")
                     : wgc_manifest_path(root, "prelude", &manifest->prelude, err);
    }
    return status;
}

static enum wgc_status read_all(const cJSON *root, struct wgc_manifest *manifest,
                                struct wgc_err *err)
{
    enum wgc_status status = read_head(root, manifest, err);

    if (status == WGC_OK) {
        status = wgc_manifest_read_shapes(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_forms(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_grids(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_variants(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_clauses(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_signatures(root, manifest, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_queries(root, manifest, err);
    }
    return status;
}

enum wgc_status wgc_manifest_parse(const char *folder, const char *name, const char *text,
                                   size_t size, struct wgc_manifest **out, struct wgc_err *err)
{
    struct wgc_manifest *manifest = calloc(1, sizeof *manifest);
    cJSON *root = NULL;

    if (manifest == NULL || (manifest->folder = strdup(folder)) == NULL) {
        wgc_manifest_free(manifest);
        return wgc_err_memory(err, "the manifest");
    }
    enum wgc_status status = wgc_json_parse(name, text, size, &root, err);
    if (status == WGC_OK) {
        status = read_all(root, manifest, err);
        if (status != WGC_OK) {
            (void)wgc_err_wrap(err, "%s", name);
        }
    }
    cJSON_Delete(root);
    if (status == WGC_OK) {
        *out = manifest;
    } else {
        wgc_manifest_free(manifest);
    }
    return status;
}

/* Whether the folder's files and this program were made in one build. */
static enum wgc_status check_build(const struct wgc_manifest *manifest, struct wgc_err *err)
{
    struct wgc_pack pack;
    enum wgc_status status = WGC_OK;

    if (strcmp(manifest->suite_digest, wgc_suite_digest) != 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s/manifest.json: the suite of another build: it has the digest %s, "
                           "and this wgconform %s (commit %s) was built with %s",
                           manifest->folder, manifest->suite_digest, WGC_VERSION, wgc_commit,
                           wgc_suite_digest);
    }
    for (int i = 0; status == WGC_OK && i < WGC_PACK_COUNT; i++) {
        status = wgc_pack_open(manifest->folder, (enum wgc_pack_language)i, wgc_suite_digest, &pack,
                               err);
        wgc_pack_close(&pack);
    }
    return status;
}

enum wgc_status wgc_manifest_load(const char *folder, struct wgc_manifest **out,
                                  struct wgc_err *err)
{
    struct wgc_buf path = {0};
    struct wgc_buf text = {0};

    wgc_buf_printf(&path, "%s/manifest.json", folder);
    enum wgc_status status =
        path.failed ? wgc_err_memory(err, "the manifest")
                    : wgc_file_read(path.data, MANIFEST_LIMIT, WGC_ERR_INPUT, &text, err);
    if (status == WGC_OK) {
        status = wgc_manifest_parse(folder, path.data, text.data, text.size, out, err);
    }
    if (status == WGC_OK) {
        status = check_build(*out, err);
        if (status != WGC_OK) {
            wgc_manifest_free(*out);
            *out = NULL;
        }
    }
    wgc_buf_free(&text);
    wgc_buf_free(&path);
    return status;
}

static void free_signature(struct wgc_signature *signature)
{
    free(signature->function);
    free(signature->kernel);
    free(signature->emulated_kernel);
    free(signature->clause);
}

void wgc_manifest_free(struct wgc_manifest *manifest)
{
    if (manifest == NULL) {
        return;
    }
    for (size_t i = 0; i < manifest->shape_count; i++) {
        free(manifest->shape[i].name);
    }
    for (size_t i = 0; i < manifest->form_count; i++) {
        free(manifest->form[i].name);
        free(manifest->form[i].variant);
        free(manifest->form[i].why);
    }
    wgc_manifest_free_grids(manifest);
    wgc_manifest_free_variants(manifest);
    for (size_t i = 0; i < manifest->signature_count; i++) {
        free_signature(&manifest->signature[i]);
    }
    for (size_t i = 0; i < manifest->clause_count; i++) {
        free(manifest->clause[i].id);
        free(manifest->clause[i].source);
        free(manifest->clause[i].text);
        free(manifest->clause[i].form);
        free(manifest->clause[i].untested);
    }
    free(manifest->clause);
    free(manifest->shape);
    free(manifest->form);
    free(manifest->signature);
    free(manifest->folder);
    free(manifest->suite_version);
    free(manifest->suite_digest);
    free(manifest->prelude);
    free(manifest);
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
