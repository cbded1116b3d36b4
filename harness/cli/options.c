#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/limits.h"
#include "cli/options_query.h"
#include "cli/options_shard.h"
#include "cli/options_value.h"

enum { JOBS_LIMIT = 1024 };

/* Options without a letter. */
enum {
    OPT_IMPL = 256,
    OPT_LANGUAGE,
    OPT_SEED,
    OPT_SHARD,
    OPT_DESCRIBE,
    OPT_DUMP_KERNEL,
    OPT_LIMIT,
    OPT_NO_COLOR,
    OPT_UNADVERTISED,
    OPT_WORKER_COMMAND,
    OPT_VERSION,
    OPT_RULE,                               /* and one for each enum wgc_run_rule */
    OPT_OUTPUT = OPT_RULE + WGC_RULE_COUNT, /* and one for each enum wgc_output: the last ones */
};

static const char letters[] = ":ld:Lp:j:t:o:w:vqh";

static const struct option long_options[] = {
    {"list-devices", no_argument, NULL, 'l'},
    {"device", required_argument, NULL, 'd'},
    {"list", no_argument, NULL, 'L'},
    {"profile", required_argument, NULL, 'p'},
    {"impl", required_argument, NULL, OPT_IMPL},
    {"language", required_argument, NULL, OPT_LANGUAGE},
    {"jobs", required_argument, NULL, 'j'},
    {"worker-command", required_argument, NULL, OPT_WORKER_COMMAND},
    {"timeout", required_argument, NULL, 't'},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {"json", required_argument, NULL, 'o'},
    {"junit", required_argument, NULL, OPT_OUTPUT + WGC_OUTPUT_JUNIT},
    {"html", required_argument, NULL, OPT_OUTPUT + WGC_OUTPUT_HTML},
    {"ctrf", required_argument, NULL, OPT_OUTPUT + WGC_OUTPUT_CTRF},
    {"cts-json", required_argument, NULL, OPT_OUTPUT + WGC_OUTPUT_CTS_JSON},
    {"tap", no_argument, NULL, OPT_OUTPUT + WGC_OUTPUT_TAP},
    {"waivers", required_argument, NULL, 'w'},
    {"retries", required_argument, NULL, OPT_RULE + WGC_RULE_RETRIES},
    {"repeat", required_argument, NULL, OPT_RULE + WGC_RULE_REPEAT},
    {"max-failures", required_argument, NULL, OPT_RULE + WGC_RULE_MAX_FAILURES},
    {"skips-as-fails", no_argument, NULL, OPT_RULE + WGC_RULE_SKIPS_AS_FAILS},
    {"min-cases", required_argument, NULL, OPT_RULE + WGC_RULE_MIN_CASES},
    {"audit", required_argument, NULL, OPT_RULE + WGC_RULE_AUDIT},
    {"resume", required_argument, NULL, OPT_RULE + WGC_RULE_RESUME},
    {"shard", required_argument, NULL, OPT_SHARD},
    {"seed", required_argument, NULL, OPT_SEED},
    {"describe", required_argument, NULL, OPT_DESCRIBE},
    {"dump-kernel", required_argument, NULL, OPT_DUMP_KERNEL},
    {"verbose", no_argument, NULL, 'v'},
    {"quiet", no_argument, NULL, 'q'},
    {"no-color", no_argument, NULL, OPT_NO_COLOR},
    {"unadvertised", no_argument, NULL, OPT_UNADVERTISED},
    {"probe-unadvertised", no_argument, NULL, OPT_UNADVERTISED}, /* the old name */
    {"version", no_argument, NULL, OPT_VERSION},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static enum wgc_status set_action(struct wgc_options *options, enum wgc_action action,
                                  const char *case_name, struct wgc_err *err)
{
    if (options->action != WGC_ACTION_RUN && options->action != action) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "only one of --list-devices, --list, --describe and --dump-kernel can be asked for");
    }
    options->action = action;
    options->case_name = case_name;
    return WGC_OK;
}

static enum wgc_status take_selection(struct wgc_options *options, int letter, const char *value,
                                      struct wgc_err *err)
{
    switch (letter) {
    case 'p':
        return wgc_parse_profile(value, &options->selection, err);
    case OPT_IMPL:
        return wgc_parse_impl(value, &options->selection, err);
    case OPT_LANGUAGE:
        return wgc_parse_language(value, &options->selection, err);
    default:
        return wgc_parse_shard(value, &options->selection, err);
    }
}

static enum wgc_status add_device(struct wgc_options *options, const char *value,
                                  struct wgc_err *err)
{
    const char **grown = realloc(options->device, (options->device_count + 1) * sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the devices");
    }
    options->device = grown;
    grown[options->device_count++] = value;
    return WGC_OK;
}

static enum wgc_status take_run(struct wgc_options *options, int letter, char *value,
                                struct wgc_err *err)
{
    uint64_t number = 0;
    enum wgc_status status;

    switch (letter) {
    case 'd':
        return add_device(options, value, err);
    case 'j':
        status = wgc_parse_unsigned("--jobs", value, 1, JOBS_LIMIT, &number, err);
        options->jobs = (unsigned)number;
        return status;
    case OPT_WORKER_COMMAND:
        options->worker_command = value;
        return value[0] != '\0' ? WGC_OK
                                : wgc_err_set(err, WGC_ERR_INPUT, "--worker-command: is empty");
    case 't':
        return wgc_parse_seconds("--timeout", value, &options->timeout, err);
    case OPT_LIMIT:
        return wgc_parse_limit(value, &options->limits, err);
    case 'o':
        options->json = value;
        options->list_json = true;
        return WGC_OK;
    case OPT_SEED:
        return wgc_parse_unsigned("--seed", value, 0, UINT64_MAX, &options->seed, err);
    case 'v':
        options->verbosity = WGC_VERBOSE;
        return WGC_OK;
    case 'q':
        options->verbosity = WGC_QUIET;
        return WGC_OK;
    case OPT_UNADVERTISED:
        options->unadvertised = true;
        return WGC_OK;
    default:
        options->no_color = true;
        return WGC_OK;
    }
}

