#include "run/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/system.h"
#include "base/version.h"
#include "options/build_options.h"
#include "run/rerun_command.h"

char *wgc_provenance_now(void)
{
    char text[64];
    struct tm parts;
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0 || gmtime_r(&now.tv_sec, &parts) == NULL) {
        return NULL;
    }
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    if (length == 0) {
        return NULL;
    }
    (void)snprintf(text + length, sizeof text - length, ".%03uZ",
                   (unsigned)(now.tv_nsec / 1000000) % 1000U);
    return strdup(text);
}

static enum wgc_status read_host(struct wgc_record_machine *host, struct wgc_err *err)
{
    struct wgc_buf text = {0};

    wgc_machine_put(&text);
    enum wgc_status status = text.failed ? wgc_err_memory(err, "the host")
                                         : wgc_record_machine_parse(text.data, host, err);
    wgc_buf_free(&text);
    return status;
}

/* Copies argv. A shard from the environment is added as the first option: the report must describe
 * its selection of cases. */
static char **copy_arguments(const struct wgc_options *options)
{
    char shard[48];
    const char *more[] = {"--shard", shard};
    size_t extra = options->shard_from == NULL ? 0 : sizeof more / sizeof more[0];
    size_t count = (size_t)options->argc + extra;
    char **copy = calloc(count + 1, sizeof *copy);

    if (copy == NULL) {
        return NULL;
    }
    (void)snprintf(shard, sizeof shard, "%u/%u", options->selection.shard,
                   options->selection.shards);
    for (size_t i = 0; i < count; i++) {
        bool added = i >= 1 && i <= extra;
        copy[i] = strdup(added ? more[i - 1] : options->argv[i == 0 ? 0 : i - extra]);
        if (copy[i] == NULL) {
            while (i > 0) {
                free(copy[--i]);
            }
            free(copy);
            return NULL;
        }
    }
    return copy;
}

/* Whether --env set the variable: a rerun line then has that option. */
static bool is_set_by_option(const struct wgc_options *options, const char *item)
{
    for (size_t i = 0; i < options->env_count; i++) {
        const size_t length = strcspn(options->env[i], "=") + 1;
        if (strncmp(options->env[i], item, length) == 0) {
            return true;
        }
    }
    return false;
}

/* The environment without the variables that --env set; NULL without memory. */
static const char **own_environment(const struct wgc_options *options)
{
    size_t count = 0, kept = 0;
    while (environ[count] != NULL) {
        count++;
    }
    const char **own = calloc(count + 1, sizeof *own);
    for (size_t i = 0; own != NULL && i < count; i++) {
        if (!is_set_by_option(options, environ[i])) {
            own[kept++] = environ[i];
        }
    }
    return own;
}

/* NULL without memory. */
static char **rerun_words(const struct wgc_run_request *request)
{
    char *folder = getcwd(NULL, 0);
    const char **own = own_environment(request->options);
    const struct wgc_rerun_context context = {
        .program = request->program,
        .called = request->options->argc > 0 ? request->options->argv[0] : NULL,
        .folder = folder,
        .environment = own,
    };
    char **words = NULL;
    struct wgc_err err;

    if (own != NULL) {
        (void)wgc_rerun_command(&context, &words, &err);
    }
    free(own);
    free(folder);
    return words;
}

enum wgc_status wgc_provenance_fill(struct wgc_record *record,
                                    const struct wgc_run_request *request,
                                    const struct wgc_manifest *manifest, struct wgc_err *err)
{
    const struct wgc_options *options = request->options;

    record->tool_version = strdup(WGC_VERSION);
    record->tool_commit = strdup(wgc_commit);
    record->tool_suite = strdup(manifest->suite_digest);
    record->command = copy_arguments(options);
    record->rerun = rerun_words(request);
    record->started = wgc_provenance_now();
    record->profile = strdup(wgc_profile_name(options->selection.profile));
    record->impl = strdup(options->selection.impl == WGC_IMPL_EMULATED ? "emulated" : "builtin");
    record->seed = options->seed;
    if (options->build_option_count > 0) {
        struct wgc_buf joined = {0};
        enum wgc_status status = wgc_build_options_join(options, &joined, err);
        record->build_options = joined.data;
        if (status != WGC_OK) {
            return status;
        }
    }
    if (record->tool_version == NULL || record->tool_commit == NULL || record->tool_suite == NULL ||
        record->command == NULL || record->rerun == NULL || record->started == NULL ||
        record->profile == NULL || record->impl == NULL) {
        return wgc_err_memory(err, "the record");
    }
    enum wgc_status status = wgc_record_git_parse(wgc_source_state, &record->tool_git, err);
    return status == WGC_OK ? read_host(&record->host, err) : status;
}
