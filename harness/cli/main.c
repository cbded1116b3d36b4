#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/file.h"
#include "run/select_devices.h"
#include "base/version.h"
#include "cli/parts.h"
#include "commands/bisect.h"
#include "commands/commands.h"
#include "commands/rerun.h"
#include "explore_run/explore.h"
#include "explore_run/keep.h"
#include "options/option_table.h"
#include "run/run_devices.h"
#include "suite/suite_folder.h"
#include "supervisor/supervisor.h"
#include "worker/worker.h"

enum { EXIT_INPUT = 2, EXIT_RUN = 3, WORKER_REPLY_FD = 3 };

static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    interrupted = number;
}

/* SIGINT, SIGTERM, and SIGHUP of a closed terminal end the run with its report. */
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
    enum wgc_status status = wgc_select_listed(program, options, &list, err);

    if (status == WGC_OK) {
        enum wgc_device_style style = options->list_json                  ? WGC_DEVICES_JSON
                                      : options->verbosity == WGC_VERBOSE ? WGC_DEVICES_DETAILS
                                                                          : WGC_DEVICES_LINES;
        wgc_show_devices(&list, style, out);
        wgc_print_device_notes(&list);
        wgc_device_list_free(&list);
    }
    return status;
}

static enum wgc_status show_kernel(const char *program, const struct wgc_options *options,
                                   const struct wgc_manifest *manifest, struct wgc_buf *out,
                                   struct wgc_err *err)
{
    bool has_device = false;
    struct wgc_spirv_target target;
    enum wgc_status status = wgc_names_device(options, &has_device, err);

    if (status == WGC_OK && has_device) {
        status = wgc_select_target(program, options, &target, err);
    }

    return status == WGC_OK
               ? wgc_show_kernels(manifest, options->case_name, options->selection.impl,
                                  has_device ? &target : NULL, out, err)
               : status;
}

static enum wgc_status show(const char *program, const struct wgc_options *options,
                            const char *folder, struct wgc_buf *out, struct wgc_err *err)
{
    struct wgc_manifest *manifest;
    struct wgc_plan *plan;
    enum wgc_status status = wgc_manifest_open(folder, &manifest, err);

    if (status != WGC_OK) {
        return status;
    }
    if (options->action == WGC_ACTION_LIST) {
        status = wgc_plan_make(manifest, &options->selection, &plan, err);
        if (status == WGC_OK) {
            if (options->lines == WGC_LINES_GTEST) {
                wgc_show_tests(manifest, plan, out);
            } else {
                wgc_show_cases(manifest, plan, out);
            }
            wgc_plan_free(plan);
        }
    } else if (options->action == WGC_ACTION_DESCRIBE) {
        status = wgc_show_case(manifest, options->case_name, out, err);
    } else {
        status = show_kernel(program, options, manifest, out, err);
    }
    wgc_manifest_free(manifest);
    return status;
}

/* --env: workers have the environment of this process. */
static enum wgc_status set_environment(const struct wgc_options *options, struct wgc_err *err)
{
    for (size_t i = 0; i < options->env_count; i++) {
        const char *equals = strchr(options->env[i], '=');
        char *name = strndup(options->env[i], (size_t)(equals - options->env[i]));
        const bool set = name != NULL && setenv(name, equals + 1, 1) == 0;
        free(name);
        if (!set) {
            return wgc_err_memory(err, "the environment of workers");
        }
    }
    return WGC_OK;
}

/* A command that runs cases. */
typedef enum wgc_status request_runner(const struct wgc_run_request *request, struct wgc_buf *out,
                                       int *exit_status, struct wgc_err *err);

/* Finds what a run needs, and makes it. */
static enum wgc_status run_request(const struct wgc_options *options, request_runner *runner,
                                   struct wgc_buf *out, int *exit_status, struct wgc_err *err)
{
    char *program = NULL;
    char *folder = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        status = wgc_find_suite(program, &folder, err);
    }
    if (status == WGC_OK) {
        const struct wgc_run_request request = {.options = options,
                                                .program = program,
                                                .suite_folder = folder,
                                                .interrupted = &interrupted};
        status = runner(&request, out, exit_status, err);
    }
    free(folder);
    free(program);
    return status;
}

static enum wgc_status run_devices(const struct wgc_run_request *request, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err)
{
    (void)out;
    return wgc_run_devices(request, exit_status, err);
}

static enum wgc_status explore(const struct wgc_run_request *request, struct wgc_buf *out,
                               int *exit_status, struct wgc_err *err)
{
    (void)out;
    return wgc_explore(request, exit_status, err);
}

static enum wgc_status show_something(const struct wgc_run_request *request, struct wgc_buf *out,
                                      int *exit_status, struct wgc_err *err)
{
    (void)exit_status;
    return show(request->program, request->options, request->suite_folder, out, err);
}

static enum wgc_status show_devices(const struct wgc_options *options, struct wgc_buf *out,
                                    struct wgc_err *err)
{
    char *program = NULL;
    enum wgc_status status = wgc_find_program(&program, err);

