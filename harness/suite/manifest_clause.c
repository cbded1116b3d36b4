#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "suite/manifest_read.h"

/* Copies a field that must be there, or may be missing: *out stays NULL then. */
static enum wgc_status copy_text(const cJSON *entry, const char *field, bool optional, char **out,
                                 struct wgc_err *err)
{
    const char *text;

    if (optional && !cJSON_HasObjectItem(entry, field)) {
        return WGC_OK;
    }
    enum wgc_status status = wgc_json_string(entry, field, &text, err);
    if (status != WGC_OK) {
        return status;
    }
    *out = strdup(text);
    return *out == NULL ? wgc_err_memory(err, field) : WGC_OK;
}

static enum wgc_status read_clause(const cJSON *entry, struct wgc_clause *clause,
                                   struct wgc_err *err)
{
    enum wgc_status status = copy_text(entry, "id", false, &clause->id, err);

    if (status == WGC_OK) {
        status = copy_text(entry, "source", false, &clause->source, err);
    }
    if (status == WGC_OK) {
        status = copy_text(entry, "text", false, &clause->text, err);
    }
    if (status == WGC_OK) {
        status = copy_text(entry, "form", true, &clause->form, err);
    }
    return status != WGC_OK ? status : copy_text(entry, "untested", true, &clause->untested, err);
}

enum wgc_status wgc_manifest_read_clauses(const cJSON *root, struct wgc_manifest *manifest,
                                          struct wgc_err *err)
{
    const cJSON *array;
    const cJSON *entry;
    size_t at = 0;
    enum wgc_status status = wgc_json_array(root, "clauses", &array, err);

    if (status == WGC_OK) {
        status = wgc_manifest_check_count("clauses", (size_t)cJSON_GetArraySize(array),
                                          WGC_MANIFEST_CLAUSES, err);
    }
    if (status != WGC_OK) {
        return status;
    }
    manifest->clause = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *manifest->clause);
    if (manifest->clause == NULL) {
        return wgc_err_memory(err, "clauses");
    }
    manifest->clause_count = (size_t)cJSON_GetArraySize(array);
    cJSON_ArrayForEach(entry, array)
    {
        status = read_clause(entry, &manifest->clause[at], err);
        if (status != WGC_OK) {
            return wgc_err_wrap(err, "clauses[%zu]", at);
        }
        at++;
    }
    return WGC_OK;
}
