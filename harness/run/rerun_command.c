#include "run/rerun_command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The variables that decide which drivers are visible and how they work. A name that ends in _ is a
 * prefix. */
static const struct {
    const char *name;
    bool by_setup; /* build/env.sh or scripts/with-device sets it */
} variables[] = {
    {"OCL_ICD_VENDORS", true},
    {"OCL_ICD_FILENAMES", false},
    {"OCL_ICD_PLATFORM_SORT", true},
    {"OPENCL_VENDOR_PATH", false},
    {"OPENCL_LAYERS", false},
    {"LD_LIBRARY_PATH", true},
    {"LD_PRELOAD", false},
    {"RUSTICL_ENABLE", true},
    {"POCL_", false},
    {"RUSTICL_", false},
    {"CLVK_", false},
    {"VK_", false},
    {"LP_", false},
    {"GALLIUM_", false},
    {"MESA_", false},
    {"CL_CONFIG_", false},
    {"CUDA_VISIBLE_DEVICES", false},
    {"WGCONFORM_SUITE", false},
};
enum { VARIABLE_COUNT = sizeof variables / sizeof variables[0] };

/* The folders in the PATH of every new shell. */
static const char *const usual_folders[] = {"/usr/local/bin/", "/usr/bin/", "/bin/"};

/* The value of the variable; NULL if it is unset or empty. */
static const char *value_of(const struct wgc_rerun_context *context, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; context->environment != NULL && context->environment[i] != NULL; i++) {
        const char *item = context->environment[i];
        if (strncmp(item, name, length) == 0 && item[length] == '=') {
            return item[length + 1] == '\0' ? NULL : item + length + 1;
        }
    }
    return NULL;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether the variables are still those that set-up wrote. */
static bool is_by_setup(const struct wgc_rerun_context *context)
{
    return value_of(context, "WGC_CHECKOUT") != NULL &&
           value_of(context, "WGC_WITH_DEVICE") != NULL &&
           is_same(value_of(context, "OCL_ICD_VENDORS"), value_of(context, "WGC_VENDORS"));
}

/* The words, NULL at the end. */
struct words {
    char **item;
    size_t count;
    bool failed;
};

/* Moves the text to the words. */
static void add(struct words *words, struct wgc_buf *text)
{
    char **grown =
        text->failed ? NULL : realloc(words->item, (words->count + 2) * sizeof *words->item);

    if (grown == NULL) {
        words->failed = true;
        wgc_buf_free(text);
        return;
    }
    words->item = grown;
    words->item[words->count++] = text->data;
    words->item[words->count] = NULL;
    *text = (struct wgc_buf){0};
}

static void add_text(struct words *words, const char *text)
{
    struct wgc_buf word = {0};

    wgc_buf_text(&word, text);
    add(words, &word);
}

static void add_variable(struct words *words, const char *name, const char *value)
{
    struct wgc_buf word = {0};

    wgc_buf_printf(&word, "%s=%s", name, value);
    add(words, &word);
}

/* Adds every variable of a row of the table. */
static void add_row(struct words *words, const struct wgc_rerun_context *context, size_t row)
{
    const char *name = variables[row].name;
    size_t length = strlen(name);
    bool begins = name[length - 1] == '_';

    for (size_t i = 0; context->environment[i] != NULL; i++) {
        const char *item = context->environment[i];
        const char *equals = strchr(item, '=');
        bool fits = equals != NULL && equals[1] != '\0' && strncmp(item, name, length) == 0 &&
                    (begins || equals == item + length);
        for (size_t k = 0; fits && begins && k < VARIABLE_COUNT; k++) { /* a row of its own */
            size_t other = strlen(variables[k].name);
            fits = k == row || (size_t)(equals - item) != other ||
                   strncmp(item, variables[k].name, other) != 0;
        }
        /* the kernel cache changes no verdict, and each worker has its own folder */
        if (fits && strncmp(item, "POCL_CACHE_DIR=", sizeof "POCL_CACHE_DIR=" - 1) != 0) {
            add_text(words, item);
        }
    }
}

