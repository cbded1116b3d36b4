#include "options/option_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "options/build_options.h"
#include "options/option_value.h"
#include "options/parts.h"
#include "options/report_queries.h"

enum {
    JOBS_LIMIT = 1024,
    RETRIES_LIMIT = 1000,
    REPEAT_LIMIT = 1000000,
    ITEMS_LIMIT = 65536,
    PROGRAMS_LIMIT = 100000000,
    SIZE_LIMIT = 1000,
    QUERY_FILE_LIMIT = 16 * 1024 * 1024
};

/* An option: the status of the call, which has options, value and err. */
#define WGC_PARSE(name, call)                                                                      \
    static enum wgc_status parse_##name(struct wgc_options *options, const char *value,            \
                                        struct wgc_err *err)                                       \
    {                                                                                              \
        (void)options;                                                                             \
        (void)value;                                                                               \
        (void)err;                                                                                 \
        return call;                                                                               \
    }

/* An option without a value: carries out the assignment. */
#define WGC_FLAG(name, assignment) WGC_PARSE(name, ((void)(assignment), WGC_OK))

WGC_FLAG(help, options->action = WGC_ACTION_HELP)
WGC_FLAG(version, options->action = WGC_ACTION_VERSION)
WGC_FLAG(gtest_color, options->lines = WGC_LINES_GTEST)
WGC_FLAG(gtest_disabled, options->lines = WGC_LINES_GTEST)
WGC_FLAG(keep_going, options->rules.keep_going = true)
WGC_FLAG(skips_as_fails, options->rules.skips_as_fails = true)
WGC_FLAG(verbose, options->verbosity = WGC_VERBOSE)
WGC_FLAG(quiet, options->verbosity = WGC_QUIET)
WGC_FLAG(unadvertised, options->unadvertised = true)
WGC_FLAG(no_color, options->no_color = true)
WGC_FLAG(deqp, options->deqp = true)
WGC_FLAG(check, options->check = true)
WGC_FLAG(rows, options->repro.rows = true)
WGC_FLAG(attribute, options->explore.attribute = true)
WGC_FLAG(unofficial, options->package.unofficial = true)
WGC_FLAG(submission, options->package.submission = true)

static enum wgc_status parse_number(const char *value, unsigned low, unsigned high, unsigned *out,
                                    struct wgc_err *err)
{
    uint64_t number = 0;
    enum wgc_status status = wgc_parse_unsigned(value, low, high, &number, err);

    *out = (unsigned)number;
    return status;
}

/* An option whose value is a number from low to high. */
#define WGC_NUMBER(name, low, high, field)                                                         \
    WGC_PARSE(name, parse_number(value, low, high, &options->field, err))

WGC_NUMBER(jobs, 1, JOBS_LIMIT, jobs)
WGC_NUMBER(retries, 0, RETRIES_LIMIT, rules.retries)
WGC_NUMBER(repeat, 1, REPEAT_LIMIT, rules.repeat)
WGC_NUMBER(cases, 1, UINT32_MAX, rules.cases)
WGC_NUMBER(max_failures, 1, UINT32_MAX, rules.max_failures)
WGC_NUMBER(max_causes, 1, UINT32_MAX, rules.max_causes)
WGC_NUMBER(min_cases, 0, UINT32_MAX, rules.min_cases)
WGC_NUMBER(audit, 1, UINT32_MAX, rules.audit)
WGC_NUMBER(programs, 1, PROGRAMS_LIMIT, explore.programs)
WGC_NUMBER(explore_size, 1, SIZE_LIMIT, explore.size)
WGC_NUMBER(reductions, 0, UINT32_MAX, explore.reductions)
WGC_NUMBER(max_items, 1, ITEMS_LIMIT, repro.max_items)
WGC_NUMBER(sub_group_size, 1, ITEMS_LIMIT, repro.sub_group_size)

static enum wgc_status set_once(const char **text, const char *value, struct wgc_err *err)
{
    if (*text != NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "given more than once");
    }
    *text = value;
    return WGC_OK;
}

/* An option whose value is a text, and which the command line may contain only once. */
#define WGC_TEXT(name, field) WGC_PARSE(name, set_once(&options->field, value, err))

WGC_TEXT(junit, outputs.path[WGC_OUTPUT_JUNIT])
WGC_TEXT(html, outputs.path[WGC_OUTPUT_HTML])
WGC_TEXT(ctrf, outputs.path[WGC_OUTPUT_CTRF])
WGC_TEXT(cts_json, outputs.path[WGC_OUTPUT_CTS_JSON])
WGC_TEXT(output, output)
WGC_TEXT(watch, watch)
WGC_TEXT(il_version, repro.il_version)
WGC_TEXT(keep, explore.keep)
WGC_TEXT(keep_name, explore.name)
WGC_TEXT(cause, explore.cause)
WGC_TEXT(details, package.details)
WGC_TEXT(sign, package.sign)
WGC_TEXT(signers, package.signers)
WGC_TEXT(signature, package.signature)

