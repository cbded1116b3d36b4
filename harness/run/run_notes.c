#include "run/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/report_text.h"
#include "plan/plan.h"
#include "reports/outputs.h"

/* Appends the whole path of a file that was written; nothing for none and for "-". */
static void put_path(const char *path, bool *any, struct wgc_buf *out)
{
    if (path == NULL || strcmp(path, "-") == 0) {
        return;
    }
    char *whole = realpath(path, NULL);
    wgc_buf_text(out, *any ? ", " : "written: ");
    wgc_report_text(out, whole == NULL ? path : whole);
    free(whole);
    *any = true;
}

/* "written: /home/me/report.json, /home/me/report.html" */
static void put_written(const struct wgc_options *options, bool with_report, struct wgc_buf *out)
{
    bool any = false;

    put_path(with_report ? options->json : NULL, &any, out);
    for (int i = 0; i < WGC_OUTPUT_COUNT; i++) {
        put_path(options->outputs.path[i], &any, out);
    }
    wgc_buf_text(out, any ? "\n" : "");
}

enum wgc_status wgc_run_notes(const struct wgc_manifest *manifest,
                              const struct wgc_options *options, bool with_report,
                              struct wgc_buf *out, struct wgc_err *err)
{
    size_t left = 0;
    const enum wgc_status status = wgc_plan_left_checks(manifest, &options->selection, &left, err);

    if (left > 0) {
        wgc_buf_printf(out, "--language left out %zu capability check%s (query.*)\n", left,
                       wgc_plural(left));
    }
    for (size_t i = 0; i < options->env_count; i++) {
        wgc_buf_text(out, i == 0 ? "environment of the workers: " : " ");
        wgc_report_text(out, options->env[i]);
        wgc_buf_text(out, i + 1 == options->env_count ? "\n" : "");
    }
    for (size_t i = 0; i < options->build_option_count; i++) {
        wgc_buf_printf(out, "%s %s%s", i == 0 ? "build options:" : "", options->build_option[i],
                       i + 1 == options->build_option_count ? "\n" : "");
    }
    put_written(options, with_report, out);
    return status;
}
