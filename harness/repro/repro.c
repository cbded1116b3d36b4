#include "repro/repro.h"

#include <string.h>

#include "plan/sub_group_size.h"
#include "repro/parts.h"
#include "repro/repro_explored.h"
#include "suite/build_way.h"
#include "suite/kernel_text.h"
#include "suite/source.h"
#include "suite/spirv.h"
#include "trial/trial_data.h"

/* A case and the rows of its tables. */
struct subject {
    const struct wgc_repro_spec *spec;
    const struct wgc_signature *signature;
    const struct wgc_form *form;
    const struct wgc_shape *shape;
    const struct wgc_kernel *kernel;
};

static enum wgc_status find(const struct wgc_repro_spec *spec, struct subject *subject,
                            struct wgc_err *err)
{
    const struct wgc_manifest *manifest = spec->manifest;
    struct wgc_case item;
    enum wgc_status status = wgc_case_find(manifest, spec->case_name, &item, err);

    if (status != WGC_OK) {
        return status;
    }
    const struct wgc_signature *signature = &manifest->signature[item.signature];
    if (signature->language == WGC_LANGUAGE_QUERY) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           signature->query == WGC_QUERY_shared_program
                               ? "%s: the report of the run has the program: repro "
                                 "query.shared_program REPORT.json, or repro query.shared_program "
                                 "CASE CASE... with the cases of its reason"
                               : "%s: a check of what a device reports, or of several cases "
                                 "together, has no stand-alone program: see --describe and the "
                                 "reason in the report",
                           spec->case_name);
    }
    *subject = (struct subject){
        .spec = spec,
        .signature = signature,
        .form = &manifest->form[item.form],
        .shape = &manifest->shape[item.shape],
    };
    subject->kernel =
        wgc_manifest_kernel(manifest, subject->signature, item.form, item.shape, spec->impl);
    return subject->kernel != NULL
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_INPUT, "case %s has no %skernel", spec->case_name,
                             spec->impl == WGC_IMPL_EMULATED ? "emulated " : "");
}

/* Whether a case is of a kernel in OpenCL C, which others can be in a program with. */
static bool is_in_c(const struct wgc_signature *signature)
{
    return signature->language == WGC_LANGUAGE_C && signature->kind != WGC_KIND_PROGRAM;
}

/* The kernel of another case of the program; NULL where it is there already. */
static enum wgc_status find_other(const struct subject *subject, size_t number,
                                  const struct wgc_kernel **kernel, struct wgc_err *err)
{
    struct wgc_repro_spec spec = *subject->spec;
    struct subject other = {0}, before = {0};

    spec.case_name = spec.other[number];
    enum wgc_status status = find(&spec, &other, err);
    if (status == WGC_OK && (!is_in_c(subject->signature) || !is_in_c(other.signature) ||
                             wgc_build_way_compare(wgc_build_way(subject->form->variant),
                                                   wgc_build_way(other.form->variant)) != 0)) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "%s and %s are never in one program: that takes kernels in OpenCL C "
                             "that are built in the same way",
                             subject->spec->case_name, spec.case_name);
    }
    *kernel = other.kernel == subject->kernel ? NULL : other.kernel;
    for (size_t i = 0; status == WGC_OK && i < number; i++) {
        spec.case_name = spec.other[i];
        status = find(&spec, &before, err);
        *kernel = before.kernel == other.kernel ? NULL : *kernel;
    }
    return status;
}

static enum wgc_status read_entry(const struct subject *subject, const char *name,
                                  struct wgc_buf *text, struct wgc_err *err)
{
    return wgc_source_read(subject->spec->manifest->folder, name, text, err);
}

static enum wgc_status put_kernel(const struct subject *subject, const struct wgc_kernel *kernel,
                                  struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_buf text = {0};
    const char *section = NULL;
    size_t size = 0;
    enum wgc_status status = read_entry(subject, kernel->file, &text, err);

    if (status == WGC_OK &&
        (text.size == 0 || !wgc_kernel_section(text.data, kernel->entry, &section, &size))) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "%s has no kernel %s", kernel->file, kernel->entry);
    }
    if (status == WGC_OK) {
        wgc_buf_add(out, section, size);
    }
    wgc_buf_free(&text);
    return status;
}

