/* What a worker behind a command is sent of the suite, in front of each batch and program. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "suite/kernel_text.h"
#include "suite/spirv.h"
#include "supervisor/crew.h"
#include "wire/case_data.h"

/* As the device said; SPIR-V has modules for 32 bits and for 64. */
static unsigned address_bits(const struct wgc_run *run)
{
    cJSON *device = cJSON_Parse(run->device.json);
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(device, "limits");
    const cJSON *bits = cJSON_GetObjectItemCaseSensitive(limits, "address_bits");
    const bool is_32 = cJSON_IsNumber(bits) && bits->valuedouble <= 32.0;

    cJSON_Delete(device);
    return is_32 ? 32 : 64;
}

/* The items and texts point into the manifest and the sources. */
static enum wgc_status find_text(struct wgc_run *run, const struct wgc_case_data *item,
                                 struct wgc_case_text *text)
{
    const bool is_module = item->signature.language == WGC_LANGUAGE_SPIRV;
    char module[WGC_SPIRV_FILE_MAX];
    const struct wgc_buf *file;
    const char *section;

    wgc_spirv_file(item->kernel.file, address_bits(run), module);
    enum wgc_status status =
        wgc_sources_get(&run->sources, is_module ? module : item->kernel.file, &file, run->err);

    if (status != WGC_OK) {
        return status;
    }
    *text = (struct wgc_case_text){file->data, file->size};
    if (is_module) {
        return WGC_OK;
    }
    if (!wgc_kernel_section(file->data, item->kernel.entry, &section, &text->size)) {
        return wgc_err_set(run->err, WGC_ERR_INPUT, "%s/%s: no section \"//@ kernel %s\"",
                           run->manifest->folder, item->kernel.file, item->kernel.entry);
    }
    text->data = (char *)(uintptr_t)section;
    return WGC_OK;
}

static enum wgc_status add_kernel(struct wgc_run *run, const struct wgc_case *item,
                                  struct wgc_case_set *set, struct wgc_case_data *data)
{
    const struct wgc_signature *signature = &run->manifest->signature[item->signature];
    const bool emulated = run->options->impl == WGC_IMPL_EMULATED;
    const struct wgc_kernel *kernel =
        wgc_manifest_kernel(run->manifest, signature, item->form, item->shape, run->options->impl);
    struct wgc_case_text text;

    if (kernel == NULL) { /* the worker says so in the case's result */
        return WGC_OK;
    }
    data->kernel = *kernel;
    data->has_kernel = true;
    data->kernel_number =
        (uint32_t)(kernel - (emulated ? signature->emulated_kernel : signature->kernel));
    enum wgc_status status = find_text(run, data, &text);
    if (status != WGC_OK) {
        return status;
    }
    /* cases of one kernel are neighbours */
    if (set->texts == 0 || set->text[set->texts - 1].data != text.data) {
        set->text[set->texts++] = text;
    }
    data->text = set->texts - 1;
    return WGC_OK;
}

static enum wgc_status fill(struct wgc_run *run, const struct wgc_case *item, size_t count,
                            struct wgc_case_set *set)
{
    const struct wgc_manifest *manifest = run->manifest;
    enum wgc_status status = WGC_OK;
    const struct wgc_buf *prelude;

    for (const struct wgc_case *end = item + count; status == WGC_OK && item < end; item++) {
        struct wgc_case_data *data = &set->item[set->count++];
        data->signature = manifest->signature[item->signature];
        data->form = manifest->form[item->form];
        data->shape = manifest->shape[item->shape];
        data->signature_number = item->signature;
        if (data->signature.language != WGC_LANGUAGE_QUERY) {
            status = add_kernel(run, item, set, data);
        }
    }
    if (status == WGC_OK && run->options->impl == WGC_IMPL_EMULATED) {
        status = wgc_sources_get(&run->sources, manifest->prelude, &prelude, run->err);
        if (status == WGC_OK) {
            set->prelude = (struct wgc_case_text){prelude->data, prelude->size};
        }
    }
    return status;
}

enum wgc_status wgc_crew_send_suite(struct wgc_run *run, struct wgc_member *member,
                                    const struct wgc_case *item, size_t count)
{
    struct wgc_case_set set = {0};
    struct wgc_buf payload = {0};
    enum wgc_status status;

    run->sources.folder = run->manifest->folder;
    set.item = calloc(count + 1, sizeof *set.item);
    set.text = calloc(count + 1, sizeof *set.text);
    status = set.item == NULL || set.text == NULL ? wgc_err_memory(run->err, "a batch")
                                                  : fill(run, item, count, &set);
    if (status == WGC_OK) {
        wgc_case_set_put(&payload, &set);
        status = wgc_process_send(&member->process, WGC_MSG_SUITE, &payload, run->err);
    }
    wgc_buf_free(&payload);
    free(set.item);
    free(set.text);
    return status;
}
