/* The kernels of signatures. The kernels of one signature differ in the variant's name only, so the
 * manifest has the common part once, and the index of a list of variants, which many signatures
 * share. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

/* "plain", or "reqd-7x5x3" */
static bool is_variant(const char *text)
{
    char head[WGC_MANIFEST_NAME + 1];
    size_t length = strcspn(text, "-");

    if (length == 0 || strlen(text) > WGC_MANIFEST_NAME) {
        return false;
    }
    memcpy(head, text, length);
    head[length] = '\0';
    return wgc_manifest_is_name(head, WGC_MANIFEST_NAME) &&
           (text[length] == '\0' || wgc_manifest_is_name(text + length + 1, WGC_MANIFEST_NAME));
}

static enum wgc_status read_list(const cJSON *array, const struct wgc_manifest *manifest,
                                 void *item, struct wgc_err *err)
{
    struct wgc_variants *variants = item;
    const cJSON *entry;
    int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;

    (void)manifest;
    if (count == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "must be an array of names, not empty");
    }
    enum wgc_status status =
        wgc_manifest_check_count("variants", (size_t)count, WGC_MANIFEST_KERNELS, err);
    if (status != WGC_OK) {
        return status;
    }
    variants->name = calloc((size_t)count, sizeof *variants->name);
    if (variants->name == NULL) {
        return wgc_err_memory(err, "variants");
    }
    cJSON_ArrayForEach(entry, array)
    {
        if (!cJSON_IsString(entry) || !is_variant(entry->valuestring)) {
            return wgc_err_set(err, WGC_ERR_INPUT, "a variant must be NAME or NAME-SHAPE");
        }
        variants->name[variants->count] = strdup(entry->valuestring);
        if (variants->name[variants->count++] == NULL) {
            return wgc_err_memory(err, "variants");
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_manifest_read_variants(const cJSON *root, struct wgc_manifest *manifest,
                                           struct wgc_err *err)
{
    static const struct wgc_manifest_section section = {"variants", sizeof *manifest->variants,
                                                        SIZE_MAX, read_list};

    return wgc_manifest_read_section(root, &section, manifest, (void **)&manifest->variants,
                                     &manifest->variants_count, err);
}

void wgc_manifest_free_variants(struct wgc_manifest *manifest)
{
    for (size_t i = 0; i < manifest->variants_count; i++) {
        for (size_t k = 0; k < manifest->variants[i].count; k++) {
            free(manifest->variants[i].name[k]);
        }
        free(manifest->variants[i].name);
    }
    free(manifest->variants);
}

/* Puts the text with the variant in place of its *, and gives the place behind the NUL. */
static char *put_file(char *to, const char *file, const char *variant)
{
    const size_t head = strcspn(file, "*");

    memcpy(to, file, head);
    to += head;
    if (file[head] != '\0') {
        const size_t length = strlen(variant);
        memcpy(to, variant, length);
        to += length;
        file += head + 1;
    } else {
        file += head;
    }
    memcpy(to, file, strlen(file) + 1);
    return to + strlen(file) + 1;
}

/* Puts "ENTRY_VARIANT", which has no - , and gives the place behind the NUL. */
static char *put_entry(char *to, const char *entry, const char *variant)
{
    const size_t head = strlen(entry), length = strlen(variant);
    char *dash;

    memcpy(to, entry, head);
    to[head] = '_';
    memcpy(to + head + 1, variant, length + 1);
    dash = strchr(to + head + 1, '-');
    if (dash != NULL) {
        *dash = '_';
    }
    return to + head + 1 + length + 1;
}

static enum wgc_status make_kernels(const struct wgc_variants *variants, const char *file,
                                    const char *entry, struct wgc_kernel **kernels,
                                    struct wgc_err *err)
{
    size_t room = 0;
    char *to;

    for (size_t i = 0; i < variants->count; i++) {
        const size_t length = strlen(variants->name[i]);
        if (strlen(entry) + 1 + length > WGC_MANIFEST_NAME) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%s_%s is longer than %d characters", entry,
                               variants->name[i], WGC_MANIFEST_NAME);
        }
        room += strlen(file) + length + 1 + strlen(entry) + 1 + length + 1;
    }
    *kernels = malloc((variants->count + 1) * sizeof **kernels + room);
    if (*kernels == NULL) {
        return wgc_err_memory(err, "kernels");
    }
    to = (char *)(*kernels + variants->count);
    for (size_t i = 0; i < variants->count; i++) {
        struct wgc_kernel *kernel = &(*kernels)[i];
        kernel->variant = variants->name[i];
        kernel->file = to;
        to = put_file(to, file, kernel->variant);
        kernel->entry = to;
        to = put_entry(to, entry, kernel->variant);
    }
    return WGC_OK;
}

static enum wgc_status read_kernels(const cJSON *object, const struct wgc_manifest *manifest,
                                    struct wgc_kernel **kernels, size_t *count, struct wgc_err *err)
{
    int64_t index = 0;
    char *file = NULL, *entry = NULL;
    enum wgc_status status =
        wgc_json_integer(object, "variants", 0, (int64_t)manifest->variants_count - 1, &index, err);

    if (status == WGC_OK) {
        status = wgc_manifest_path(object, "file", &file, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_name(object, "entry", &entry, err);
    }
    if (status == WGC_OK) {
        const struct wgc_variants *variants = &manifest->variants[index];
        status = make_kernels(variants, file, entry, kernels, err);
        *count = status == WGC_OK ? variants->count : 0;
    }
    free(entry);
    free(file);
    return status;
}

enum wgc_status wgc_manifest_read_kernels(const cJSON *entry, const char *field,
                                          const struct wgc_manifest *manifest,
                                          struct wgc_kernel **kernels, size_t *count,
                                          struct wgc_err *err)
{
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(entry, field);

    if (!cJSON_IsObject(object)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"%s\" must be an object", field);
    }
    enum wgc_status status = read_kernels(object, manifest, kernels, count, err);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", field);
}
