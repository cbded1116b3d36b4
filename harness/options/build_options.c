#include "options/build_options.h"

#include <string.h>

/* Most letters of all values: they fit in the options of a program. */
enum { MOST = 120 };

/* An option, or the beginning of one that has a value, and why the suite cannot have it. */
static const struct {
    const char *begin, *why;
} refused[] = {
    {"-cl-std", "the suite chooses the version of OpenCL C"},
    {"-cl-uniform-work-group-size",
     "the suite has launches that it forbids; the form evenly has it"},
    {"-cl-single-precision-constant", "other results are right with it"},
    {"-cl-denorms-are-zero", "other results are right with it"},
    {"-cl-mad-enable", "other results are right with it"},
    {"-cl-no-signed-zeros", "other results are right with it"},
    {"-cl-unsafe-math-optimizations", "other results are right with it"},
    {"-cl-finite-math-only", "other results are right with it"},
    {"-cl-fast-relaxed-math", "other results are right with it; the form relaxed has it"},
};

/* It becomes a part of C text and of JSON. */
static bool has_form(const char *value)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/";

    return value[0] == '-' && value[strspn(value, letters)] == '\0';
}

enum wgc_status wgc_build_option_check(const char *value, struct wgc_err *err)
{
    if (!has_form(value)) {
        return wgc_err_set(err, WGC_ERR_INPUT, "\"%.100s\" is no option as -cl-opt-disable", value);
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strncmp(value, refused[i].begin, strlen(refused[i].begin)) == 0) {
            return wgc_err_set(err, WGC_ERR_INPUT, "%.100s: %s", value, refused[i].why);
        }
    }
    return WGC_OK;
}

enum wgc_status wgc_build_options_join(const struct wgc_options *options, struct wgc_buf *out,
                                       struct wgc_err *err)
{
    for (size_t i = 0; i < options->build_option_count; i++) {
        wgc_buf_printf(out, "%s%s", i == 0 ? "" : " ", options->build_option[i]);
    }
    return out->failed ? wgc_err_memory(err, "the build options")
           : out->size > MOST
               ? wgc_err_set(err, WGC_ERR_INPUT, "--build-option: more than %d letters", MOST)
               : WGC_OK;
}
