#include "commands/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "commands/parts.h"
#include "options/build_options.h"
#include "options/report_queries.h"
#include "run/select_devices.h"
#include "run/rerun_command.h"
#include "suite/suite_folder.h"
#include "explore_run/keep.h"
#include "reports/detail.h"
#include "reports/summary.h"
#include "repro/repro.h"
#include "repro/repro_explored.h"
#include "base/shell_word.h"
#include "supervisor/spirv_target.h"

enum { USUAL_MAX_ITEMS = 256, MAX_ITEMS_LIMIT = 65536 };

struct request {
    struct wgc_repro_spec spec;
    struct wgc_spirv_target target; /* of the device */
    const struct wgc_options *options;
    const char *folder;
    bool crashed; /* the case of the report */
};

/* Whether the operands are query.shared_program and more: a report, or the cases that it names. */
static bool is_shared(const struct wgc_options *options)
{
    return options->operand_count > 1 && strcmp(options->operand[0], "query.shared_program") == 0;
}

/* The report in which query.shared_program has the cases, or whose cause is asked for, or NULL. */
static const char *find_report(const struct wgc_options *options)
{
    const char *name = options->operand[is_shared(options)];

    name += name[0] == '@'; /* as a query names it */
    return wgc_is_report_name(name) ? name : NULL;
}

static struct request make_request(const struct wgc_options *options)
{
    const unsigned items = options->repro.max_items;
    const size_t first = is_shared(options); /* the operand that is a case or a file */

    return (struct request){
        .spec = {.case_name = options->operand[first],
                 .other = options->operand + first + 1,
                 .other_count = options->operand_count - first - 1,
                 .profile = options->selection.profile,
                 .impl = options->selection.impl,
                 .seed = options->seed,
                 .max_items = items == 0 ? USUAL_MAX_ITEMS : items,
                 .local_size = {options->repro.local_size[0], options->repro.local_size[1],
                                options->repro.local_size[2]},
                 .sub_group_size = options->repro.sub_group_size,
                 .rows = options->repro.rows,
                 .rows_known = options->repro.sub_group_size > 0,
                 .il_version = options->repro.il_version},
        .options = options,
        .folder = options->output == NULL ? "." : options->output,
    };
}

static enum wgc_status write_file(const char *folder, const char *name, const struct wgc_buf *text,
                                  struct wgc_err *err)
{
    struct wgc_buf path = {0};

    wgc_buf_printf(&path, "%s/%s", folder, name);
    enum wgc_status status = path.failed ? wgc_err_memory(err, "a path")
                                         : wgc_file_write(path.data, text->data, text->size, err);
    wgc_buf_free(&path);
    return status;
}

static enum wgc_status write_all(const struct request *request, const struct wgc_repro *repro,
                                 struct wgc_buf *out, struct wgc_err *err)
{
    enum wgc_status status;

    if (mkdir(request->folder, 0777) != 0 && errno != EEXIST) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: %s", request->folder, strerror(errno));
    }
    status = write_file(request->folder, "repro.c", &repro->program, err);
    if (status == WGC_OK && repro->kernel.size > 0) {
        status = write_file(request->folder, "repro.cl", &repro->kernel, err);
    }
    if (status == WGC_OK) {
        wgc_buf_text(out, "cd ");
        wgc_shell_word(out, request->folder);
        wgc_buf_printf(out, " && cc -o repro repro.c -lOpenCL -lm%s && %s./repro\n",
                       repro->threads ? " -lpthread" : "", wgc_or_empty(request->spec.start));
        if (request->crashed) {
            wgc_buf_text(out, "where it crashes: ");
            wgc_detail_debugger(out, request->folder, repro->threads ? " -lpthread" : "",
                                wgc_or_empty(request->spec.start));
            wgc_buf_char(out, '\n');
        }
    }
    return status;
}

/* Sets what depends on the device: the local size of the shape max, the version of SPIR-V. */
static void take_device(struct request *request, const struct wgc_record_device *device)
{
    const uint64_t most = device->max_work_group_size;

    if (request->options->repro.max_items == 0 && most > 0 && most <= MAX_ITEMS_LIMIT) {
        request->spec.max_items = (size_t)most;
    }
    wgc_spirv_target_of(device, &request->target);
    request->spec.address_bits = request->target.address_bits;
    if (request->spec.il_version == NULL && request->target.il_version[0] != '\0') {
        request->spec.il_version = request->target.il_version;
    }
}

/* Finds PLATFORM/DEVICE, or the number if another device has the same names, and the local size of
 * the shape max. Only --device loads a driver. */
static enum wgc_status find_device(struct request *request, struct wgc_buf *name,
                                   struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    char *program = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        status = wgc_select_listed(program, request->options, &list, err);
    }
    free(program);
    if (status != WGC_OK) {
        return status;
    }
    if (list.count != 1) {
        wgc_device_list_free(&list);
        return wgc_err_set(err, WGC_ERR_INPUT, "--device: a program uses one device");
    }
    const struct wgc_device_info *info = &list.item[0];
    struct wgc_record_device device = {0};
    status = wgc_record_device_parse(info->json, &device, err);
    wgc_buf_printf(name, "%s/%s", wgc_or_empty(device.platform), info->name);
    if (!name->failed && (device.selector == NULL || strcmp(device.selector, name->data) != 0)) {
        wgc_buf_clear(name);
        wgc_buf_printf(name, "%u", (unsigned)info->index);
    }
    take_device(request, &device);
    request->spec.device = name->data;
    wgc_record_device_free(&device);
    wgc_device_list_free(&list);
    return name->failed ? wgc_err_memory(err, "the name of a device") : status;
}

/* The words before ./repro, which work in a new shell and in any folder: those of a rerun line
 * without the program. */