    if (status == WGC_OK) {
        status = list_devices(program, options, out, err);
    }
    free(program);
    return status;
}

enum wgc_status wgc_command_run(const struct wgc_options *options, struct wgc_buf *out,
                                int *exit_status, struct wgc_err *err)
{
    if (options->action == WGC_ACTION_VERSION) {
        wgc_buf_printf(out, "wgconform " WGC_VERSION " (commit %s)\n", wgc_commit);
        return WGC_OK;
    }
    enum wgc_status status = set_environment(options, err);
    if (status != WGC_OK) {
        return status;
    }
    if (options->action == WGC_ACTION_LIST_DEVICES) {
        return show_devices(options, out, err);
    }
    return run_request(options, options->action == WGC_ACTION_RUN ? run_devices : show_something,
                       out, exit_status, err);
}

enum wgc_status wgc_command_explore(const struct wgc_options *options, struct wgc_buf *out,
                                    int *exit_status, struct wgc_err *err)
{
    return options->explore.keep != NULL
               ? wgc_explore_keep(options->explore.keep, options->explore.cause,
                                  options->explore.name, out, err)
               : run_request(options, explore, out, exit_status, err);
}

enum wgc_status wgc_command_bisect(const struct wgc_options *options, struct wgc_buf *out,
                                   int *exit_status, struct wgc_err *err)
{
    return run_request(options, wgc_bisect_drivers, out, exit_status, err);
}

enum wgc_status wgc_command_rerun(const struct wgc_options *options, struct wgc_buf *out,
                                  int *exit_status, struct wgc_err *err)
{
    return wgc_rerun(options, &interrupted, out, exit_status, err);
}

/* A reader that has enough, such as head, is no error. */
static enum wgc_status print(const struct wgc_buf *out, struct wgc_err *err)
{
    errno = 0;
    enum wgc_status status = wgc_file_write("-", out->data, out->size, err);

    return status != WGC_OK && errno == EPIPE ? WGC_OK : status;
}

static enum wgc_status run_command(const struct wgc_options *options, int *exit_status,
                                   struct wgc_err *err)
{
    enum wgc_status (*const commands[])(const struct wgc_options *, struct wgc_buf *, int *,
                                        struct wgc_err *) = {
#define WGC_COMMAND(id, name, arguments, least, most, writes, text)                                \
    [WGC_COMMAND_##id] = wgc_command_##name,
#include "options/commands.def"
#undef WGC_COMMAND
    };
    bool list_in_file = options->action == WGC_ACTION_LIST_DEVICES && options->json != NULL;
    struct wgc_buf out = {0};
    enum wgc_status status = WGC_OK;

    if (options->action == WGC_ACTION_HELP) {
        wgc_help(options->command, &out);
    } else {
        status = commands[options->command](options, &out, exit_status, err);
    }
    if (status == WGC_OK && out.failed) {
        status = wgc_err_memory(err, "the output");
    }
    if (status == WGC_OK && out.size > 0) {
        status = list_in_file ? wgc_file_write(options->json, out.data, out.size, err)
                              : print(&out, err);
    }
    wgc_buf_free(&out);
    return status;
}

/* Errors of a command other than the run begin with its name. */
static enum wgc_status parse_and_run(int argc, char **argv, int *exit_status, struct wgc_err *err)
{
    enum wgc_command command = argc > 1 ? wgc_command_by_name(argv[1]) : WGC_COMMAND_RUN;
    int before = command == WGC_COMMAND_RUN ? 0 : 1;
    struct wgc_options options;
    enum wgc_status status =
        wgc_options_parse(command, argc - before, argv + before, &options, err);

    if (status == WGC_OK) {
        status = run_command(&options, exit_status, err);
        wgc_options_free(&options);
    }
    return status == WGC_OK || command == WGC_COMMAND_RUN
               ? status
               : wgc_err_wrap(err, "%s", wgc_command_table[command].name);
}

int main(int argc, char **argv)
{
    struct wgc_err err = {0};
    int exit_status = 0;

    if ((argc == 2 || argc == 3) && strcmp(argv[1], "--worker") == 0) {
        /* behind a debugger, standard input is the debugger's (process/process.h) */
        return wgc_worker_main(argc == 3 ? atoi(argv[2]) : 0, WORKER_REPLY_FD);
    }
    if (argc == 2 && strcmp(argv[1], "--agent") == 0) {
        return wgc_agent_main(wgc_worker_main);
    }
    catch_signals();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file over the size limit is an error, like a full disk */
    enum wgc_status status = parse_and_run(argc, argv, &exit_status, &err);
    if (status != WGC_OK) {
        (void)fprintf(stderr, "wgconform: %s\n", err.text);
        exit_status = exit_status_of(status);
    }
    if (interrupted != 0) {
        exit_status = 128 + (int)interrupted;
    }
    return exit_status;
}
