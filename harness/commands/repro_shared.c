#include "commands/parts.h"

#include <string.h>

#include "options/report_queries.h"
#include "report_file/report_json.h"

/* Sets the options of the run that decide the data of a case. */
static void take_options(const struct wgc_record *record, struct wgc_repro_spec *spec)
{
    const int profile = record->profile == NULL ? -1 : wgc_profile_by_name(record->profile);
    const bool emulated = record->impl != NULL && strcmp(record->impl, "emulated") == 0;

    spec->profile = profile < 0 ? spec->profile : (enum wgc_profile)profile;
    spec->impl = emulated ? WGC_IMPL_EMULATED : spec->impl;
    spec->seed = record->seed;
    spec->build_options = record->build_options;
}

/* Sets what the run had: the cases of the program, and their data. */
static void take(const struct wgc_record *record, const struct wgc_result *finding,
                 struct wgc_repro_spec *spec)
{
    spec->case_name = finding->kernels[0];
    spec->other = finding->kernels + 1;
    spec->other_count = 0;
    while (spec->other[spec->other_count] != NULL) {
        spec->other_count++;
    }
    take_options(record, spec);
}

/* The device as a program takes it, if its names are enough for that; NULL: device 0. */
static const char *program_device(const struct wgc_record_device *device)
{
    const char *selector = wgc_or_empty(device->selector);
    const size_t length = strlen(wgc_or_empty(device->platform));
    const bool is = strncmp(selector, wgc_or_empty(device->platform), length) == 0 &&
                    selector[length] == '/' &&
                    strcmp(selector + length + 1, wgc_or_empty(device->name)) == 0;

    return is ? device->selector : NULL;
}

enum wgc_status wgc_repro_cause_read(const struct wgc_options *options, const char *path,
                                     struct wgc_repro_spec *spec, struct wgc_record **record,
                                     struct wgc_err *err)
{
    enum wgc_status status = wgc_report_json_read(path, record, err);

    if (status != WGC_OK || (*record)->explore != NULL) {
        return status;
    }
    const struct wgc_result *example = NULL;
    status = wgc_report_example(*record, options->explore.cause, &example, err);
    if (status == WGC_OK) {
        spec->case_name = example->name;
        if (spec->sub_group_size == 0) {
            spec->sub_group_size = example->sub_group_items;
        }
        take_options(*record, spec);
        spec->device = program_device(&(*record)->device);
    }
    return status;
}

enum wgc_status wgc_repro_shared_read(const struct wgc_options *options, const char *path,
                                      struct wgc_repro_spec *spec, struct wgc_record **record,
                                      struct wgc_err *err)
{
    const char *name = options->operand[0];

    if (options->operand_count > 2) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: a report names the cases of the program itself",
                           options->operand[2]);
    }
    enum wgc_status status = wgc_report_json_read(path, record, err);
    if (status != WGC_OK) {
        return status;
    }
    const struct wgc_result *finding = wgc_record_find(*record, name);
    if (finding == NULL || finding->state == WGC_STATE_PASS || finding->state == WGC_STATE_SKIP) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%s: no program of several kernels failed there",
                           path);
    }
    if (finding->kernels == NULL || finding->kernels[0] == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "%s: an older wgconform wrote it, without a list of the kernels: name "
                           "the cases of the reason instead (repro %s CASE CASE...)",
                           path, name);
    }
    take(*record, finding, spec);
    return WGC_OK;
}