static enum wgc_status find_start(struct wgc_buf *start, struct wgc_err *err)
{
    char *program = NULL;
    char **words = NULL;
    bool in_front = true;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        const struct wgc_rerun_context context = {.program = program,
                                                  .environment = (const char *const *)environ};
        status = wgc_rerun_command(&context, &words, err);
    }
    free(program);
    for (size_t i = 0; words != NULL && words[i] != NULL; i++) {
        if (words[i + 1] != NULL) {
            in_front = wgc_shell_command_word(start, words[i], in_front);
            wgc_buf_char(start, ' ');
        }
        free(words[i]);
    }
    free(words);
    return status == WGC_OK && start->failed ? wgc_err_memory(err, "the environment") : status;
}

/* The device of the report, and what the case gave there. */
static void put_seen(const struct wgc_record *record, const struct wgc_result *result,
                     struct wgc_buf *out)
{
    wgc_summary_device(record, out);
    if (result != NULL) {
        wgc_buf_printf(out, "%s: ", wgc_state_name(result->state));
        wgc_detail_line(out, result);
        wgc_buf_char(out, '\n');
    }
}

/* A word of the sentence that the case's wrong value violates; NULL: no special one. */
static const char *about_of(const struct wgc_record_mismatch *mismatch)
{
    const bool nan =
        mismatch != NULL && (mismatch->nan_operands || mismatch->kind == WGC_WRONG_NAN ||
                             mismatch->kind == WGC_WRONG_NO_NAN);

    return nan ? "NaN" : NULL;
}

/* Of a program in a file: its text, or a report of explore. */
static enum wgc_status make_of_file(const struct wgc_repro_spec *asked,
                                    const struct wgc_options *options, struct wgc_repro *repro,
                                    struct wgc_err *err)
{
    struct wgc_kept kept;
    struct wgc_repro_spec spec = *asked; /* its name is in kept, which ends here */

    if (asked->other_count > 0) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s: cases go into a program with a case, not with "
                           "the program of a file",
                           asked->other[0]);
    }
    enum wgc_status status =
        wgc_kept_read(options->operand[0], options->explore.cause, true, &kept, err);

    if (status == WGC_OK) {
        spec.case_name = kept.name;
        spec.impl = kept.emulated ? WGC_IMPL_EMULATED : spec.impl;
        spec.sub_group_size = spec.sub_group_size == 0 ? kept.sub_group_size : spec.sub_group_size;
        spec.build_options = spec.build_options == NULL ? kept.build_options : spec.build_options;
        status = wgc_repro_explored_make(&spec, kept.text.data, kept.text.size, repro, err);
    }
    wgc_buf_free(&kept.text);
    return status;
}

static enum wgc_status make(const struct wgc_repro_spec *spec, const struct wgc_options *options,
                            struct wgc_repro *repro, struct wgc_err *err)
{
    struct wgc_case item;
    struct wgc_err ignored;
    const char *name = options->operand[0];
    const bool is_of_report = strcmp(spec->case_name, name) != 0;

    return !is_of_report && access(name, R_OK) == 0 &&
                   wgc_case_find(spec->manifest, name, &item, &ignored) != WGC_OK
               ? make_of_file(spec, options, repro, err)
               : wgc_repro_make(spec, repro, err);
}

enum wgc_status wgc_command_repro(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    struct request request = make_request(options);
    struct wgc_repro repro;
    struct wgc_manifest *manifest = NULL;
    struct wgc_record *record = NULL;
    struct wgc_buf device = {0};
    struct wgc_buf start = {0};
    struct wgc_buf own = {0}; /* build options */
    struct wgc_buf called = {0}, seen = {0};
    bool has_device = false;
    enum wgc_status status = wgc_load_suite(&manifest, err);

    (void)exit_status;
    if (status == WGC_OK && find_report(options) != NULL) {
        status = (is_shared(options) ? wgc_repro_shared_read : wgc_repro_cause_read)(
            options, find_report(options), &request.spec, &record, err);
    }
    if (status == WGC_OK) {
        status = wgc_build_options_join(options, &own, err);
    }
    if (status == WGC_OK) {
        request.spec.build_options = own.size > 0 ? own.data : request.spec.build_options;
        status = wgc_names_device(options, &has_device, err);
    }
    if (status == WGC_OK && record != NULL && !is_shared(options) && record->explore == NULL) {
        take_device(&request, &record->device);
    }
    if (status == WGC_OK && has_device) {
        status = find_device(&request, &device, err);
    }
    if (status == WGC_OK) {
        status = find_start(&start, err);
        request.spec.start = start.data;
    }
    request.spec.manifest = manifest;
    if (status == WGC_OK && record != NULL && !is_shared(options) && record->explore == NULL) {
        wgc_detail_start(&called, record);
        const struct wgc_result *result = wgc_record_find(record, request.spec.case_name);
        put_seen(record, result, &seen);
        request.spec.about = result == NULL ? NULL : about_of(result->mismatch);
        request.crashed = result != NULL && wgc_result_failure(result) == WGC_STATE_CRASH;
        request.spec.called = record->rerun == NULL ? NULL : wgc_buf_str(&called);
        request.spec.seen = wgc_buf_str(&seen);
        status = called.failed || seen.failed ? wgc_err_memory(err, "what was seen") : status;
    }
    if (status == WGC_OK) {
        status = make(&request.spec, options, &repro, err);
    }
    if (status == WGC_OK) {
        status = write_all(&request, &repro, out, err);
        wgc_repro_free(&repro);
    }
    wgc_manifest_free(manifest);
    wgc_record_free(record);
    wgc_buf_free(&device);
    wgc_buf_free(&start);
    wgc_buf_free(&own);
    wgc_buf_free(&called);
    wgc_buf_free(&seen);
    return status;
}
