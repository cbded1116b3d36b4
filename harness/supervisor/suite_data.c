/* Sends the suite data of a batch or program to a worker that does not read the suite's folder. */
#include <stdlib.h>

#include "suite/kernel_text.h"
#include "suite/spirv.h"
#include "supervisor/state.h"
#include "supervisor/spirv_target.h"
#include "wire/case_data.h"

bool wgc_supervisor_sends_suite(const struct wgc_supervisor *supervisor)
{
    return supervisor->options->worker_command != NULL || supervisor->options->source != NULL;
}

/* The same from the source of the options. */
static enum wgc_status find_other_text(struct wgc_supervisor *supervisor,
                                       const struct wgc_case *item, struct wgc_case_text *text)
{
    const struct wgc_text_source *source = supervisor->options->source;
    const char *data = NULL;
    enum wgc_status status =
        source->text(source->context, item, &data, &text->size, supervisor->err);

    text->data = (char *)(uintptr_t)data;
    return status;
}

/* The results point into the manifest and the sources. */
static enum wgc_status find_text(struct wgc_supervisor *supervisor,
                                 const struct wgc_case_data *item, struct wgc_case_text *text)
{
    const bool is_module = item->signature.language == WGC_LANGUAGE_SPIRV;
    char module[WGC_SPIRV_FILE_MAX];
    const struct wgc_buf *file;
    const char *section;

    wgc_spirv_file(item->kernel.file, supervisor->spirv_target.address_bits, module);
    enum wgc_status status = wgc_sources_get(
        &supervisor->sources, is_module ? module : item->kernel.file, &file, supervisor->err);

    if (status != WGC_OK) {
        return status;
    }
    *text = (struct wgc_case_text){file->data, file->size};
    if (is_module) {
        return WGC_OK;
    }
    if (!wgc_kernel_section(file->data, item->kernel.entry, &section, &text->size)) {
        return wgc_err_set(supervisor->err, WGC_ERR_INPUT, "%s/%s: no section \"//@ kernel %s\"",
                           supervisor->manifest->folder, item->kernel.file, item->kernel.entry);
    }
    text->data = (char *)(uintptr_t)section;
    return WGC_OK;
}

static enum wgc_status add_kernel(struct wgc_supervisor *supervisor, const struct wgc_case *item,
                                  struct wgc_case_set *set, struct wgc_case_data *data)
{
    const struct wgc_signature *signature = &supervisor->manifest->signature[item->signature];
    const bool emulated = supervisor->options->impl == WGC_IMPL_EMULATED;
    const struct wgc_kernel *kernel = wgc_manifest_kernel(
        supervisor->manifest, signature, item->form, item->shape, supervisor->options->impl);
    struct wgc_case_text text;

    if (kernel == NULL) { /* the worker reports it in the case's result */
        return WGC_OK;
    }
    data->kernel = *kernel;
    data->has_kernel = true;
    data->kernel_number =
        (uint32_t)(kernel - (emulated ? signature->emulated_kernel : signature->kernel));
    enum wgc_status status = supervisor->options->source == NULL
                                 ? find_text(supervisor, data, &text)
                                 : find_other_text(supervisor, item, &text);
    if (status != WGC_OK) {
        return status;
    }
    /* cases of one kernel are adjacent */
    if (set->texts == 0 || set->text[set->texts - 1].data != text.data) {
        set->text[set->texts++] = text;
    }
    data->text = set->texts - 1;
    return WGC_OK;
}

static enum wgc_status fill(struct wgc_supervisor *supervisor, const struct wgc_case *item,
                            size_t count, struct wgc_case_set *set)
{
    const struct wgc_manifest *manifest = supervisor->manifest;
    enum wgc_status status = WGC_OK;
    const struct wgc_buf *prelude;

    for (const struct wgc_case *end = item + count; status == WGC_OK && item < end; item++) {
        struct wgc_case_data *data = &set->item[set->count++];
        data->signature = manifest->signature[item->signature];
        data->form = manifest->form[item->form];
        data->shape = manifest->shape[item->shape];
        data->signature_number = item->signature;
        if (data->signature.language != WGC_LANGUAGE_QUERY) {
            status = add_kernel(supervisor, item, set, data);
        }
    }
    if (status == WGC_OK && supervisor->options->impl == WGC_IMPL_EMULATED) {
        status =
            wgc_sources_get(&supervisor->sources, manifest->prelude, &prelude, supervisor->err);
        if (status == WGC_OK) {
            set->prelude = (struct wgc_case_text){prelude->data, prelude->size};
        }
    }
    return status;
}

enum wgc_status wgc_worker_send_suite(struct wgc_supervisor *supervisor, struct wgc_worker *worker,
                                      const struct wgc_case *item, size_t count)
{
    struct wgc_case_set set = {0};
    struct wgc_buf payload = {0};
    enum wgc_status status;

    supervisor->sources.folder = supervisor->manifest->folder;
    set.item = calloc(count + 1, sizeof *set.item);
    set.text = calloc(count + 1, sizeof *set.text);
    status = set.item == NULL || set.text == NULL ? wgc_err_memory(supervisor->err, "a batch")
                                                  : fill(supervisor, item, count, &set);
    if (status == WGC_OK) {
        wgc_case_set_put(&payload, &set);
        status = wgc_process_send(&worker->process, WGC_MSG_SUITE, &payload, supervisor->err);
    }
    wgc_buf_free(&payload);
    free(set.item);
    free(set.text);
    return status;
}
