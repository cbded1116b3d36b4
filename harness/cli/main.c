#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/file.h"
#include "cli/choose.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run_devices.h"
#include "cli/show.h"
#include "cli/show_devices.h"
#include "cli/suite_folder.h"
#include "cli/usage.h"
#include "supervisor/supervisor.h"
#include "worker/worker.h"

enum { EXIT_INPUT = 2, EXIT_RUN = 3, WORKER_REPLY_FD = 3 };

static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    interrupted = number;
}

/* SIGINT and SIGTERM end the run with its report; SIGHUP is what a closed terminal sends. */
static void catch_signals(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = note_signal};

    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
        (void)sigaction(caught[i], &action, NULL);
    }
    (void)signal(SIGPIPE, SIG_IGN);
}

static int exit_status_of(enum wgc_status status)
{
    return status == WGC_OK ? 0 : status == WGC_ERR_INPUT ? EXIT_INPUT : EXIT_RUN;
}

static enum wgc_status list_devices(const char *program, const struct wgc_options *options,
                                    struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_device_list list = {0};
    enum wgc_status status = wgc_choose_listed(program, options, &list, err);

    if (status == WGC_OK) {
        enum wgc_device_style style = options->list_json                  ? WGC_DEVICES_JSON
                                      : options->verbosity == WGC_VERBOSE ? WGC_DEVICES_DETAILS
                                                                          : WGC_DEVICES_LINES;
        wgc_show_devices(&list, style, out);
        wgc_device_list_free(&list);
    }
    return status;
}

static enum wgc_status show(const struct wgc_options *options, const char *folder,
                            struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_manifest *manifest;
    struct wgc_plan *plan;
    enum wgc_status status = wgc_manifest_load(folder, &manifest, err);

    if (status != WGC_OK) {
        return status;
    }
    if (options->action == WGC_ACTION_LIST) {
        status = wgc_plan_make(manifest, &options->selection, &plan, err);
        if (status == WGC_OK) {
            wgc_show_cases(manifest, plan, out);
            wgc_plan_free(plan);
        }
    } else if (options->action == WGC_ACTION_DESCRIBE) {
        status = wgc_show_case(manifest, options->case_name, out, err);
    } else {
        status = wgc_show_kernel(manifest, options->case_name, options->selection.impl, out, err);
    }
    wgc_manifest_free(manifest);
    return status;
}

static enum wgc_status act(const struct wgc_options *options, int argc, char **argv,
                           struct wgc_buf *out, int *exit_status, struct wgc_err *err)
{
    char *program = NULL;
    char *folder = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK && options->action == WGC_ACTION_LIST_DEVICES) {
        status = list_devices(program, options, out, err);
    } else if (status == WGC_OK) {
        status = wgc_find_suite(program, &folder, err);
        if (status == WGC_OK && options->action == WGC_ACTION_RUN) {
            struct wgc_run_request request = {.options = options,
                                              .program = program,
                                              .suite_folder = folder,
                                              .argc = argc,
                                              .argv = argv,
                                              .interrupted = &interrupted};
            status = wgc_run_devices(&request, exit_status, err);
        } else if (status == WGC_OK) {
            status = show(options, folder, out, err);
        }
    }
    free(folder);
    free(program);
    return status;
}

static enum wgc_status run_word(const struct wgc_command *command, int argc, char **argv,
                                int *exit_status, struct wgc_err *err)
{
    struct wgc_buf out = {0};
    enum wgc_status status = wgc_command_run(command, argc, argv, &out, exit_status, err);

    if (status == WGC_OK && out.failed) {
        status = wgc_err_memory(err, "the output");
    }
    if (status == WGC_OK && out.size > 0) {
        status = wgc_file_write("-", out.data, out.size, err);
    }
    wgc_buf_free(&out);
    return status;
}

static enum wgc_status run_options(int argc, char **argv, int *exit_status, struct wgc_err *err)
{
    struct wgc_options options;
    struct wgc_buf out = {0};
    enum wgc_status status = wgc_options_parse(argc, argv, &options, err);

    if (status != WGC_OK) {
        return status;
    }
    if (options.action == WGC_ACTION_HELP) {
        wgc_buf_text(&out, wgc_usage);
        wgc_buf_text(&out, wgc_usage_more);
        wgc_commands_usage(&out);
    } else if (options.action == WGC_ACTION_VERSION) {
        wgc_buf_text(&out, "wgconform " WGC_VERSION "\n");
    } else {
        status = act(&options, argc, argv, &out, exit_status, err);
    }
    if (status == WGC_OK && out.failed) {
        status = wgc_err_memory(err, "the output");
    }
    if (status == WGC_OK && out.size > 0) {
        const char *path =
            options.action == WGC_ACTION_LIST_DEVICES && options.json != NULL ? options.json : "-";
        status = wgc_file_write(path, out.data, out.size, err);
    }
    wgc_buf_free(&out);
    wgc_options_free(&options);
    return status;
}

int main(int argc, char **argv)
{
    struct wgc_err err = {0};
    int exit_status = 0;

    if (argc == 2 && strcmp(argv[1], "--worker") == 0) {
        return wgc_worker_main(0, WORKER_REPLY_FD);
    }
    if (argc == 2 && strcmp(argv[1], "--agent") == 0) {
        return wgc_agent_main(wgc_worker_main);
    }
    catch_signals();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error, as a full disk is */
    const struct wgc_command *command = argc > 1 ? wgc_command_find(argv[1]) : NULL;
    enum wgc_status status = command != NULL
                                 ? run_word(command, argc - 1, argv + 1, &exit_status, &err)
                                 : run_options(argc, argv, &exit_status, &err);
    if (status != WGC_OK) {
        (void)fprintf(stderr, "wgconform: %s\n", err.text);
        exit_status = exit_status_of(status);
    }
    if (interrupted != 0) {
        exit_status = 128 + (int)interrupted;
    }
    return exit_status;
}
