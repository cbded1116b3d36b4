#include "run/parts.h"

#include <stdio.h>

#include "base/file.h"
#include "reports/lines.h"

/* Writes the text at once: a runner reads along. Frees it. */
static enum wgc_status print(struct wgc_buf *text, struct wgc_err *err)
{
    enum wgc_status status = text->failed ? wgc_err_memory(err, "the lines of --lines") : WGC_OK;

    if (status == WGC_OK && text->size > 0) {
        status = wgc_file_write("-", text->data, text->size, err);
    }
    wgc_buf_free(text);
    return status;
}

enum wgc_status wgc_run_lines_start(const struct wgc_options *options, size_t cases,
                                    struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_lines_put_start(&text, options->lines, cases);
    return print(&text, err);
}

enum wgc_status wgc_run_lines_result(const struct wgc_options *options,
                                     const struct wgc_result *result, struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_lines_put_result(&text, options->lines, result);
    return print(&text, err);
}

enum wgc_status wgc_run_lines_end(const struct wgc_options *options,
                                  const struct wgc_record *record, struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_lines_put_end(&text, options->lines, record);
    return print(&text, err);
}
