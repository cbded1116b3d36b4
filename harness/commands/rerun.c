/* The command rerun: what did not pass in a report, again, and the comparison. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/shell_word.h"
#include "base/system.h"
#include "commands/commands.h"
#include "commands/parts.h"
#include "commands/rerun.h"
#include "compare/diff.h"
#include "options/report_queries.h"
#include "reports/detail.h"
#include "run/progress.h"

enum {
    PATH_SIZE = 4096,
    NOT_FOUND = 127,
    NO_DEVICE = 3 /* the run's status, with a driver too that does not load */
};

/* A folder with the names of the cases, and the new report, unless -o names one. It stays: the
 * run's command and what it prints to run next name both files. */
struct files {
    char folder[PATH_SIZE];
    char names[PATH_SIZE + 16], report[PATH_SIZE + 16];
};

static enum wgc_status make_files(struct files *files, const char *output, struct wgc_err *err)
{
    const char *parent = getenv("TMPDIR");

    (void)snprintf(files->folder, sizeof files->folder, "%s/wgconform-rerun-XXXXXX",
                   parent == NULL || parent[0] == '\0' ? "/tmp" : parent);
    if (mkdtemp(files->folder) == NULL) {
        enum wgc_status status =
            wgc_err_set(err, WGC_ERR_RUN, "%s: %s", files->folder, strerror(errno));
        files->folder[0] = '\0';
        return status;
    }
    (void)snprintf(files->names, sizeof files->names, "%s/cases", files->folder);
    (void)snprintf(files->report, sizeof files->report, "%s/report.json", files->folder);
    if (output != NULL) {
        (void)snprintf(files->report, sizeof files->report, "%s", output);
    }
    return WGC_OK;
}

/* Of a run that did not write its report nothing stays. */
static void remove_files(const struct files *files)
{
    if (files->folder[0] != '\0' && access(files->report, F_OK) != 0) {
        (void)remove(files->names);
        (void)rmdir(files->folder);
    }
}

/* This program first where the command has its name alone. */
static enum wgc_status put_program_first(struct wgc_err *err)
{
    char program[PATH_SIZE];
    const char *before = getenv("PATH");
    struct wgc_buf path = {0};

    if (!wgc_system_program(program, sizeof program) || strrchr(program, '/') == NULL) {
        return WGC_OK; /* the command has another path */
    }
    *strrchr(program, '/') = '\0';
    wgc_buf_printf(&path, "%s:%s", program, wgc_or_empty(before));
    const bool set = !path.failed && setenv("PATH", path.data, 1) == 0;
    wgc_buf_free(&path);
    return set ? WGC_OK : wgc_err_memory(err, "the environment of the run");
}

/* Runs the command in a shell; its output is that of this process. */
static enum wgc_status run_shell(char *command, int *exit_status, struct wgc_err *err)
{
    char shell[] = "sh";
    char option[] = "-c";
    char *const argument[] = {shell, option, command, NULL};
    pid_t child = 0;
    int ended = 0;
    int code = posix_spawnp(&child, shell, NULL, NULL, argument, environ);

    if (code != 0) {
        return wgc_err_set(err, WGC_ERR_RUN, "cannot start a shell: %s", strerror(code));
    }
    while (waitpid(child, &ended, 0) < 0) {
        if (errno != EINTR) {
            return wgc_err_set(err, WGC_ERR_RUN, "cannot wait for the run: %s", strerror(errno));
        }
    }
    *exit_status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    return WGC_OK;
}

/* A record with the results that the other one has too; the parts stay those of record. */
static enum wgc_status take_part(const struct wgc_record *record, const struct wgc_record *other,
                                 struct wgc_record *part, struct wgc_err *err)
{
    *part = *record;
    part->result = calloc(record->result_count + 1, sizeof *part->result);
    part->result_count = 0;
    for (size_t i = 0; part->result != NULL && i < record->result_count; i++) {
        bool found = false;
        for (size_t k = 0; !found && k < other->result_count; k++) {
            found = strcmp(record->result[i].name, other->result[k].name) == 0;
        }
        if (found) {
            part->result[part->result_count++] = record->result[i];
        }
    }
    part->total = part->result_count;
    return part->result != NULL ? WGC_OK : wgc_err_memory(err, "the comparison");
}

static enum wgc_status compare(const struct wgc_record *old, const char *path,
                               const struct wgc_options *options, struct wgc_buf *out,
                               struct wgc_err *err)
{
    char *const paths[] = {(char *)(uintptr_t)path};
    const struct wgc_diff_style style = {.color = wgc_use_color(STDOUT_FILENO, false),
                                         .verbose = options->verbosity == WGC_VERBOSE};
    struct wgc_report_set set = {0};
    struct wgc_record part = {0};
    struct wgc_diff diff;
    enum wgc_status status = wgc_report_set_read(paths, 1, &set, err);

