#include "cli/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/version.h"
#include "cli/invocation.h"

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

static char *host_json(void)
{
    struct wgc_buf out = {0};

    wgc_machine_put(&out);
    if (out.failed) {
        wgc_buf_free(&out);
    }
    return out.data;
}

/* argv; a shard that the environment told stands in front of the other options, as if it had been
 * one: the report has to say which cases it is of. */
static char **copy_arguments(int argc, char **argv, const struct wgc_options *options)
{
    char shard[48];
    const char *more[] = {"--shard", shard};
    size_t extra = options->shard_from == NULL ? 0 : sizeof more / sizeof more[0];
    size_t count = (size_t)argc + extra;
    char **copy = calloc(count + 1, sizeof *copy);

    if (copy == NULL) {
        return NULL;
    }
    (void)snprintf(shard, sizeof shard, "%u/%u", options->selection.shard,
                   options->selection.shards);
    for (size_t i = 0; i < count; i++) {
        bool ours = i >= 1 && i <= extra;
        copy[i] = strdup(ours ? more[i - 1] : argv[i == 0 ? 0 : i - extra]);
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

/* NULL without memory. */
static char **rerun_words(const struct wgc_run_request *request)
{
    char *folder = getcwd(NULL, 0);
    const struct wgc_invocation invocation = {
        .program = request->program,
        .folder = folder,
        .environment = (const char *const *)environ,
    };
    char **words = NULL;
    struct wgc_err err;

    (void)wgc_invocation_words(&invocation, &words, &err);
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
    record->command = copy_arguments(request->argc, request->argv, options);
    record->rerun = rerun_words(request);
    record->started = wgc_provenance_now();
    record->profile = strdup(wgc_profile_name(options->selection.profile));
    record->impl = strdup(options->selection.impl == WGC_IMPL_EMULATED ? "emulated" : "builtin");
    record->host = host_json();
    record->seed = options->seed;
    if (record->tool_version == NULL || record->tool_commit == NULL || record->tool_suite == NULL ||
        record->command == NULL || record->rerun == NULL || record->started == NULL ||
        record->profile == NULL || record->impl == NULL || record->host == NULL) {
        return wgc_err_memory(err, "the record");
    }
    return WGC_OK;
}
