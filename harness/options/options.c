#include "options/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/row.h"
#include "base/nearest.h"
#include "base/system.h"
#include "options/option_table.h"
#include "options/parts.h"

enum { FIRST_CODE = 256 /* past every letter */, REDUCTIONS = 3 };

/* The options of one command, as getopt_long needs them. */
struct getopt_tables {
    struct option named[WGC_OPTION_COUNT + 1];
    char letters[2 * WGC_OPTION_COUNT + 2];
};

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

/* A long option's code is FIRST_CODE and the number of its row. */
static void fill_tables(enum wgc_command command, bool json_alone, struct getopt_tables *tables)
{
    size_t count = 0;
    char *letter = tables->letters;

    *letter++ = ':'; /* a missing value is reported as ':' and not as '?' */
    for (int i = 0; i < WGC_OPTION_COUNT; i++) {
        const struct wgc_option *row = &wgc_option_table[i];
        if (!wgc_option_is_of(row, command) || row->name[0] == '\0') {
            continue;
        }
        bool optional = json_alone && strcmp(row->name, "json") == 0;
        tables->named[count++] = (struct option){.name = row->name,
                                                 .has_arg = row->value[0] == '\0' ? no_argument
                                                            : optional ? optional_argument
                                                                       : required_argument,
                                                 .val = FIRST_CODE + i};
        if (row->letter != 0) {
            *letter++ = row->letter;
            *letter = ':';
            letter += row->value[0] != '\0';
        }
    }
    *letter = '\0';
    tables->named[count] = (struct option){0};
}

/* The row of a code of getopt_long: a letter, or that of a long option. */
static const struct wgc_option *row_of(enum wgc_command command, int code)
{
    int i = code - FIRST_CODE;

    if (code < FIRST_CODE) {
        i = 0;
        while (!wgc_option_is_of(&wgc_option_table[i], command) ||
               wgc_option_table[i].letter != code) {
            i++;
        }
    }
    return &wgc_option_table[i];
}

/* "a, b, c": the words of an option as an error lists them. */
static void list_words(const char *words, char *out, size_t size)
{
    size_t used = 0;

    for (; *words != '\0' && used + 3 < size; words++) {
        if (*words == ' ') {
            out[used++] = ',';
        }
        out[used++] = *words;
    }
    out[used] = '\0';
}

static enum wgc_status parse_value(struct wgc_options *options, const struct wgc_option *row,
                                   const char *value, struct wgc_err *err)
{
    enum wgc_status status;
    char words[80];

    if (wgc_option_has_words(row) && !wgc_word_is_in(row->completion, value)) {
        list_words(row->completion, words, sizeof words);
        status = wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is not one of %s", value, words);
    } else {
        status = row->parse(options, value, err);
    }
    return status == WGC_OK || row->name[0] == '\0' ? status : wgc_err_wrap(err, "--%s", row->name);
}

/* The argument of a long option as it is spelled, without dashes and value. */
static void copy_word(const char *argument, char word[static WGC_NEAREST_SIZE])
{
    const char *start = argument + strspn(argument, "-");
    const size_t length = strcspn(start, "=");

    (void)snprintf(word, WGC_NEAREST_SIZE, "%.*s", (int)length, start);
}

static enum wgc_status unknown_option(enum wgc_command command, const char *argument,
                                      struct wgc_err *err)
{
    char word[WGC_NEAREST_SIZE];
    char text[2 * WGC_NEAREST_SIZE];
    struct wgc_nearest nearest = {.word = word};

    copy_word(argument, word);
    for (int i = 0; i < WGC_OPTION_COUNT && strncmp(argument, "--", 2) == 0; i++) {
        const struct wgc_option *row = &wgc_option_table[i];
        if (wgc_option_is_of(row, command) && row->name[0] != '\0') {
            wgc_nearest_add(&nearest, row->name);
        }
    }
    wgc_nearest_text(&nearest, "--", text, sizeof text);
    return wgc_err_set(err, WGC_ERR_INPUT, "%s: unknown option%s%s", argument, text,
                       text[0] == '\0' ? "; --help lists the options" : "");
}