/* The kernel's text, after that of the emulation where it is used, and those of the other cases. */
static enum wgc_status put_source(const struct subject *subject, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    if (subject->spec->impl == WGC_IMPL_EMULATED) {
        status = read_entry(subject, subject->spec->manifest->prelude, out, err);
    }
    if (status == WGC_OK) {
        status = put_kernel(subject, subject->kernel, out, err);
    }
    for (size_t i = 0; status == WGC_OK && i < subject->spec->other_count; i++) {
        const struct wgc_kernel *kernel;
        status = find_other(subject, i, &kernel, err);
        if (status == WGC_OK && kernel != NULL) {
            status = put_kernel(subject, kernel, out, err);
        }
    }
    return status;
}

/* The module in the version and address width for the device. */
static enum wgc_status read_module(const struct subject *subject, struct wgc_buf *module,
                                   struct wgc_err *err)
{
    const char *list = subject->spec->il_version;
    const size_t kernel = (size_t)(subject->kernel - subject->signature->kernel);
    struct wgc_buf bytes = {0};
    char file[WGC_SPIRV_FILE_MAX];

    wgc_spirv_file(subject->kernel->file, subject->spec->address_bits, file);
    enum wgc_status status = read_entry(subject, file, &bytes, err);

    if (status == WGC_OK) {
        unsigned version = wgc_spirv_version(bytes.data, bytes.size);
        version =
            list == NULL ? version : wgc_spirv_choose(list, version, subject->signature, kernel);
        if (version == 0 || !wgc_spirv_set_version(bytes.data, bytes.size, version, module)) {
            status = wgc_err_set(err, WGC_ERR_INPUT, "%s: no version of it is in \"%s\"",
                                 subject->kernel->file, wgc_or_empty(list));
        } else if (module->failed) {
            status = wgc_err_memory(err, "a SPIR-V module");
        }
    }
    wgc_buf_free(&bytes);
    return status;
}

static enum wgc_status put_module(const struct subject *subject, struct wgc_buf *out,
                                  struct wgc_err *err)
{
    struct wgc_buf bytes = {0};
    enum wgc_status status = read_module(subject, &bytes, err);

    if (status == WGC_OK) {
        wgc_buf_text(out, "\n/* The SPIR-V module. */\nstatic const unsigned char module[] = {");
        for (size_t i = 0; i < bytes.size; i++) {
            wgc_buf_printf(out, "%s%u,", i % 24 == 0 ? "\n" : "", (unsigned char)bytes.data[i]);
        }
        wgc_buf_text(out, "\n};\n");
    }
    wgc_buf_free(&bytes);
    return status;
}

/* The local size that the device chooses, where it is known. */
static enum wgc_status take_local_size(const struct subject *subject, struct wgc_trial_spec *spec,
                                       struct wgc_err *err)
{
    const size_t *side = subject->spec->local_size;

    for (unsigned d = 0; side[0] != 0 && d < 3; d++) {
        if (side[d] > spec->global_size[d]) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--local-size: %zux%zux%zu is more than the launch of %s, which has "
                               "%zux%zux%zu work-items",
                               side[0], side[1], side[2], subject->spec->case_name,
                               spec->global_size[0], spec->global_size[1], spec->global_size[2]);
        }
        spec->local_size[d] = side[d];
    }
    return WGC_OK;
}

/* The size of sub-groups that the program is for, where the device's is not known. */
static size_t likely_size(const struct subject *subject)
{
    enum { LIKELY = 8 }; /* also that of the emulation */
    const struct wgc_repro_spec *spec = subject->spec;

    return spec->sub_group_size != 0           ? spec->sub_group_size
           : subject->form->required_size != 0 ? subject->form->required_size
                                               : LIKELY;
}

/* Whether each row of a work-group has sub-groups of its own: where one is as wide as a row, in all
 * but a form whose smaller work-groups have shorter rows, and where a size is given without them.
 */
static bool has_rows(const struct subject *subject, size_t row, size_t size)
{
    const struct wgc_repro_spec *spec = subject->spec;
    const bool in_line = spec->rows_known && subject->form->geometry == WGC_GEOMETRY_REMAINDER;

    return spec->rows || (size == row && !in_line);
}