/* Adds the library path without the folder of set-up. */
static void add_own_libraries(struct words *words, const char *path, const char *set_up)
{
    struct wgc_buf own = {0};

    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        if (length > 0 &&
            (set_up == NULL || strlen(set_up) != length || strncmp(path, set_up, length) != 0)) {
            wgc_buf_text(&own, own.size == 0 ? "" : ":");
            wgc_buf_add(&own, path, length);
        }
        path += length + (path[length] == ':');
    }
    if (own.size > 0 && !own.failed) {
        add_variable(words, "LD_LIBRARY_PATH", own.data);
    }
    words->failed = words->failed || own.failed;
    wgc_buf_free(&own);
}

/* Adds a path as it is typed in the current folder. */
static void add_path(struct words *words, const struct wgc_rerun_context *context, const char *path)
{
    struct wgc_buf word = {0};
    size_t length = context->folder == NULL ? 0 : strlen(context->folder);
    bool inside = length > 1 && strncmp(path, context->folder, length) == 0 &&
                  path[length] == '/' && path[length + 1] != '\0';
    const char *rest = inside ? path + length + 1 : path;

    wgc_buf_printf(&word, "%s%s", strchr(rest, '/') == NULL ? "./" : "", rest);
    add(words, &word);
}

static void add_with_device(struct words *words, const struct wgc_rerun_context *context)
{
    const char *name = value_of(context, "WGC_WITH_DEVICE");
    struct wgc_buf script = {0};

    if (strcmp(name, "default") == 0 && value_of(context, "WGC_SYSTEM_VENDORS") != NULL) {
        add_variable(words, "OCL_ICD_VENDORS", value_of(context, "WGC_SYSTEM_VENDORS"));
    }
    add_own_libraries(words, value_of(context, "LD_LIBRARY_PATH"),
                      value_of(context, "WGC_LIBRARIES"));
    wgc_buf_printf(&script, "%s/scripts/with-device", value_of(context, "WGC_CHECKOUT"));
    if (!script.failed) {
        add_path(words, context, script.data);
    }
    add_text(words, name);
    words->failed = words->failed || script.failed;
    wgc_buf_free(&script);
}

/* Whether the name alone finds the program: in the usual folders, or where set-up's PATH leads. */
static bool is_on_path(const struct wgc_rerun_context *context, bool by_setup)
{
    static const char built[] = "/build/bin/";
    const char *slash = strrchr(context->program, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - context->program) + 1;
    const char *checkout = value_of(context, "WGC_CHECKOUT");

    for (size_t i = 0; i < sizeof usual_folders / sizeof usual_folders[0]; i++) {
        if (strlen(usual_folders[i]) == length &&
            strncmp(context->program, usual_folders[i], length) == 0) {
            return true;
        }
    }
    return by_setup && length == strlen(checkout) + sizeof built - 1 &&
           strncmp(context->program, checkout, strlen(checkout)) == 0 &&
           strncmp(context->program + strlen(checkout), built, sizeof built - 1) == 0;
}

static bool is_relative_path(const char *word)
{
    return word != NULL && word[0] != '/' && strchr(word, '/') != NULL;
}

enum wgc_status wgc_rerun_command(const struct wgc_rerun_context *context, char ***out,
                                  struct wgc_err *err)
{
    struct words words = {0};
    bool by_setup = is_by_setup(context);

    for (size_t i = 0; context->environment != NULL && i < VARIABLE_COUNT; i++) {
        if (!by_setup || !variables[i].by_setup) {
            add_row(&words, context, i);
        }
    }
    if (by_setup) {
        add_with_device(&words, context);
    }
    if (is_relative_path(context->called)) {
        add_text(&words, context->called);
    } else if (is_on_path(context, by_setup)) {
        add_text(&words, strrchr(context->program, '/') + 1);
    } else {
        add_path(&words, context, context->program);
    }
    if (words.failed) {
        while (words.count > 0) {
            free(words.item[--words.count]);
        }
        free(words.item);
        return wgc_err_memory(err, "the rerun command");
    }
    *out = words.item;
    return WGC_OK;
}