/* getopt_long takes the beginning of a name for the name: what is short for one option today may be
 * another one tomorrow, so a name has to be whole. */
static bool is_whole(const struct wgc_option *row, int code, const char *argument)
{
    char word[WGC_NEAREST_SIZE];

    if (code < FIRST_CODE || strncmp(argument, "--", 2) != 0) {
        return true;
    }
    copy_word(argument, word);
    return strcmp(word, row->name) == 0;
}

/* The argument that getopt_long has just read: the one before optind, or the one before its value.
 */
static const char *spelling_of(char *const *argv, const char *value)
{
    const char *last = argv[optind - 1];

    return value != NULL && value == last && optind > 1 ? argv[optind - 2] : last;
}

/* Stops at --help and --version. */
static enum wgc_status parse_options(struct wgc_options *options, struct wgc_err *err)
{
    struct getopt_tables tables;
    enum wgc_status status = WGC_OK;
    int code;

    fill_tables(options->command, lists_devices(options->argc, options->argv), &tables);
    wgc_system_begin_options();
    opterr = 0;
    while (status == WGC_OK && options->action != WGC_ACTION_HELP &&
           options->action != WGC_ACTION_VERSION &&
           (code = getopt_long(options->argc, options->argv, tables.letters, tables.named, NULL)) !=
               -1) {
        if (code == ':') {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "%s: a value is missing; --help lists the options",
                               options->argv[optind - 1]);
        }
        if (code == '?') {
            return unknown_option(options->command, options->argv[optind - 1], err);
        }
        const struct wgc_option *row = row_of(options->command, code);
        const char *argument = spelling_of(options->argv, optarg);
        if (!is_whole(row, code, argument)) {
            return unknown_option(options->command, argument, err);
        }
        status = parse_value(options, row, optarg, err);
    }
    return status;
}

/* The operands of a command other than the run, and whether --output is there. */
static enum wgc_status check_command(struct wgc_options *options, struct wgc_err *err)
{
    const struct wgc_command_row *row = &wgc_command_table[options->command];

    if (options->json == NULL) {
        options->json = options->rules.resume;
    }
    options->operand = options->argv + optind;
    options->operand_count = (size_t)(options->argc - optind);
    if (options->operand_count < row->least) {
        return wgc_err_set(err, WGC_ERR_INPUT, "an argument is missing; usage: wgconform %s %s",
                           row->name, row->arguments);
    }
    if (options->operand_count > row->most) {
        return wgc_err_set(err, WGC_ERR_INPUT, "unexpected argument \"%s\"; usage: wgconform %s %s",
                           options->operand[row->most], row->name, row->arguments);
    }
    if (options->command == WGC_COMMAND_WAIVE &&
        options->check != (options->rules.waivers_count > 0)) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           options->check ? "--check needs waivers: -w FILE is missing"
                                          : "--waivers needs --check");
    }
    if (row->writes && !options->check && options->output == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT,
                           "-o FILE is missing; -o - writes to standard output");
    }
    return WGC_OK;
}

/* A word that is no command, nor a query, as every name of a case has a dot. */
static enum wgc_status refuse_word(const char *word, struct wgc_err *err)
{
    struct wgc_nearest nearest = {.word = word};
    char text[WGC_NEAREST_COUNT * WGC_NEAREST_SIZE];

    for (int i = WGC_COMMAND_RUN + 1; i < WGC_COMMAND_COUNT; i++) {
        wgc_nearest_add(&nearest, wgc_command_table[i].name);
    }
    wgc_nearest_text(&nearest, "", text, sizeof text);
    return wgc_err_set(err, WGC_ERR_INPUT,
                       "\"%s\" is neither a command nor a query that can match a case%s", word,
                       text);
}

static enum wgc_status parse_operands(struct wgc_options *options, struct wgc_err *err)
{
    const struct wgc_option *row = wgc_option_table;
    enum wgc_status status = WGC_OK;

    while (row->name[0] != '\0') {
        row++;
    }
    for (int i = optind; status == WGC_OK && i < options->argc; i++) {
        status = options->argv[i][0] != '\0' && strpbrk(options->argv[i], ".*?@!") == NULL
                     ? refuse_word(options->argv[i], err)
                     : parse_value(options, row, options->argv[i], err);
    }
    return status;
}