    if (status == WGC_OK) {
        status = take_part(old, set.record[0], &part, err);
    }
    if (status == WGC_OK) {
        status = wgc_diff_make(&part, set.record[0], &diff, err);
    }
    if (status == WGC_OK) {
        wgc_buf_char(out, '\n');
        wgc_diff_put(out, &diff, &style);
        wgc_diff_free(&diff);
    }
    free(part.result);
    wgc_report_set_free(&set);
    return status;
}

/* Appends the command of the run, as rerun lines have it. */
static void put_command(struct wgc_buf *out, const struct wgc_record *record,
                        const struct files *files)
{
    struct wgc_buf names = {0};

    wgc_buf_printf(&names, "@%s", files->names);
    wgc_detail_rerun(out, record, names.failed ? "" : names.data);
    wgc_buf_text(out, " -o ");
    wgc_shell_word(out, files->report);
    out->failed = out->failed || names.failed;
    wgc_buf_free(&names);
}

static enum wgc_status run_again(const struct wgc_record *record, const struct wgc_options *options,
                                 const struct files *files, struct wgc_buf *out, int *exit_status,
                                 struct wgc_err *err)
{
    struct wgc_buf command = {0};
    enum wgc_status status = WGC_OK;

    put_command(&command, record, files);
    if (command.failed) {
        status = wgc_err_memory(err, "the command of the run");
    }
    if (status == WGC_OK) {
        (void)fprintf(stderr, "%s\n", command.data);
        status = run_shell(command.data, exit_status, err);
    }
    if (status == WGC_OK && *exit_status == NOT_FOUND) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "the command is not found; the report was made in another folder");
    }
    wgc_buf_free(&command);
    /* an input error and a device that is gone were reported by the run */
    return status == WGC_OK && *exit_status <= 1 ? compare(record, files->report, options, out, err)
                                                 : status;
}

/* Prints what is in *out now: the next run has its own. */
static enum wgc_status print_now(struct wgc_buf *out, struct wgc_err *err)
{
    enum wgc_status status =
        out->failed || out->size == 0 ? WGC_OK : wgc_file_write("-", out->data, out->size, err);

    wgc_buf_clear(out);
    return status;
}

/* --watch: runs until every case passes, an input is wrong or a signal comes. */
static enum wgc_status run_and_watch(const struct wgc_record *record,
                                     const struct wgc_options *options, const struct files *files,
                                     const volatile sig_atomic_t *interrupted, struct wgc_buf *out,
                                     int *exit_status, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;

    for (bool on = true; on && status == WGC_OK;) {
        const uint64_t before = wgc_watch_stamp(options->watch);
        status = run_again(record, options, files, out, exit_status, err);
        on = status == WGC_OK && *interrupted == 0 &&
             (*exit_status == 1 || *exit_status == NO_DEVICE);
        if (on) {
            status = print_now(out, err);
        }
        if (on && status == WGC_OK) {
            (void)fprintf(stderr, "\nwaiting until %s changes\n", options->watch);
            on = wgc_watch_wait(options->watch, before, interrupted);
        }
    }
    return status;
}

enum wgc_status wgc_rerun(const struct wgc_options *options,
                          const volatile sig_atomic_t *interrupted, struct wgc_buf *out,
                          int *exit_status, struct wgc_err *err)
{
    const unsigned states = options->states != 0 ? options->states : wgc_states_not_passed();
    struct wgc_report_set set = {0};
    struct wgc_buf names = {0};
    struct files files = {0};
    enum wgc_status status = wgc_report_set_read(options->operand, 1, &set, err);

    if (status == WGC_OK) {
        status = wgc_report_queries_put(&names, set.record[0], states, options->explore.cause, err);
        if (status == WGC_ERR_INPUT) {
            (void)wgc_err_wrap(err, "%s", options->operand[0]);
        }
    }
    if (status == WGC_OK) {
        status = make_files(&files, options->output, err);
    }
    if (status == WGC_OK) {
        status = wgc_file_write(files.names, names.data, names.size, err);
    }
    if (status == WGC_OK) {
        status = put_program_first(err);
    }
    if (status == WGC_OK && options->watch != NULL) {
        status = run_and_watch(set.record[0], options, &files, interrupted, out, exit_status, err);
    } else if (status == WGC_OK) {
        status = run_again(set.record[0], options, &files, out, exit_status, err);
    }
    remove_files(&files);
    wgc_buf_free(&names);
    wgc_report_set_free(&set);
    return status;
}
