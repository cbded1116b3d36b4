#include "cli/outputs.h"

#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "reports/ctrf.h"
#include "reports/cts_shape.h"
#include "reports/html.h"
#include "reports/junit.h"
#include "reports/tap.h"

/* put writes one report; the HTML, which takes several, has none. */
static const struct {
    const char *option;
    enum wgc_status (*put)(struct wgc_buf *out, const struct wgc_record *record,
                           struct wgc_err *err);
} kinds[WGC_OUTPUT_COUNT] = {
    [WGC_OUTPUT_JUNIT] = {"junit", wgc_junit_put},
    [WGC_OUTPUT_HTML] = {"html", NULL},
    [WGC_OUTPUT_CTRF] = {"ctrf", wgc_ctrf_put},
    [WGC_OUTPUT_CTS_JSON] = {"cts-json", wgc_cts_shape_put},
    [WGC_OUTPUT_TAP] = {"tap", wgc_tap_put},
};

const char *wgc_output_option(enum wgc_output kind)
{
    return kinds[kind].option;
}

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

bool wgc_outputs_on_stdout(const struct wgc_outputs *outputs, const char *json)
{
    bool found = is_stdout(json);

    for (int i = 0; i < WGC_OUTPUT_COUNT; i++) {
        found = found || is_stdout(outputs->path[i]);
    }
    return found;
}

enum wgc_status wgc_outputs_check(const struct wgc_outputs *outputs, const char *json,
                                  struct wgc_err *err)
{
    const char *taken = is_stdout(json) ? "json" : NULL;
    enum wgc_status status = WGC_OK;

    for (int i = 0; status == WGC_OK && i < WGC_OUTPUT_COUNT; i++) {
        const char *path = outputs->path[i];
        if (is_stdout(path) && taken != NULL) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--%s and --%s cannot both go to standard output", taken,
                               kinds[i].option);
        }
        taken = is_stdout(path) ? kinds[i].option : taken;
        if (path != NULL && !is_stdout(path)) {
            status = wgc_file_check_writable(path, err);
        }
    }
    return status;
}

enum wgc_status wgc_output_write(enum wgc_output kind, const char *path,
                                 const struct wgc_record *const *record, size_t count,
                                 struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = kind == WGC_OUTPUT_HTML ? wgc_html_put(&text, record, count, err)
                                                     : kinds[kind].put(&text, record[0], err);

    if (status == WGC_OK) {
        status = wgc_file_write(path, text.data, text.size, err);
    }
    wgc_buf_free(&text);
    return status;
}

enum wgc_status wgc_outputs_write(const struct wgc_outputs *outputs,
                                  const struct wgc_record *record, struct wgc_err *err)
{
    enum wgc_status first = WGC_OK;

    for (int i = 0; i < WGC_OUTPUT_COUNT; i++) {
        struct wgc_err this_err = {0};
        if (outputs->path[i] == NULL) {
            continue;
        }
        enum wgc_status status =
            wgc_output_write((enum wgc_output)i, outputs->path[i], &record, 1, &this_err);
        if (status != WGC_OK && first == WGC_OK) {
            first = status;
            *err = this_err;
        }
    }
    return first;
}
