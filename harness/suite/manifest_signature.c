#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

enum { CLUSTER_LIMIT = 1 << 16 };

static enum wgc_status read_requires(const cJSON *entry, struct wgc_signature *signature,
                                     struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *item;
    enum wgc_status status = wgc_json_array(entry, "requires", &array, err);

    if (status != WGC_OK) {
        return status;
    }
    cJSON_ArrayForEach(item, array)
    {
        int feature = cJSON_IsString(item) ? wgc_feature_by_name(item->valuestring) : -1;
        if (feature < 0 || signature->requires_count == WGC_MAX_REQUIRES) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "field \"requires\": unknown feature, or more than %d",
                               WGC_MAX_REQUIRES);
        }
        signature->requires[signature->requires_count++] = (enum wgc_feature)feature;
    }
    return WGC_OK;
}

/* From first on and round: most name theirs in the order of the clauses. */
static bool find_clause(const struct wgc_manifest *manifest, const char *id, size_t first,
                        size_t *index)
{
    for (size_t i = 0; i < manifest->clause_count; i++) {
        *index = (first + i) % manifest->clause_count;
        if (strcmp(manifest->clause[*index].id, id) == 0) {
            return true;
        }
    }
    return false;
}

enum wgc_status wgc_manifest_read_clause_ids(const cJSON *entry,
                                             const struct wgc_manifest *manifest,
                                             struct wgc_signature *signature, struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *item;
    size_t next = 0;
    enum wgc_status status = wgc_json_array(entry, "clauses", &array, err);

    if (status == WGC_OK) {
        status = wgc_manifest_check_count("clauses", (size_t)cJSON_GetArraySize(array),
                                          WGC_MANIFEST_KERNELS, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    signature->clause = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *signature->clause);
    if (signature->clause == NULL) {
        return wgc_err_memory(err, "clauses");
    }
    cJSON_ArrayForEach(item, array)
    {
        size_t *place = &signature->clause[signature->clause_count++];
        if (!cJSON_IsString(item) || !find_clause(manifest, item->valuestring, next, place)) {
            return wgc_err_set(err, WGC_ERR_INPUT, "field \"clauses\" must hold ids of clauses");
        }
        next = *place + 1;
    }
    return WGC_OK;
}

static enum wgc_status read_meaning(const cJSON *entry, struct wgc_signature *signature,
                                    struct wgc_err *err)
{
    int language = 0, kind = 0, scope = 0, type = 0, op = WGC_OP_NONE;
    enum wgc_status status = wgc_manifest_name(entry, "function", &signature->function, err);

    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "language", wgc_language_by_name, &language, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "kind", wgc_kind_by_name, &kind, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "scope", wgc_scope_by_name, &scope, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_enum(entry, "type", wgc_type_by_name, &type, err);
    }
    if (status == WGC_OK && cJSON_HasObjectItem(entry, "op")) {
        status = wgc_manifest_enum(entry, "op", wgc_op_by_name, &op, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    if (language == WGC_LANGUAGE_QUERY) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"language\": queries have no kernels");
    }
    signature->language = (enum wgc_language)language;
    signature->kind = (enum wgc_kind)kind;
    signature->scope = (enum wgc_scope)scope;
    signature->type = (enum wgc_type)type;
    signature->op = (enum wgc_op)op;
    if (kind >= WGC_KIND_REDUCE && kind != WGC_KIND_MAPPING && op == WGC_OP_NONE) {
        return wgc_err_set(err, WGC_ERR_INPUT, "field \"op\" is missing");
    }
    return WGC_OK;
}

static enum wgc_status read_numbers(const cJSON *entry, const struct wgc_manifest *manifest,
                                    struct wgc_signature *signature, struct wgc_err *err)
{
    int64_t grid = 0, constant = 0, cluster = 0;
    enum wgc_status status =
        wgc_json_integer(entry, "grid", 0, (int64_t)manifest->grid_count - 1, &grid, err);

    if (status == WGC_OK) {
        status = wgc_json_integer(entry, "constant", -128, 127, &constant, err);
    }
    if (status == WGC_OK && signature->kind == WGC_KIND_CLUSTERED_REDUCE) {
        status = wgc_json_integer(entry, "cluster", 1, CLUSTER_LIMIT, &cluster, err);
    }
    signature->grid = (size_t)grid;
    signature->constant = (long)constant;
    signature->cluster = (size_t)cluster;
    return status;
}

static enum wgc_status read_signature(const cJSON *entry, const struct wgc_manifest *manifest,
                                      struct wgc_signature *signature, struct wgc_err *err)
{
    enum wgc_status status = read_meaning(entry, signature, err);

    if (status == WGC_OK) {
        status = read_numbers(entry, manifest, signature, err);
    }
    if (status == WGC_OK) {
        status = read_requires(entry, signature, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_clause_ids(entry, manifest, signature, err);
    }
    if (status == WGC_OK) {
        status = wgc_manifest_read_kernels(entry, "kernels", manifest, &signature->kernel,
                                           &signature->kernel_count, err);
    }
    if (status == WGC_OK && cJSON_HasObjectItem(entry, "emulated")) {
        status = wgc_manifest_read_kernels(entry, "emulated", manifest, &signature->emulated_kernel,
                                           &signature->emulated_kernel_count, err);
    }
    return status;
}

/* Two of the same name would make case names ambiguous. Sorting keeps this quick for thousands of
 * signatures. */
static int compare_names(const void *a, const void *b)
{
    const struct wgc_signature *left = *(const struct wgc_signature *const *)a;
    const struct wgc_signature *right = *(const struct wgc_signature *const *)b;
    int order = (int)left->language - (int)right->language;

    if (order == 0) {
        order = strcmp(left->function, right->function);
    }
    return order != 0 ? order : (int)left->type - (int)right->type;
}

static enum wgc_status check_unique(const struct wgc_manifest *manifest, struct wgc_err *err)
{
    size_t count = manifest->signature_count;
    const struct wgc_signature **sorted = malloc(count * sizeof *sorted);
    enum wgc_status status = WGC_OK;

    if (sorted == NULL) {
        return wgc_err_memory(err, "signatures");
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &manifest->signature[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count && status == WGC_OK; i++) {
        if (compare_names(&sorted[i - 1], &sorted[i]) == 0) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "signatures: %s.%s.%s is there twice",
                                 wgc_language_name(sorted[i]->language), sorted[i]->function,
                                 wgc_type_info(sorted[i]->type)->name);
        }
    }
    free(sorted);
    return status;
}

enum wgc_status wgc_manifest_read_signatures(const cJSON *root, struct wgc_manifest *manifest,
                                             struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = wgc_json_array(root, "signatures", &array, err);

    if (status != WGC_OK) {
        return status;
    }
    size_t count = (size_t)cJSON_GetArraySize(array);
    if (count == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"signatures\" is empty");
    }
    manifest->signature = calloc(count, sizeof *manifest->signature);
    if (manifest->signature == NULL) {
        return wgc_err_memory(err, "signatures");
    }
    manifest->signature_count = count;
    cJSON_ArrayForEach(entry, array)
    {
        struct wgc_signature *signature = &manifest->signature[at];
        status = read_signature(entry, manifest, signature, err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "signatures[%zu] (%s)", at,
                                signature->function == NULL ? "no name" : signature->function);
        }
        at++;
    }
    return check_unique(manifest, err);
}
