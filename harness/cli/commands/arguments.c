#include "cli/commands/arguments.h"

#include <getopt.h>
#include <string.h>

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"verbose", no_argument, NULL, 'v'},
    {NULL, 0, NULL, 0},
};

static enum wgc_status check(const struct wgc_arguments *arguments, struct wgc_arguments_rule rule,
                             struct wgc_err *err)
{
    if (arguments->file_count < rule.least) {
        return wgc_err_set(err, WGC_ERR_INPUT, "%zu %s missing; --help says what it takes",
                           rule.least - arguments->file_count,
                           rule.least - arguments->file_count == 1 ? "file is" : "files are");
    }
    if (arguments->file_count > rule.most) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%s\" is one argument too many",
                           arguments->file[rule.most]);
    }
    if (rule.writes && arguments->output == NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "-o FILE is missing; - is standard output");
    }
    if (!rule.writes && arguments->output != NULL) {
        return wgc_err_set(err, WGC_ERR_INPUT, "-o: this command writes no file");
    }
    return WGC_OK;
}

enum wgc_status wgc_arguments_parse(int argc, char **argv, struct wgc_arguments_rule rule,
                                    struct wgc_arguments *arguments, struct wgc_err *err)
{
    int letter;

    *arguments = (struct wgc_arguments){0};
    optind = 0; /* glibc: begin anew */
    opterr = 0;
    while ((letter = getopt_long(argc, argv, ":o:v", options, NULL)) != -1) {
        if (letter == 'v' && rule.verbose) {
            arguments->verbose = true;
            continue;
        }
        if (letter != 'o') {
            return wgc_err_set(err, WGC_ERR_INPUT, "%s: %s", argv[optind - 1],
                               letter == ':' ? "a value is missing" : "this option is unknown");
        }
        if (arguments->output != NULL) {
            return wgc_err_set(err, WGC_ERR_INPUT, "-o: only one file can be written");
        }
        arguments->output = optarg;
    }
    arguments->file = argv + optind;
    arguments->file_count = (size_t)(argc - optind);
    return check(arguments, rule, err);
}
