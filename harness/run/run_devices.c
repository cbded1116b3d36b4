#include "run/run_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "run/parts.h"
#include "run/select_devices.h"

/* "report.json" and 3 are "report.3.json". NULL without memory. */
static char *numbered(const char *path, int number)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(base, '.');
    size_t stem = dot == NULL || dot == base ? strlen(path) : (size_t)(dot - path);
    struct wgc_buf name = {0};

    wgc_buf_add(&name, path, stem);
    wgc_buf_printf(&name, ".%d%s", number, path + stem);
    if (name.failed) {
        wgc_buf_free(&name);
    }
    return name.data;
}

static enum wgc_status check(const struct wgc_options *options, struct wgc_err *err)
{
    if (options->lines != WGC_LINES_NONE) {
        return wgc_err_set(err, WGC_ERR_INPUT, "--device: --lines are those of one device");
    }
    if (wgc_outputs_on_stdout(&options->outputs, options->json)) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "--device: with several devices, each writes its own report, so none can go "
            "to standard output");
    }
    return options->rules.resume == NULL
               ? WGC_OK
               : wgc_err_set(err, WGC_ERR_INPUT,
                             "--resume: a report is for one device, but --device names several");
}

struct runs {
    const struct wgc_run_request *request;
    const int *number; /* of the devices */
};

/* Runs on one of the devices. */
static enum wgc_status run_one(void *context, size_t at, struct wgc_buf *out, int *exit_status,
                               struct wgc_err *err)
{
    const struct runs *runs = context;
    const int number = runs->number[at];
    struct wgc_options options = *runs->request->options;
    struct wgc_run_request one = *runs->request;
    char text[16];
    char label[32];
    const char *device[] = {text};
    char *path[WGC_OUTPUT_COUNT + 1] = {NULL};
    bool whole = true;

    (void)snprintf(text, sizeof text, "%d", number);
    (void)snprintf(label, sizeof label, "device %d: ", number);
    options.device = device;
    options.device_count = 1;
    for (int i = 0; i <= WGC_OUTPUT_COUNT; i++) {
        const char **place = i == WGC_OUTPUT_COUNT ? &options.json : &options.outputs.path[i];
        if (*place != NULL) {
            path[i] = numbered(*place, number);
            *place = path[i];
            whole = whole && path[i] != NULL;
        }
    }
    one.options = &options;
    one.label = label;
    one.summary = out;
    enum wgc_status status =
        whole ? wgc_run(&one, exit_status, err) : wgc_err_memory(err, "the names of reports");
    for (int i = 0; i <= WGC_OUTPUT_COUNT; i++) {
        free(path[i]);
    }
    return status;
}

/* Returns the first error and prints the others; the exit status is the largest. */
static enum wgc_status collect(struct wgc_parallel_result *ended, const int *number, size_t count,
                               int *exit_status, struct wgc_err *err)
{
    enum wgc_status first = WGC_OK;

    for (size_t i = 0; i < count; i++) {
        if (ended[i].exit_status > *exit_status) {
            *exit_status = ended[i].exit_status;
        }
        if (ended[i].status == WGC_OK) {
            continue;
        }
        (void)wgc_err_wrap(&ended[i].err, "device %d", number[i]);
        if (first == WGC_OK) {
            first = ended[i].status;
            *err = ended[i].err;
        } else if (ended[i].status != WGC_ERR_INPUT) { /* that error is the same for all */
            (void)fprintf(stderr, "wgconform: %s\n", ended[i].err.text);
        }
    }
    return first;
}

static enum wgc_status run_all(const struct wgc_run_request *request, const int *number,
                               size_t count, int *exit_status, struct wgc_err *err)
{
    struct runs runs = {request, number};
    const struct wgc_parallel_runs parallel = {&runs, run_one};
    struct wgc_parallel_result *ended = calloc(count, sizeof *ended);

    if (ended == NULL) {
        return wgc_err_memory(err, "the runs on several devices");
    }
    enum wgc_status status = wgc_run_parallel(&parallel, count, request->interrupted, ended, err);
    if (status == WGC_OK) {
        status = collect(ended, number, count, exit_status, err);
    }
    free(ended);
    return status;
}

enum wgc_status wgc_run_devices(const struct wgc_run_request *request, int *exit_status,
                                struct wgc_err *err)
{
    const struct wgc_options *options = request->options;
    int *number = NULL;
    size_t count = 0;

    if (!wgc_selects_several(options)) {
        return wgc_run(request, exit_status, err);
    }
    enum wgc_status status = check(options, err);
    if (status == WGC_OK) {
        status = wgc_select_devices(request->program, options, &number, &count, err);
    }
    if (status == WGC_OK) {
        status = run_all(request, number, count, exit_status, err);
    }
    free(number);
    return status;
}