WGC_PARSE(local_size, wgc_parse_local_size(value, options->repro.local_size, err))
WGC_PARSE(tap, set_once(&options->outputs.path[WGC_OUTPUT_TAP], "-", err))

static enum wgc_status parse_json(struct wgc_options *options, const char *value,
                                  struct wgc_err *err)
{
    (void)err;
    options->json = value; /* NULL: --list-devices --json without a file */
    options->list_json = true;
    return WGC_OK;
}

static enum wgc_status set_action(struct wgc_options *options, enum wgc_action action,
                                  const char *case_name, struct wgc_err *err)
{
    if (options->action != WGC_ACTION_RUN && options->action != action) {
        return wgc_err_set(
            err, WGC_ERR_INPUT,
            "only one of --list-devices, --list, --describe and --dump-kernel is possible");
    }
    options->action = action;
    options->case_name = case_name;
    return WGC_OK;
}

WGC_PARSE(list_devices, set_action(options, WGC_ACTION_LIST_DEVICES, NULL, err))
WGC_PARSE(list, set_action(options, WGC_ACTION_LIST, NULL, err))
WGC_PARSE(describe, set_action(options, WGC_ACTION_DESCRIBE, value, err))
WGC_PARSE(dump_kernel, set_action(options, WGC_ACTION_DUMP_KERNEL, value, err))

WGC_PARSE(gtest_list_tests,
          (options->lines = WGC_LINES_GTEST, set_action(options, WGC_ACTION_LIST, NULL, err)))
WGC_PARSE(gtest_filter, wgc_parse_gtest_filter(options, value, err))
WGC_PARSE(gtest_output, wgc_parse_gtest_output(options, value, err))

/* The caller has checked the word against the words of the option's row. */
static enum wgc_status parse_lines(struct wgc_options *options, const char *value,
                                   struct wgc_err *err)
{
    (void)err;
    options->lines = strcmp(value, "gtest") == 0    ? WGC_LINES_GTEST
                     : strcmp(value, "piglit") == 0 ? WGC_LINES_PIGLIT
                                                    : WGC_LINES_LAVA;
    return WGC_OK;
}

/* The same. */
static enum wgc_status parse_profile(struct wgc_options *options, const char *value,
                                     struct wgc_err *err)
{
    int profile = wgc_profile_by_name(value);

    if (profile < 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not a profile", value);
    }
    options->selection.profile = (enum wgc_profile)profile;
    return WGC_OK;
}

static enum wgc_status parse_impl(struct wgc_options *options, const char *value,
                                  struct wgc_err *err)
{
    (void)err;
    options->selection.impl = strcmp(value, "emulated") == 0 ? WGC_IMPL_EMULATED : WGC_IMPL_BUILTIN;
    return WGC_OK;
}

static enum wgc_status parse_language(struct wgc_options *options, const char *value,
                                      struct wgc_err *err)
{
    int language = wgc_language_by_name(value); /* -1 for "all" */

    (void)err;
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        options->selection.language[i] = language < 0 || language == i;
    }
    return WGC_OK;
}

WGC_PARSE(shard, wgc_parse_shard(value, &options->selection, err))
WGC_PARSE(seed, wgc_parse_unsigned(value, 0, UINT64_MAX, &options->seed, err))

static enum wgc_status set_command(const char **command, const char *value, struct wgc_err *err)
{
    *command = value;
    return value[0] != '\0' ? WGC_OK : wgc_err_set(err, WGC_ERR_INPUT, "the command is empty");
}

WGC_PARSE(worker_command, set_command(&options->worker_command, value, err))
WGC_PARSE(debug_worker, set_command(&options->debug_worker, value, err))

static enum wgc_status parse_timeout(struct wgc_options *options, const char *value,
                                     struct wgc_err *err)
{
    options->timeout_given = true;
    return wgc_parse_seconds(value, &options->timeout, err);
}

WGC_PARSE(time, wgc_parse_seconds(value, &options->rules.time, err))
WGC_PARSE(explore_time, wgc_parse_seconds(value, &options->explore.seconds, err))
WGC_PARSE(resource_limit, wgc_parse_resource_limit(value, &options->resource_limits, err))

static enum wgc_status parse_resume(struct wgc_options *options, const char *value,
                                    struct wgc_err *err)
{
    if (value[0] == '\0' || strcmp(value, "-") == 0) {
        return wgc_err_set(err, WGC_ERR_INPUT, "the name of a file is required");
    }
    options->rules.resume = value;
    return WGC_OK;
}

static enum wgc_status append(const char ***list, size_t *count, const char *value,
                              struct wgc_err *err)
{
    const char **grown = realloc(*list, (*count + 1) * sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "the command line");
    }
    *list = grown;
    grown[(*count)++] = value;
    return WGC_OK;
}

