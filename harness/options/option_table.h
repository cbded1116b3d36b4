/* The rows of options.def, commands.def and help.def. */
#ifndef WGC_OPTIONS_OPTION_TABLE_H
#define WGC_OPTIONS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "options/options.h"

enum wgc_help {
#define WGC_HELP(id, kind, text) WGC_HELP_##id,
#include "options/help.def"
#undef WGC_HELP
    WGC_HELP_COUNT
};

enum wgc_help_kind {
    WGC_HELP_KIND_GROUP,
    WGC_HELP_KIND_NAMING,
    WGC_HELP_KIND_EXAMPLE,
    WGC_HELP_KIND_EXIT_STATUS,
};

struct wgc_help_row {
    enum wgc_help_kind kind;
    const char *text;
};

struct wgc_command_row {
    const char *name;
    const char *arguments;
    size_t least, most;
    bool writes; /* --output is required */
    const char *text;
};

/* The number of rows. */
enum {
    WGC_OPTION_COUNT = 0
#define WGC_OPTION(commands, group, name, letter, value, completion, parse, text) +1
#include "options/options.def"
#undef WGC_OPTION
};

struct wgc_option {
    unsigned commands; /* bit 1 << enum wgc_command */
    enum wgc_help group;
    const char *name; /* "": the row is about operands */
    char letter;      /* 0: none */
    const char *value, *completion;
    /* value is "" where the option has none. An error does not name the option. */
    enum wgc_status (*parse)(struct wgc_options *options, const char *value, struct wgc_err *err);
    const char *text;
};

extern const struct wgc_help_row wgc_help_table[WGC_HELP_COUNT];
extern const struct wgc_command_row wgc_command_table[WGC_COMMAND_COUNT];
extern const struct wgc_option wgc_option_table[WGC_OPTION_COUNT];

/* Adds a copy of length bytes of text as a query. */
enum wgc_status wgc_options_add_query(struct wgc_options *options, const char *text, size_t length,
                                      struct wgc_err *err);

/* Whether the command takes the option. */
bool wgc_option_is_of(const struct wgc_option *option, enum wgc_command command);

/* Whether the option has a list of words that its value must be from. */
bool wgc_option_has_words(const struct wgc_option *option);

/* Whether the word is in a list with blanks between. */
bool wgc_word_is_in(const char *words, const char *word);

#endif
