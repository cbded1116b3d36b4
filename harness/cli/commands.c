#include "cli/commands.h"

#include <string.h>

#include "cli/commands/causes.h"
#include "cli/commands/diff.h"
#include "cli/commands/from_reports.h"
#include "cli/commands/merge.h"
#include "cli/commands/package.h"
#include "cli/commands/repro.h"
#include "cli/commands/verify.h"
#include "cli/commands/waive.h"

static const char no_options[] = "";
static const char names_cases[] = "  -v, --verbose           names every case\n";
static const char writes_file[] = "  -o, --output FILE       where it goes; - is standard output\n";

static const struct wgc_command commands[] = {
    {"junit", "REPORT -o FILE", "JUnit XML from a saved report", writes_file, wgc_command_junit},
    {"html", "REPORT... -o FILE", "one HTML page of saved reports, side by side", writes_file,
     wgc_command_html},
    {"causes", "REPORT", "what went wrong in a saved report, by cause", names_cases,
     wgc_command_causes},
    {"diff", "OLD NEW", "two reports: what broke, what was mended, what is new", names_cases,
     wgc_command_diff},
    {"merge", "REPORT... -o FILE", "the shards' reports as one", writes_file, wgc_command_merge},
    {"repro", "CASE [-o FOLDER]", "a program of its own that shows one case, for a bug report",
     wgc_repro_options, wgc_command_repro},
    {"waive", "REPORT -o FILE", "a draft of waivers for what failed", writes_file,
     wgc_command_waive},
    {"package", "REPORT -o FILE", "a report for submission, with logs, device and checksums",
     writes_file, wgc_command_package},
    {"verify", "FILE", "whether a package is complete, unmodified and unfiltered", no_options,
     wgc_command_verify},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0], NAME_WIDTH = 26 };

const struct wgc_command *wgc_command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

enum wgc_status wgc_command_run(const struct wgc_command *command, int argc, char **argv,
                                struct wgc_buf *out, int *exit_status, struct wgc_err *err)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            wgc_buf_printf(out, "usage: wgconform %s %s\n\n%s.\n%s%s", command->name,
                           command->arguments, command->summary,
                           command->options[0] == '\0' ? "" : "\n", command->options);
            return WGC_OK;
        }
    }
    enum wgc_status status = command->run(argc, argv, out, exit_status, err);
    return status == WGC_OK ? WGC_OK : wgc_err_wrap(err, "%s", command->name);
}

void wgc_commands_usage(struct wgc_buf *out)
{
    wgc_buf_text(out, "\nCommands, instead of a run\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        size_t length = strlen(commands[i].name) + 1 + strlen(commands[i].arguments);
        int gap = length < NAME_WIDTH ? (int)(NAME_WIDTH - length) : 1;
        wgc_buf_printf(out, "  %s %s%*s%s\n", commands[i].name, commands[i].arguments, gap, "",
                       commands[i].summary);
    }
}