static enum wgc_status make_data(const struct subject *subject, struct wgc_trial_cache *cache,
                                 struct wgc_repro_data *data, struct wgc_err *err)
{
    const struct wgc_shape *shape = subject->shape;
    struct wgc_trial_spec spec = {
        .signature = subject->signature,
        .form = subject->form,
        .rank = shape->rank,
        .local_size = {shape->side[0], shape->side[1], shape->side[2]},
        .fp = wgc_fp_ieee,
        .profile = subject->spec->profile,
        .seed = subject->spec->seed,
    };
    enum wgc_status status = WGC_OK;

    if (shape->size == WGC_SHAPE_MAX) {
        spec.local_size[0] = subject->spec->max_items;
    } else if (wgc_shape_is_of_sub_groups(shape)) {
        spec.local_size[0] =
            wgc_sub_group_size_of(shape->size, subject->spec->max_items, likely_size(subject));
    }
    if (spec.local_size[0] == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s: no local size has the sub-groups of its shape, of %zu",
                           subject->spec->case_name, likely_size(subject));
    }
    if (subject->form->geometry == WGC_GEOMETRY_CHOSEN) {
        wgc_trial_range(&spec, spec.global_size);
        status = take_local_size(subject, &spec, err);
    }
    if (subject->signature->scope == WGC_SCOPE_SUB_GROUP) {
        const size_t items = spec.local_size[0] * spec.local_size[1] * spec.local_size[2];
        data->sub_group_size = likely_size(subject);
        data->rows = has_rows(subject, spec.local_size[0], data->sub_group_size);
        spec.sub_group_hint = spec.sub_group_size = data->sub_group_size;
        spec.sub_group_count = (items + spec.sub_group_size - 1) / spec.sub_group_size;
    }
    if (status == WGC_OK) {
        status = wgc_trial_create(&spec, cache, &data->trial, err);
    }
    return status == WGC_OK ? wgc_repro_data_make(data, err) : status;
}

static void put_program(const struct subject *subject, const struct wgc_repro_data *data,
                        struct wgc_buf *out)
{
    const bool bare = data->trial->data->bare;

    wgc_repro_put_data(out, data);
    wgc_buf_text(out, wgc_repro_values);
    wgc_repro_put_classes(out, data->trial);
    wgc_buf_text(out, wgc_repro_judge);
    if (bare) { /* the emulation has sub-groups that the driver does not know */
        wgc_buf_printf(out, "\nenum { ASKS = %d };\n", subject->spec->impl == WGC_IMPL_BUILTIN);
    }
    wgc_buf_text(out, bare ? wgc_repro_bare : wgc_repro_not_bare);
    if (wgc_repro_stores_sub_groups(data)) {
        wgc_buf_text(out, wgc_repro_mapping);
        wgc_buf_text(out, wgc_repro_read);
        wgc_buf_text(out, wgc_repro_largest);
        wgc_buf_text(out, wgc_repro_required);
        wgc_buf_text(out, wgc_repro_sub_groups);
    } else {
        wgc_buf_text(out, wgc_repro_no_sub_groups);
        wgc_buf_text(out, bare                 ? ""
                          : data->trial->pipes ? wgc_repro_find_unread
                                               : wgc_repro_one_table);
    }
    wgc_buf_text(out, wgc_repro_host);
    wgc_buf_text(out, wgc_repro_traits);
    if (subject->signature->language == WGC_LANGUAGE_C) {
        wgc_buf_text(out, wgc_repro_build_options);
        wgc_buf_text(out, wgc_repro_source_c);
    } else {
        wgc_buf_text(out, wgc_repro_source_il);
    }
    wgc_buf_text(out, wgc_repro_refused);
    wgc_buf_text(out, wgc_repro_build_part(subject->form));
    wgc_buf_text(out, data->trial->chosen ? wgc_repro_chosen : wgc_repro_not_chosen);
    wgc_buf_text(out, wgc_repro_launch);
    wgc_buf_text(out, wgc_repro_numbers);
    wgc_buf_text(out, wgc_repro_local_part(subject->form));
    wgc_buf_text(out, wgc_repro_buffer_part(subject->form));
    wgc_buf_text(out, subject->form->geometry == WGC_GEOMETRY_COMMANDS ? "" : wgc_repro_start_one);
    wgc_buf_text(out, wgc_repro_start_part(subject->form));
    wgc_buf_text(out, wgc_repro_launch_all);
    wgc_buf_text(out, wgc_repro_run);
    wgc_buf_text(out, wgc_repro_part_of_device(subject->form));
    wgc_buf_text(out, wgc_repro_main);
}