/* The operands of a run are queries, which some actions do not take; its shard. */
static enum wgc_status check_run(struct wgc_options *options, struct wgc_err *err)
{
    bool takes_queries = options->action == WGC_ACTION_RUN || options->action == WGC_ACTION_LIST;
    enum wgc_status status = WGC_OK;

    if (takes_queries) {
        status = parse_operands(options, err);
    } else if (optind < options->argc) {
        return wgc_err_set(err, WGC_ERR_INPUT, "unexpected argument \"%s\"", options->argv[optind]);
    }
    if (status == WGC_OK && options->selection.shards == 0) {
        options->selection.shard = options->selection.shards = 1;
        status = takes_queries
                     ? wgc_shard_of_environment(&options->selection, &options->shard_from, err)
                     : WGC_OK;
    }
    if (status == WGC_OK) {
        wgc_cts_environment(options);
        status = wgc_gtest_environment(options, err);
    }
    if (status == WGC_OK && options->lines != WGC_LINES_NONE && options->action == WGC_ACTION_RUN) {
        options->verbosity = options->verbosity == WGC_NORMAL ? WGC_QUIET : options->verbosity;
        if (wgc_outputs_on_stdout(&options->outputs, options->json)) {
            return wgc_err_set(err, WGC_ERR_INPUT,
                               "--lines and a report cannot both go to standard output");
        }
    }
    if (status == WGC_OK && options->debug_worker != NULL && options->worker_command != NULL) {
        status =
            wgc_err_set(err, WGC_ERR_INPUT, "--debug-worker cannot be used with --worker-command");
    }
    if (status == WGC_OK && options->env_count > 0 && options->worker_command != NULL) {
        status = wgc_err_set(err, WGC_ERR_INPUT,
                             "--env cannot be used with --worker-command, which has to set the "
                             "variables itself: 'ssh HOST env NAME=VALUE wgconform'");
    }
    if (options->json == NULL) {
        options->json = options->rules.resume; /* the report is continued in place */
    }
    options->selection.filter = (const char *const *)options->query;
    return status;
}

enum wgc_command wgc_command_by_name(const char *name)
{
    const int command = wgc_row_by_name(&wgc_command_table[0].name, sizeof wgc_command_table[0],
                                        WGC_COMMAND_COUNT, name);

    return command < 0 ? WGC_COMMAND_RUN : (enum wgc_command)command;
}

static void set_defaults(enum wgc_command command, struct wgc_options *options)
{
    *options = (struct wgc_options){
        .timeout = 60.0, .seed = 1, .rules = {.repeat = 1}, .explore = {.reductions = REDUCTIONS}};
    options->selection.profile = WGC_PROFILE_DEFAULT;
    options->selection.impl = WGC_IMPL_BUILTIN;
    for (int i = 0; i < WGC_LANGUAGE_COUNT; i++) {
        options->selection.language[i] = true;
    }
    if (command == WGC_COMMAND_BISECT) { /* it has every case */
        options->selection.profile = WGC_PROFILE_FULL;
    }
}

enum wgc_status wgc_options_parse(enum wgc_command command, int argc, char **argv,
                                  struct wgc_options *options, struct wgc_err *err)
{
    set_defaults(command, options);
    options->command = command;
    options->argc = argc;
    options->argv = argv;
    enum wgc_status status = parse_options(options, err);
    if (status == WGC_OK && options->action != WGC_ACTION_HELP &&
        options->action != WGC_ACTION_VERSION) {
        status = command == WGC_COMMAND_RUN ? check_run(options, err) : check_command(options, err);
    }
    if (status != WGC_OK) {
        wgc_options_free(options);
    }
    return status;
}

void wgc_options_free(struct wgc_options *options)
{
    for (size_t i = 0; i < options->selection.filter_count; i++) {
        free(options->query[i]);
    }
    free(options->query);
    free(options->device);
    free(options->rules.waivers);
    free(options->env);
    free(options->label);
    free(options->explore.without);
    free(options->build_option);
    *options = (struct wgc_options){0};
}