static enum wgc_status take_output(struct wgc_options *options, int kind, const char *value,
                                   struct wgc_err *err)
{
    if (options->outputs.path[kind] != NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "--%s: only one file of a kind can be written",
                           wgc_output_option((enum wgc_output)kind));
    }
    options->outputs.path[kind] = value == NULL ? "-" : value;
    return WGC_OK;
}

static enum wgc_status take_option(struct wgc_options *options, int letter, char *value,
                                   struct wgc_err *err)
{
    switch (letter) {
    case 'l':
        return set_action(options, WGC_ACTION_LIST_DEVICES, NULL, err);
    case 'L':
        return set_action(options, WGC_ACTION_LIST, NULL, err);
    case OPT_DESCRIBE:
        return set_action(options, WGC_ACTION_DESCRIBE, value, err);
    case OPT_DUMP_KERNEL:
        return set_action(options, WGC_ACTION_DUMP_KERNEL, value, err);
    case 'p':
    case OPT_IMPL:
    case OPT_LANGUAGE:
    case OPT_SHARD:
        return take_selection(options, letter, value, err);
    case 'w':
        return wgc_run_rules_take(&options->rules, WGC_RULE_WAIVERS, value, err);
    default:
        if (letter >= OPT_RULE && letter < OPT_OUTPUT) {
            return wgc_run_rules_take(&options->rules, (enum wgc_run_rule)(letter - OPT_RULE),
                                      value, err);
        }
        return letter >= OPT_OUTPUT ? take_output(options, letter - OPT_OUTPUT, value, err)
                                    : take_run(options, letter, value, err);
    }
}

static void set_defaults(struct wgc_options *options)
{
    *options = (struct wgc_options){.timeout = 60.0, .seed = 1};
    wgc_run_rules_default(&options->rules);
    options->selection.profile = WGC_PROFILE_DEFAULT;
    options->selection.impl = WGC_IMPL_BUILTIN;
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        options->selection.language[i] = true;
    }
}

/* With --list-devices, --json needs no file: the list goes to standard output. */
static bool lists_devices(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "-l") == 0 || strcmp(argv[i], "--list-devices") == 0) {
            return true;
        }
    }
    return false;
}

static enum wgc_status parse_options(int argc, char **argv, const struct option *table,
                                     struct wgc_options *options, struct wgc_err *err)
{
    enum wgc_status status = WGC_OK;
    int letter;

    optind = 0; /* glibc: begin anew, also when called a second time */
    opterr = 0;
    while (status == WGC_OK && (letter = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (letter == 'h') {
            options->action = WGC_ACTION_HELP;
            return WGC_OK;
        }
        if (letter == OPT_VERSION) {
            options->action = WGC_ACTION_VERSION;
            return WGC_OK;
        }
        if (letter == '?' || letter == ':') {
            return wgc_err_set(
                err, WGC_ERR_INPUT, "%s: %s; --help lists the options", argv[optind - 1],
                letter == ':' ? "a value is missing" : "this option is unknown to this version");
        }
        status = take_option(options, letter, optarg, err);
    }
    return status;
}

enum wgc_status wgc_options_parse(int argc, char **argv, struct wgc_options *options,
                                  struct wgc_err *err)
{
    struct option table[sizeof long_options / sizeof long_options[0]];

    set_defaults(options);
    memcpy(table, long_options, sizeof table);
    for (struct option *row = table; row->name != NULL && lists_devices(argc, argv); row++) {
        row->has_arg = strcmp(row->name, "json") == 0 ? optional_argument : row->has_arg;
    }
    enum wgc_status status = parse_options(argc, argv, table, options, err);
    bool takes_queries = options->action == WGC_ACTION_RUN || options->action == WGC_ACTION_LIST;
    for (int i = optind; status == WGC_OK && takes_queries && i < argc; i++) {
        status = argv[i][0] == '@' ? wgc_query_add_file(options, argv[i] + 1, err)
                                   : wgc_query_add(options, argv[i], strlen(argv[i]), err);
    }
    if (status == WGC_OK && options->selection.shards == 0) {
        options->selection.shard = options->selection.shards = 1;
        status = takes_queries
                     ? wgc_shard_of_environment(&options->selection, &options->shard_from, err)
                     : WGC_OK;
    }
    bool stray = optind < argc && !takes_queries && options->action != WGC_ACTION_HELP;
    if (status == WGC_OK && stray && options->action != WGC_ACTION_VERSION) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is one argument too many", argv[optind]);
    }
    if (status == WGC_OK && options->json == NULL) {
        options->json = options->rules.resume; /* the report goes on where it is */
    }
    options->selection.query = (const char *const *)options->query;
    if (status != WGC_OK) {
        wgc_options_free(options);
    }
    return status;
}

void wgc_options_free(struct wgc_options *options)
{
    for (size_t i = 0; i < options->selection.query_count; i++) {
        free(options->query[i]);
    }
    free(options->query);
    free(options->device);
    options->device = NULL;
    options->device_count = 0;
    wgc_run_rules_free(&options->rules);
    options->query = NULL;
    options->selection.query = NULL;
    options->selection.query_count = 0;
}
