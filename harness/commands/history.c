#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "commands/commands.h"
#include "commands/parts.h"
#include "compare/history.h"
#include "run/progress.h"

enum format { TEXT, JSON, HTML };

/* The format that the ending of a file's name requires; - is a text. */
static enum wgc_status choose_format(const char *path, enum format *format, struct wgc_err *err)
{
    static const struct {
        const char *ending;
        enum format format;
    } endings[] = {{".json", JSON}, {".html", HTML}, {".htm", HTML}, {".txt", TEXT}};
    const char *ending = path == NULL ? NULL : strrchr(path, '.');

    *format = TEXT;
    if (path == NULL || strcmp(path, "-") == 0) {
        return WGC_OK;
    }
    for (size_t i = 0; ending != NULL && i < sizeof endings / sizeof endings[0]; i++) {
        if (strcasecmp(ending, endings[i].ending) == 0) {
            *format = endings[i].format;
            return WGC_OK;
        }
    }
    return wgc_err_set(err, WGC_ERR_INPUT, "--output: %s does not end with .json, .html or .txt",
                       path);
}

static enum wgc_status check_labels(const struct wgc_options *options, struct wgc_err *err)
{
    if (options->label_count > 0 && options->label_count != options->operand_count) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "--label: as many labels as reports are required: %zu for %zu",
                           options->label_count, options->operand_count);
    }
    return WGC_OK;
}

static bool differ(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) != 0;
}

/* Different platforms or profiles are allowed: only the person who compares them can decide. */
static void print_warnings(const struct wgc_history *history)
{
    for (size_t i = 1; i < history->report_count; i++) {
        const struct wgc_record *first = history->report[0].record;
        const struct wgc_record *other = history->report[i].record;
        const bool of_platform = differ(first->device.platform, other->device.platform);
        const bool of_profile = differ(first->profile, other->profile);
        if (of_platform || of_profile) {
            (void)fprintf(stderr, "warning: the reports %s and %s are of different %s\n",
                          history->report[0].label, history->report[i].label,
                          of_platform ? "platforms" : "profiles");
        }
    }
}

static void put(struct wgc_buf *out, const struct wgc_history *history, enum format format,
                const struct wgc_options *options)
{
    const struct wgc_history_style style = {
        .color = options->output == NULL && wgc_use_color(STDOUT_FILENO, false),
        .verbose = options->verbosity == WGC_VERBOSE,
    };

    if (format == JSON) {
        wgc_history_json_put(out, history);
    } else if (format == HTML) {
        wgc_history_html_put(out, history);
    } else {
        wgc_history_text_put(out, history, &style);
    }
}

static enum wgc_status write_history(const struct wgc_options *options,
                                     const struct wgc_report_set *set, enum format format,
                                     struct wgc_buf *out, struct wgc_err *err)
{
    const char *const *label = options->label_count == 0 ? NULL : options->label;
    struct wgc_history history;
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_history_make(set->record, set->count, label, &history, err);

    if (status != WGC_OK) {
        return status;
    }
    print_warnings(&history);
    put(options->output == NULL ? out : &text, &history, format, options);
    if (options->output != NULL) {
        status = text.failed ? wgc_err_memory(err, "the history")
                             : wgc_file_write(options->output, text.data, text.size, err);
    }
    wgc_buf_free(&text);
    wgc_history_free(&history);
    return status;
}

enum wgc_status wgc_command_history(const struct wgc_options *options, struct wgc_buf *out,
                                    int *exit_status, struct wgc_err *err)
{
    struct wgc_report_set set = {0};
    enum format format;
    enum wgc_status status = choose_format(options->output, &format, err);

    (void)exit_status;
    if (status == WGC_OK) {
        status = check_labels(options, err);
    }
    if (status == WGC_OK) {
        status = wgc_report_set_read(options->operand, options->operand_count, &set, err);
    }
    if (status == WGC_OK) {
        status = write_history(options, &set, format, out, err);
    }
    wgc_report_set_free(&set);
    return status;
}