/* The case is a program of suite/programs/. */
static enum wgc_status make_explored(const struct subject *subject, struct wgc_repro *repro,
                                     struct wgc_err *err)
{
    struct wgc_buf text = {0};
    const char *section = NULL;
    size_t size = 0;
    enum wgc_status status = read_entry(subject, subject->kernel->file, &text, err);

    if (status == WGC_OK &&
        (text.size == 0 ||
         !wgc_kernel_section(text.data, subject->kernel->entry, &section, &size))) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s has no program %s", subject->kernel->file,
                             subject->kernel->entry);
    }
    if (status == WGC_OK) {
        const size_t marker = strcspn(section, "\n") + 1;
        status =
            wgc_repro_explored_make(subject->spec, section + marker, size - marker, repro, err);
    }
    wgc_buf_free(&text);
    return status;
}

static enum wgc_status make(const struct subject *subject, struct wgc_repro *repro,
                            struct wgc_err *err)
{
    struct wgc_trial_cache *cache = wgc_trial_cache_create(0);
    struct wgc_repro_data data = {.signature = subject->signature, .form = subject->form};
    enum wgc_status status =
        cache == NULL ? wgc_err_memory(err, "the data") : make_data(subject, cache, &data, err);

    repro->threads = subject->form->geometry == WGC_GEOMETRY_THREADS;
    wgc_repro_put_head(subject->spec, subject->signature, subject->form, subject->kernel,
                       &repro->program);
    if (status == WGC_OK) {
        status = subject->signature->language == WGC_LANGUAGE_C
                     ? put_source(subject, &repro->kernel, err)
                     : put_module(subject, &repro->program, err);
    }
    if (status == WGC_OK) {
        put_program(subject, &data, &repro->program);
        status = repro->program.failed || repro->kernel.failed ? wgc_err_memory(err, "the program")
                                                               : WGC_OK;
    }
    wgc_repro_data_free(&data);
    if (data.trial != NULL) {
        wgc_trial_free(data.trial);
    }
    wgc_trial_cache_free(cache);
    return status;
}

/* The check, where the case is one that has kernels; else NULL. */
static const struct wgc_query_info *find_check(const struct wgc_repro_spec *spec)
{
    const struct wgc_signature *signature;
    struct wgc_case item;
    struct wgc_err ignored;

    if (wgc_case_find(spec->manifest, spec->case_name, &item, &ignored) != WGC_OK) {
        return NULL;
    }
    signature = &spec->manifest->signature[item.signature];
    if (signature->language != WGC_LANGUAGE_QUERY) {
        return NULL;
    }
    const struct wgc_query_info *info = wgc_query_info(signature->query);
    return info->kind == WGC_QUERY_KIND_PROGRAM || wgc_query_has_kernel(info) ? info : NULL;
}

enum wgc_status wgc_repro_make(const struct wgc_repro_spec *spec, struct wgc_repro *repro,
                               struct wgc_err *err)
{
    struct subject subject = {0};
    const struct wgc_query_info *check = find_check(spec);
    enum wgc_status status = WGC_OK;

    *repro = (struct wgc_repro){0};
    if (check != NULL && spec->other_count > 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s has kernels of its own", spec->case_name);
    }
    if (check != NULL) {
        status = check->kind == WGC_QUERY_KIND_PROGRAM
                     ? wgc_repro_program_make(spec, check, repro, err)
                     : wgc_repro_feature_make(spec, check, repro, err);
    } else {
        status = find(spec, &subject, err);
        if (status == WGC_OK) {
            status = subject.signature->kind == WGC_KIND_PROGRAM
                         ? make_explored(&subject, repro, err)
                         : make(&subject, repro, err);
        }
    }
    if (status != WGC_OK) {
        wgc_repro_free(repro);
    }
    return status;
}

void wgc_repro_free(struct wgc_repro *repro)
{
    wgc_buf_free(&repro->program);
    wgc_buf_free(&repro->kernel);
}
