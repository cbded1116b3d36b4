#include "commands/commands.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "commands/parts.h"
#include "suite/suite_folder.h"
#include "package/archive.h"
#include "package/sums.h"
#include "package/verify.h"
#include "reports/detail.h"
#include "base/report_text.h"
#include "reports/summary.h"

enum { LINES_SHOWN = 5 };

/* A package that was read, and the check of its signature. */
struct package {
    struct wgc_bundle bundle;
    char hex[WGC_SUM_LENGTH + 1];
    struct wgc_buf signer;             /* the principal */
    struct wgc_buf signature_problems; /* lines */
    struct wgc_buf note;               /* a line, or empty */
};

static void free_package(struct package *package)
{
    wgc_bundle_free(&package->bundle);
    wgc_buf_free(&package->signer);
    wgc_buf_free(&package->signature_problems);
    wgc_buf_free(&package->note);
}

/* Checks the signature when there are signers to check it against. */
static enum wgc_status check_signature(const struct wgc_options *options,
                                       const struct wgc_buf *bytes, struct package *package,
                                       struct wgc_err *err)
{
    struct wgc_buf name = {0};
    enum wgc_status status = WGC_OK;

    if (options->package.signature != NULL) {
        wgc_buf_text(&name, options->package.signature);
    } else {
        wgc_ssh_signature_name(&name, options->operand[0]);
    }
    if (name.failed) {
        return wgc_err_memory(err, "the signature's name");
    }
    bool there = access(name.data, F_OK) == 0;
    if (options->package.signers == NULL && there) {
        wgc_buf_printf(&package->note, "%s was not checked: use --signers FILE\n", name.data);
    } else if (options->package.signers != NULL && !there) {
        wgc_buf_printf(&package->signature_problems, "%s is missing\n", name.data);
    } else if (options->package.signers != NULL) {
        status = wgc_ssh_signature_check(bytes, name.data, options->package.signers,
                                         &package->signer, &package->signature_problems, err);
    }
    wgc_buf_free(&name);
    return status;
}

/* Reads the file once: the signature is checked against the bytes that are unpacked. */
static enum wgc_status read_package(const struct wgc_options *options, struct package *package,
                                    struct wgc_err *err)
{
    struct wgc_buf bytes = {0};
    enum wgc_status status =
        wgc_file_read(options->operand[0], WGC_ARCHIVE_LIMIT, WGC_ERR_INPUT, &bytes, err);

    if (status == WGC_OK) {
        wgc_sum(wgc_buf_str(&bytes), bytes.size, package->hex);
        status = wgc_archive_get(&bytes, &package->bundle, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", options->operand[0]);
    }
    if (status == WGC_OK) {
        status = check_signature(options, &bytes, package, err);
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

/* Appends the first line of the text, escaped as in reports; returns the rest. */
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

/* "NAME:  yes", or "NAME:  no: ..." with up to LINES_SHOWN problems, one per line. */
static void put_verdict_line(struct wgc_buf *out, const char *name, const struct wgc_buf *problems,
                             const char *yes)
{
    const char *text = wgc_buf_str(problems);
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
    const char *text = wgc_buf_str(notes);

    while (*text != '\0') {
        wgc_buf_printf(out, "%-12s", "note:");
        text = put_line(out, text);
    }
}

static void put_verdict(struct wgc_buf *out, const struct wgc_options *options,
                        const struct package *package, const struct wgc_record *record,
                        const struct wgc_verdict *verdict)
{
    const struct wgc_summary_style style = {0};
    struct wgc_buf yes = {0};

    wgc_buf_printf(out, "%-12s%s\n%-12s", "sha256:", package->hex, "run:");
    wgc_detail_origin(out, record);
    wgc_buf_printf(out, "\n%-12s", "results:");
    wgc_summary_totals(record, &style, out);
    wgc_buf_printf(&yes, "each of %zu cases has a result, and every file is there",
                   record->result_count);
    put_verdict_line(out, "complete:", &verdict->complete, wgc_buf_str(&yes));
    wgc_buf_clear(&yes);
    wgc_buf_printf(&yes, "the checksums of %zu files are right", package->bundle.count - 1);
    put_verdict_line(out, "unmodified:", &verdict->unmodified, wgc_buf_str(&yes));
    wgc_buf_clear(&yes);
    wgc_buf_printf(&yes,
                   "the whole profile %s, and every function that the device advertises was run",
                   record->profile);
    put_verdict_line(out, "unfiltered:", &verdict->unfiltered, wgc_buf_str(&yes));
    wgc_buf_clear(&yes);
    wgc_buf_printf(&yes, "the program was built of commit %.60s",
                   record->tool_commit == NULL ? "unknown" : record->tool_commit);
    put_verdict_line(out, "official:", &verdict->official, wgc_buf_str(&yes));
    if (options->package.submission) {
        put_verdict_line(out, "details:", &verdict->details, "every field is filled in");
    }
    if (options->package.signers != NULL) {
        wgc_buf_clear(&yes);
        wgc_buf_printf(&yes, "by %s", wgc_buf_str(&package->signer));
        put_verdict_line(out, "signed:", &package->signature_problems, wgc_buf_str(&yes));
    }
    put_notes(out, &package->note);
    put_notes(out, &verdict->notes);
    out->failed = out->failed || yes.failed;
    wgc_buf_free(&yes);
}

static bool is_good(const struct wgc_options *options, const struct package *package,
                    const struct wgc_verdict *verdict)
{
    return verdict->complete.size == 0 && verdict->unmodified.size == 0 &&
           verdict->unfiltered.size == 0 && verdict->official.size == 0 &&
           package->signature_problems.size == 0 &&
           (!options->package.submission || verdict->details.size == 0);
}

static enum wgc_status verify(const struct wgc_options *options,
                              const struct wgc_manifest *manifest, struct wgc_buf *out,
                              int *exit_status, struct wgc_err *err)
{
    struct package package = {0};
    struct wgc_verdict verdict = {0};
    struct wgc_record *record = NULL;
    enum wgc_status status = read_package(options, &package, err);

    if (status == WGC_OK) {
        status = wgc_package_verify(&package.bundle, manifest, &verdict, &record, err);
        status = status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", options->operand[0]);
    }
    if (status == WGC_OK && (package.note.failed || package.signature_problems.failed)) {
        status = wgc_err_memory(err, "the verdict");
    }
    if (status == WGC_OK) {
        put_verdict(out, options, &package, record, &verdict);
        *exit_status = !is_good(options, &package, &verdict);
    }
    wgc_verdict_free(&verdict);
    wgc_record_free(record);
    free_package(&package);
    return status;
}

enum wgc_status wgc_command_verify(const struct wgc_options *options, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err)
{
    struct wgc_manifest *manifest = NULL;
    enum wgc_status status = WGC_OK;

    if (options->package.signature != NULL && options->package.signers == NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "--signature requires --signers FILE, the list of allowed signers");
    }
    if (status == WGC_OK) {
        status = wgc_load_suite(&manifest, err);
    }
    if (status == WGC_OK) {
        status = verify(options, manifest, out, exit_status, err);
    }
    wgc_manifest_free(manifest);
    return status;
}
