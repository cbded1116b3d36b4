#include "cli/commands/verify.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands/arguments.h"
#include "cli/suite_folder.h"
#include "package/archive.h"
#include "package/sums.h"
#include "package/verify.h"
#include "reports/detail.h"
#include "reports/report_text.h"
#include "reports/summary.h"

enum { LINES_SHOWN = 5 };

static enum wgc_status read_package(const char *path, struct wgc_bundle *bundle,
                                    char hex[WGC_SUM_LENGTH + 1], struct wgc_err *err)
{
    struct wgc_buf bytes = {0};
    enum wgc_status status = wgc_file_read(path, WGC_ARCHIVE_LIMIT, WGC_ERR_INPUT, &bytes, err);

    if (status == WGC_OK) {
        wgc_sum(bytes.data == NULL ? "" : bytes.data, bytes.size, hex);
        status = wgc_archive_get(&bytes, bundle, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", path);
    }
    wgc_buf_free(&bytes);
    return status;
}

static size_t count_lines(const char *text)
{
    size_t count = 0;

    for (; (text = strchr(text, '\n')) != NULL; text++) {
        count++;
    }
    return count;
}

/* Puts the first line of the text, with its end, as reports put texts; what comes after it. */
static const char *put_line(struct wgc_buf *out, const char *text)
{
    size_t length = strcspn(text, "\n") + 1;
    char *line = strndup(text, length);

    if (line == NULL) {
        out->failed = true;
    } else {
        wgc_report_text(out, line);
    }
    free(line);
    return text + length;
}

/* "NAME:  yes", or "NAME:  no: ..." with a line for each problem, but not for hundreds. */
static void put_answer(struct wgc_buf *out, const char *name, const struct wgc_buf *problems,
                       const char *yes)
{
    const char *text = problems->data == NULL ? "" : problems->data;
    size_t lines = count_lines(text);
    const char *before = "no: ";

    wgc_buf_printf(out, "%-12s", name);
    if (lines == 0) {
        wgc_buf_printf(out, "yes, %s\n", yes);
    }
    for (size_t i = 0; i < lines && i < LINES_SHOWN; i++) {
        wgc_buf_text(out, before);
        text = put_line(out, text);
        before = "            no: ";
    }
    if (lines > LINES_SHOWN) {
        wgc_buf_printf(out, "            and %zu more\n", lines - LINES_SHOWN);
    }
}

static void put_notes(struct wgc_buf *out, const struct wgc_buf *notes)
{
    const char *text = notes->data == NULL ? "" : notes->data;

    while (*text != '\0') {
        wgc_buf_printf(out, "%-12s", "note:");
        text = put_line(out, text);
    }
}

static void tell(struct wgc_buf *out, const struct wgc_bundle *bundle,
                 const struct wgc_record *record, const struct wgc_verdict *verdict)
{
    const struct wgc_summary_style style = {0};
    struct wgc_buf yes = {0};

    wgc_buf_printf(out, "%-12s", "run:");
    wgc_detail_origin(out, record);
    wgc_buf_printf(out, "\n%-12s", "results:");
    wgc_summary_totals(record, &style, out);
    wgc_buf_printf(&yes, "each of %zu cases has a result, and every file is there",
                   record->result_count);
    put_answer(out, "complete:", &verdict->complete, yes.data == NULL ? "" : yes.data);
    wgc_buf_clear(&yes);
    wgc_buf_printf(&yes, "the checksums of %zu files are right", bundle->count - 1);
    put_answer(out, "unmodified:", &verdict->unmodified, yes.data == NULL ? "" : yes.data);
    wgc_buf_clear(&yes);
    wgc_buf_printf(&yes,
                   "the whole profile %s, and every function that the device advertises was run",
                   record->profile);
    put_answer(out, "unfiltered:", &verdict->unfiltered, yes.data == NULL ? "" : yes.data);
    put_notes(out, &verdict->notes);
    out->failed = out->failed || yes.failed;
    wgc_buf_free(&yes);
}

static enum wgc_status verify(const char *path, const struct wgc_manifest *manifest,
                              struct wgc_buf *out, int *exit_status, struct wgc_err *err)
{
    struct wgc_bundle bundle = {0};
    struct wgc_verdict verdict = {0};
    struct wgc_record *record = NULL;
    char hex[WGC_SUM_LENGTH + 1];
    enum wgc_status status = read_package(path, &bundle, hex, err);

    if (status != WGC_OK) {
        return status;
    }
    status = wgc_package_verify(&bundle, manifest, &verdict, &record, err);
    if (status == WGC_OK) {
        wgc_buf_printf(out, "%-12s%s\n", "sha256:", hex);
        tell(out, &bundle, record, &verdict);
        *exit_status =
            verdict.complete.size + verdict.unmodified.size + verdict.unfiltered.size > 0;
    } else {
        (void)wgc_err_wrap(err, "%s", path);
    }
    wgc_verdict_free(&verdict);
    wgc_record_free(record);
    wgc_bundle_free(&bundle);
    return status;
}

enum wgc_status wgc_command_verify(int argc, char **argv, struct wgc_buf *out, int *exit_status,
                                   struct wgc_err *err)
{
    const struct wgc_arguments_rule rule = {1, 1, false, false};
    struct wgc_arguments arguments;
    struct wgc_manifest *manifest = NULL;
    enum wgc_status status = wgc_arguments_parse(argc, argv, rule, &arguments, err);

    if (status == WGC_OK) {
        status = wgc_load_suite(&manifest, err);
    }
    if (status == WGC_OK) {
        status = verify(arguments.file[0], manifest, out, exit_status, err);
    }
    wgc_manifest_free(manifest);
    return status;
}