/* An option that adds a text to a list. */
#define WGC_LIST(name, list, count)                                                                \
    WGC_PARSE(name, append(&options->list, &options->count, value, err))

WGC_LIST(device, device, device_count)
WGC_LIST(waivers, rules.waivers, rules.waivers_count)
WGC_LIST(without, explore.without, explore.without_count)

WGC_PARSE(env,
          wgc_is_assignment(value)
              ? append(&options->env, &options->env_count, value, err)
              : wgc_err_set(err, WGC_ERR_INPUT, "NAME=VALUE is required, where NAME is a variable"))

static enum wgc_status parse_build_option(struct wgc_options *options, const char *value,
                                          struct wgc_err *err)
{
    enum wgc_status status = wgc_build_option_check(value, err);

    return status == WGC_OK
               ? append(&options->build_option, &options->build_option_count, value, err)
               : status;
}

WGC_PARSE(label, value[0] == '\0' ? wgc_err_set(err, WGC_ERR_INPUT, "the label is empty")
                                  : append(&options->label, &options->label_count, value, err))

enum wgc_status wgc_options_add_query(struct wgc_options *options, const char *text, size_t length,
                                      struct wgc_err *err)
{
    size_t count = options->selection.filter_count;
    char **grown = realloc(options->query, (count + 1) * sizeof *grown);

    if (grown == NULL) {
        return wgc_err_memory(err, "queries");
    }
    options->query = grown;
    grown[count] = strndup(text, length);
    if (grown[count] == NULL) {
        return wgc_err_memory(err, "queries");
    }
    if (grown[count][0] == '\0' || strcmp(grown[count], "!") == 0) {
        free(grown[count]);
        return wgc_err_set(err, WGC_ERR_INPUT, "an empty query selects nothing");
    }
    options->selection.filter_count = count + 1;
    return WGC_OK;
}

/* One query per line, without blank lines and what follows a #. A file without queries is an error.
 */
static enum wgc_status add_query_file(struct wgc_options *options, const char *path,
                                      struct wgc_err *err)
{
    struct wgc_buf text = {0};
    enum wgc_status status = wgc_is_report_name(path)
                                 ? wgc_report_queries_read(path, &text, err)
                                 : wgc_file_read(path, QUERY_FILE_LIMIT, WGC_ERR_INPUT, &text, err);
    size_t before = options->selection.filter_count;

    for (char *line = text.data; status == WGC_OK && line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t start = strspn(line, " \t\r");
        size_t end = strcspn(line, "#\n");
        while (end > start && strchr(" \t\r", line[end - 1]) != NULL) {
            end--;
        }
        if (end > start) {
            status = wgc_options_add_query(options, line + start, end - start, err);
        }
        line += length + (line[length] == '\n');
    }
    if (status == WGC_OK && options->selection.filter_count == before) {
        status = wgc_err_set(err, WGC_ERR_INPUT, "%s: the file has no query", path);
    }
    wgc_buf_free(&text);
    return status;
}

WGC_PARSE(states, wgc_parse_states(value, &options->states, err))
WGC_PARSE(query, value[0] == '@' ? add_query_file(options, value + 1, err)
                                 : wgc_options_add_query(options, value, strlen(value), err))

const struct wgc_help_row wgc_help_table[WGC_HELP_COUNT] = {
#define WGC_HELP(id, kind, text) [WGC_HELP_##id] = {WGC_HELP_KIND_##kind, text},
#include "options/help.def"
#undef WGC_HELP
};

#define MANY SIZE_MAX
const struct wgc_command_row wgc_command_table[WGC_COMMAND_COUNT] = {
#define WGC_COMMAND(id, name, arguments, least, most, writes, text)                                \
    [WGC_COMMAND_##id] = {#name, arguments, least, most, writes, text},
#include "options/commands.def"
#undef WGC_COMMAND
};

/* what the column commands of options.def means */
enum {
#define WGC_COMMAND(id, name, arguments, least, most, writes, text) id = 1 << WGC_COMMAND_##id,
#include "options/commands.def"
#undef WGC_COMMAND
    ALL = (1 << WGC_COMMAND_COUNT) - 1
};

const struct wgc_option wgc_option_table[WGC_OPTION_COUNT] = {
#define WGC_OPTION(commands, group, name, letter, value, completion, parse, text)                  \
    {commands, WGC_HELP_##group, name, letter, value, completion, parse_##parse, text},
#include "options/options.def"
#undef WGC_OPTION
};

bool wgc_option_is_of(const struct wgc_option *option, enum wgc_command command)
{
    return (option->commands >> command & 1U) != 0;
}

bool wgc_option_has_words(const struct wgc_option *option)
{
    return option->completion[0] != '\0' && option->completion[0] != '<';
}

bool wgc_word_is_in(const char *words, const char *word)
{
    size_t length = strlen(word);

    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        if (size == length && strncmp(words, word, length) == 0) {
            return true;
        }
        words += size + strspn(words + size, " ");
    }
    return false;
}
